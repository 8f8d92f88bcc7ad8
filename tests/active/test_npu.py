"""NPU against its definition written out with a table of all similarities."""

import re

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import load_iris, make_blobs
from sklearn.ensemble import RandomForestClassifier

from jupyter_sscluster.active import NPU, Oracle, Snapshot
from jupyter_sscluster.active.neighbourhoods.uncertainty import (
    entropy,
    expected_questions,
    uncertainty,
)
from jupyter_sscluster.active.similarity import forest as forest_module, trees
from jupyter_sscluster.active.similarity.forest import canonical, leaves_of, posterior, similarity
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints


def test_the_worked_example():
    p = np.array([[0.2, 0.5, 0.3]])
    assert entropy(p)[0] == pytest.approx(1.485475, abs=1e-6)
    assert expected_questions(p)[0] == pytest.approx(1.7)
    assert uncertainty(p)[0] == pytest.approx(0.873809, abs=1e-6)


def test_certainty_has_no_uncertainty():
    assert uncertainty(np.array([[1.0, 0.0], [0.0, 1.0]])).tolist() == [0.0, 0.0]
    assert entropy(np.full((1, 8), 0.125))[0] == pytest.approx(3.0)


def similarities(leaves):
    """s(x, y) of all points, shape (n, n)."""
    return (leaves[:, None, :] == leaves[None, :, :]).mean(axis=2)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_leaf_counts_equal_the_table_of_similarities(seed):
    rng = np.random.default_rng(seed)
    leaves = rng.integers(0, 4, (20, 7)).astype(np.int32)
    groups = np.array_split(rng.permutation(20)[:9], np.sort(rng.integers(1, 9, 2)))
    members = [np.sort(g) for g in groups if len(g)]
    rows = np.setdiff1d(np.arange(20), np.concatenate(members))
    table = similarities(leaves)
    for row, p in zip(rows, posterior(leaves, members, rows), strict=True):
        mean = np.array([table[row, m].mean() for m in members])
        wanted = mean / mean.sum() if mean.sum() else np.full(len(members), 1 / len(members))
        assert p == pytest.approx(wanted, abs=1e-12)
    assert similarity(leaves, 3, rows) == pytest.approx(table[3, rows])


def brute_force(X, labels, members, taken):
    """(score, point) of the best point outside, by the formulas alone."""
    forest = RandomForestClassifier(50, random_state=0).fit(X, canonical(labels))
    table = similarities(forest.apply(X))
    scores = {}
    for x in set(range(len(X))) - taken:
        mean = [np.mean([table[x, y] for y in group]) for group in members]
        p = [m / sum(mean) if sum(mean) else 1 / len(mean) for m in mean]
        h = -sum(q * np.log2(q) for q in p if q)
        cost = sum(i * q for i, q in enumerate(sorted(p, reverse=True), 1))
        scores[x] = h / cost
    best = max(scores.values())
    return best, min(x for x, score in scores.items() if score >= best - 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_proposed_point_is_the_best_by_the_definition(seed):
    X, y = make_blobs(60, centers=3, cluster_std=3.0, random_state=seed)
    labels = np.random.default_rng(seed).permutation(3)[y]
    known = np.full(60, -1)
    known[:9] = y[:9]
    members = [np.flatnonzero(known == c) for c in np.unique(y[:9])]
    snapshot = Snapshot(X, Constraints.from_partial_labels(known), labels)
    query = NPU().propose(snapshot)[0]
    score, point = brute_force(X, labels, members, set(range(9)))
    assert query.score == pytest.approx(score, abs=1e-9)
    assert query.pair[0] == point


def test_neighbourhoods_are_asked_by_falling_probability_at_the_nearest_member():
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [6.5]])
    labels = np.array([0, 0, 0, 1, 1, 1, 1])
    constraints = Constraints(7, must=[(0, 1), (4, 5)], cannot=[(0, 5)])
    queries = NPU(n_clusters=3).propose(Snapshot(X, constraints, labels), 5)
    assert (6, 4) in [q.pair for q in queries]
    apart = Snapshot(X, constraints.add(6, 4, "cannot"), labels)
    assert NPU(n_clusters=3).propose(apart)[0].pair == (6, 1)


def test_the_reason_gives_the_odds_between_clusters_counted_from_one():
    X = load_iris().data
    labels = PCKMeans(n_clusters=3, random_state=0).fit(X).labels_
    known = np.where(np.arange(150) % 7 == 0, labels, -1)
    query = NPU().propose(Snapshot(X, Constraints.from_partial_labels(known), labels))[0]
    point = query.pair[0]
    told = re.fullmatch(
        r"Point (\d+) could be in cluster ([123]) \((\d+) % likely\) or ([123]) \((\d+) %\)\.",
        query.reason,
    )
    assert told, query.reason
    assert int(told[1]) == point
    assert told[2] != told[4]
    assert 90 > int(told[3]) >= int(told[5]) > 0


def test_even_odds_are_called_so():
    X, labels = make_blobs(90, centers=[[0, 0], [9, 0], [0, 9]], cluster_std=0.1, random_state=0)
    first, second = np.flatnonzero(labels == 0)[0], np.flatnonzero(labels == 1)[0]
    query = NPU().propose(Snapshot(X, Constraints(90, cannot=[(first, second)]), labels))[0]
    assert query.reason == (
        f"Point {query.pair[0]} is equally close to the 2 groups known so far (50 % each)."
    )


