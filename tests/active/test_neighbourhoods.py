"""Neighbourhoods, and the strategies that find and fill them; random pairs beside."""

import itertools
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import chisquare
from sklearn.datasets import make_blobs

from jupyter_sscluster.active import (
    NPU,
    EnsembleUncertainty,
    ExploreConsolidate,
    MinMax,
    MMDBatch,
    Oracle,
    Random,
    Snapshot,
)
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.similarity.point_distances import MAX_POINTS, distance_to_nearest
from jupyter_sscluster.constraints import Constraints

LINE = np.arange(8.0)[:, None]


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_certified_neighbourhoods_are_a_clique_that_nothing_extends(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, 12)
    constraints = Constraints.from_labels(y, int(rng.integers(0, 30)), random_state=seed)
    found = certified(constraints).tolist()
    edges = set(map(tuple, constraints.component_edges.tolist()))
    touched = set(constraints.component_ids[constraints.touched].tolist())
    assert all(pair in edges for pair in itertools.combinations(found, 2))
    for other in touched - set(found):
        assert any((min(other, c), max(other, c)) not in edges for c in found)
    assert bool(found) == bool(touched)


def test_states_of_targets():
    constraints = Constraints(8, must=[(0, 1), (4, 5)], cannot=[(0, 2), (2, 3), (1, 3), (6, 0)])
    unknown = [(7, 1), (0, 7), (7, 2), (7, 3)]
    ground = Neighbourhoods(Snapshot(LINE, constraints, unknown=unknown), 3)
    ids = constraints.component_ids
    assert [m.tolist() for m in ground.members] == [[0, 1], [2], [3]]
    assert ground.half_resolved == {ids[6]}
    assert ground.deferred == {ids[7]}
    assert ground.fresh.tolist() == [ids[4]]
    assert ground.inferred == frozenset()


def test_a_target_apart_from_all_but_one_is_inferred_only_where_k_is_known():
    constraints = Constraints(8, cannot=[(0, 1), (2, 0)])
    snapshot = Snapshot(LINE, constraints)
    assert Neighbourhoods(snapshot, 2).inferred == {2}
    for k, infer_last in ((2, False), (3, True), (None, True)):
        ground = Neighbourhoods(snapshot, k, infer_last)
        assert ground.inferred == frozenset()
        assert ground.half_resolved == {2}


def test_dont_know_asks_the_second_nearest_then_the_next_neighbourhood_then_defers():
    constraints = Constraints(9, must=[(0, 1), (1, 2), (6, 7)], cannot=[(0, 7)])
    X = np.r_[LINE, [[30.0]]]
    asked, unknown, target = [], [], int(constraints.component_ids[3])
    for _ in range(4):
        ground = Neighbourhoods(Snapshot(X, constraints, unknown=unknown))
        asked.append(ground.next_pair(target, np.array([0.9, 0.1])))
        unknown.append(asked[-1])
    assert asked == [(3, 2), (3, 1), (3, 6), (3, 7)]
    ground = Neighbourhoods(Snapshot(X, constraints, unknown=unknown))
    assert ground.next_pair(target, np.array([0.9, 0.1])) is None
    assert ground.deferred == {target}
    elsewhere = constraints.add(8, 7, "must")
    assert Neighbourhoods(Snapshot(X, elsewhere, unknown=unknown)).deferred == {target}
    nearer = constraints.add(4, 7, "must")
    again = Neighbourhoods(Snapshot(X, nearer, unknown=unknown))
    assert again.deferred == frozenset()
    assert again.doubtful == {target}
    assert again.next_pair(target, np.array([0.9, 0.1])) == (3, 4)
    third = Neighbourhoods(Snapshot(X, nearer, unknown=unknown[:3]))
    assert third.half_resolved == {target}
    assert third.next_pair(target, np.array([0.9, 0.1])) == (3, 4)


@pytest.mark.parametrize("strategy", [ExploreConsolidate(), MinMax(), NPU(n_estimators=5)])
def test_a_point_nobody_can_place_waits_after_two_questions_a_group(strategy):
    X, y = make_blobs(40, centers=3, cluster_std=3.0, random_state=1)
    X, y = np.r_[X, [[1e6, 1e6]]], np.r_[y, -1]
    strategy.set_params(n_clusters=3)
    asked = [40 in query[:2] for query in strategy.fit(X, Oracle(y, None)).queries_]
    others = max(k for k, doubtful in enumerate(asked) if not doubtful)
    assert sum(asked[:others]) <= 6
    assert sum(asked[others:]) > 0


def test_a_first_point_nobody_knows_is_given_up():
    unknown = []
    strategy = ExploreConsolidate()
    for _ in range(4):
        snapshot = Snapshot(LINE, Constraints(8), unknown=unknown)
        unknown.append(strategy.propose(snapshot)[0].pair)
    firsts = [anchor for _, anchor in unknown]
    assert len(set(firsts[:3])) == 1
    assert firsts[3] != firsts[0]


