"""Labels with few violations, where hard constraints cannot all be satisfied."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray
from jupyter_sscluster.cluster._parts.hard.cheapest_feasible_labels import (
    cheaper_by_component,
    local_search,
)
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts, PairGraph
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, soft_pairs, stated_tables


def least_violating(
    known: Constraints, rows: Index, near: Array, component: IntArray, before: IntArray, unit: float
) -> IntArray:
    """Labels of these rows that violate hard statements of little weight, then cost little.

    `rows` are sorted, and no statement joins them to others; `component` is the must-link component
    of each, and `before` a label of every component. First all of a component goes together, trees
    of components exactly and the others by local search from two labellings, `before` and the
    nearest centres; then rows may leave it. A hard statement weighs more than all distances and
    soft statements together, so that only what must be violated is.
    """
    pairs = _penalties(known, rows, near, unit)
    cost = np.zeros((len(before), near.shape[1]))
    np.add.at(cost, component, near)
    graph = PairGraph(len(cost), _between(pairs, component))
    subtree_cost = graph.upward(cost)
    core = np.empty(0, dtype=np.int64)
    if len(graph.core):
        inner = subtree_cost[graph.core]
        starts = before[graph.core], inner.argmin(axis=1)
        first, second = (local_search(inner, graph.inner, start) for start in starts)
        core = cheaper_by_component(inner, graph, first, second)
    return local_search(near, pairs, graph.downward(subtree_cost, core)[component])


def _penalties(known: Constraints, rows: Index, near: Array, unit: float) -> PairCosts:
    """Costs of the statements between these rows, each pair once, low end first."""
    must, cannot, _, _ = stated_tables(known)
    hard = [
        WeightedPairs(table.pairs, table.weights, np.full(len(table.pairs), table.together))
        for table in (must, cannot)
    ]
    inside = [table.take(np.isin(table.pairs[:, 0], rows)) for table in (*hard, soft_pairs(known))]
    soft = inside[2].weights * unit
    lightest = min(float(table.weights.min(initial=np.inf)) for table in inside[:2])
    most = float(np.ptp(near, axis=1).sum() + soft.sum()) or 1.0
    costs = [table.weights * (2.0 * most / lightest) for table in inside[:2]] + [soft]
    ends = np.searchsorted(rows, np.concatenate([table.pairs for table in inside]))
    together, cost = np.concatenate([table.together for table in inside]), np.concatenate(costs)
    return _each_once(ends, np.where(together, 0.0, cost), np.where(together, cost, 0.0))


def _between(pairs: PairCosts, component: IntArray) -> PairCosts:
    """The pairs of rows in different components as pairs of these, with their costs added up."""
    ends = component[pairs.ends]
    outer = ends[:, 0] != ends[:, 1]
    return _each_once(ends[outer], pairs.cost_same[outer], pairs.cost_different[outer])


def _each_once(ends: IntArray, cost_same: Array, cost_different: Array) -> PairCosts:
    size = int(ends.max(initial=0)) + 1
    low, high = np.sort(ends, axis=1).T
    keys, place = np.unique(low * size + high, return_inverse=True)
    sums = np.zeros((2, len(keys)))
    np.add.at(sums[0], place, cost_same)
    np.add.at(sums[1], place, cost_different)
    return PairCosts(np.stack([keys // size, keys % size], axis=1), *sums)
