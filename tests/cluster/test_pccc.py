"""PCCC: hard pairs and sizes kept, soft pairs paid for, and every end proved to be the cheapest."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from labellings import fits, knowledge, labellings, least, price
from shared import load
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCCC, Infeasible, NotFound
from jupyter_sscluster.cluster._parts.hard.milp import MilpSolution
from jupyter_sscluster.cluster._parts.pccc import size_constrained_assignment as sizes_module
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.datasets import load_digits389

# ------------------------------------------------------------------ the whole fit


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_fit_ends_where_no_labelling_is_cheaper_for_its_centres(data):
    n, k = data.draw(st.integers(4, 7)), data.draw(st.integers(1, 3))
    known = data.draw(knowledge(n))
    bounds = data.draw(st.sampled_from([None, (1, n), (1, -(-n // k)), (n // k, n)]))
    X = np.random.default_rng(data.draw(st.integers(0, 99))).normal(size=(n, 2))
    asked = {} if bounds is None else {"min_size": bounds[0], "max_size": bounds[1]}
    model = PCCC(k, n_init=2, random_state=0, **asked)
    try:
        model.fit(X, constraints=known)
    except Infeasible:
        every = (
            labels
            for labels in labellings(n, k)
            if fits(labels, k, bounds or (1, n)) and np.isfinite(price(labels, known, 1.0))
        )
        assert next(every, None) is None
        return
    history = model.objective_history_
    assert (np.diff(history) <= 1e-9 * max(history[0], 1e-300)).all()
    weight = model.constraint_weight_
    apart = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    own = apart[np.arange(n), model.labels_].sum()
    paid = price(model.labels_, known, weight)
    assert model.objective_ == pytest.approx(own + paid, abs=1e-9)
    assert fits(model.labels_, k, bounds)
    assert model.status_ == "optimal"
    if len(np.unique(model.labels_)) == k:
        assert own + paid <= least(apart, known, weight, bounds) + 1e-7


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("n_pairs", [100, 500])
@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "digits389"])
def test_real_data_are_solved_to_optimality(name, n_pairs, soft):
    X, y = load_digits389() if name == "digits389" else load(name, standardised=True)
    k = len(np.unique(y))
    for seed in range(2):
        known = Constraints.from_labels(y, n_pairs, random_state=seed)
        model = PCCC(k, soft=soft, n_init=3, random_state=seed).fit(X, constraints=known)
        assert model.status_ == "optimal"
        assert soft or model.violations_ == (0, 0, 0, 0, 0.0)


def test_wrong_pairs_go_through_as_soft_and_most_right_ones_are_kept():
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, 200, random_state=0)
    wrong = np.random.default_rng(0).random(200) < 0.1
    pairs = np.concatenate([known.must, known.cannot])
    same = (np.arange(200) < len(known.must)) != wrong
    with pytest.raises(ConflictError):
        PCCC(3, random_state=0).fit(X, ml=pairs[same], cl=pairs[~same])
    model = PCCC(3, soft=True, random_state=0).fit(X, ml=pairs[same], cl=pairs[~same])
    assert model.status_ == "optimal"
    told = model.labels_[pairs[:, 0]] == model.labels_[pairs[:, 1]]
    right = y[pairs[:, 0]] == y[pairs[:, 1]]
    assert np.mean(told == right) > 0.9


def test_weights_decide_between_statements_that_contradict_each_other():
    X = [[0.0], [1.0], [9.0], [10.0]]
    start = [[0.0], [10.0]]
    for must, cannot, labels in ((0.9, 0.2, [0, 0, 1, 1]), (0.2, 0.9, [0, 1, 1, 1])):
        known = Constraints(4).add(0, 1, "must", must, soft=True)
        known = known.add(0, 1, "cannot", cannot, soft=True)
        model = PCCC(2, init=start, constraint_weight=1000.0).fit(X, constraints=known)
        assert model.labels_.tolist() == labels
        assert model.objective_ > 0


@pytest.mark.parametrize("weight", [0.0, 1e-300, 1e12, 1e300])
def test_weights_tiny_and_huge(weight, recwarn):
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 60, random_state=0)
    model = PCCC(3, soft=True, constraint_weight=weight, random_state=0).fit(X, constraints=known)
    kept = model.violations_[:2] == (0, 0)
    assert kept == (weight > 1)
    assert np.isfinite(model.objective_)
    assert not recwarn.list
    with pytest.raises(InputError, match="constraint_weight=-1"):
        PCCC(3, constraint_weight=-1.0).fit(X)


# ------------------------------------------------------------------ sizes


@pytest.mark.parametrize("n_pairs", [0, 100])
def test_sizes_bind_and_true_ones_help(n_pairs):
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, n_pairs, random_state=1)
    model = PCCC(3, min_size=50, max_size=50, random_state=0).fit(X, constraints=known)
    assert np.bincount(model.labels_).tolist() == [50, 50, 50]
    assert model.status_ == "optimal"
    assert model.violations_[:4] == (0, 0, 0, 0)
    parts = PCCC(3, min_size=1 / 3, max_size=1 / 3, random_state=0).fit(X, constraints=known)
    np.testing.assert_array_equal(parts.labels_, model.labels_)


def test_bounds_that_do_not_bind_change_nothing():
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, 60, random_state=0)
    start = X[[0, 70, 150]]
    free = PCCC(3, init=start).fit(X, constraints=known)
    loose = PCCC(3, init=start, min_size=1, max_size=1.0).fit(X, constraints=known)
    np.testing.assert_array_equal(loose.labels_, free.labels_)


def test_a_least_size_leaves_no_cluster_empty_or_small():
    X = np.concatenate([np.zeros((20, 2)), [[50.0, 50.0]]])
    model = PCCC(2, min_size=5, random_state=0).fit(X)
    assert np.bincount(model.labels_).min() == 5


def within(labels, low, high):
    held = np.bincount(labels, minlength=len(low))
    return ((low <= held) & (held <= high)).all()


@pytest.mark.parametrize("seed", range(12))
def test_each_cluster_keeps_its_own_sizes_and_no_labelling_that_does_is_cheaper(seed):
    rng = np.random.default_rng(seed)
    X, k = rng.normal(size=(7, 2)), 3
    low, high = rng.permutation([1, 1, 2]), rng.permutation([2, 3, 5])
    low = np.minimum(low, high)
    known = Constraints(7, must=[(0, 1)], cannot=[(2, 3)]).add(4, 5, "must", soft=True)
    model = PCCC(k, min_size=low, max_size=high.tolist(), init=X[[1, 3, 5]])
    model.fit(X, constraints=known)
    assert model.status_ == "optimal"
    apart = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    costs = [
        apart[np.arange(7), labels].sum() + price(labels, known, model.constraint_weight_)
        for labels in labellings(7, k)
        if within(labels, low, high)
    ]
    assert within(model.labels_, low, high)
    assert model.objective_ == pytest.approx(min(costs), abs=1e-9)


def test_sizes_of_each_cluster_find_the_classes_of_these_sizes():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(n, 2)) + np.array([0.4 * n, 0.0]) for n in (10, 20, 40)])
    model = PCCC(3, min_size=[20, 0.5, 10], max_size=[20, 40, 10], random_state=0).fit(X)
    assert np.bincount(model.labels_).tolist() == [20, 40, 10]
    equal = PCCC(3, min_size=[5, 5, 5], random_state=0).fit(X)
    np.testing.assert_array_equal(equal.labels_, PCCC(3, min_size=5, random_state=0).fit(X).labels_)


IMPOSSIBLE = [
    ({"min_size": [4, 5, 2]}, {}, "hold at least 11 rows, .* choose less in all", []),
    ({"max_size": [4, 2, 3]}, {}, "hold at most 9 rows, .* choose more in all", []),
    ({"min_size": [4, 1, 1], "max_size": [3, 5, 5]}, {}, "min_size <= max_size", []),
    ({"min_size": 4, "max_size": 3}, {}, "min_size <= max_size", []),
    ({"min_size": 4}, {}, "choose min_size <= 3", []),
    ({"max_size": 2}, {}, "choose max_size >= 4", []),
    ({"max_size": 4}, {"ml": [(0, 1), (1, 2), (2, 3), (3, 4)]}, "join 5 rows", [0, 1, 2, 3, 4]),
    (
        {"max_size": 4},
        {"ml": [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)], "cl": [(0, 9), (3, 9), (6, 9)]},
        "exhaustive search",
        [],
    ),
]


@pytest.mark.parametrize(("sizes", "pairs", "words", "witness"), IMPOSSIBLE)
def test_impossible_sizes_are_proved_and_named(sizes, pairs, words, witness):
    X = np.random.default_rng(0).normal(size=(10, 2))
    model = PCCC(3, random_state=0, **sizes)
    with pytest.raises(Infeasible, match=words) as caught:
        model.fit(X, **pairs)
    assert caught.value.witness == witness
    assert not hasattr(model, "labels_")


def test_a_search_that_ends_at_a_limit_is_not_called_a_proof(monkeypatch):
    X = np.array([*np.arange(7), 100.0])[:, None]
    known = {"ml": [(0, 1), (2, 3)], "cl": [(4, 7)]}
    monkeypatch.setattr(sizes_module, "solve", lambda *args: MilpSolution(None, False))
    monkeypatch.setattr(sizes_module.SizedAssignment, "_completed", lambda *args: None)
    with pytest.raises(NotFound, match="raise time_limit"):
        PCCC(3, max_size=3, random_state=0).fit(X, **known)


@pytest.mark.parametrize("column", [tuple, np.array, pd.Series])
def test_sizes_may_be_any_column_of_numbers(column):
    X = np.arange(6.0)[:, None]
    model = PCCC(3, min_size=column([1, 1, 3]), max_size=column([1, 2, 3]), random_state=0).fit(X)
    assert np.bincount(model.labels_).tolist() == [1, 2, 3]


def test_there_is_one_size_for_each_cluster():
    with pytest.raises(InputError, match="has 3 sizes for n_clusters=2; give one for each"):
        PCCC(2, min_size=[1, 1, 1]).fit(np.eye(4))


@pytest.mark.parametrize("size", [0, -1, 1.5, 0.0, True, "3", [], [1, 0], [[1, 2]], ["1", "2"]])
def test_sizes_that_are_none_are_refused(size):
    with pytest.raises(InputError, match="max_size"):
        PCCC(2, max_size=size).fit(np.eye(4))


# ------------------------------------------------------------------ what cannot be kept


def test_a_clique_and_an_odd_cycle_are_witnesses():
    X = np.random.default_rng(0).normal(size=(8, 2))
    clique = list(combinations([1, 3, 5, 7], 2))
    with pytest.raises(Infeasible, match="all cannot-linked") as caught:
        PCCC(3, random_state=0).fit(X, cl=clique)
    assert caught.value.witness == [1, 3, 5, 7]
    ring = [(0, 2), (2, 4), (4, 6), (6, 7), (7, 0)]
    with pytest.raises(Infeasible, match="odd circle") as caught:
        PCCC(2, random_state=0).fit(X, cl=ring)
    assert caught.value.witness == [0, 2, 4, 6, 7]
    with pytest.warns(ConvergenceWarning, match="n_clusters=3 is too few"):
        model = PCCC(3, soft=True, random_state=0).fit(X, cl=clique)
    assert model.status_ == "optimal"
    assert model.violations_.cannot >= 1


def test_no_time_still_gives_labels_that_keep_everything():
    X, y = load_digits389()
    known = Constraints.from_labels(y, 500, random_state=0)
    model = PCCC(3, time_limit=1e-9, n_init=2, random_state=0).fit(X, constraints=known)
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert model.status_ == "feasible"
    short = PCCC(3, max_iter=1, n_init=1, random_state=0).fit(X, constraints=known)
    assert (short.n_iter_, short.converged_, short.status_) == (1, False, "feasible")
    assert short.violations_[:4] == (0, 0, 0, 0)


# ------------------------------------------------------------------ hard input


ROWS = np.random.default_rng(0).normal(size=(12, 3))
CONSTANT, HUGE = ROWS.copy(), ROWS * [1.0, 1.0, 1e12]
CONSTANT[:, 1] = 7.0
HARD = {
    "duplicates": (np.repeat(ROWS[:3], 4, axis=0), 3),
    "all rows equal": (np.ones((12, 2)), 2),
    "more columns than rows": (np.random.default_rng(1).normal(size=(12, 40)), 3),
    "a constant column": (CONSTANT, 3),
    "a huge column": (HUGE, 3),
    "one cluster": (ROWS, 1),
    "a cluster for each row": (ROWS, 12),
}
PAIRS = {
    "none": {},
    "no cannot-links": {"ml": [(0, 1), (5, 6)]},
    "no must-links": {"cl": [(0, 1), (1, 2), (5, 9)]},
    "contradictory": {"ml": [(0, 1), (1, 2)], "cl": [(0, 2), (3, 4)]},
    "everything": {"y": np.arange(12) % 3},
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("params", [{}, {"soft": True}, {"max_size": 12}], ids=str)
@pytest.mark.parametrize("pairs", PAIRS, ids=str)
@pytest.mark.parametrize("rows", HARD, ids=str)
def test_hard_input_gives_numbers_or_a_reason(rows, pairs, params):
    X, k = HARD[rows]
    model = PCCC(k, random_state=0, n_init=2, **params)
    try:
        model.fit(X, **PAIRS[pairs])
    except (Infeasible, ConflictError):
        assert not params.get("soft")
        return
    assert np.isfinite(model.cluster_centers_).all()
    assert np.isfinite(model.objective_history_).all()
    assert model.labels_.min() >= 0
    if not params.get("soft"):
        assert model.violations_[:4] == (0, 0, 0, 0)
