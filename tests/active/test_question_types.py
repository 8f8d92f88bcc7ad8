"""Placements and sortings: what is shown, that it ends, and that no order of answers matters."""

import numpy as np
import pytest
from shaped_runs import check_question, proposed, run, said
from sklearn.base import BaseEstimator
from strategy_runs import World, forget
from table import STRATEGIES

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    AbstainingOracle,
    NoisyOracle,
    Oracle,
    Placement,
    Random,
    Snapshot,
    Sorting,
    default_question_type,
)
from jupyter_sscluster.active.question_types.answer_evidence import times_shown, with_answers
from jupyter_sscluster.active.question_types.choosing_points import placement, sorting
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.oracle_loop import recorded
from jupyter_sscluster.constraints import Constraints

OFFERING = [row for row in STRATEGIES if "sort" in row.cls.question_types]
EVERY = pytest.mark.parametrize("row", OFFERING, ids=lambda row: row.name)
SHAPE = pytest.mark.parametrize("question_type", ["place", "sort"])


# ------------------------------------------------------------------ by hand


def standing(p, known, members, placed, n_clusters=2, X=None, labels=None, **options):
    """A posterior given by hand, over points on a line."""
    p = np.array(p, dtype=float)
    X = np.arange(float(len(p)))[:, None] if X is None else X
    snapshot = Snapshot(X, known, labels, n_clusters=n_clusters, **options)
    mask = np.zeros(len(p), dtype=bool)
    mask[placed] = True
    rows = tuple(np.array(m) for m in members)
    return ClassProbabilities(snapshot, rows, p, mask, lambda: iter([]), n_clusters)


TWO = Constraints(6, must=[(0, 1), (4, 5)], cannot=[(0, 4)])
SIX = [[1, 0], [1, 0], [0.9, 0.1], [0.4, 0.6], [0, 1], [0, 1]]


def test_the_least_certain_point_is_compared_with_the_nearest_of_each_likeliest_first():
    found = placement(standing(SIX, TWO, [[0, 1], [4, 5]], [0, 1, 4, 5]))
    assert found.point == 3
    assert found.representatives == (4, 1)
    assert found.score == pytest.approx(0.970951, abs=1e-6)
    assert (
        found.reason
        == "Point 3 could belong with 4 (60 % likely) or 0 (40 %); one answer settles 2 pairs."
    )


def test_clusters_are_called_by_their_numbers_and_points_by_their_names():
    labels = np.array([2, 2, 2, 0, 0, 0])
    at = standing(SIX, TWO, [[0, 1], [4, 5]], [0, 1, 4, 5], labels=labels, names=list("abcdef"))
    assert placement(at).reason == (
        "Point d could be in cluster 1 (60 % likely) or 3 (40 %); one answer settles 2 pairs."
    )
    assert sorting(at, 2).reason == (
        "These 2 points are the least certain: point d could be in cluster 1 (60 % likely) or 3 "
        "(40 %); one answer settles 5 pairs."
    )


def test_the_least_certain_are_sorted_onto_a_card_a_class():
    found = sorting(standing(SIX, TWO, [[0, 1], [4, 5]], [0, 1, 4, 5]), 4)
    assert found.points == (3, 2)
    assert found.cards == (0, 4)
    assert found.score == pytest.approx(0.970951 + 0.468996, abs=1e-6)


def test_at_most_six_representatives_and_never_one_that_the_point_is_apart_from():
    n = 9
    known = Constraints(n, cannot=[(i, j) for i in range(8) for j in range(i)] + [(8, 3)])
    p = np.vstack([np.eye(8), [0.2, 0.05, 0.1, 0.3, 0.08, 0.12, 0.1, 0.05]])
    found = placement(standing(p, known, [[k] for k in range(8)], range(8), n_clusters=8))
    assert found.point == 8
    assert found.representatives == (0, 5, 2, 6, 4, 1)


def test_a_group_that_was_linked_counts_as_often_as_it_has_points_and_is_sorted_once():
    known = Constraints(7, must=[(2, 3)], cannot=[(0, 6)])
    p = [[1, 0], [0.5, 0.5], [0.8, 0.2], [0.8, 0.2], [0.9, 0.1], [0.9, 0.1], [0, 1]]
    at = standing(p, known, [[0], [6]], [0, 6])
    assert placement(at).point == 2
    assert sorting(at, 4).points == (2, 1, 4, 5)


