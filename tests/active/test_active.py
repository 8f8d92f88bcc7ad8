"""Snapshot, oracle, neighbourhoods, Random, Explore-Consolidate, and the loop of `fit`."""

import itertools
import warnings
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import chisquare
from sklearn.base import BaseEstimator
from sklearn.cluster import SpectralClustering
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    BudgetExhausted,
    ExploreConsolidate,
    MinMax,
    Oracle,
    Random,
    Snapshot,
)
from jupyter_sscluster.active.placing.certified import certified
from jupyter_sscluster.active.placing.neighbourhoods import Neighbourhoods
from jupyter_sscluster.active.similarity.point_distances import MAX_POINTS, distance_to_nearest
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fitting.watching import FitCancelled
from jupyter_sscluster.constraints import Constraints

LINE = np.arange(8.0)[:, None]


# ------------------------------------------------------------------ snapshot


def test_a_snapshot_takes_names_from_the_rows_and_k_from_the_clusterer():
    frame = pd.DataFrame({"a": [0.0, 1.0, 5.0]}, index=["x", "y", "z"])
    snapshot = Snapshot(frame, Constraints(3), clusterer=PCKMeans(n_clusters=2))
    assert snapshot.name(2) == "z"
    assert snapshot.n_clusters == 2
    assert Snapshot(LINE, Constraints(8)).name(2) == "2"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"constraints": None}, r"build Constraints\(8, "),
        ({"constraints": Constraints(7)}, "about 7 rows, and the number of rows of X is 8"),
        ({"labels": np.zeros(3, dtype=int)}, r"shape \(8,\)"),
        ({"labels": np.zeros(8)}, "one integer a row"),
        ({"unknown": [(0, 8)]}, "the row 8; rows go from 0 to 7"),
        ({"unknown": [(-1, 2)]}, "the row -1"),
        ({"unknown": [(0.5, 2)]}, "pairs of row numbers"),
        ({"n_clusters": 0}, "n_clusters=0"),
        ({"names": ["a"]}, "1 names were given for 8 rows"),
    ],
)
def test_parts_of_a_snapshot_that_do_not_fit_are_refused(parts, said):
    with pytest.raises(InputError, match=said):
        Snapshot(LINE, **{"constraints": Constraints(8), **parts})


# ------------------------------------------------------------------ oracle


def test_oracle_counts_every_answer_and_stops():
    oracle = Oracle(labels=["a", None, "b", "a"], max_queries_cnt=3)
    assert [oracle.query(0, 3), oracle.query(0, 1), oracle.query(2, 3)] == [
        "must",
        "unknown",
        "cannot",
    ]
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted, match="all 3 questions are used up"):
        oracle.query(0, 2)
    assert oracle.queries_cnt == 3


def test_oracle_without_limit_and_with_unlabelled_points():
    assert Oracle(["a", float("nan")]).query(0, 1) == "unknown"
    oracle = Oracle(np.array([0.0, np.nan, 0.0]), None)
    assert oracle.query(0, 2) == "must"
    assert oracle.query(0, 1) == "unknown"
    assert oracle.remaining == float("inf")
    assert Oracle([0, -1]).query(0, 1) == "unknown"


def test_oracle_refuses_what_it_cannot_answer():
    with pytest.raises(InputError, match="one label a row"):
        Oracle(np.array([[0], [1]]))
    with pytest.raises(InputError, match="max_queries_cnt=-1"):
        Oracle([0, 1], -1)
    oracle = Oracle([0, 1])
    with pytest.raises(InputError, match="point=2"):
        oracle.query(0, 2)
    with pytest.raises(InputError, match=r"query\(1, 1\) asks whether point 1 belongs with itself"):
        oracle.query(1, 1)
    assert oracle.queries_cnt == 0


# ------------------------------------------------------------------ neighbourhoods


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


# ------------------------------------------------------------------ random


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


# ------------------------------------------------------------------ explore and consolidate


def test_explore_takes_the_farthest_point_and_asks_the_nearest_neighbourhood_first():
    X = np.array([[0.0], [1.0], [5.0], [20.0], [9.0]])
    snapshot = Snapshot(X, Constraints(5, cannot=[(0, 3)]), n_clusters=4)
    query = ExploreConsolidate().propose(snapshot)[0]
    assert query.pair == (4, 0)
    assert query.score == 9.0
    assert "farthest" in query.reason
    assert "found: 2 of 4" in query.reason
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
    assert patient.reason.endswith("found: 2.")
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


# ------------------------------------------------------------------ fit


def test_listing_4_2_of_the_thesis():
    X, y = load_iris(return_X_y=True)
    clusterer = PCKMeans(n_clusters=3)
    oracle = Oracle(labels=y, max_queries_cnt=20)
    active_learner = NPU(clusterer=clusterer, n_clusters=3)
    active_learner.fit(X, oracle=oracle)
    ml, cl = active_learner.pairwise_constraints_
    assert len(ml) + len(cl) == 20
    assert all(y[i] == y[j] for i, j in ml)
    assert all(y[i] != y[j] for i, j in cl)
    assert not hasattr(clusterer, "labels_")


def test_the_last_cannot_links_survive_the_end_of_the_budget():
    X, y = make_blobs(50, centers=5, random_state=3)
    for budget in range(1, 12):
        fitted = ExploreConsolidate(n_clusters=5).fit(X, Oracle(y, budget))
        assert len(fitted.constraints_) == budget


def test_no_budget_means_no_questions_but_a_clustering():
    X, y = make_blobs(30, centers=3, random_state=0)
    fitted = NPU(n_clusters=3).fit(X, Oracle(y, 0))
    assert fitted.pairwise_constraints_ == ([], [])
    assert fitted.n_queries_ == 0
    assert len(np.unique(fitted.labels_)) == 3


