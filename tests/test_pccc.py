"""PCCC: the cheapest labelling under hard pairs, soft pairs and sizes, checked against them all."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from shared import load
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import Infeasible, NotFound
from jupyter_sscluster.cluster._parts import sizes as sizes_module
from jupyter_sscluster.cluster._parts.distances import centred
from jupyter_sscluster.cluster._parts.pair_graph import PairGraph, Pairs
from jupyter_sscluster.cluster._parts.pair_labels import Clock
from jupyter_sscluster.cluster._parts.pair_problem import problem_of
from jupyter_sscluster.cluster._parts.programme import Answer, Limits, Sizes, solve
from jupyter_sscluster.cluster._parts.sizes import SizeBounds
from jupyter_sscluster.cluster._parts.transport import transport
from jupyter_sscluster.cluster.pccc import PCCC
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.datasets import load_digits389

PLAIN = settings(max_examples=80, deadline=None, derandomize=True)
STATEMENTS = ("must", "cannot", "soft_must", "soft_cannot")


def labellings(n, k):
    return np.array(list(product(range(k), repeat=n)))


def broken(labels, pairs, together):
    same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    return same != together


def price(labels, known, weight):
    """What a labelling of the rows pays for soft pairs, or infinity for a hard one it breaks."""
    if broken(labels, known.must, True).any() or broken(labels, known.cannot, False).any():
        return np.inf
    paid = known.soft_must_weights[broken(labels, known.soft_must, True)].sum()
    paid += known.soft_cannot_weights[broken(labels, known.soft_cannot, False)].sum()
    return weight * paid


def fits(labels, k, bounds):
    counts = np.bincount(labels, minlength=k)
    return bounds is None or ((counts >= bounds[0]) & (counts <= bounds[1])).all()


def least(cost, known, weight, bounds):
    """The least total over all labellings of the rows, by trying every one."""
    n, k = cost.shape
    return min(
        (
            cost[np.arange(n), labels].sum() + price(labels, known, weight)
            for labels in labellings(n, k)
            if fits(labels, k, bounds)
        ),
        default=np.inf,
    )


@st.composite
def knowledge(draw, n, soft=True, most=6):
    """Hard pairs that agree with hidden classes, and soft ones that agree with nothing."""
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    pairs = np.array(list(combinations(range(n), 2)))
    y = rng.integers(3, size=n)
    hard = pairs[rng.permutation(len(pairs))[: draw(st.integers(0, most))]]
    same = y[hard[:, 0]] == y[hard[:, 1]]
    known = Constraints(n, hard[same], hard[~same])
    if soft:
        for kind in ("must", "cannot"):
            some = pairs[rng.permutation(len(pairs))[: draw(st.integers(0, most))]]
            weights = rng.choice([0.1, 0.5, 1.0], size=len(some))
            known = known.add_pairs(some, kind, weights, soft=True)
    return known


@st.composite
def assignments(draw, sized):
    n = draw(st.integers(2, 7))
    k = draw(st.integers(1, min(n, 3)))
    known = draw(knowledge(n))
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    cost = rng.integers(0, 9, size=(n, k)) * 1.0 if draw(st.booleans()) else rng.random((n, k)) * 5
    bounds = None
    if sized:
        low = draw(st.integers(1, n // k))
        bounds = SizeBounds(low, draw(st.integers(max(low, -(-n // k)), n)))
    return cost, known, draw(st.sampled_from([0.5, 2.0, 20.0])), bounds


# ------------------------------------------------------------------ every assignment is cheapest


@pytest.mark.parametrize("sized", [False, True])
@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.data())
def test_the_assignment_is_the_cheapest_of_all_labellings(sized, data):
    cost, known, weight, bounds = data.draw(assignments(sized))
    n, k = cost.shape
    if k == 1 and len(known.cannot):
        return
    best = least(cost, known, weight, bounds)
    points = centred(np.random.default_rng(n).normal(size=(n, 2)) * 100)
    problem = problem_of(points, known, k, weight, bounds, Clock(None))
    steering = problem.steering(np.random.default_rng(0))
    steering.solver.exact = True
    if not np.isfinite(best):
        with pytest.raises(Exception) as caught:
            steering.assign(cost[steering.rows], None)
        assert caught.value.proved
        return
    labels = cost.argmin(axis=1)
    labels[steering.rows] = steering.assign(cost[steering.rows], None)
    assert steering.proved
    assert fits(labels, k, bounds)
    total = cost[np.arange(n), labels].sum() + price(labels, known, weight)
    assert total == pytest.approx(best, abs=1e-7)
    assert steering.penalty(labels[steering.rows]) == pytest.approx(price(labels, known, weight))


@PLAIN
@given(assignments(True))
def test_cheap_sweeps_are_never_dearer_than_the_labels_before(case):
    cost, known, weight, bounds = case
    n, k = cost.shape
    kept = [
        labels
        for labels in labellings(n, k)
        if fits(labels, k, bounds) and np.isfinite(price(labels, known, weight))
    ]
    if not kept:
        return
    before = kept[len(kept) // 2].astype(np.int32)
    problem = problem_of(
        centred(np.arange(2.0 * n).reshape(n, 2)), known, k, weight, bounds, Clock(None)
    )
    found = problem.steering(np.random.default_rng(0)).assign(cost, before)

    def total(labels):
        return cost[np.arange(n), labels].sum() + price(labels, known, weight)

    assert fits(found, k, bounds)
    assert total(found) <= total(before) + 1e-7


@st.composite
def graphs(draw):
    n, k = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    every = np.array(list(combinations(range(n), 2)), dtype=int).reshape(-1, 2)
    ends = every[rng.random(len(every)) < draw(st.sampled_from([0.2, 0.5, 1.0]))]
    together = rng.choice([0.0, 0.3, 1.0, np.inf], size=len(ends))
    apart = rng.choice([0.0, 0.3, 1.0], size=len(ends))
    return rng.random((n, k)), Pairs(ends, together, apart)


def totals(cost, pairs):
    """What every labelling costs, and the labellings."""
    every = labellings(*cost.shape)
    own = cost[np.arange(len(cost)), every].sum(axis=1)
    return own + np.array([pairs.price(labels).sum() for labels in every]), every


@PLAIN
@given(graphs())
def test_trees_are_exact_given_the_core_and_the_bound_holds(case):
    cost, pairs = case
    graph = PairGraph(len(cost), pairs)
    every, labels = totals(cost, pairs)
    folded = graph.fold(cost)
    assert graph.bound(folded) <= every.min() + 1e-9
    if not np.isfinite(every.min()):
        return
    best = labels[every.argmin()]
    found = graph.unfold(folded, best[graph.core])
    assert graph.total(cost, found) == pytest.approx(every.min())
    if not len(graph.core):
        assert graph.bound(folded) == pytest.approx(every.min())


@PLAIN
@given(graphs(), st.booleans(), st.integers(0, 2**20))
def test_the_programme_is_exact(case, sized, seed):
    cost, pairs = case
    every, labels = totals(cost, pairs)
    sizes = None
    if sized:
        k, rng = cost.shape[1], np.random.default_rng(seed)
        low = rng.integers(0, 3, size=k)
        sizes = Sizes(rng.integers(1, 3, size=len(cost)) * 1.0, low, low + rng.integers(0, 4, k))
        held = np.array([np.bincount(it, sizes.weight, k) for it in labels])
        every[((held < sizes.low) | (held > sizes.high)).any(axis=1)] = np.inf
    answer = solve(cost, pairs, Limits(), sizes)
    assert answer.proved
    if not np.isfinite(every.min()):
        assert answer.labels is None
    else:
        place = (labels == answer.labels).all(axis=1).argmax()
        assert every[place] == pytest.approx(every.min(), abs=1e-6)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(1, 7), st.integers(1, 3), st.booleans(), st.integers(0, 2**20))
def test_transport_is_optimal_and_its_prices_prove_it(n, k, ties, seed):
    rng = np.random.default_rng(seed)
    low = rng.integers(0, n // k + 1, size=k)
    high = np.maximum(low, -(-n // k)) + rng.integers(0, 3, size=k)
    cost = rng.integers(0, 4, size=(n, k)) * 1.0 if ties else rng.normal(size=(n, k))
    found, prices = transport(cost, low, high)
    counts = np.bincount(found, minlength=k)
    assert ((counts >= low) & (counts <= high)).all()
    every = labellings(n, k)
    held = (every[:, :, None] == np.arange(k)).sum(axis=1)
    every = every[((held >= low) & (held <= high)).all(axis=1)]
    rows = np.arange(n)
    assert cost[rows, found].sum() == pytest.approx(cost[rows, every].sum(axis=1).min())
    priced = cost + prices
    assert (priced[rows, found] <= priced.min(axis=1) + 1e-9).all()
    assert (prices[counts > low] >= -1e-9).all()
    assert (prices[counts < high] <= 1e-9).all()


# ------------------------------------------------------------------ the whole fit


@settings(max_examples=60, deadline=None, derandomize=True)
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


IMPOSSIBLE = [
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
    monkeypatch.setattr(sizes_module, "solve", lambda *args: Answer(None, False))
    monkeypatch.setattr(sizes_module.SizedSteering, "_filled", lambda *args: None)
    with pytest.raises(NotFound, match="raise time_limit"):
        PCCC(3, max_size=3, random_state=0).fit(X, **known)


@pytest.mark.parametrize("size", [0, -1, 1.5, 0.0, True, "3"])
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
