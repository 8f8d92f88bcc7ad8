"""Least certain points first: batches by the product rule, and posteriors that are no forest's."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import make_blobs
from sklearn.gaussian_process.kernels import RBF
from strategy_runs import World, all_known

from jupyter_sscluster.active import NPU, Snapshot
from jupyter_sscluster.active.neighbourhoods.uncertainty import UncertaintyStrategy
from jupyter_sscluster.active.similarity.forest import leaves_of
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)


class Table:
    """A posterior and similarities written down in advance, one row a point."""

    def __init__(self, p, alike, usable=True):
        self.p, self.alike, self.usable = p, alike, usable

    def posterior(self, members, rows):
        columns = [self.p[:, m].mean(axis=1) for m in members]
        return np.stack(columns, axis=1)[rows]

    def similarity(self, point, rows):
        return self.alike[point, rows]


class FromTable(UncertaintyStrategy):
    title = "From a table"

    def __init__(self, table, random_state=0, diversity=1.0, infer_last=True):
        super().__init__(random_state=random_state, diversity=diversity, infer_last=infer_last)
        self.table = table

    parameter_ranges = {}

    def belief(self, ground):
        return self.table


def scores_by_hand(p):
    h = [-sum(q * np.log2(q) for q in row if q > 0) for row in p]
    cost = [sum(i * q for i, q in enumerate(sorted(row, reverse=True), 1)) for row in p]
    return np.array(h) / np.array(cost)


def batch_by_hand(scores, alike, count, beta):
    """argmax of score · Π (1 − s)^β over those chosen, again and again."""
    chosen = []
    for _ in range(count):
        left = [x for x in range(len(scores)) if x not in chosen]
        value = {x: scores[x] * np.prod([(1 - alike[z, x]) ** beta for z in chosen]) for x in left}
        chosen.append(max(left, key=lambda x: (value[x], -x)))
    return chosen


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, beta=st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_a_batch_follows_the_product_rule_under_any_posterior(seed, beta):
    rng = np.random.default_rng(seed)
    X, p = rng.normal(size=(14, 2)), rng.random((14, 14))
    alike = RBF(1.0)(X) * 0.99
    constraints = Constraints(14, must=[(3, 4)], cannot=[(0, 1), (1, 3), (0, 3)])
    outside = [i for i in range(14) if i not in (0, 1, 3, 4)]
    members = [[0], [1], [3, 4]]
    mean = np.stack([p[:, m].mean(axis=1) for m in members], axis=1)[outside]
    scores = scores_by_hand(mean / mean.sum(axis=1, keepdims=True))
    wanted = batch_by_hand(scores, alike[np.ix_(outside, outside)], 6, beta)
    queries = FromTable(Table(p, alike), diversity=beta).propose(Snapshot(X, constraints), 6)
    assert [q.pair[0] for q in queries] == [outside[k] for k in wanted]
    assert queries[0].score == pytest.approx(scores[wanted[0]])
    for query, k in zip(queries, wanted, strict=True):
        group = members[int(mean[k].argmax())]
        assert query.pair[1] in group


@pytest.mark.parametrize("seed", range(3))
def test_npus_batch_follows_it_with_the_forests_similarities(seed):
    X, y = make_blobs(50, centers=3, cluster_std=4.0, random_state=seed)
    constraints = Constraints.from_partial_labels(np.r_[y[:8], np.full(42, -1)])
    leaves = leaves_of(X, y)
    alike = (leaves[:, None, :] == leaves[None, :, :]).mean(axis=2)
    members = [np.flatnonzero(y[:8] == c) for c in np.unique(y[:8])]
    mean = np.stack([alike[8:, m].mean(axis=1) for m in members], axis=1)
    total = mean.sum(axis=1, keepdims=True)
    p = np.where(total > 0, mean / np.where(total > 0, total, 1), 1 / len(members))
    wanted = batch_by_hand(scores_by_hand(p).round(12), alike[8:, 8:], 5, 1.0)
    queries = NPU().propose(Snapshot(X, constraints, y), 5)
    assert [q.pair[0] - 8 for q in queries] == wanted


def test_neighbourhoods_are_asked_by_falling_probability_and_what_is_ruled_out_is_not():
    X = np.arange(6.0)[:, None]
    p = np.tile([0.2, 0.5, 0.3, 0.0, 0.0, 0.0], (6, 1))
    table = Table(p, np.eye(6))
    known = Constraints(6, cannot=[(0, 1), (1, 2), (0, 2)])
    asked = []
    for _ in range(3):
        query = FromTable(table).propose(Snapshot(X, known))[0]
        assert query.pair[0] == 3
        asked.append(query.pair[1])
        known = known.add(*query.pair, "cannot")
    assert asked == [1, 2, 0]
    first = FromTable(table).propose(Snapshot(X, Constraints(6, cannot=[(0, 1), (1, 2), (0, 2)])))
    assert first[0].score == pytest.approx(0.873809, abs=1e-6)
    assert first[0].reason == "Point 3 could belong with 1 (50 % likely) or 2 (30 %)."


def why(p, must=(), n_pairs=1, alike=None):
    """The reasons about rows 2, 3, ... that may belong with row 0 or row 1."""
    n = len(p) + 2
    table = Table(
        np.vstack([np.eye(2, 2), p]) @ np.eye(2, n), np.eye(n) if alike is None else alike
    )
    known = Constraints(n, must=must, cannot=[(0, 1)])
    shown = Snapshot(np.arange(float(n))[:, None], known, np.r_[1, 0, np.zeros(n - 2, int)])
    return [query.reason for query in FromTable(table).propose(shown, n_pairs)]


def test_the_reason_names_both_probabilities():
    assert why([[0.6, 0.4]]) == ["Point 2 could be in cluster 2 (60 % likely) or 1 (40 %)."]


def test_a_question_about_what_is_all_but_certain_says_why_it_is_asked():
    likely = "Point {} is most likely in cluster 2 (98 %), otherwise in cluster 1; "
    assert why([[0.98, 0.02], [0.99, 0.01]]) == [
        likely.format(2) + "no point that is left is less certain."
    ]
    linked = [(3, 4), (4, 5), (5, 6), (6, 7), (7, 8)]
    assert why([[0.97, 0.03], *[[0.98, 0.02]] * 6], must=linked) == [
        likely.format(5) + "a yes settles 6 points."
    ]
    alike = np.eye(5)
    alike[2, 3] = alike[3, 2] = 1.0
    reasons = why([[0.5, 0.5], [0.6, 0.4], [0.98, 0.02]], n_pairs=2, alike=alike)
    assert reasons[1] == likely.format(4) + "it is unlike the others that are asked about now."
    assert why([[0.999, 0.001]]) == ["Point 2 looks like 0; no point that is left is less certain."]


def test_scores_are_the_entropy_of_the_posterior_as_a_share():
    X = np.arange(6.0)[:, None]
    p = np.tile([0.5, 0.5, 0.0, 0.0, 0.0, 0.0], (6, 1))
    p[3] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    snapshot = Snapshot(X, Constraints(6, cannot=[(0, 1)]))
    assert FromTable(Table(p, np.eye(6))).scores(snapshot).tolist() == [0, 0, 1, 0, 1, 1]


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, usable=st.booleans())
def test_any_posterior_ends_with_everything_known(seed, usable):
    world = World(seed)
    n = len(world.y)
    table = Table(world.rng.random((n, n)), np.zeros((n, n)), usable)
    assert all_known(world.snapshot(world.run(FromTable(table))).constraints)
    world.run(FromTable(table), doubt=0.3, own=0.3, limit=20)