def test_while_classes_are_missing_points_to_explore_come_first():
    known = Constraints(9, cannot=[(0, 8)])
    p = np.full((9, 2), 0.5)
    at = standing(p, known, [[0], [8]], [0, 8], n_clusters=3)
    at = ClassProbabilities(
        at.snapshot, at.members, at.posterior, at.placed, lambda: iter([8, 5, 3, 1, 2]), 3
    )
    assert placement(at).point == 5
    assert placement(at).reason == (
        "Point 5 is far from everything answered so far; 2 of 3 clusters found; "
        "one answer settles 2 pairs."
    )
    assert sorting(at, 4).points == (5, 3, 1, 2)
    assert sorting(at, 4).reason == (
        "These 4 points are far from everything answered so far; 2 of 3 clusters found; "
        "one answer settles 14 pairs."
    )


def test_after_two_rounds_of_exploring_one_point_of_each_sorting_explores():
    known = Constraints(12, must=[(0, k) for k in range(1, 6)] + [(11, 10)], cannot=[(0, 11)])
    p = np.array([[1, 0]] * 6 + [[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [0.9, 0.1]] + [[0, 1]] * 2)
    at = standing(p, known, [[0, 1, 2, 3, 4, 5], [10, 11]], [*range(6), 10, 11], n_clusters=3)
    at = ClassProbabilities(at.snapshot, at.members, p, at.placed, lambda: iter([9, 6]), 3)
    assert not at.explores
    assert sorting(at, 3).points == (9, 6, 7)
    assert placement(at).point == 6


def test_evidence_of_answers_is_that_of_the_study():
    looks = np.array([[0.5, 0.3, 0.2]] * 4)
    known = Constraints(4, must=[(3, 0)], cannot=[(0, 1), (1, 2), (0, 2)])
    members = tuple(np.array([k]) for k in range(3))
    u = 0.9 * looks[3] + 0.1 / 3
    u = u * np.array([0.95, 0.025, 0.025])
    assert with_answers(looks, known, members)[3] == pytest.approx(u / u.sum())
    twice = known.add(3, 0, "must", 2.0)
    u = u * np.array([0.95, 0.025, 0.025])
    assert with_answers(looks, twice, members)[3] == pytest.approx(u / u.sum())
    apart = Constraints(4, cannot=[(0, 1), (1, 2), (0, 2), (3, 1)])
    u = (0.9 * looks[3] + 0.1 / 3) * np.array([0.95, 0.05, 0.95])
    assert with_answers(looks, apart, members)[3] == pytest.approx(u / u.sum())


def test_a_doubtful_point_is_shown_again_with_others_and_three_times_at_most():
    known = Constraints(8, must=[(0, 1), (1, 2), (5, 6), (6, 7), (3, 0)], cannot=[(0, 5)])
    p = np.array([[1, 0]] * 3 + [[0.3, 0.7], [0.99, 0.01]] + [[0, 1]] * 3)
    members, placed = [[0, 1, 2, 3], [5, 6, 7]], [0, 1, 2, 3, 5, 6, 7]
    at = standing(p, known, members, placed)
    assert times_shown(at.snapshot, at.placed)[3] == 1
    found = sorting(at, 2)
    assert found.points == (3, 4)
    assert 0 not in found.cards and 3 not in found.cards
    assert "1 of them was shown before" in found.reason
    again = placement(at)
    assert again.point == 3
    assert again.representatives == (5, 2)
    assert "despite earlier answers; shown once more" in again.reason
    known = known.add(3, 2, "must").add(3, 5, "must", soft=True)
    thrice = standing(p, known, members, placed)
    assert times_shown(thrice.snapshot, thrice.placed)[3] == 3
    assert sorting(thrice, 2).points == (4,)
    assert placement(thrice).point == 4


def test_dont_know_points_are_skipped_until_another_class_is_found():
    doubts = [(3, 0), (3, 4)]
    at = standing(SIX, TWO, [[0, 1], [4, 5]], [0, 1, 4, 5], unknown=doubts)
    assert placement(at).point == 2
    assert sorting(at, 4).points == (2,)
    one = standing(SIX, TWO, [[0, 1], [4, 5]], [0, 1, 4, 5], unknown=doubts[:1])
    assert placement(one).point == 3
    assert placement(one).representatives == (4, 1)


# ------------------------------------------------------------------ NPU and others


@pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)
def test_a_strategy_offers_its_shapes_and_refuses_the_others(row):
    world, strategy = World(3, n_samples=8), row.make()
    assert strategy.question_types[0] == "pair"
    for question_type in ("place", "sort"):
        if question_type in strategy.question_types:
            check_question(
                proposed(strategy, world.snapshot([]), question_type),
                world.show(Constraints(8)),
                question_type,
            )
        else:
            with pytest.raises(InputError, match=r"no posterior.*offers 'pair', NPU offers"):
                proposed(strategy, world.snapshot([]), question_type)