def test_distances_thin_out_a_crowd():
    X = np.random.default_rng(0).normal(size=(2000, 2))
    many = np.arange(0, 2000, 2)
    near = distance_to_nearest(X, many)
    assert near.shape == (2000,)
    assert (near[[0, 1998]] == 0).all()
    assert (near == 0).sum() == MAX_POINTS


@pytest.mark.parametrize("n_unknown", [0, 2, 7])
def test_random_is_uniform_over_the_open_pairs(n_unknown):
    constraints = Constraints(7, must=[(0, 1), (1, 2)], cannot=[(2, 3), (4, 5)])
    pairs = np.array(list(itertools.combinations(range(7), 2)))
    open_ = pairs[constraints.relations(pairs) == 0]
    unknown = open_[:n_unknown]
    snapshot = Snapshot(np.zeros((7, 1)), constraints, unknown=unknown)
    counts = Counter(Random(random_state=s).propose(snapshot)[0].pair for s in range(1500))
    assert set(counts) == set(map(tuple, open_[n_unknown:].tolist()))
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_random_says_how_many_pairs_are_open():
    snapshot = Snapshot(LINE, Constraints(8, must=[(0, 1)], cannot=[(1, 2)]), unknown=[(3, 4)])
    assert Random().propose(snapshot)[0].reason == (
        "Drawn at random from the 24 pairs whose relation is not known."
    )


def test_explore_takes_the_farthest_point_and_asks_the_nearest_neighbourhood_first():
    X = np.array([[0.0], [1.0], [5.0], [20.0], [9.0]])
    snapshot = Snapshot(X, Constraints(5, cannot=[(0, 3)]), n_clusters=4)
    query = ExploreConsolidate().propose(snapshot)[0]
    assert query.pair == (4, 0)
    assert query.score == 9.0
    assert "farthest" in query.reason
    assert "2 of 4 clusters found" in query.reason
    assert [q.pair[0] for q in ExploreConsolidate().propose(snapshot, 3)] == [4, 2, 1]


@pytest.mark.parametrize("seed", range(5))
def test_exploring_finds_every_class_of_separated_blobs_and_certifies_it(seed):
    X, y = make_blobs(200, centers=6, center_box=(-50, 50), random_state=seed)
    fitted = ExploreConsolidate(n_clusters=6, random_state=seed).fit(X, Oracle(y, 15 + 6))
    ground = Neighbourhoods(Snapshot(X, fitted.constraints_), 6)
    assert len({y[members[0]] for members in ground.members}) == 6
    for a, b in itertools.combinations(ground.members, 2):
        assert fitted.constraints_.relation(a[0], b[0]) == "cannot"


def test_consolidating_costs_at_most_k_less_one_questions_a_point():
    X, y = make_blobs(60, centers=4, cluster_std=6.0, random_state=0)
    fitted = ExploreConsolidate(n_clusters=4).fit(X, Oracle(y, 120))
    asked = [q for q in fitted.queries_ if "drawn at random" in q.reason or "apart" in q.reason]
    assert max(Counter(q.i for q in asked).values()) <= 3


def test_without_k_exploring_ends_when_patience_does():
    X = np.array([[0.0], [0.1], [0.2], [0.3], [50.0], [51.0], [70.0]])
    constraints = Constraints(7, must=[(0, 1), (1, 2)], cannot=[(0, 4)])
    snapshot = Snapshot(X, constraints)
    patient = ExploreConsolidate(patience=2).propose(snapshot)[0]
    assert patient.pair[0] == 6
    assert patient.reason.endswith("2 clusters found.")
    hasty = ExploreConsolidate(patience=1).propose(snapshot)[0]
    assert "drawn at random" in hasty.reason


def test_an_unfinished_point_goes_first():
    X, y = make_blobs(40, centers=4, random_state=1)
    constraints = Constraints.from_partial_labels(np.r_[0, 1, 2, np.full(37, -1)])
    constraints = constraints.add(17, 0, "cannot")
    for strategy in (ExploreConsolidate(n_clusters=4), NPU(n_clusters=4)):
        assert strategy.propose(Snapshot(X, constraints, y))[0].pair[0] == 17
        doubt = Snapshot(X, constraints.remove(0, 17), y, unknown=[(17, 0)])
        assert strategy.propose(doubt)[0].pair[0] == 17


def test_a_floating_group_is_asked_about_through_one_point():
    constraints = Constraints(8, must=[(5, 6), (6, 7)], cannot=[(0, 1)])
    query = ExploreConsolidate(n_clusters=3).propose(Snapshot(LINE, constraints))[0]
    assert query.pair == (6, 1)