def test_more_questions_than_pairs_end_by_themselves():
    fitted = Random(n_clusters=2).fit(LINE[:3], Oracle([0, 0, 1], 100))
    assert fitted.n_queries_ <= 3


def test_dont_knows_about_no_pair_are_refused():
    for unknown, said in (
        ([(2, 2)], r"the pair \(2, 2\) of one row"),
        ([(0, 8)], "the row 8"),
        ([(0, -1)], "the row -1"),
        ([(0, 1, 2)], "must be pairs of row numbers"),
    ):
        with pytest.raises(InputError, match=said):
            Snapshot(LINE, Constraints(8), unknown=unknown)


def test_dont_know_counts_and_is_kept_apart():
    y = np.r_[0, 0, 1, 1, -1, -1, -1, -1]
    oracle = Oracle(y, 12)
    fitted = Random(n_clusters=2).fit(LINE, oracle)
    assert oracle.remaining == 0
    assert len(fitted.unknown_) + len(fitted.constraints_) == 12
    assert len(fitted.unknown_) == sum(q.kind == "unknown" for q in fitted.queries_) > 0


def test_what_is_known_before_is_kept_and_not_asked():
    X, y = make_blobs(30, centers=3, random_state=0)
    start = Constraints.from_labels(y, 10)
    fitted = NPU(n_clusters=3).fit(X, Oracle(y, 5), constraints=start)
    assert fitted.n_queries_ == 5
    assert len(fitted.constraints_) == 15
    assert (fitted.constraints_.relations(start.must) == 1).all()


def test_an_oracle_may_be_any_object():
    class Person:
        def query(self, i, j):
            return bool(i // 4 == j // 4)

    fitted = ExploreConsolidate(n_clusters=2).fit(LINE, Person())
    assert fitted.constraints_.relation(0, 7) == "cannot"
    assert fitted.constraints_.relation(0, 3) == "must"


@pytest.mark.parametrize("oracle", [None, 3, [0] * 8, Oracle, object()])
def test_what_cannot_be_asked_is_refused(oracle):
    with pytest.raises(InputError, match=r"cannot be asked; pass an object with query") as caught:
        Random().fit(LINE, oracle)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(InputError, match="oracle=None cannot be asked"):
        NPU().fit(LINE)


@pytest.mark.parametrize("n", [7, 9])
def test_an_oracle_about_other_points_is_refused_before_it_is_asked(n):
    oracle = Oracle(np.zeros(n))
    with pytest.raises(InputError, match=f"knows about {n} points and X has 8 rows"):
        Random().fit(LINE, oracle)
    assert oracle.queries_cnt == 0


@pytest.mark.parametrize("strategy", [Random(), ExploreConsolidate(), NPU()])
def test_a_question_about_bare_data_is_refused(strategy):
    with pytest.raises(InputError, match=r"takes a Snapshot .* ndarray; write propose\(Snapshot"):
        strategy.propose(LINE)


def test_an_answer_that_is_none_is_refused():
    class Mute:
        def query(self, i, j):
            return "perhaps"

    with pytest.raises(InputError, match="'perhaps'; query"):
        Random().fit(LINE, Mute())


class Moody(BaseEstimator):
    """Clusters by a threshold, but fails after some answers."""

    def __init__(self, answers=3, error=RuntimeError):
        self.answers = answers
        self.error = error

    def fit(self, X, y=None, *, constraints):
        if len(constraints) >= self.answers:
            raise self.error("no clustering today")
        self.labels_ = (X[:, 0] > 3).astype(int)
        return self


def test_a_clusterer_that_fails_keeps_the_labels_before():
    with pytest.warns(UserWarning, match="no clustering today"):
        fitted = NPU(Moody(), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 6))
    assert fitted.n_queries_ == 6
    assert fitted.labels_.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_a_clusterer_that_never_works_costs_no_answer():
    with pytest.warns(UserWarning, match="no clustering today"):
        fitted = NPU(Moody(0), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 6))
    assert fitted.labels_ is None
    assert len(fitted.constraints_) == 6


def test_a_cancelled_fit_is_no_failure():
    with pytest.raises(FitCancelled):
        NPU(Moody(2, FitCancelled), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 9))


@pytest.mark.parametrize("clusterer", ["pckmeans", PCKMeans, SpectralClustering(), 3])
def test_a_clusterer_that_takes_no_constraints_is_refused(clusterer):
    with pytest.raises(InputError, match=r"such as PCKMeans\(n_clusters=3\)"):
        Random(clusterer).fit(LINE, Oracle(LINE[:, 0]))


def test_strategies_without_need_for_labels_cluster_once():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = Random(Moody(10)).fit(LINE, Oracle(LINE[:, 0] > 2, 9))
    assert fitted.labels_ is not None


def test_fit_takes_a_dataframe_and_names_its_rows():
    frame = pd.DataFrame({"a": [0.0, 1.0, 9.0]}, index=["ann", "bob", "cy"])
    fitted = ExploreConsolidate(n_clusters=2).fit(frame, Oracle([0, 0, 1]))
    assert any("cy" in q.reason or "ann" in q.reason for q in fitted.queries_)


def test_where_no_group_is_preferred_the_nearest_is_asked_about_first():
    X = np.array([[0.0], [10.0], [20.0], [18.0]])
    known = Constraints(4, cannot=[(0, 1), (0, 2), (1, 2)])
    ground = Neighbourhoods(Snapshot(X, known, n_clusters=4), 4, False, 0)
    assert ground.next_pair(3, np.zeros(3)) == (3, 2)
    assert ground.next_pair(3, np.array([0.0, 0.5, 0.1])) == (3, 1)
