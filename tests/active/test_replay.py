"""Nothing hidden to lose: orders, undo, redo, files and sessions; and the hard cases, for all."""

import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.base import BaseEstimator, clone
from strategy_runs import World, all_known, check_queries, forget
from table import STRATEGIES
from work import lines_run

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Oracle, Random, Snapshot
from jupyter_sscluster.active.oracle_loop import stated
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.features.settings.state import form

EVERY = pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)
SEEDS = st.integers(0, 2**32 - 1)


# ------------------------------------------------------------------ replay


class Wanderer:
    """Gives answers in an order of its own, undoes and redoes, and stores between."""

    def __init__(self, world, path):
        self.world, self.path, self.rng = world, path, world.rng
        self.done = [world.snapshot([])]
        self.undone = []

    def walk(self, answers):
        """To the same answers as given, by detours."""
        waiting = [answers[k] for k in self.rng.permutation(len(answers))]
        while waiting or self.undone:
            self.detour()
            if self.undone:
                self.done.append(self.undone.pop())
            elif waiting:
                i, j, kind = waiting.pop()
                self.done.append(self.world.after(self.done[-1], (j, i, kind)))
        return self.done[-1]

    def detour(self):
        chance = self.rng.random()
        if chance < 0.3:
            for _ in range(min(int(self.rng.integers(1, 4)), len(self.done) - 1)):
                self.undone.append(self.done.pop())
        elif chance < 0.4:
            self.store()
        elif chance < 0.6 and len(self.done[-1].constraints):
            self.take_back_and_give_again()

    def store(self):
        """Through a file and back."""
        last = self.done[-1]
        last.constraints.to_json(self.path)
        self.done[-1] = self.world.show(Constraints.from_json(self.path), last.unknown)

    def take_back_and_give_again(self):
        """Remove one statement, and state it once more."""
        last = self.done[-1]
        told = [(pair, "must") for pair in last.constraints.must.tolist()]
        told += [(pair, "cannot") for pair in last.constraints.cannot.tolist()]
        (i, j), kind = told[self.rng.integers(len(told))]
        again = last.constraints.remove(i, j).add(j, i, kind)
        self.done[-1] = self.world.show(again, last.unknown)


@EVERY
def test_any_way_to_the_same_answers_gives_the_same_next_questions(row, tmp_path):
    for seed in row.seeds(200):
        world, strategy = World(seed), row.make()
        answers = world.run(strategy, doubt=0.15, own=0.15, limit=8)
        kept = answers[: world.rng.integers(len(answers) + 1)]
        straight = world.snapshot(kept)
        other = Wanderer(world, tmp_path / "known.json").walk(kept)
        assert other.constraints == straight.constraints
        assert other.unknown == straight.unknown
        asked = strategy.propose(straight, 2)
        check_queries(asked, straight, row.asks_again)
        scores = strategy.scores(straight)
        forget()
        assert clone(strategy).propose(other, 2) == asked
        assert (strategy.scores(other) == scores).all()


class Halves(BaseEstimator):
    """Clusters in no time, so that hundreds of whole runs take a moment."""

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        self.labels_ = (X[:, 0] > np.median(X[:, 0])).astype(int)
        return self


@EVERY
def test_no_pair_is_asked_twice_or_follows_and_the_budget_is_kept(row):
    for seed in row.seeds(200):
        world = World(seed)
        budget = int(world.rng.integers(0, 12))
        oracle = Oracle(np.where(world.rng.random(len(world.y)) < 0.2, -1, world.y), budget)
        clusters = min(world.n_clusters or 2, len(np.unique(world.X, axis=0)))
        clusterer = None if seed < 20 else Halves(clusters)
        fitted = row.make(n_clusters=clusters, clusterer=clusterer).fit(world.X, oracle)
        asked = [tuple(sorted((q.i, q.j))) for q in fitted.queries_]
        assert len(set(asked)) == len(asked) == budget - oracle.remaining <= budget
        known = Constraints(len(world.y))
        for query in fitted.queries_:
            assert known.relation(query.i, query.j) is None or row.asks_again
            if query.kind != "unknown":
                known = known.add(query.i, query.j, query.kind)
        assert known == fitted.constraints_
        snapshot = Snapshot(world.X, known, fitted.labels_, unknown=fitted.unknown_)
        if len(asked) < budget:
            assert row.make().propose(snapshot, 5) == [] or len(fitted.unknown_)


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_a_session_asks_the_same_after_undo_redo_and_a_journal(row, seed, tmp_path):
    world = World(seed, n_samples=12)

    def session(**where):
        return Session(world.X, "kmeans", row.make(), n_clusters=2, **where)

    path = tmp_path / "answers.jsonl"
    first = session(path=path)
    for step in range(7):
        (query,) = first.propose() or (None,)
        if query is None:
            break
        first.answer(*query.pair, "unknown" if step == 3 else world.truth(*query.pair))
        if step % 3 == 2:
            first.undo()
            first.undo()
            first.propose()
            first.redo()
            first.redo()
    answers = [(a.i, a.j, a.kind) for a in first.answers]
    asked = [q.pair for q in first.propose(2)]
    first.close()
    forget()
    again = Session.load(path, world.X)
    assert type(again.strategy) is row.cls
    assert [q.pair for q in again.propose(2)] == asked
    other = session()
    for k in np.random.default_rng(seed).permutation(len(answers)):
        other.answer(*answers[k])
    assert other.constraints == again.constraints
    assert engine_of(other).state.unknown == engine_of(again).state.unknown
    assert [q.pair for q in other.propose(2)] == asked
    other.undo()
    other.redo()
    assert [q.pair for q in other.propose(2)] == asked


