"""Must-links of rows that are in no cluster: they hold, and tell nothing of other clusters."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.cluster._parts.neighbour_linkage.evidence import evidence, of_clusters
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import free_tree
from jupyter_sscluster.constraints import Constraints

N_GROUPS = 40


def among_noise(seed):
    """Groups of 5 to 14 rows among sixty rows that are spread as their centres are."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(N_GROUPS), rng.integers(5, 15, N_GROUPS))
    X = rng.normal(size=(N_GROUPS, 8))[y] + 0.2 * rng.normal(size=(len(y), 8))
    return np.concatenate([X, rng.normal(size=(60, 8))]), y


def fitted(X, *, soft=False, must=(), cannot=()):
    known = Constraints(len(X)).add_pairs(cannot, "cannot")
    known = known.add_pairs(must, "must", 2.0 if soft else 1.0, soft=soft)
    return NeighbourGraphAgglomerative().fit(X, constraints=known)


def links_of_noise(X, free, n, seed, *, near):
    """Must-links of `n` rows in no cluster with the nearest row in one, or with any."""
    rng = np.random.default_rng(seed)
    inside = np.flatnonzero(free.labels_ >= 0)
    rows = rng.permutation(np.flatnonzero(free.labels_ == -1))[:n]
    assert len(rows) == n
    if not near:
        return np.column_stack([rows, rng.choice(inside, n)])
    away = np.linalg.norm(X[rows][:, None] - X[inside], axis=2)
    return np.column_stack([rows, inside[away.argmin(axis=1)]])


def far_cannots(X, y):
    """Right cannot-links of the groups whose first rows are farthest from the first group's."""
    first = np.unique(y, return_index=True)[1]
    away = np.linalg.norm(X[first] - X[first[0]], axis=1)
    return [(int(first[0]), int(row)) for row in first[np.argsort(away)[-3:]]]


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("n", [1, 9, 20])
def test_links_of_noise_hold_and_leave_every_cluster_as_it_was(n, soft, near):
    X, _ = among_noise(0)
    free = fitted(X)
    must = links_of_noise(X, free, n, 0, near=near)
    told = fitted(X, soft=soft, must=must)
    assert told.cut_ == free.cut_
    assert (told.labels_[must[:, 0]] == told.labels_[must[:, 1]]).all()
    assert told.n_clusters_ == free.n_clusters_
    inside = free.labels_ >= 0
    assert adjusted_rand_score(free.labels_[inside], told.labels_[inside]) == 1.0


@pytest.mark.parametrize("seed", range(3))
def test_cannot_links_between_far_clusters_do_not_make_them_tell_more(seed):
    X, y = among_noise(seed)
    cannot = far_cannots(X, y)
    without = fitted(X, cannot=cannot)
    must = links_of_noise(X, fitted(X), 9, seed, near=True)
    told = fitted(X, must=must, cannot=cannot)
    assert told.cut_ == without.cut_
    inside = without.labels_ >= 0
    assert adjusted_rand_score(without.labels_[inside], told.labels_[inside]) > 0.99


@pytest.mark.parametrize("seed", range(3))
def test_a_chain_through_noise_joins_its_two_ends_alone(seed):
    X, _ = among_noise(seed)
    free = fitted(X)
    noise = np.flatnonzero(free.labels_ == -1)[:10]
    ends = [int(np.flatnonzero(free.labels_ == cluster)[0]) for cluster in (0, 1)]
    chain = [ends[0], *noise.tolist(), ends[1]]
    told = fitted(X, must=np.column_stack([chain[:-1], chain[1:]]))
    assert told.cut_ == free.cut_
    assert len({*told.labels_[chain].tolist()}) == 1
    before = np.where(free.labels_ == 1, 0, free.labels_)
    inside = free.labels_ >= 0
    assert adjusted_rand_score(before[inside], told.labels_[inside]) > 0.97


def test_a_same_of_a_row_alone_tells_of_clusters_where_links_join_two():
    pairs = np.array([[0, 1], [0, 2], [0, 3], [4, 5], [4, 6], [7, 8], [9, 1]])
    clusters = np.array([[-1, 20], [-1, 21], [-1, -1], [-1, 22], [-1, 22], [23, 24], [-1, 20]])
    different = np.array([False] * 6 + [True])
    told = of_clusters(pairs, different, clusters, 12)
    assert told.tolist() == [True, True, True, False, False, True, True]


def of_rows(n):
    return free_tree(np.arange(float(n))[:, None], 2)


def test_what_tells_nothing_is_no_step_and_shares_nothing():
    pairs = np.array([[0, 1], [2, 3], [4, 5], [4, 6]])
    clusters = np.array([[-1, 20], [21, 22], [23, 23], [23, -1]])
    x, same = np.array([0.5, 1.0, 1.5, 0.2]), np.zeros(4, dtype=bool)
    counted = evidence(pairs, x, same, clusters, same, of_rows(7))
    alone = evidence(pairs[1:3], x[1:3], same[1:3], clusters[1:3], same[1:3], of_rows(7))
    np.testing.assert_array_equal(counted, [0.0, *alone, 0.0])
    assert alone[0] == pytest.approx(np.exp(-0.5 * (1.0 / 0.6) ** 2))
