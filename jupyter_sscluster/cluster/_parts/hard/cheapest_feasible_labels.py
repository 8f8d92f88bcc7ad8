"""Search for the cheapest labelling that violates no hard cannot-link."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling
from jupyter_sscluster.cluster._parts.hard.kempe import kempe_descent
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import (
    PairCosts,
    PairGraph,
    component_costs,
    iterated_conditional_modes,
)
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph

_ROUNDS = 5
"""Rounds of Kempe-chain swaps and single moves."""


def cheapest_kept(cost: Array, pairs: PairCosts, before: IntArray) -> IntArray:
    """Labels of all vertices: trees exactly, the 2-core by local search from two labellings.

    These are `before`, if feasible, and that of `FeasibleLabelling`, which may raise `NoLabelling`.
    """
    graph = PairGraph(len(cost), pairs)
    subtree_cost = graph.upward(cost)
    core = np.empty(0, dtype=np.int64)
    if len(graph.core):
        core = _core_labels(subtree_cost[graph.core], graph, before[graph.core])
    return graph.downward(subtree_cost, core)


def local_search(cost: Array, pairs: PairCosts, labels: IntArray) -> IntArray:
    """Alternate Kempe swaps along all pairs (at no pair cost) and single moves to a minimum."""
    soft = not np.isinf(pairs.cost_same).all()
    for _ in range(_ROUNDS):
        swapped = kempe_descent(cost, pairs.ends, labels)
        labels = iterated_conditional_modes(cost, pairs, swapped) if soft else swapped
        if np.array_equal(labels, swapped):
            break
    return labels


def cheaper_by_component(cost: Array, graph: PairGraph, one: IntArray, other: IntArray) -> IntArray:
    """For each connected component of the core the cheaper labelling, the first when equal."""
    first, second = (
        component_costs(cost, graph.inner, graph.core_components, labels) for labels in (one, other)
    )
    return np.where((second < first)[graph.core_components], other, one)


def _core_labels(cost: Array, graph: PairGraph, before: IntArray) -> IntArray:
    hard = CannotGraph(len(cost), graph.inner.hard())
    feasible = FeasibleLabelling(hard, cost.shape[1], "regret")
    subtree_cost = hard.upward(cost)
    inner = np.empty(0, dtype=np.int64)
    if len(hard.core):
        # Random orders are drawn where greedy ones fail: the same every time.
        inner = feasible.labels(subtree_cost[hard.core], np.random.default_rng(0))
    found = local_search(cost, graph.inner, hard.downward(subtree_cost, inner))
    if np.isinf(graph.inner.costs(before)).any():
        return found
    return cheaper_by_component(cost, graph, found, local_search(cost, graph.inner, before))
