"""Checks that every strategy of the table meets."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategy_runs import World, all_known, check_queries
from table import STRATEGIES

from jupyter_sscluster._catalogue import strategies
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Oracle, Query, Snapshot
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints

EVERY = pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)
SEEDS = st.integers(0, 2**32 - 1)
ONE_START = PCKMeans(2, n_init=1, random_state=0)


def test_every_exported_strategy_has_a_row():
    assert list(strategies()) == [row.name for row in STRATEGIES]


@EVERY
def test_only_those_ask_again_that_say_so(row):
    assert row.cls.asks_again == row.asks_again


@EVERY
def test_declares_what_menus_and_forms_need(row):
    strategy = row.make()
    assert [other.title for other in STRATEGIES].count(strategy.title) == 1
    assert set(strategy.parameter_ranges) == set(strategy.get_params())
    assert all(rule.check(strategy.get_params()[n]) for n, rule in row.cls.parameter_ranges.items())


@EVERY
@settings(max_examples=50, deadline=None)
@given(seed=SEEDS)
def test_a_perfect_oracle_ends_with_everything_known(row, seed):
    if row.left_out(seed):
        return
    world = World(seed)
    answers = world.run(row.make())
    constraints = world.snapshot(answers).constraints
    assert all_known(constraints)
    assert len({tuple(sorted(pair[:2])) for pair in answers}) == len(answers)
    assert all(world.truth(i, j) == kind for i, j, kind in answers)


@EVERY
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_doubt_and_own_answers_never_lead_to_a_known_pair(row, seed):
    if row.left_out(seed):
        return
    world = World(seed)
    limit = 200
    answers = world.run(row.make(), doubt=0.4, limit=limit)
    assert len(answers) < limit
    world.run(row.make(), doubt=0.3, own=0.5, limit=20)


@EVERY
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_a_batch_has_distinct_pairs_and_none_follows_from_the_others(row, seed):
    if row.left_out(seed):
        return
    world = World(seed)
    strategy = row.make()
    answers = world.run(strategy, doubt=0.1, own=0.2, limit=6)
    snapshot = world.snapshot(answers)
    queries = strategy.propose(snapshot, 5)
    check_queries(queries, snapshot, row.asks_again)
    assert len(queries) <= 5
    assert bool(queries) == bool(strategy.propose(snapshot))
    assert queries[:1] == strategy.propose(snapshot)
    known = snapshot.constraints
    for query in queries:
        follows = known.relation(*query.pair) is not None
        assert not follows or (row.asks_again and snapshot.constraints.relation(*query.pair))
        known = known if follows else known.add(*query.pair, "must")


@EVERY
def test_only_dont_know_comes_to_an_end(row):
    world = World(1, n_samples=9)
    answers = world.run(row.make(), doubt=1.0)
    assert len(answers) < 200
    assert len(answers) == len(set(answers))


@EVERY
@pytest.mark.parametrize(
    "labels",
    [
        *(pytest.param(each, marks=pytest.mark.thorough) for each in ("none", "one cluster")),
        "with noise",
    ],
)
def test_works_with_labels_of_any_kind(row, labels):
    world = World(3, n_samples=10)
    world.labels = {
        "none": None,
        "one cluster": np.zeros(10, dtype=int),
        "with noise": np.r_[np.full(3, -1), world.y[3:]],
    }[labels]
    assert all_known(world.snapshot(world.run(row.make())).constraints)


@EVERY
def test_works_with_few_points_duplicates_and_an_outlier(row):
    for X in ([[0.0]], [[0.0], [0.0]], [[0.0], [1.0], [1.0]], [[1.0, 2.0]] * 4):
        world = World(5, n_samples=len(X))
        world.X, world.labels, world.n_clusters = np.array(X), None, 2
        assert all_known(world.snapshot(world.run(row.make())).constraints)
    world = World(7, n_samples=6)
    world.X[4] = 1e6
    assert all_known(world.snapshot(world.run(row.make())).constraints)
    world.X[4] = 1e100
    assert all_known(world.snapshot(world.run(row.make())).constraints)


@EVERY
def test_nothing_to_ask_when_all_is_known(row):
    y = np.array([0, 0, 1, 1, 2])
    X = np.arange(10.0).reshape(5, 2)
    assert row.make().propose(Snapshot(X, Constraints.from_partial_labels(y), y)) == []


@EVERY
def test_soft_statements_entail_nothing_and_are_not_asked_about(row):
    world = World(11, n_samples=6)
    constraints = Constraints(6).add(0, 1, "cannot", soft=True).add(2, 3, "must", soft=True)
    strategy = row.make()
    while queries := strategy.propose(snapshot := Snapshot(world.X, constraints, world.labels)):
        check_queries(queries, snapshot, row.asks_again)
        constraints = constraints.add(*queries[0].pair, world.truth(*queries[0].pair))


@EVERY
def test_keeps_its_hands_off_the_snapshot_and_pickles(row):
    world = World(2, n_samples=10)
    snapshot = world.snapshot([(0, 1, world.truth(0, 1)), (2, 3, "unknown")])
    X, labels = snapshot.X.copy(), snapshot.labels.copy()
    strategy = pickle.loads(pickle.dumps(row.make()))
    before = vars(strategy).copy()
    queries = strategy.propose(snapshot, 3)
    assert (snapshot.X == X).all()
    assert (snapshot.labels == labels).all()
    assert vars(strategy) == before
    assert queries == row.make().propose(snapshot, 3)


@EVERY
def test_the_names_of_rows_are_used(row):
    world = World(4, n_samples=8)
    names = [f"row {letter}" for letter in "abcdefgh"]
    plain = Snapshot(world.X, Constraints(8), world.labels)
    named = Snapshot(world.X, Constraints(8), world.labels, names=names)
    asked, asked_by_name = row.make().propose(plain)[0], row.make().propose(named)[0]
    assert asked.pair == asked_by_name.pair
    if asked.reason != asked_by_name.reason:
        assert names[asked.pair[0]] in asked_by_name.reason


@EVERY
def test_seeds_matter_and_none_is_allowed(row):
    world = World(6, n_samples=40)
    start = world.snapshot([])
    pairs = {row.cls(random_state=seed).propose(start)[0].pair for seed in range(10)}
    assert (len(pairs) > 1) == row.draws
    check_queries(row.cls(random_state=None).propose(start, 2), start)


@EVERY
@pytest.mark.parametrize("n_pairs", [0, -1, 1.5, "3"])
def test_a_bad_number_of_pairs_is_refused(row, n_pairs):
    with pytest.raises(InputError, match="n_pairs"):
        row.make().propose(World(0).snapshot([]), n_pairs)


@EVERY
def test_a_bad_parameter_is_refused_with_its_rule(row):
    for name, rule in row.cls.parameter_ranges.items():
        if rule.check("nonsense"):
            continue
        strategy = row.make().set_params(**{name: "nonsense"})
        with pytest.raises(InputError, match=f"{name}='nonsense' must be "):
            strategy.propose(World(0).snapshot([]))
        with pytest.raises(InputError, match=f"{name}='nonsense' must be "):
            strategy.fit(World(0).X, Oracle(World(0).y))


@EVERY
def test_fit_asks_an_oracle_within_its_budget(row):
    world = World(8, n_samples=8)
    for budget in (0, 1, 7, 1000):
        oracle = Oracle(world.y, budget)
        fitted = row.make(clusterer=ONE_START).fit(world.X, oracle)
        assert fitted.n_queries_ == oracle.queries_cnt == len(fitted.queries_) <= budget
        ml, cl = fitted.pairwise_constraints_
        assert len(ml) + len(cl) == fitted.n_queries_ == len(fitted.constraints_)
        assert all(world.truth(i, j) == "must" for i, j in ml)
        assert all(world.truth(i, j) == "cannot" for i, j in cl)
        assert fitted.labels_.shape == (8,)
    assert all_known(fitted.constraints_)


@EVERY
@pytest.mark.parametrize("end", [OSError, KeyboardInterrupt])
def test_whatever_ends_fit_no_answer_is_lost(row, end):
    world = World(8, n_samples=10)

    class Line(Oracle):
        def query(self, i, j):
            if self.remaining == 1:
                raise end
            return super().query(i, j)

    asking = row.make(clusterer=ONE_START)
    with pytest.raises(end):
        asking.fit(world.X, Line(world.y, 8))
    whole = row.make(clusterer=ONE_START).fit(world.X, Oracle(world.y, 7))
    assert asking.queries_ == whole.queries_
    assert asking.constraints_ == whole.constraints_
    assert asking.n_queries_ == 7


@EVERY
def test_a_question_is_plain_data(row):
    query = row.make().propose(World(9, n_samples=8).snapshot([]))[0]
    assert isinstance(query, Query)
    assert [type(p) for p in query.pair] == [int, int]
    assert type(query.score) is float
    assert type(query.reason) is str


@EVERY
def test_many_points_cost_no_table_of_pairs(row):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100_000, 2)), rng.integers(0, 3, 100_000)
    snapshot = Snapshot(X, Constraints(len(X), cannot=[(0, 1)]), n_clusters=3)
    snapshot = snapshot if not row.cls.uses_labels else small_labels(snapshot, y)
    queries = row.make().propose(snapshot, 3)
    check_queries(queries, snapshot)
    assert len(queries) == 3


def small_labels(snapshot, y):
    """Labels that a forest learns in no time."""
    return Snapshot(snapshot.X, snapshot.constraints, (snapshot.X[:, 0] > 0).astype(int))
