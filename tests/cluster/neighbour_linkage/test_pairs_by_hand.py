"""Pairs that a person picked: they hold, and do not move the height for all other clusters."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints


def blobs(seed):
    """Forty-five dense clusters of twenty rows."""
    return make_blobs(900, 8, centers=45, cluster_std=1.5, random_state=seed)


def fitted(X, pairs, kind, *, soft, by_hand):
    known = Constraints(len(X)).add_pairs(pairs, kind, soft=soft)
    known = known.with_by_hand(pairs) if by_hand else known
    return NeighbourGraphAgglomerative().fit(X, constraints=known)


def with_the_nearest(X, free, n, seed):
    """Pairs of a row in each of `n` clusters and the nearest row of another; none that moved."""
    rng = np.random.default_rng(seed)
    inside = (free.labels_ >= 0) & ~free._learned_groups.candidates.moved
    pairs = []
    for cluster in rng.choice(free.n_clusters_, n, replace=False):
        row = int(rng.choice(np.flatnonzero(inside & (free.labels_ == cluster))))
        away = np.linalg.norm(X - X[row], axis=1)
        away[(free.labels_ == cluster) | ~inside] = np.inf
        pairs.append((row, int(away.argmin())))
    return pairs


def named_merged(free, pairs):
    """The labels without answers, with the clusters of these pairs as one."""
    links = free.labels_[np.array(pairs)]
    component = Constraints(free.n_clusters_, must=links).component_ids
    return np.where(free.labels_ < 0, -1, component[free.labels_])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("n", [1, 3, 9, 20])
def test_must_links_by_hand_merge_the_clusters_that_they_name_alone(n, soft, seed):
    X, _ = blobs(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    pairs = with_the_nearest(X, free, n, seed)
    told = fitted(X, pairs, "must", soft=soft, by_hand=True)
    expected = named_merged(free, pairs)
    assert told.cut_ == free.cut_
    assert told.n_clusters_ == len(np.unique(expected[expected >= 0]))
    assert adjusted_rand_score(expected, told.labels_) > 0.99
    assert len(told.unkept_) == 0


def test_without_a_word_on_where_they_come_from_they_move_the_height():
    X, _ = blobs(0)
    free = NeighbourGraphAgglomerative().fit(X)
    pairs = with_the_nearest(X, free, 9, 0)
    assert fitted(X, pairs, "must", soft=False, by_hand=False).cut_ > 1.2 * free.cut_


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("n", [3, 9, 20])
def test_cannot_links_by_hand_leave_the_other_clusters_whole(n, seed):
    X, _ = blobs(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    rng = np.random.default_rng(seed)
    split = rng.choice(free.n_clusters_, n, replace=False)
    pairs = [rng.choice(np.flatnonzero(free.labels_ == cluster), 2, False) for cluster in split]
    told = fitted(X, pairs, "cannot", soft=False, by_hand=True)
    others = ~np.isin(free.labels_, split)
    assert told.cut_ == free.cut_
    assert adjusted_rand_score(free.labels_[others], told.labels_[others]) == 1.0


def far_apart(X, y, n):
    """Right cannot-links of rows of the groups farthest from the first."""
    first = np.unique(y, return_index=True)[1]
    away = np.linalg.norm(X[first] - X[first[0]], axis=1)
    return [(int(first[0]), int(row)) for row in first[np.argsort(away)[-n:]]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n", [3, 9, 20])
def test_far_cannot_links_beside_them_change_that_little(n, seed):
    X, y = blobs(seed)
    free = NeighbourGraphAgglomerative().fit(X)
    pairs, cannot = with_the_nearest(X, free, n, seed), far_apart(X, y, 3)
    known = Constraints(len(X), pairs).with_by_hand(pairs)
    for pair in cannot:
        known = known if known.relation(*pair) == "must" else known.add(*pair, "cannot")
    assert len(known.cannot)
    told = NeighbourGraphAgglomerative().fit(X, constraints=known.with_by_hand(pairs))
    assert abs(told.n_clusters_ - len(np.unique(named_merged(free, pairs)))) <= 2
    assert adjusted_rand_score(named_merged(free, pairs), told.labels_) > 0.9


@pytest.mark.parametrize("seed", [0, 2])
def test_where_the_data_have_a_scale_between_both_kinds_it_counts(seed):
    X, y = make_moons(600, noise=0.08, random_state=seed)
    free = NeighbourGraphAgglomerative().fit(X)
    assert free.n_clusters_ > 50
    rng = np.random.default_rng(seed)
    drawn = rng.integers(600, size=(200, 2))
    drawn = drawn[drawn[:, 0] != drawn[:, 1]]
    same = y[drawn[:, 0]] == y[drawn[:, 1]]
    must, cannot = drawn[same][:12], drawn[~same][:6]
    alone = fitted(X, must, "must", soft=False, by_hand=True)
    assert alone.cut_ == free.cut_
    assert alone.n_clusters_ < free.n_clusters_
    known = Constraints(600, must, cannot).with_by_hand([*must, *cannot])
    both = NeighbourGraphAgglomerative().fit(X, constraints=known)
    assert adjusted_rand_score(y, both.labels_) > 0.95


@pytest.mark.parametrize("seed", range(3))
def test_ten_labels_by_hand_make_two_moons_of_a_hundred_fragments(seed):
    X, y = make_moons(600, noise=0.08, random_state=seed)
    given = np.full(600, -1)
    rows = np.random.default_rng(seed).choice(600, 10, replace=False)
    given[rows] = y[rows]
    known = Constraints.from_partial_labels(given)
    by_hand = known.with_by_hand(np.concatenate([known.must, known.cannot]))
    labels = NeighbourGraphAgglomerative().fit(X, constraints=by_hand).labels_
    assert adjusted_rand_score(y, labels) > 0.98


def test_a_session_tells_the_clusterer_what_was_picked_and_what_was_asked():
    X, _ = blobs(1)
    session = Session(X, clusterer=NeighbourGraphAgglomerative())
    free = session.labels.copy()
    plain = NeighbourGraphAgglomerative().fit(X)
    pairs = with_the_nearest(X, plain, 9, 1)
    for pair in pairs:
        session.answer(*pair, "must")
    assert len(session.constraints.by_hand) == 9
    assert len(np.unique(session.labels)) == len(np.unique(named_merged(plain, pairs)))
    for _ in pairs:
        session.undo()
    np.testing.assert_array_equal(session.labels, free)
    for pair in pairs:
        session.answer(*pair, "must", source="question")
    assert len(session.constraints.by_hand) == 0
    assert len(np.unique(session.labels)) < 20