@EVERY
def test_menus_find_it_by_name_and_by_title(row):
    world = World(4, n_samples=12)
    for name in (row.name, row.title):
        session = Session(world.X, "kmeans", name, n_clusters=2)
        assert type(session.strategy) is row.cls
    check_queries(session.propose(2), engine_of(session).now.snapshot())
    own = set(row.cls().get_params()) - {"clusterer", "n_clusters", "random_state"}
    fields = {field["name"]: field for field in form(row.cls())}
    assert set(fields) == own
    assert not any("_" in field["label"] or field["label"][:2] == "N " for field in fields.values())
    for name, field in fields.items():
        session.set_strategy(row.name, **{name: field["value"]})


# ------------------------------------------------------------------ hard cases


def finish(row, X, y, **snapshot):
    """Ask until nothing is left, with scores checked on the way; what is known in the end."""
    strategy, known, y = row.make(), Constraints(len(X)), np.asarray(y)
    while queries := strategy.propose(shown := Snapshot(X, known, **snapshot)):
        check_queries(queries, shown, row.asks_again)
        check_scores(strategy, shown)
        i, j = queries[0].pair
        known = known.add(i, j, "must" if y[i] == y[j] else "cannot")
    assert all_known(known)
    assert (strategy.scores(Snapshot(X, known, **snapshot)) == 0).all()
    return known


def check_scores(strategy, snapshot):
    scores = strategy.scores(snapshot)
    assert scores.shape == (snapshot.n_samples,)
    assert scores.dtype == np.float64
    assert np.isfinite(scores).all()
    assert scores.min() >= 0.0
    assert scores.max() <= 1.0


POINTS = np.random.default_rng(5).normal(size=(9, 2))
CLASSES = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2])
HARD = {
    "duplicates": (np.repeat(POINTS[:3], 3, axis=0), np.repeat([0, 1, 2], 3)),
    "duplicates of two classes": (np.repeat(POINTS[:3], 3, axis=0), CLASSES),
    "all the same": (np.zeros((6, 2)), CLASSES[:6]),
    "an outlier": (np.r_[POINTS[:8], [[1e6, -1e6]]], CLASSES),
    "a far outlier": (np.r_[POINTS[:8], [[1e300, 0.0]]], CLASSES),
    "tiny values": (POINTS * 1e-200, CLASSES),
    "a constant feature": (np.c_[POINTS, np.full(9, 7.0)], CLASSES),
    "far from nought": (POINTS + 1e9, CLASSES),
    "one cluster with all labels": (POINTS, np.zeros(9, dtype=int)),
    "every point its own class": (POINTS[:6], np.arange(6)),
    "three points": (POINTS[:3], [0, 0, 1]),
    "two points": (POINTS[:2], [0, 1]),
    "more features than points": (np.random.default_rng(0).normal(size=(6, 30)), CLASSES[:6]),
}


HARDEST = {"duplicates of two classes", "tiny values", "far from nought"}
"""The others are left to `make test-all`."""


@EVERY
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case in HARDEST else pytest.mark.thorough) for case in HARD],
)
def test_hard_data_are_asked_about_to_the_end(row, case):
    X, y = HARD[case]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        finish(row, X, y, labels=np.arange(len(X)) % 2)
        finish(row, X, y, labels=np.zeros(len(X), dtype=int), n_clusters=len(np.unique(y)))


@EVERY
def test_one_point_has_no_question_and_no_score(row):
    snapshot = Snapshot([[1.0]], Constraints(1))
    assert row.make().propose(snapshot) == []
    assert row.make().scores(snapshot).tolist() == [0.0]


@pytest.mark.thorough
@EVERY
@pytest.mark.parametrize("n_clusters", [None, 1, 2, 3, 50])
def test_the_number_of_classes_may_be_unknown_or_wrong(row, n_clusters):
    labels = CLASSES % 2
    finish(row, POINTS, CLASSES, labels=labels, n_clusters=n_clusters)


@pytest.mark.thorough
@EVERY
def test_more_questions_than_pairs(row):
    snapshot = Snapshot(POINTS, Constraints(9), CLASSES, n_clusters=3)
    queries = row.make().propose(snapshot, 10_000)
    check_queries(queries, snapshot, row.asks_again)
    assert 1 <= len(queries) <= 8
    fitted = row.make(n_clusters=3).fit(POINTS, Oracle(CLASSES, 10_000))
    assert fitted.n_queries_ <= 36
    assert all_known(fitted.constraints_)


