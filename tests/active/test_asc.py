"""ASC against its definition spelt out on few points: paths, candidates, what is propagated."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.spatial.distance import cdist
from sklearn.datasets import make_blobs, make_moons

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import ASC, MinMax, Oracle, Snapshot
from jupyter_sscluster.active.shared_neighbours.neighbour_graph import neighbour_graph
from jupyter_sscluster.active.shared_neighbours.strong_paths import StrongPathPropagation
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
TWO = np.array([[0.0], [1.0], [2.0], [3.0], [6.5], [7.6], [8.8], [10.1]])


class ByHand:
    """The graph and its numbers, by sets and loops."""

    def __init__(self, X, k, theta):
        n, distance = len(X), cdist(X, X)
        np.fill_diagonal(distance, np.inf)
        self.near = [set(np.argsort(row, kind="stable")[:k].tolist()) for row in distance]
        pairs = itertools.combinations(range(n), 2)
        self.edges = [(u, v) for u, v in pairs if v in self.near[u] or u in self.near[v]]
        self.common = {(u, v): len(self.near[u] & self.near[v]) for u, v in self.edges}
        self.k, self.theta, self.n, self.distance = k, theta, n, distance
        self.density = [sum(self.omega(u, q) for q in self.near[u]) / k for u in range(n)]

    def omega(self, u, v):
        return self.common[min(u, v), max(u, v)]

    def ability_to_separate(self, u, v):
        low = min(self.density[u], self.density[v])
        return self.k - self.omega(u, v) + 1 / (1 + low)

    def strong_path(self, u, v):
        """Whether edges with enough common neighbours lead from u to v."""
        seen, front = {u}, [u]
        while front:
            w = front.pop()
            for a, b in self.edges:
                if w in (a, b) and self.common[a, b] >= self.theta:
                    other = a + b - w
                    if other not in seen:
                        seen.add(other)
                        front.append(other)
        return v in seen


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, k=st.integers(1, 6), theta=st.integers(0, 4))
def test_the_graph_is_the_one_of_the_definition(seed, k, theta):
    X = np.random.default_rng(seed).normal(size=(14, 2))
    graph, hand = neighbour_graph(X, k, theta), ByHand(X, k, theta)
    assert [tuple(e) for e in graph.edges.tolist()] == hand.edges
    assert graph.common.tolist() == [hand.omega(*e) for e in hand.edges]
    np.testing.assert_allclose(
        graph.ability_to_separate, [hand.ability_to_separate(*e) for e in hand.edges]
    )
    np.testing.assert_allclose(graph.length, [hand.distance[e] for e in hand.edges])
    for u, v in itertools.combinations(range(14), 2):
        assert (graph.strong_components[u] == graph.strong_components[v]) == hand.strong_path(u, v)
    weak = [hand.edges[e] for e in graph.weak]
    assert set(weak) == {e for e in hand.edges if hand.omega(*e) < theta}
    keys = [(-round(hand.ability_to_separate(*e), 9), -round(hand.distance[e], 9)) for e in weak]
    assert keys == sorted(keys)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_question_is_the_weakest_candidate_that_is_left(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(16, 2)), rng.integers(0, 3, 16)
    constraints = Constraints.from_labels(y, int(rng.integers(0, 4)), random_state=seed)
    hand = ByHand(X, 4, 2)
    graph = neighbour_graph(X, 4, 2)
    state = StrongPathPropagation(constraints, graph.strong_components)
    cannot_edges = {tuple(pair) for pair in state.cannot_edges.tolist()}

    def left(u, v):
        a, b = sorted(state.component_of[[u, v]].tolist())
        weak = hand.omega(u, v) < 2 and not hand.strong_path(u, v)
        return a != b and (a, b) not in cannot_edges and (weak or state.discarded.any())

    candidates = [e for e in hand.edges if hand.omega(*e) < 2 and left(*e)]
    query = ASC(n_neighbors=4, threshold=2).propose(Snapshot(X, constraints))[0]
    if not candidates:
        assert query.score == 0.0 or "farthest" in query.reason or "apart" in query.reason
        return
    best = max(candidates, key=lambda e: (round(hand.ability_to_separate(*e), 9), hand.distance[e]))
    assert query.pair == best
    assert query.score == pytest.approx(hand.ability_to_separate(*best))


# ------------------------------------------------------------------ what is inferred


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_inferred_statements_never_contradict_stated_ones(seed):
    rng = np.random.default_rng(seed)
    y, strong_components = rng.integers(0, 3, 12), rng.integers(0, 5, 12)
    strong_components = np.unique(strong_components, return_inverse=True)[1]
    constraints = Constraints.from_labels(y, int(rng.integers(0, 20)), random_state=seed)
    state = StrongPathPropagation(constraints, strong_components)
    cannot_edges = {tuple(pair) for pair in state.cannot_edges.tolist()}
    assert all(a < b for a, b in cannot_edges)
    for i, j in itertools.combinations(range(12), 2):
        told = constraints.relation(i, j)
        a, b = sorted(state.component_of[[i, j]].tolist())
        if told == "must":
            assert a == b
        if told == "cannot":
            assert (a, b) in cannot_edges
        if (
            strong_components[i] == strong_components[j]
            and not state.discarded[strong_components[i]]
        ):
            assert a == b


def test_a_split_group_no_longer_links_its_points():
    strong_components = np.array([0, 0, 0, 1, 1, 2])
    state = StrongPathPropagation(Constraints(6, cannot=[(0, 2)]), strong_components)
    assert state.discarded.tolist() == [True, False, False]
    assert len(set(state.component_of[:3].tolist())) == 3
    assert state.component_of[3] == state.component_of[4]


def test_several_groups_that_contradict_together_are_given_up_together():
    strong_components = np.array([0, 0, 1, 1, 2, 2])
    constraints = Constraints(6, must=[(1, 2)], cannot=[(0, 3)])
    state = StrongPathPropagation(constraints, strong_components)
    assert state.discarded.tolist() == [True, True, False]
    assert state.component_of[4] == state.component_of[5]
    assert state.cannot_edges.tolist() == [sorted(state.component_of[[0, 3]].tolist())]


def test_an_answer_spreads_to_the_groups_of_its_ends_as_soft_statements():
    asc = ASC(n_neighbors=3, threshold=1)
    told = Constraints(8, cannot=[(0, 5)])
    inferred = asc.propagated(Snapshot(TWO, told), weight=0.25)
    wanted = {(0, 4), (0, 6), (0, 7), (1, 5), (2, 5), (3, 5)}
    assert {tuple(p) for p in inferred.soft_cannot.tolist()} == wanted
    assert len(inferred.soft_must) == len(inferred.must) == len(inferred.cannot) == 0
    assert (inferred.soft_cannot_weights == 0.25).all()
    same = asc.propagated(Snapshot(TWO, Constraints(8, must=[(0, 5)])))
    assert {tuple(p) for p in same.soft_must.tolist()} == wanted
    few = asc.propagated(Snapshot(TWO, told), max_pairs=2)
    assert {tuple(p) for p in few.soft_cannot.tolist()} == {(0, 4), (1, 5)}
    wrong = asc.propagated(Snapshot(TWO, told.add(1, 0, "cannot")))
    assert {tuple(p) for p in wrong.soft_cannot.tolist()} == {(0, 4), (0, 6), (0, 7)}


@pytest.mark.parametrize("weight", [0.0, 1.0, -1.0, 2.0])
def test_inferred_statements_weigh_less_than_stated_ones(weight):
    with pytest.raises(InputError, match="must be above 0 and below 1"):
        ASC().propagated(Snapshot(TWO, Constraints(8)), weight)


def test_stated_constraints_hold_no_inferred_ones():
    X, y = make_moons(120, noise=0.05, random_state=0)
    fitted = ASC(n_clusters=2).fit(X, Oracle(y, 12))
    assert len(fitted.constraints_) == 12
    assert len(fitted.constraints_.soft_must) == len(fitted.constraints_.soft_cannot) == 0
    inferred = fitted.propagated_
    assert len(inferred) == len(inferred.soft_must) + len(inferred.soft_cannot) > 50
    pairs = np.concatenate([inferred.soft_must, inferred.soft_cannot])
    assert (fitted.constraints_.relations(pairs) == 0).all()
    right = (y[inferred.soft_must.T[0]] == y[inferred.soft_must.T[1]]).mean()
    assert right > 0.95


def test_propagate_gives_inferred_statements_to_the_clusterer_only():
    X, y = make_moons(120, noise=0.05, random_state=0)
    pck = PCKMeans(2, constraint_weight=1.0, random_state=0)
    plain, told = (
        ASC(pck, propagate=on, propagated_weight=0.3).fit(X, Oracle(y, 12)) for on in (False, True)
    )
    assert told.queries_ == plain.queries_
    assert told.constraints_ == plain.constraints_
    assert told.propagated_ == plain.propagated_
    given, more = told.constraints_, told.propagated_
    assert (more.soft_must_weights == 0.3).all()
    for kind in ("must", "cannot"):
        for i, j in getattr(more, f"soft_{kind}").tolist():
            given = given.add(i, j, kind, 0.3, soft=True)
    np.testing.assert_array_equal(told.labels_, pck.fit(X, constraints=given).labels_)
    np.testing.assert_array_equal(plain.labels_, pck.fit(X, constraints=plain.constraints_).labels_)
    assert not np.array_equal(told.labels_, plain.labels_)


# ------------------------------------------------------------------ the order of questions


def test_one_answer_between_two_groups_is_enough():
    X, _ = make_blobs(90, centers=[[0, 0], [3.2, 0]], cluster_std=0.6, random_state=0)
    asc, known = ASC(), Constraints(90)
    strong_components = neighbour_graph(X, 6, None).strong_components
    asked = set()
    for _ in range(15):
        query = asc.propose(Snapshot(X, known))[0]
        if "neighbours but share" not in query.reason:
            break
        key = frozenset(strong_components[list(query.pair)].tolist())
        assert len(key) == 2
        assert key not in asked
        asked.add(key)
        known = known.add(*query.pair, "cannot")
    assert asked


def test_after_the_edges_come_far_groups_and_then_single_points():
    X = np.r_[TWO, TWO + 50.0]
    query = ASC(n_neighbors=3, threshold=0).propose(Snapshot(X, Constraints(16)))[0]
    assert query.reason.startswith("No neighbours are in doubt any more; points ")
    assert query.reason.endswith("and one answer settles how 8 points stand to 8 others.")
    assert query.score == 0.0
    known = Constraints(16).add(*query.pair, "cannot")
    last = ASC(n_neighbors=3, threshold=0).propose(Snapshot(X, known))[0]
    assert last == MinMax().propose(Snapshot(X, known))[0]


def test_two_doubts_between_two_groups_are_enough():
    X = np.r_[TWO, TWO + 8.0]
    asc, unknown, strong_components = ASC(n_neighbors=3), [], []
    graph = neighbour_graph(X, 3, None)
    for _ in range(6):
        query = asc.propose(Snapshot(X, Constraints(16), unknown=unknown))[0]
        if "neighbours but share" in query.reason:
            strong_components.append(frozenset(graph.strong_components[list(query.pair)].tolist()))
        unknown.append(query.pair)
    assert strong_components
    assert max(strong_components.count(g) for g in strong_components) <= 2


def test_duplicates_and_more_neighbours_than_points_are_no_obstacle():
    for X in (np.zeros((5, 2)), TWO[:2], np.r_[TWO, TWO, TWO]):
        y = (X[:, 0] > 5).astype(int)
        fitted = ASC(n_clusters=len(np.unique(y)), n_neighbors=20).fit(X, Oracle(y, None))
        assert fitted.constraints_.n_components == len(np.unique(y))


def test_scores_are_the_share_of_points_nothing_is_known_about():
    asc = ASC(n_neighbors=3, threshold=1)
    assert asc.scores(Snapshot(TWO, Constraints(8))).tolist() == [4 / 7] * 8
    told = asc.scores(Snapshot(TWO, Constraints(8, cannot=[(0, 5)])))
    assert told.tolist() == [0.0] * 8
    alone = asc.scores(Snapshot(np.r_[TWO, [[90.0]]], Constraints(9, cannot=[(0, 5)])))
    assert alone[0] == alone[5] == 0.0
    assert alone.max() <= 1.0


@pytest.mark.parametrize("unit", [1e-200, 1e200])
@pytest.mark.parametrize("place", [0.0, 2.0**40])
def test_the_unit_and_the_place_of_the_data_change_nothing(unit, place):
    X, _ = make_blobs(60, 20, centers=3, cluster_std=3.0, random_state=0)
    X = X.round(1) * 2.0**10 // 1  # so that a place far away rounds nothing off
    plain, moved = neighbour_graph(X, 5, 2), neighbour_graph((X + place) * unit, 5, 2)
    assert moved.edges.tolist() == plain.edges.tolist()
    assert moved.strong_components.tolist() == plain.strong_components.tolist()
    np.testing.assert_allclose(moved.ability_to_separate, plain.ability_to_separate)
    assert moved.weak.tolist() == plain.weak.tolist()


def test_of_many_points_some_are_drawn_for_the_graph():
    X, _ = make_blobs(400, centers=3, random_state=0)
    graph = neighbour_graph(X, 6, None, max_samples=100, seed=1)
    drawn = np.unique(graph.edges)
    assert len(drawn) == 100
    part = neighbour_graph(X[drawn], 6, None)
    assert (drawn[part.edges] == graph.edges).all()
    assert (
        np.unique(graph.strong_components[drawn], return_inverse=True)[1] == part.strong_components
    ).all()
    others = np.setdiff1d(np.arange(400), drawn)
    assert (np.bincount(graph.strong_components)[graph.strong_components[others]] == 1).all()
    first = {
        ASC(max_samples=100, random_state=s).propose(Snapshot(X, Constraints(400)))[0].pair
        for s in range(5)
    }
    assert len(first) > 1
    assert len(ASC(max_samples=100, random_state=None).propose(Snapshot(X, Constraints(400)))) == 1


def test_the_graph_of_a_seed_is_made_once_and_one_without_is_made_anew():
    X = np.arange(12.0)[:, None] ** 2
    assert neighbour_graph(X, 3, 1, seed=4) is neighbour_graph(X, 3, 1, seed=4)
    assert neighbour_graph(X, 3, 1, seed=None) is not neighbour_graph(X, 3, 1, seed=None)