def test_without_two_neighbourhoods_or_clusters_the_farthest_point_comes_first():
    X = np.array([[0.0], [1.0], [5.0], [2.0]])
    one = Snapshot(X, Constraints(4, must=[(0, 1)]), np.array([0, 0, 1, 1]))
    same = Snapshot(X, Constraints(4, cannot=[(0, 1)]), np.zeros(4, dtype=int))
    for snapshot in (one, same):
        query = NPU().propose(snapshot)[0]
        assert query.pair[0] == 2
        assert "farthest" in query.reason


def test_labels_are_made_where_there_are_none():
    X, _ = make_blobs(60, centers=3, cluster_std=3.0, random_state=0)
    clusterer = PCKMeans(n_clusters=3, random_state=0)
    constraints = Constraints(60, cannot=[(0, 1), (1, 2), (0, 2)], must=[(3, 0)])
    labels = PCKMeans(n_clusters=3, random_state=0).fit(X, constraints=constraints).labels_
    given = NPU().propose(Snapshot(X, constraints, labels))[0]
    made = NPU().propose(Snapshot(X, constraints, clusterer=clusterer))[0]
    own = NPU(clusterer).propose(Snapshot(X, constraints))[0]
    assert given.pair == made.pair == own.pair
    assert "farthest" in NPU().propose(Snapshot(X, constraints))[0].reason


def test_cluster_names_do_not_matter_and_the_forest_is_kept(monkeypatch):
    X, y = make_blobs(50, centers=3, cluster_std=4.0, random_state=2)
    constraints = Constraints.from_partial_labels(np.r_[y[:6], np.full(44, -1)])
    first = NPU().propose(Snapshot(X, constraints, y))[0]

    def no_forest(*args):
        raise AssertionError("the forest was grown again")

    monkeypatch.setattr(forest_module, "grow", no_forest)
    renamed = NPU().propose(Snapshot(X, constraints, np.array([5, 9, 2])[y]))[0]
    assert (renamed.pair, renamed.score) == (first.pair, first.score)


def test_a_batch_is_spread_out():
    X, y = make_blobs(80, centers=3, cluster_std=4.0, random_state=4)
    snapshot = Snapshot(X, Constraints.from_partial_labels(np.r_[y[:6], np.full(74, -1)]), y)
    leaves = leaves_of(snapshot.X, y)

    def alike(diversity):
        points = [q.pair[0] for q in NPU(diversity=diversity).propose(snapshot, 6)]
        assert len(set(points)) == 6
        return similarities(leaves[points])[np.triu_indices(6, 1)].mean()

    assert alike(1.0) < alike(0.0)
    assert NPU().propose(snapshot, 6)[0] == NPU(diversity=0.0).propose(snapshot)[0]


def test_a_floating_group_counts_as_often_as_it_has_points():
    X, y = make_blobs(60, centers=2, cluster_std=4.0, random_state=0)
    constraints = Constraints.from_partial_labels(np.r_[0, 1, np.full(58, -1)])
    snapshot = Snapshot(X, constraints, y)
    single = NPU().propose(snapshot)[0]
    partner = next(i for i in range(2, 60) if i != single.pair[0])
    grouped = constraints.add(single.pair[0], partner, "must")
    assert NPU().propose(Snapshot(X, grouped, y))[0].score <= 2.0 * single.score


def test_values_beyond_single_precision_are_no_obstacle():
    X, y = make_blobs(30, centers=2, random_state=0)
    constraints = Constraints(30, cannot=[(int(np.argmin(y)), int(np.argmax(y)))])
    plain = NPU().propose(Snapshot(X, constraints, y))[0]
    huge = NPU().propose(Snapshot(X * 2.0**200, constraints, y))[0]
    assert huge.pair == plain.pair


def test_on_iris_no_question_is_asked_twice_and_no_class_is_mixed():
    X, y = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    fitted = NPU(PCKMeans(n_clusters=3, random_state=0), n_estimators=20).fit(X, Oracle(y, 40))
    groups = fitted.constraints_.neighbourhoods()
    assert all(len(np.unique(y[g])) == 1 for g in groups)
    assert len(fitted.queries_) == len({frozenset(q[:2]) for q in fitted.queries_}) == 40


def test_trees_that_grow_side_by_side_are_those_that_grow_one_after_the_other(monkeypatch):
    X = np.random.default_rng(0).normal(size=(60, 5)).astype(np.float32)
    classes = np.arange(60) % 3
    alone = trees.grow(X, classes, 20, 60, 0)
    monkeypatch.setattr(trees, "LARGE", 1)
    np.testing.assert_array_equal(trees.grow(X, classes, 20, 60, 0), alone)


def test_values_that_change_are_read_again_and_those_that_cannot_are_not():
    X = np.random.default_rng(0).normal(size=(40, 3))
    labels = (X[:, 0] > 0).astype(int)
    before = leaves_of(X, labels)
    X[:] = X[::-1].copy()
    assert not np.array_equal(leaves_of(X, labels), before)
    fixed = X[::-1].copy()
    fixed.setflags(write=False)
    np.testing.assert_array_equal(leaves_of(fixed, labels), before)
    np.testing.assert_array_equal(leaves_of(fixed, labels), before)