@EVERY
def test_answers_that_contradict_are_kept_as_soft_and_questions_go_on(row):
    for seed in row.seeds(10):
        world = World(seed, n_samples=9)
        strategy, known = row.make(), Constraints(9)
        for _ in range(60):
            snapshot = world.show(known)
            queries = strategy.propose(snapshot, 2)
            if not queries:
                break
            check_queries(queries, snapshot, row.asks_again)
            check_scores(strategy, snapshot)
            i, j = queries[0].pair
            kind = ("must", "cannot")[int(world.rng.random() < 0.5)]
            soft = bool(world.rng.random() < 0.4)
            known = known.add(i, j, kind, soft=True) if soft else stated(known, (i, j), kind)
            if world.rng.random() < 0.3 and (told := known.relation(i, j)):
                known = known.add(i, j, {"must": "cannot", "cannot": "must"}[told], soft=True)
        assert queries == []
        assert len(known) >= 8


@EVERY
def test_answers_to_pairs_never_asked_and_the_same_answer_twice(row):
    world, strategy = World(3, n_samples=10), row.make()
    answers = [(4, 7, world.truth(4, 7)), (0, 9, "unknown"), (2, 5, world.truth(2, 5))]
    once = world.snapshot(answers)
    twice = world.snapshot([*answers, *[(j, i, kind) for i, j, kind in answers]])
    assert once.constraints == twice.constraints
    assert strategy.propose(once, 3) == strategy.propose(twice, 3)
    check_queries(strategy.propose(once, 3), once)
    assert (strategy.scores(once) == strategy.scores(twice)).all()


class Failing(BaseEstimator):
    """Never clusters anything."""

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        raise RuntimeError("out of order")


@EVERY
def test_a_clusterer_that_raises_costs_no_question(row):
    world = World(3, n_samples=10)
    snapshot = Snapshot(world.X, Constraints(10, cannot=[(0, 1)]), clusterer=Failing())
    check_queries(row.make().propose(snapshot, 2), snapshot)
    check_scores(row.make(), snapshot)
    with pytest.warns(UserWarning, match="out of order"):
        fitted = row.make(clusterer=Failing()).fit(world.X, Oracle(world.y, 6))
    assert fitted.n_queries_ == 6
    assert fitted.labels_ is None


# ------------------------------------------------------------------ scores


@EVERY
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_scores_are_pure_finite_shares_and_nought_where_all_is_known(row, seed):
    if row.left_out(seed):
        return
    world, strategy = World(seed), row.make()
    answers = world.run(strategy, doubt=0.2, own=0.2, limit=8)
    for count in range(len(answers) + 1):
        snapshot = world.snapshot(answers[:count])
        scores = strategy.scores(snapshot)
        assert (scores == clone(strategy).scores(snapshot)).all()
        assert np.isfinite(scores).all()
        assert ((scores >= 0) & (scores <= 1)).all()
        if all_known(snapshot.constraints):
            assert (scores == 0).all()


@EVERY
def test_scores_are_nought_for_points_whose_place_is_known(row):
    world = World(8, n_samples=12)
    y = np.arange(12) % 3
    known = np.where(np.arange(12) < 6, y, -1)
    snapshot = Snapshot(world.X, Constraints.from_partial_labels(known), y, n_clusters=4)
    scores = row.make().scores(snapshot)
    assert (scores[:6] == 0).all() or row.asks_again
    assert scores.max() > 0


@EVERY
def test_scores_of_something_else_are_refused(row):
    with pytest.raises(InputError, match=r"scores takes a Snapshot .* write scores\(Snapshot"):
        row.make().scores(POINTS)


def test_random_scores_are_the_share_of_open_pairs():
    constraints = Constraints(5, must=[(0, 1)], cannot=[(1, 2), (0, 3)])
    scores = Random().scores(Snapshot(POINTS[:5], constraints))
    assert scores.tolist() == [0.0, 0.0, 0.0, 0.5, 1.0]


# ------------------------------------------------------------------ large data


@pytest.mark.thorough
@EVERY
def test_100_000_points_take_little_work_and_memory_by_the_point(row):
    X = np.random.default_rng(1).normal(size=(100_000, 2))
    labels = (X[:, 0] > 0).astype(int)
    snapshot = Snapshot(X, Constraints(len(X), cannot=[(0, 1), (2, 3)]), labels, n_clusters=2)
    check_queries(row.make().propose(snapshot, 3), snapshot)
    assert lines_run(lambda: row.make().propose(snapshot, 3)) < 0.5 * len(X)
    few = Snapshot(X[:20_000] + 1.0, Constraints(20_000, cannot=[(0, 1)]), labels[:20_000])
    tracemalloc.start()
    check_queries(row.make().propose(few, 3), few)
    row.make().scores(few)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000 * len(few.X)