@EVERY
@SHAPE
def test_it_ends_with_every_point_in_place(row, question_type):
    for seed in row.seeds(60):
        world = World(seed)
        asked, snapshot = run(world, row.make(), question_type)
        assert len(asked) < 100
        if len(asked) and len(np.unique(world.y)) > 1:
            ids = snapshot.constraints.component_ids
            for k in np.unique(world.y):
                assert len(np.unique(ids[world.y == k])) == 1, "one component a class"
        for _, statements in asked:
            kinds = {kind for *_, kind in statements}
            assert "unknown" not in kinds


@EVERY
@SHAPE
def test_it_ends_with_answers_that_are_missing_wrong_or_both(row, question_type):
    for seed in row.seeds(30):
        world = World(seed)
        truth = Oracle(world.y, None)
        for oracle in (
            AbstainingOracle(truth, 1.0),
            AbstainingOracle(truth, 0.4, random_state=seed),
            Oracle([None] * len(world.y), None),
        ):
            asked, _ = run(world, row.make(), question_type, oracle)
            assert len(asked) < 100


@EVERY
@SHAPE
def test_wrong_answers_are_recorded_and_it_ends(row, question_type):
    for seed in row.seeds(30):
        world = World(seed)
        oracle, strategy = NoisyOracle(Oracle(world.y, None), 0.3, seed), row.make()
        snapshot, count = world.snapshot([]), 0
        while (question := proposed(strategy, snapshot, question_type)) is not None:
            check_question(question, snapshot, question_type)
            known, unknown = snapshot.constraints, snapshot.unknown
            for i, j, kind in said(oracle, known, question_type, question):
                against = {"must": "cannot", "cannot": "must"}.get(kind)
                if kind == "unknown":
                    unknown = (*unknown, (i, j))
                else:
                    known = known.add(i, j, kind, soft=known.relation(i, j) == against)
            snapshot, count = world.show(known, unknown), count + 1
            assert count < 100


@EVERY
@SHAPE
def test_any_order_of_the_same_answers_gives_the_same_question(row, question_type):
    for seed in row.seeds(200):
        world, strategy = World(seed), row.make()
        oracle = AbstainingOracle(Oracle(world.y, None), 0.15, random_state=seed)
        asked, _ = run(world, strategy, question_type, oracle, limit=int(world.rng.integers(1, 5)))
        answers = [statement for _, statements in asked for statement in statements]
        straight = world.snapshot(answers)
        other = world.snapshot([answers[k] for k in world.rng.permutation(len(answers))])
        first = proposed(strategy, straight, question_type)
        forget()
        assert proposed(row.make(), other, question_type) == first
        assert proposed(strategy, straight, question_type) == first


@EVERY
def test_one_point_one_class_and_a_posterior_that_knows_nothing(row):
    one = Snapshot([[1.0]], Constraints(1), n_clusters=1)
    assert row.make().propose_placement(one) is None
    assert row.make().propose_sorting(one) is None
    X = np.arange(5.0)[:, None]
    for labels in (None, np.zeros(5, dtype=int)):
        same = Snapshot(X, Constraints(5), labels, n_clusters=1)
        first = row.make().propose_sorting(same, 3)
        assert len(first.points) == 3 and first.cards == ()
        known = Constraints(5, must=[(first.points[0], row) for row in first.points[1:]])
        left = set(range(5)) - set(first.points)
        then = row.make().propose_sorting(Snapshot(X, known, labels, n_clusters=1), 3)
        assert set(then.points) == left and len(then.cards) == 1
    alike = Snapshot(np.zeros((4, 2)), Constraints(4), np.zeros(4, dtype=int), n_clusters=2)
    check_question(row.make().propose_placement(alike), alike, "place")
    check_question(row.make().propose_sorting(alike), alike, "sort")


@EVERY
def test_the_first_questions_are_about_the_medoids_of_the_clusters(row):
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [13.0]])
    labels = np.array([0, 0, 0, 1, 1, 1, 1])
    snapshot = Snapshot(X, Constraints(7), labels, n_clusters=2)
    assert row.make().propose_sorting(snapshot, 2).points == (4, 1)
    first = row.make().propose_placement(snapshot)
    assert (first.point, first.representatives) == (1, (4,))
    assert first.reason.endswith("0 of 2 clusters found; one answer settles 1 pair.")


