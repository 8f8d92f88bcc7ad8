"""Reaches of clusters and the rows near them, beside all distances."""

import numpy as np
import pytest

from jupyter_sscluster.cluster.fit.reach import joinable, nearest_in_clusters


def by_all_distances(X, labels, rows):
    """The same, one row after the other; of ties the lowest number."""
    members = np.flatnonzero(labels >= 0)
    found = []
    for row in rows:
        away = [float(np.linalg.norm(X[row] - X[member])) for member in members]
        nearest = members[int(np.argmin(away))]
        own = np.flatnonzero(labels == labels[nearest])
        reach = max(
            min((float(np.linalg.norm(X[a] - X[b])) for b in own if b != a), default=0.0)
            for a in own
        )
        found.append((nearest, min(away), reach))
    return zip(*found, strict=True)


@pytest.mark.parametrize("n_features", [1, 2, 9, 10, 11, 40])
@pytest.mark.parametrize("whole", [True, False])
def test_reaches_and_nearest_rows_are_those_of_all_distances(n_features, whole):
    rng = np.random.default_rng(n_features)
    X = rng.normal(size=(90, n_features)) * 3.0
    labels = rng.integers(-1, 5, 90)
    labels[7] = 5  # a cluster of one row
    if whole:  # equal rows, and rows equally near
        X = X.round()
        X[40:50] = X[7]
    rows = np.flatnonzero(labels == -1)
    found = nearest_in_clusters(X, labels, rows)
    nearest, distances, reaches = by_all_distances(X, labels, rows)
    assert found.nearest.tolist() == list(nearest)
    np.testing.assert_allclose(found.distances, distances, rtol=1e-12)
    np.testing.assert_allclose(found.reaches, reaches, rtol=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_times_do_not_depend_on_the_unit(scale):
    X = np.array([[0.0], [1.0], [3.0], [8.0], [8.5], [12.0], [2.0]])
    labels = np.array([0, 0, 0, 1, 1, -1, -1])
    found = nearest_in_clusters(X * scale, labels, np.array([5, 6]))
    assert found.nearest.tolist() == [4, 1]
    assert found.times == pytest.approx([7.0, 0.5], rel=1e-12)


def test_a_cluster_without_reach_takes_equal_rows_only():
    X = np.array([[0.0], [0.0], [0.0], [1.0]])
    found = nearest_in_clusters(X, np.array([0, 0, -1, -1]), np.array([2, 3]))
    assert found.times.tolist() == [0.0, np.inf]


@pytest.mark.parametrize(
    ("must", "cannot", "expected"),
    [
        ([], [], [True, True, True]),
        ([], [(1, 3)], [False, True, True]),
        ([], [(0, 3)], [False, True, True]),
        ([], [(2, 3)], [True, True, True]),
        ([], [(3, 4)], [True, False, True]),
        ([(3, 4)], [(4, 0)], [False, False, True]),
        ([(3, 5)], [], [True, True, True]),
        ([(4, 5)], [(2, 4)], [True, True, False]),
        ([(0, 1)], [(0, 1)], [True, True, True]),
    ],
)
def test_rows_join_unless_that_brings_together_what_is_kept_apart(must, cannot, expected):
    labels = np.array([0, 0, 1, -1, -1, -1])
    rows, clusters = np.array([3, 4, 5]), np.array([0, 0, 1])
    assert joinable(rows, clusters, labels, must, cannot).tolist() == expected
