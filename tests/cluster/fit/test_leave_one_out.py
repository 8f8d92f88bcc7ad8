"""P(wrong) of a statement with others left out: as when these had never been made."""

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.cluster.fit.posterior_after_answers import believed, wrong_without_each
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

KINDS = ["must", "cannot"]


def world(seed):
    """What features say of some rows, and soft statements about them, each of a weight."""
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(3, 12)), int(rng.integers(2, 5))
    said = {}
    for _ in range(int(rng.integers(1, 15))):
        i, j = sorted(rng.choice(n, 2, replace=False).tolist())
        said[i, j, KINDS[rng.integers(2)]] = float(rng.choice([0.5, 1.0, 3.0]))
    return rng.dirichlet(np.ones(k), size=n), said


def known_of(n, said):
    known = Constraints(n)
    for (i, j, kind), weight in said.items():
        known = known.add(i, j, kind, weight, soft=True)
    return known


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_posterior_without_the_other_statement(seed):
    P, said = world(seed)
    known = known_of(len(P), said)
    stated = stated_pairs(known)
    order = [
        (*pair, KINDS[not together])
        for pair, together in zip(stated.pairs.tolist(), stated.together, strict=True)
    ]
    for position, one in enumerate(order):
        found = wrong_without_each(P, known, position, 0.1)
        assert found.shape == (len(order),)
        for other, wrong in zip(order, found, strict=True):
            fewer = {each: w for each, w in said.items() if each != other or other == one}
            kept = [each for each in order if each in fewer]
            alone = believed(P, known_of(len(P), fewer), 0.1).suspicions.wrong
            assert wrong == pytest.approx(alone[kept.index(one)], abs=1e-6)


def test_suspicions_of_own_and_of_other_constraints():
    X = np.array([[0.0], [1.0], [8.0], [9.0]])
    model = KMeans(2, random_state=0).fit(X)
    known = Constraints(4, must=[(0, 1)], cannot=[(0, 2)])
    found = model.wrong_without_each(1, known, error_rate=0.1)
    assert found[1] == model.suspicious(known, error_rate=0.1).wrong[1]
    assert found[0] >= found[1]
    with pytest.raises(InputError, match="position=2"):
        model.wrong_without_each(2, known, error_rate=0.1)
    for rate in (0.0, 0.7, "often"):
        with pytest.raises(InputError, match="error_rate="):
            model.suspicious(known, error_rate=rate)