def test_refusals_name_the_value():
    snapshot = Snapshot(np.zeros((4, 1)), Constraints(4))
    with pytest.raises(InputError, match="size"):
        NPU().propose_sorting(snapshot, 0)
    with pytest.raises(InputError, match="takes a Snapshot"):
        NPU().propose_placement([[0.0]])
    with pytest.raises(InputError, match="n_estimators"):
        NPU(n_estimators=0).propose_placement(snapshot)


def test_questions_are_values():
    assert Placement(1, (0, 2), 0.5, "So.") == Placement(1, (0, 2), 0.5, "So.")
    assert hash(Sorting((1,), (0, 2), 0.5, "So.")) == hash(Sorting((1,), (0, 2), 0.5, "So."))


# ------------------------------------------------------------------ loops


class Halves(BaseEstimator):
    """Clusters in no time."""

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        self.labels_ = (X[:, 0] > np.median(X[:, 0])).astype(int)
        return self


@EVERY
@SHAPE
def test_fit_asks_the_oracle_and_keeps_what_each_answer_told(row, question_type):
    for seed in row.seeds(20):
        world = World(seed, n_samples=12)
        n_clusters = len(np.unique(world.y))
        oracle = AbstainingOracle(Oracle(world.y, 5), 0.2, random_state=seed)
        fitted = row.make(n_clusters=n_clusters, clusterer=Halves()).fit(
            world.X, oracle, question_type=question_type, size=3
        )
        assert fitted.n_queries_ == len(fitted.questions_) == 5 - oracle.remaining
        assert sum(shown.told for shown in fitted.questions_) == len(fitted.queries_)
        known, unknown, at = Constraints(12), [], 0
        for shown in fitted.questions_:
            assert shown.question_type == question_type
            told = fitted.queries_[at : at + shown.told]
            at += shown.told
            rows = {*shown.points, *shown.among}
            assert all({q.i, q.j} <= rows for q in told)
            for q in told:
                if q.kind == "unknown":
                    unknown.append((q.i, q.j))
                else:
                    known = known.add(q.i, q.j, q.kind)
        assert known == fitted.constraints_
        assert unknown == fitted.unknown_
        told = [q for q in fitted.queries_ if q.kind != "unknown"]
        assert all(q.kind == world.truth(q.i, q.j) for q in told)


def test_a_point_that_goes_to_another_class_when_shown_again_joins_no_classes():
    known = Constraints(6, must=[(0, 1), (3, 4), (2, 0)], cannot=[(0, 3)])
    then = recorded(known, [(2, 3, "must"), (2, 1, "cannot"), (2, 5, "unknown")])
    assert then.soft_must.tolist() == [[2, 3]]
    assert then.soft_cannot.tolist() == [[1, 2]]
    assert then.cannot.tolist() == [[0, 3]]


class PairsOnly:
    def query(self, i, j):
        return "cannot"


class Careless(PairsOnly):
    def sort(self, points, representatives=()):
        return [[0, 1, 2, 3, 4, 5]]


def test_a_shape_that_does_not_exist_or_that_nobody_offers_is_refused():
    X = np.arange(6.0)[:, None]
    truth = Oracle([0, 0, 0, 1, 1, 1])
    for call, sentence in (
        (
            lambda: NPU().fit(X, truth, question_type="heap"),
            "question_type='heap' must be one of 'pair'",
        ),
        (
            lambda: Random().fit(X, truth, question_type="sort"),
            "Random does not offer question_type='sort'",
        ),
        (lambda: NPU().fit(X, PairsOnly(), question_type="place"), r"PairsOnly has no place\("),
        (lambda: NPU().fit(X, Careless(), question_type="sort", size=2), "which was not shown"),
        (lambda: NPU().fit(X, truth, question_type="sort", size=0), "size=0"),
    ):
        with pytest.raises(InputError, match=sentence):
            call()


def test_sorting_is_offered_first_from_six_clusters_on_where_it_is_offered():
    assert [default_question_type(k) for k in range(1, 16)] == ["pair"] * 5 + ["sort"] * 10
    assert default_question_type(None) == default_question_type(9, Random.question_types) == "pair"
    assert default_question_type(9, NPU.question_types) == "sort"
    with pytest.raises(InputError, match="n_clusters"):
        default_question_type(0)
