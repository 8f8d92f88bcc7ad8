"""The programme of PCCC and what stands in for it, checked against all labellings of a few rows."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from labellings import fits, knowledge, labellings, least, price

from jupyter_sscluster.cluster._parts.hard.milp import Limits, Sizes, solve
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts, PairGraph
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import TimeBudget
from jupyter_sscluster.cluster._parts.pccc.problem import problem_of
from jupyter_sscluster.cluster._parts.pccc.size_bounds import SizeBounds
from jupyter_sscluster.cluster._parts.pccc.transportation import transport

PLAIN = settings(max_examples=80, deadline=None)


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


@pytest.mark.parametrize("sized", [False, True])
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_the_assignment_is_the_cheapest_of_all_labellings(sized, data):
    cost, known, weight, bounds = data.draw(assignments(sized))
    n, k = cost.shape
    assume(k > 1 or not len(known.cannot))
    best = least(cost, known, weight, bounds)
    points = centred(np.random.default_rng(n).normal(size=(n, 2)) * 100)
    problem = problem_of(points, known, k, weight, bounds, TimeBudget(None))
    assignment = problem.assignment(np.random.default_rng(0))
    assignment.solver.exact = True
    if not np.isfinite(best):
        with pytest.raises(Exception) as caught:
            assignment.assign(cost[assignment.rows], None)
        assert caught.value.proved
        return
    labels = cost.argmin(axis=1)
    labels[assignment.rows] = assignment.assign(cost[assignment.rows], None)
    assert assignment.proved
    assert fits(labels, k, bounds)
    total = cost[np.arange(n), labels].sum() + price(labels, known, weight)
    assert total == pytest.approx(best, abs=1e-7)
    assert assignment.penalty(labels[assignment.rows]) == pytest.approx(
        price(labels, known, weight)
    )


@PLAIN
@given(assignments(True))
def test_cheap_iterations_are_never_dearer_than_the_labels_before(case):
    cost, known, weight, bounds = case
    n, k = cost.shape
    kept = [
        labels
        for labels in labellings(n, k)
        if fits(labels, k, bounds) and np.isfinite(price(labels, known, weight))
    ]
    assume(kept)
    before = kept[len(kept) // 2].astype(np.int32)
    problem = problem_of(
        centred(np.arange(2.0 * n).reshape(n, 2)), known, k, weight, bounds, TimeBudget(None)
    )
    found = problem.assignment(np.random.default_rng(0)).assign(cost, before)

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
    cost_same = rng.choice([0.0, 0.3, 1.0, np.inf], size=len(ends))
    cost_different = rng.choice([0.0, 0.3, 1.0], size=len(ends))
    return rng.random((n, k)), PairCosts(ends, cost_same, cost_different)


def totals(cost, pairs):
    """What every labelling costs, and the labellings."""
    every = labellings(*cost.shape)
    own = cost[np.arange(len(cost)), every].sum(axis=1)
    return own + np.array([pairs.costs(labels).sum() for labels in every]), every


@PLAIN
@given(graphs())
def test_trees_are_exact_given_the_core_and_the_bound_holds(case):
    cost, pairs = case
    graph = PairGraph(len(cost), pairs)
    every, labels = totals(cost, pairs)
    subtree_cost = graph.upward(cost)
    assert graph.lower_bound(subtree_cost) <= every.min() + 1e-9
    assume(np.isfinite(every.min()))
    best = labels[every.argmin()]
    found = graph.downward(subtree_cost, best[graph.core])
    assert graph.total(cost, found) == pytest.approx(every.min())
    if not len(graph.core):
        assert graph.lower_bound(subtree_cost) == pytest.approx(every.min())


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


@settings(max_examples=150, deadline=None)
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
