"""The starts that the studies used, beside restatements of their text."""

import itertools

import numpy as np
import pytest
from shared import load

from jupyter_sscluster.cluster import KMeans, MPCKMeans, PCKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.lloyd.restarts import starts
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding import (
    largest_neighbourhoods,
    maximin,
    neighbourhoods,
    perturbed_mean,
    uniform_box,
    weighted_neighbourhoods,
)


def pairs_of(name, seed, n_pairs=50):
    X, y = load(name, standardised=True)
    return X, y, Constraints.from_labels(y, n_pairs, random_state=seed)


def weighted_farthest_first(X, groups, k, first, weighting):
    """The text: always the neighbourhood of the largest weighted distance to those traversed."""
    means, traversed = [X[g].mean(axis=0) for g in groups], [first]
    while len(traversed) < k:
        best, largest = None, -1.0
        for p in range(len(groups)):
            if p in traversed:
                continue
            near = np.inf
            for q in traversed:
                size = len(groups[p])
                weight = size if weighting == "candidate" else np.sqrt(size * len(groups[q]))
                near = min(near, weight * np.sqrt(((means[p] - means[q]) ** 2).sum()))
            if near > largest:
                best, largest = p, near
        traversed.append(best)
    return np.array([means[p] for p in traversed])


@pytest.mark.parametrize("weighting", ["product", "candidate"])
def test_far_and_large_neighbourhoods_are_those_of_the_text(weighting):
    firsts = set()
    for seed in range(20):
        X, _, known = pairs_of("iris", seed)
        groups = known.neighbourhoods()
        found = weighted_neighbourhoods(
            X, 3, constraints=known, random_state=seed, weighting=weighting
        )
        means = np.array([X[g].mean(axis=0) for g in groups])
        first = int(np.abs(means - found[0]).sum(axis=1).argmin())
        firsts.add(first)
        np.testing.assert_array_equal(
            found, weighted_farthest_first(X, groups, 3, first, weighting)
        )
    assert len(firsts) > 3


def test_the_first_neighbourhood_is_drawn_by_its_size():
    X = np.arange(12.0)[:, None]
    known = Constraints(12, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (6, 7), (8, 9), (10, 11)])
    drawn = [
        weighted_neighbourhoods(X, 2, constraints=known, random_state=s)[0, 0] for s in range(2000)
    ]
    assert np.mean(np.array(drawn) == 2.5) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_ten_starts_differ_and_seldom_miss_a_class(name):
    missed = {"neighbourhoods": 0, "weighted_neighbourhoods": 0}
    for seed in range(20):
        X, y, known = pairs_of(name, seed)
        groups = known.neighbourhoods()
        means = np.array([X[g].mean(axis=0) for g in groups])
        of_group = y[[g[0] for g in groups]]
        for seeding in (neighbourhoods, weighted_neighbourhoods):
            centres = seeding(X, 3, constraints=known, random_state=seed)
            at = [int(np.abs(means - c).sum(axis=1).argmin()) for c in centres]
            missed[seeding.__name__] += len(set(of_group[at])) < 3
        model = MPCKMeans(3, init="weighted_neighbourhoods", random_state=seed)
        drawn = [np.sort(c, axis=0).tobytes() for c in starts(model, centred(X), known)]
        assert len(drawn) == len(set(drawn)) == 10
    assert missed["neighbourhoods"] == 17
    assert missed["weighted_neighbourhoods"] <= 2


def test_where_all_neighbourhoods_are_used_the_other_starts_are_drawn_by_kmeans_plusplus():
    X, _ = load("iris", standardised=True)
    known = Constraints(150, [(0, 1), (60, 61), (120, 121)])
    model = MPCKMeans(3, init="weighted_neighbourhoods", n_init=4, random_state=0)
    drawn = list(starts(model, centred(X), known))
    means = np.array([X[[a, a + 1]].mean(axis=0) for a in (0, 60, 120)])
    np.testing.assert_allclose(np.sort(drawn[0], axis=0), np.sort(means - X.mean(axis=0), axis=0))
    assert len({d.tobytes() for d in drawn}) == 4
    rows = {row.tobytes() for row in np.round(X - X.mean(axis=0), 9) + 0.0}
    assert all(row.tobytes() in rows for d in drawn[1:] for row in np.round(d, 9) + 0.0)


def closure_of(n, must):
    """Sets of rows that must-links join, as the transitive closure: merged until none meet."""
    groups = [{i} for i in range(n)]
    for a, b in must:
        first, second = (next(g for g in groups if row in g) for row in (a, b))
        if first is not second:
            groups.remove(second)
            first |= second
    return groups


def algorithm_3(X, must, cannot, k, perturbed):
    """Lines 1 to 8 of the pseudo-code of PCK-means, from pairs alone."""
    groups = closure_of(len(X), must)
    hoods = sorted((g for g in groups if len(g) > 1), key=lambda g: (-len(g), min(g)))
    if len(hoods) >= k:
        return np.array([X[sorted(g)].mean(axis=0) for g in hoods[:k]])
    centres = [X[sorted(g)].mean(axis=0) for g in hoods]
    apart = {frozenset(pair) for pair in cannot}
    for x in range(len(X)) if hoods else ():
        if all(any(frozenset((x, member)) in apart for member in g) for g in hoods):
            centres.append(X[x])
            break
    return np.array([*centres, *perturbed(k - len(centres))])


