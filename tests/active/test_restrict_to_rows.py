"""Questions about some points only: of every strategy, and until nothing is left about these."""

import numpy as np
import pytest
from strategy_runs import World, check_queries
from table import STRATEGIES

from jupyter_sscluster.active import Query, Snapshot
from jupyter_sscluster.active.restrict_to_rows import propose_among
from jupyter_sscluster.constraints import Constraints

EVERY = pytest.mark.parametrize("row", STRATEGIES, ids=lambda row: row.name)


def open_pairs(snapshot, rows):
    """All pairs with one of the rows that may be asked about, one by one."""
    n = snapshot.n_samples
    return {
        (i, j)
        for i in range(n)
        for j in range(i + 1, n)
        if (i in rows or j in rows)
        and snapshot.constraints.relation(i, j) is None
        and (i, j) not in snapshot.closed
    }


@pytest.mark.thorough
@EVERY
def test_only_about_these_and_until_all_about_them_is_known(row):
    for seed in row.seeds(10):
        world = World(seed, 12)
        strategy, snapshot = row.make(), world.snapshot([])
        rows = world.rng.choice(12, 1 + seed % 4, replace=False).tolist()
        for _ in range(100):
            queries = propose_among(strategy, snapshot, rows, 1 + seed % 3)
            assert propose_among(strategy, snapshot, rows, 1 + seed % 3) == queries
            if not queries:
                break
            check_queries(queries, snapshot, row.asks_again)
            assert all(set(query.pair) & set(rows) for query in queries)
            i, j = queries[0].pair
            doubtful = world.rng.random() < 0.1
            answer = (i, j, "unknown" if doubtful else world.truth(i, j))
            snapshot = world.after(snapshot, answer)
        assert not queries
        assert not open_pairs(snapshot, rows)


@EVERY
def test_the_strategys_own_question_is_used_if_it_is_about_these_rows(row):
    world = World(3, 12)
    strategy, snapshot = row.make(), world.snapshot([])
    first = strategy.propose(snapshot)[0]
    assert propose_among(strategy, snapshot, [first.pair[0]])[0] == first


@EVERY
def test_a_few_rows_of_many(row):
    """Far more points than a batch holds: the few that are meant are asked about all the same."""
    rng = np.random.default_rng(1)
    X = np.concatenate([rng.normal(size=(150, 2)), rng.normal(8, 1, size=(150, 2))])
    labels = (np.arange(300) >= 150).astype(int)
    known = Constraints(300, must=[(0, 1), (150, 151)], cannot=[(0, 150)])
    snapshot = Snapshot(X, known, labels, unknown=[(7, 0)], n_clusters=2)
    queries = propose_among(row.make(), snapshot, [7, 203, 299], 2)
    assert queries
    check_queries(queries, snapshot, row.asks_again)
    assert all({7, 203, 299} & set(query.pair) for query in queries)
    assert propose_among(row.make(), snapshot, []) == []


class Silent:
    """A strategy of one's own that has nothing to ask."""

    def propose(self, snapshot, n_pairs=1):
        return []


class Named:
    """One that asks about the last point and the first, and calls them by name."""

    def propose(self, snapshot, n_pairs=1):
        last = snapshot.n_samples - 1
        return [Query((last, 0), 1.0, f"{snapshot.name(last)} to {snapshot.name(0)}.")]


def test_the_nearest_open_pair_where_the_strategy_is_silent():
    known = Constraints(5, must=[(0, 1)]).add_pairs([(1, 2)], "must", soft=True)
    snapshot = Snapshot([[0.0], [1.0], [1.5], [4.0], [9.0]], known, unknown=[(2, 3)])
    (query,) = propose_among(Silent(), snapshot, [2])
    assert query.pair == (2, 4)
    assert query.reason == (
        "Silent asks nothing about these points; 4 is the nearest to 2 whose relation to it is "
        "open."
    )


def test_rows_of_a_part_are_called_by_their_names():
    snapshot = Snapshot(
        [[0.0], [1.0], [2.0], [3.0]],
        Constraints(4, must=[(1, 2)], names=["a", "b", "c", "d"]),
        n_clusters=1,
    )
    (query,) = propose_among(Named(), snapshot, [2])
    assert (query.pair, query.reason) == ((2, 1), "c to b.")


SHAPED = [row for row in STRATEGIES if "sort" in row.cls.question_types]


@pytest.mark.parametrize("row", SHAPED, ids=lambda row: row.name)
def test_placements_and_sortings_of_these_alone(row):
    found = []
    for seed in row.seeds(8):
        world = World(seed, 12)
        answers = world.run(row.make(), limit=6)
        snapshot = world.snapshot(answers)
        rows = [3, 5, 8, 11]
        placed = row.make().propose_placement(snapshot, among=rows)
        sorted_ = row.make().propose_sorting(snapshot, 4, among=rows)
        assert placed is None or placed.point in rows
        assert sorted_ is None or set(sorted_.points) <= set(rows)
        found += [placed, sorted_]
        everything = row.make().propose_placement(snapshot, among=range(12))
        assert everything == row.make().propose_placement(snapshot)
    assert any(found)