def test_where_no_group_is_preferred_the_nearest_is_asked_about_first():
    X = np.array([[0.0], [10.0], [20.0], [18.0]])
    known = Constraints(4, cannot=[(0, 1), (0, 2), (1, 2)])
    ground = Neighbourhoods(Snapshot(X, known, n_clusters=4), 4, False, 0)
    assert ground.next_pair(3, np.zeros(3)) == (3, 2)
    assert ground.next_pair(3, np.array([0.0, 0.5, 0.1])) == (3, 1)


def test_the_studies_draw_pairs_whatever_follows_and_each_once():
    y = np.array([0, 0, 0, 1, 1, 1])
    strategy, known, drawn = Random(entailed=True), Constraints(6), []
    while queries := strategy.propose(Snapshot(LINE[:6], known)):
        i, j = queries[0].pair
        assert f"from the {15 - len(drawn)} pairs" in queries[0].reason
        drawn.append((i, j))
        known = known.add(i, j, "must" if y[i] == y[j] else "cannot")
    assert sorted(drawn) == list(itertools.combinations(range(6), 2))
    assert strategy.asks_again and not Random().asks_again and not Random.asks_again
    half = Snapshot(LINE[:6], Constraints(6, must=[(0, 1), (1, 2)], cannot=[(0, 3)]))
    asked = Counter(Random(random_state=s, entailed=True).propose(half)[0].pair for s in range(600))
    assert len(asked) == 12
    assert chisquare(list(asked.values())).pvalue > 1e-3
    assert len({q.pair for q in Random(entailed=True).propose(half, 20)}) == 12
    fitted = Random(entailed=True).fit(LINE, Oracle(np.arange(8) // 4, 20))
    assert fitted.n_queries_ == 20


@pytest.mark.parametrize("cls", [ExploreConsolidate, MinMax, MMDBatch, NPU])
def test_any_member_of_the_same_neighbourhood_is_asked_about(cls):
    X, y = make_blobs(40, centers=2, random_state=0)
    known = Constraints.from_partial_labels(np.where(np.arange(40) < 30, y, -1))
    asked = set()
    for seed in range(12):
        snapshot = Snapshot(X, known, y, n_clusters=2)
        nearest, any_ = (
            cls(random_state=seed, member=member).propose(snapshot)[0].pair
            for member in ("nearest", "random")
        )
        assert cls(random_state=seed).propose(snapshot)[0].pair == nearest
        members = np.flatnonzero(known.component_ids == known.component_ids[nearest[1]])
        distances = np.linalg.norm(X[members] - X[nearest[0]], axis=1)
        assert nearest[1] == members[distances.argmin()]
        assert any_[0] == nearest[0]
        assert any_[1] in members
        asked.add(any_[1])
    assert len(asked) > 6


def test_all_members_are_as_likely_to_be_asked_about():
    X = np.r_[np.arange(6.0), 20.0][:, None]
    snapshot = Snapshot(X, Constraints(7, must=[(i, i + 1) for i in range(5)]))
    asked = Counter(
        MinMax(random_state=seed, member="random").propose(snapshot)[0].pair for seed in range(600)
    )
    assert set(asked) == {(6, member) for member in range(6)}
    assert chisquare(list(asked.values())).pvalue > 1e-3


def test_a_random_member_is_asked_about_and_stays_the_same_when_shown_again():
    X, y = make_blobs(40, centers=2, random_state=0)
    known = Constraints.from_partial_labels(np.where(np.arange(40) < 30, y, -1))
    members, nearest = set(), set()
    for seed in range(12):
        snapshot = Snapshot(X, known, n_clusters=2)
        strategy = ExploreConsolidate(random_state=seed, member="random")
        point, member = strategy.propose(snapshot)[0].pair
        assert strategy.propose(snapshot)[0].pair == (point, member)
        members.add(member)
        assert y[member] == y[point]
        nearest.add(ExploreConsolidate(random_state=seed).propose(snapshot)[0].pair[0] == point)
    assert len(members) > 6
    assert nearest == {True}
    fitted = ExploreConsolidate(member="random", n_clusters=2).fit(X, Oracle(y, None))
    assert fitted.constraints_.n_components == 2


@pytest.mark.parametrize(
    ("strategy", "added"),
    [
        (NPU(), "member"),
        (MinMax(), "member"),
        (MMDBatch(), "member"),
        (EnsembleUncertainty(n_estimators=5), "criterion"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_strategy_pickled_before_a_parameter_was_added_asks_as_it_did(strategy, added):
    X = np.random.default_rng(0).normal(size=(30, 2)) + np.repeat([[0, 0], [5, 0]], 15, axis=0)
    snapshot = Snapshot(X, Constraints(30, cannot=[(0, 20)], must=[(0, 1)]), n_clusters=2)
    before = strategy.propose(snapshot)
    old = pickle.loads(pickle.dumps(strategy))
    del old.__dict__[added]
    assert pickle.loads(pickle.dumps(old)).propose(snapshot) == before