def test_the_start_of_pck_means_worked_by_hand():
    X = np.array([[0.0], [2.0], [1.0], [6.0], [8.0], [20.0], [30.0], [31.0]])
    must, cannot = [(0, 1), (1, 2), (3, 4)], [(0, 5), (5, 3), (2, 6), (6, 4)]
    known = Constraints(8, must, cannot)
    # Two neighbourhoods, means 1 and 7; rows 5 and 6 are apart from both: the first of them.
    assert largest_neighbourhoods(X, 3, constraints=known).ravel().tolist() == [1.0, 7.0, 20.0]
    assert largest_neighbourhoods(X, 1, constraints=known).ravel().tolist() == [1.0]
    # One such row alone is taken, where `neighbourhoods` goes on to the farthest rows.
    found = [largest_neighbourhoods(X, 4, constraints=known, random_state=s) for s in range(2)]
    assert [f.ravel().tolist()[:3] for f in found] == [[1.0, 7.0, 20.0]] * 2
    assert found[0][3] == X.mean() + 0.5 * X.std() * np.random.default_rng(0).standard_normal()
    assert found[0][3] != found[1][3]
    assert neighbourhoods(X, 4, constraints=known).ravel().tolist() == [1.0, 7.0, 20.0, 31.0]


def test_the_start_of_pck_means_is_that_of_the_pseudo_code():
    seen = set()
    for seed in range(150):
        rng = np.random.default_rng(seed)
        n, k = int(rng.integers(5, 12)), int(rng.integers(1, 5))
        X, y = rng.normal(size=(n, 2)), rng.integers(0, 3, n)
        known = Constraints.from_labels(y, int(rng.integers(0, 2 * n)), random_state=seed)
        must, cannot = known.must.tolist(), known.cannot.tolist()

        def perturbed(count, X=X, seed=seed):
            return perturbed_mean(X, count, random_state=seed) if count else []

        expected = algorithm_3(X, must, cannot, k, perturbed)
        found = largest_neighbourhoods(X, k, constraints=known, random_state=seed)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
        n_hoods = len(known.neighbourhoods())
        row = any((c == X).all(axis=1).any() for c in expected[n_hoods:])
        seen.add((min(np.sign(n_hoods - k), 1), bool(n_hoods), row))
    # More and fewer neighbourhoods than clusters, none, and a row apart from all or none such.
    assert seen == {
        (1, True, False),
        (0, True, False),
        (-1, True, False),
        (-1, True, True),
        (-1, False, False),
    }


def test_pck_means_starts_there_by_name():
    X, _, known = pairs_of("iris", 0)
    model = PCKMeans(3, init="largest_neighbourhoods", n_init=4, random_state=0)
    drawn = list(starts(model, centred(X), known))
    expected = largest_neighbourhoods(X, 3, constraints=known) - X.mean(axis=0)
    np.testing.assert_allclose(drawn[0], expected, atol=1e-12)
    assert all((a != b).any() for a, b in itertools.combinations(drawn, 2))
    once = {"n_init": 1, "algorithm": "paper", "random_state": 0}
    printed = PCKMeans(3, init="largest_neighbourhoods", **once).fit(X, constraints=known)
    given = PCKMeans(3, init=expected + X.mean(axis=0), **once).fit(X, constraints=known)
    np.testing.assert_array_equal(printed.labels_, given.labels_)


def test_maximin_begins_with_the_largest_norm_and_never_draws():
    rng = np.random.default_rng(0)
    for _ in range(50):
        X = rng.normal(size=(rng.integers(3, 20), 2)) + rng.normal(size=2)
        chosen = [max(range(len(X)), key=lambda i: np.linalg.norm(X[i]))]
        while len(chosen) < 3:
            apart = [min(np.linalg.norm(x - X[c]) for c in chosen) for x in X]
            chosen.append(int(np.argmax(apart)))
        for seed in range(3):
            found = maximin(X, 3, random_state=seed, reference="origin")
            np.testing.assert_array_equal(found, X[chosen])
        moved = maximin(X - X.mean(axis=0), 3, reference="origin")
        np.testing.assert_allclose(maximin(X, 3), moved + X.mean(axis=0), atol=1e-12)
    assert KMeans(3, init="maximin").fit(X).n_iter_ >= 1


def test_boxes_and_perturbed_means_have_the_moments_of_their_definition():
    X = np.array([[0.0, 10.0], [1.0, 30.0], [5.0, 20.0]])
    box = uniform_box(X[np.arange(2000) % 3], 2000, random_state=0)
    np.testing.assert_allclose(box.mean(axis=0), [2.5, 20.0], rtol=0.03)
    np.testing.assert_allclose(box.var(axis=0), np.array([5.0, 20.0]) ** 2 / 12, rtol=0.06)
    near = perturbed_mean(X[np.arange(2001) % 3], 2001, random_state=0, spread=0.2)
    np.testing.assert_allclose(near.mean(axis=0), X.mean(axis=0), rtol=0.02)
    np.testing.assert_allclose(near.std(axis=0), 0.2 * X.std(axis=0), rtol=0.05)
