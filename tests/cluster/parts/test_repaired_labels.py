"""Labels that keep hard statements at fixed centres, against all labellings of small data."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster.cluster._parts.hard.repaired_labels import labels_that_keep
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs, stated_tables


class Case:
    """Rows, the last k of which lie at the centres and stay there, centres, and statements."""

    def __init__(self, rng, n, k):
        self.n, self.k = n, k
        self.centres = rng.normal(size=(k, 2))
        X = np.concatenate([rng.normal(size=(n, 2)), self.centres])
        self.points = centred(X)
        self.near = squared_distances(X, self.centres)
        self.nearest = self.near.argmin(axis=1).astype(np.int32)
        self.known = Constraints(n + k)
        self.asked = []

    def distances(self, rows):
        self.asked.append(rows)
        return self.near[rows]

    def kept(self):
        return labels_that_keep(self.points, self.known, self.nearest, self.distances, 0.5)

    def violated(self, labels):
        """Weight of the violated hard statements."""
        return sum(t.weights[t.violated(labels)].sum() for t in stated_tables(self.known)[:2])

    def cost(self, labels):
        soft = soft_pairs(self.known)
        own = self.near[np.arange(len(labels)), labels].sum()
        return own + 0.5 * soft.weights[soft.violated(labels)].sum()

    def every(self):
        """All labellings of the first n rows."""
        for labels in product(range(self.k), repeat=self.n):
            yield np.array([*labels, *range(self.k)])


def consistent_case(seed, n=7, k=3, n_soft=0, n_pairs=8):
    """Hard statements that entail no contradiction, though K may be too small for them."""
    rng = np.random.default_rng(seed)
    case = Case(rng, n, k)
    for kind, number in (("must", n_pairs // 3), ("cannot", n_pairs)):
        for _ in range(number):
            i, j = rng.choice(n, 2, replace=False)
            if case.known.relation(i, j) in (None, kind):
                case.known = case.known.add(i, j, kind, float(rng.integers(1, 4)))
    for _ in range(n_soft):
        i, j = rng.choice(n, 2, replace=False)
        kind = str(rng.choice(["must", "cannot"]))
        case.known = case.known.add(i, j, kind, rng.uniform(0.1, 2), soft=True)
    return case


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 3), st.integers(0, 4))
def test_everything_is_kept_wherever_a_labelling_keeps_it(seed, k, n_soft):
    case = consistent_case(seed, k=k, n_soft=n_soft)
    found = case.kept()
    least = min(map(case.violated, case.every()))
    assert found.dtype == np.int32
    assert case.violated(found) >= least
    assert case.violated(found) <= case.violated(case.nearest)
    assert found[case.n :].tolist() == list(range(k))
    if least == 0.0:
        assert case.violated(found) == 0.0


def test_what_cannot_be_kept_is_violated_as_little_as_can_be_but_for_local_minima():
    least, found = [], []
    for seed in range(120):
        case = consistent_case(seed, n=6, k=2, n_pairs=9)
        least.append(min(map(case.violated, case.every())))
        found.append(case.violated(case.kept()))
    least, found = np.array(least), np.array(found)
    assert (least > 0).sum() > 50
    assert (found[least == 0] == 0).all()
    assert (found > least).mean() <= 0.1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9999), st.integers(2, 3))
def test_trees_of_statements_get_the_least_cost(seed, k):
    """Six rows on one tree of hard and soft statements."""
    rng = np.random.default_rng(seed)
    case = Case(rng, 6, k)
    for j in range(1, 6):
        i, kind, soft = (
            int(rng.integers(j)),
            str(rng.choice(["must", "cannot"])),
            rng.random() < 0.3,
        )
        case.known = case.known.add(i, j, kind, rng.uniform(0.1, 2), soft=bool(soft))
    found = case.kept()
    if not case.violated(case.nearest):
        assert found is case.nearest
        assert case.asked == []
        return
    least = min(case.cost(labels) for labels in case.every() if not case.violated(labels))
    assert case.violated(found) == 0.0
    np.testing.assert_allclose(case.cost(found), least)


def test_cycles_get_nearly_the_least_cost():
    above = []
    for seed in range(80):
        case = consistent_case(seed, n=6, n_pairs=7)
        costs = [case.cost(labels) for labels in case.every() if not case.violated(labels)]
        if costs and case.violated(case.nearest):
            above.append(case.cost(case.kept()) / min(costs) - 1.0)
    assert len(above) > 40
    assert np.mean(above) < 0.03
    assert np.median(above) < 1e-9


def test_only_what_statements_join_to_a_violated_one_is_labelled_anew():
    case = Case(np.random.default_rng(3), 8, 3)
    case.nearest[:8] = [0, 1, 2, 0, 1, 0, 2, 1]
    case.known = Constraints(11, [(0, 1), (3, 5)], [(3, 4)]).add(5, 6, "must", soft=True)
    found = case.kept()
    assert found[0] == found[1] == case.near[:2].sum(axis=0).argmin()
    assert found[2:].tolist() == case.nearest[2:].tolist()


def test_a_cluster_that_would_be_empty_takes_the_row_to_which_it_matters_least():
    """The must-link takes the only row of the third cluster; row 4 is the next to its centre."""
    X = np.array([[0.0], [0.1], [0.2], [5.0], [7.0], [9.0]])
    centres = np.array([[0.1], [6.0], [9.0]])
    labels = np.array([0, 0, 0, 1, 1, 2], dtype=np.int32)
    known = Constraints(6, [(0, 5), (0, 1), (1, 2)])
    found = labels_that_keep(
        centred(X), known, labels, lambda rows: squared_distances(X[rows], centres), 1.0
    )
    assert found.tolist() == [0, 0, 0, 1, 2, 0]


def test_a_cluster_stays_empty_where_filling_it_would_empty_another():
    X = np.array([[0.0], [1.0], [9.0]])
    labels = np.array([0, 1, 2], dtype=np.int32)
    known = Constraints(3, [(0, 1), (1, 2)])
    found = labels_that_keep(
        centred(X), known, labels, lambda rows: squared_distances(X[rows], X), 1.0
    )
    assert len(set(found.tolist())) == 1


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_whole_component_may_fill_a_cluster(k):
    """The must-link of 3 and 4 takes the only row of the third cluster."""
    X = np.array([[0.0], [0.1], [4.0], [4.1], [9.0], [0.2], [0.3]])
    centres = np.array([[0.15], [4.05], [9.0]])[:k]
    labels = squared_distances(X, centres).argmin(axis=1).astype(np.int32)
    known = Constraints(7, [(0, 1), (2, 3), (3, 4), (5, 6)], [(0, 5)])
    found = labels_that_keep(
        centred(X), known, labels, lambda rows: squared_distances(X[rows], centres), 1.0
    )
    assert sorted(set(found.tolist())) == list(range(k))
    if k > 1:
        assert found[0] == found[1] != found[5] == found[6]
