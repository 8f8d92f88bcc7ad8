"""The steps of COP-k-means one by one, against brute force on small graphs."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from jupyter_sscluster.cluster._parts.hard.cop_kmeans_assignment import ORDERS, SequentialLabelling
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling, best_by_component
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import (
    ComponentVertices,
    hartigan_kempe_swaps,
    kempe_descent,
)
from jupyter_sscluster.cluster._parts.hard.milp import optimal_labels
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph
from jupyter_sscluster.constraints.colouring import colour


def random_edges(n, n_edges, rng):
    pairs = np.array(list(combinations(range(n), 2)))
    return np.sort(rng.permutation(pairs)[:n_edges], axis=1)


def proper(labels, edges):
    return bool((labels[edges[:, 0]] != labels[edges[:, 1]]).all())


def total(cost, labels):
    return float(cost[np.arange(len(cost)), labels].sum())


def least(cost, edges):
    n, k = cost.shape
    every = np.array(list(product(range(k), repeat=n)))
    every = every[(every[:, edges[:, 0]] != every[:, edges[:, 1]]).all(axis=1)]
    return cost[np.arange(n), every].sum(axis=1).min() if len(every) else None


@st.composite
def problems(draw, k=None):
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    n = draw(st.integers(2, 7))
    n_edges = draw(st.integers(1, n * (n - 1) // 2))
    cost = rng.random((n, k or draw(st.integers(2, 4)))) * 10.0 ** float(rng.integers(-6, 6))
    return cost, random_edges(n, n_edges, rng)


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 8), st.integers(2, 4), st.integers(0, 2**20))
def test_forests_are_assigned_exactly(n, k, seed):
    rng = np.random.default_rng(seed)
    parents = [(int(rng.integers(v)), v) for v in range(1, n) if rng.random() < 0.8]
    edges = rng.permutation(n)[np.array(parents, dtype=int).reshape(-1, 2)]
    cost = rng.random((n, k))
    graph = CannotGraph(n, edges)
    assert len(graph.core) == 0
    labels = graph.downward(graph.upward(cost), np.empty(0, dtype=int))
    assert proper(labels, edges)
    assert total(cost, labels) == pytest.approx(least(cost, edges))


@settings(max_examples=80, deadline=None)
@given(problems())
def test_what_hangs_on_a_core_is_assigned_exactly_given_the_core(problem):
    cost, edges = problem
    n, k = cost.shape
    graph = CannotGraph(n, edges)
    assume(colour(n, edges, k).status != "infeasible")
    subtree_cost = graph.upward(cost)
    core = (
        optimal_labels(subtree_cost[graph.core], graph.core_edges).labels if len(graph.core) else []
    )
    labels = graph.downward(subtree_cost, core)
    assert proper(labels, edges)
    assert total(cost, labels) == pytest.approx(least(cost, edges))


@settings(max_examples=80, deadline=None)
@given(problems())
def test_the_integer_programme_is_exact(problem):
    cost, edges = problem
    answer = optimal_labels(cost, edges)
    best = least(cost, edges)
    assert answer.proved
    if best is None:
        assert answer.labels is None
    else:
        assert proper(answer.labels, edges)
        assert total(cost, answer.labels) == pytest.approx(best, rel=1e-6)


@settings(max_examples=120, deadline=None)
@given(problems(), st.sampled_from(ORDERS))
def test_visits_keep_every_edge_and_chains_never_cost(problem, order):
    cost, edges = problem
    graph = CannotGraph(len(cost), edges)
    cost = cost[graph.core]
    labels = SequentialLabelling(cost, graph.neighbours).run(order, np.random.default_rng(0))
    if labels is None:
        assert len(graph.core) > cost.shape[1]
        return
    assert proper(labels, graph.core_edges)
    better = kempe_descent(cost, graph.core_edges, labels)
    assert proper(better, graph.core_edges)
    assert total(cost, better) <= total(cost, labels)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(10))
def test_chains_open_every_dead_end_of_two_labels(order, seed):
    rng = np.random.default_rng(seed)
    sides = rng.integers(2, size=40)
    edges = random_edges(40, 780, rng)
    edges = edges[sides[edges[:, 0]] != sides[edges[:, 1]]][:90]
    graph = CannotGraph(40, edges)
    labels = SequentialLabelling(rng.random((len(graph.core), 2)), graph.neighbours).run(order, rng)
    assert proper(labels, graph.core_edges)


@settings(max_examples=80, deadline=None)
@given(problems(k=2))
def test_two_labels_are_assigned_exactly(problem):
    cost, edges = problem
    graph = CannotGraph(len(cost), edges)
    best = least(cost, edges)
    assume(best is not None)
    subtree_cost = graph.upward(cost)
    feasible = FeasibleLabelling(graph, 2, "regret")
    core = (
        feasible.labels(subtree_cost[graph.core], np.random.default_rng(0))
        if len(graph.core)
        else []
    )
    assert total(cost, graph.downward(subtree_cost, core)) == pytest.approx(best)


def test_trees_have_no_core_whichever_end_of_an_edge_is_the_leaf():
    for edges in ([[0, 1], [0, 2], [0, 3]], [[0, 3], [1, 3], [2, 3]], [[0, 1], [1, 2], [2, 3]]):
        assert len(CannotGraph(4, np.array(edges)).core) == 0
    triangle = np.array([[0, 1], [0, 2], [1, 2], [2, 4], [3, 4]])
    assert CannotGraph(5, triangle).core.tolist() == [0, 1, 2]


def test_the_cheaper_labelling_is_taken_part_by_part():
    cost = np.array([[0.0, 9.0], [9.0, 0.0], [0.0, 9.0], [9.0, 0.0]])
    parts = np.array([0, 0, 1, 1])
    one, other = np.array([0, 1, 1, 0]), np.array([1, 0, 0, 1])
    assert best_by_component(cost, parts, one, other).tolist() == [0, 1, 0, 1]


@settings(max_examples=80, deadline=None)
@given(st.integers(4, 12), st.integers(2, 4), st.integers(0, 2**20))
def test_swaps_lower_the_inertia_until_no_single_move_does(n, k, seed):
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % k
    edges = random_edges(n, n, rng)
    edges = edges[truth[edges[:, 0]] != truth[edges[:, 1]]]
    sizes = rng.integers(1, 6, size=n)
    X = rng.normal(size=(sizes.sum(), 2))
    of_row = np.repeat(np.arange(n), sizes)

    def sums(labels, m):
        found = np.zeros((m, 2))
        np.add.at(found, labels, X)
        return found

    def between(labels):
        rows = labels[of_row]
        return (sums(rows, k) ** 2 / np.bincount(rows, minlength=k)[:, None]).sum()

    counts = np.bincount(truth[of_row], minlength=k).astype(float)
    groups = ComponentVertices(sizes.astype(float), sums(of_row, n), edges)
    better = hartigan_kempe_swaps(groups, truth, counts, sums(truth[of_row], k))
    final = truth if better is None else better
    assert proper(final, edges)
    assert len(np.unique(final)) == k
    assert better is None or between(final) > between(truth)
    for vertex, label in product(range(n), range(k)):
        moved = final.copy()
        moved[vertex] = label
        if proper(moved, edges) and len(np.unique(moved)) == k:
            assert between(moved) <= between(final) * (1 + 1e-9)
