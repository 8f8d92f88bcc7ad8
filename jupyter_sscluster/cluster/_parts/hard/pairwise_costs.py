"""Pairwise costs on a graph of must-link components: exact on trees, ICM and bounds on the core."""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph, min_over_others


class PairCosts(NamedTuple):
    """Edges `ends` (e, 2), low end first, each once; their costs for equal and different labels."""

    ends: IntArray
    cost_same: Array
    cost_different: Array

    def costs(self, labels: IntArray) -> Array:
        """Cost of each edge under these labels of the vertices."""
        same = labels[self.ends[:, 0]] == labels[self.ends[:, 1]]
        return np.where(same, self.cost_same, self.cost_different)

    def hard(self) -> IntArray:
        """The hard cannot-links."""
        return self.ends[np.isinf(self.cost_same)]


class PairGraph(CannotGraph):
    """`CannotGraph` with pairwise costs; `inner` are the pairs between core vertices."""

    def __init__(self, n_vertices: int, pairs: PairCosts) -> None:
        super().__init__(n_vertices, pairs.ends)
        self.pairs = pairs
        self._edges = [self._edge_positions(child, parent) for child, parent in self._peeled]
        kept = self._edge_positions(*self.core[self.core_edges].T)
        self.inner = PairCosts(self.core_edges, pairs.cost_same[kept], pairs.cost_different[kept])

    def upward(self, cost: Array) -> Array:
        """C_v(k) = cost_v(k) + Σ over the children u of min_l (C_u(l) + the cost of edge uv)."""
        subtree_cost = cost.copy()
        for (child, parent), edge in zip(self._peeled, self._edges, strict=True):
            cost_same = subtree_cost[child] + self.pairs.cost_same[edge, None]
            cost_different = (
                min_over_others(subtree_cost[child]) + self.pairs.cost_different[edge, None]
            )
            np.add.at(subtree_cost, parent, np.minimum(cost_same, cost_different))
        return subtree_cost

    def downward(self, subtree_cost: Array, core_labels: IntArray) -> IntArray:
        """Cheapest labels of all vertices for these labels of the core."""
        labels = np.empty(self.n_vertices, dtype=np.int64)
        labels[self.core] = core_labels
        labels[self._roots] = subtree_cost[self._roots].argmin(axis=1)
        for (child, parent), edge in reversed(list(zip(self._peeled, self._edges, strict=True))):
            choice = subtree_cost[child] + self.pairs.cost_different[edge, None]
            rows, own = np.arange(len(child)), labels[parent]
            choice[rows, own] = subtree_cost[child, own] + self.pairs.cost_same[edge]
            labels[child] = choice.argmin(axis=1)
        return labels

    def lower_bound(self, subtree_cost: Array) -> float:
        """Lower bound on the cost of any labelling, exact without a core, whose edges count 0."""
        return float(
            subtree_cost[self._roots].min(axis=1).sum() + subtree_cost[self.core].min(axis=1).sum()
        )

    def total(self, cost: Array, labels: IntArray) -> float:
        """What a labelling costs."""
        own = cost[np.arange(len(labels)), labels]
        return float(own.sum() + self.pairs.costs(labels).sum())

    def _edge_positions(self, one: IntArray, other: IntArray) -> IntArray:
        """Position of each edge in `pairs`."""
        keys = self.pairs.ends[:, 0] * self.n_vertices + self.pairs.ends[:, 1]
        low, high = np.minimum(one, other), np.maximum(one, other)
        return np.searchsorted(keys, low * self.n_vertices + high)


def component_costs(
    cost: Array, pairs: PairCosts, component_of: IntArray, labels: IntArray
) -> Array:
    """Cost of a labelling on each connected component."""
    found = np.zeros(int(component_of.max(initial=-1)) + 1)
    np.add.at(found, component_of, cost[np.arange(len(labels)), labels])
    np.add.at(found, component_of[pairs.ends[:, 0]], pairs.costs(labels))
    return found


def iterated_conditional_modes(
    cost: Array, pairs: PairCosts, labels: IntArray, passes: int = 20
) -> IntArray:
    """ICM (Besag 1986): each vertex to its cheapest label given the others, to a local minimum."""
    labels = labels.copy()
    k = cost.shape[1]
    ends = np.concatenate([pairs.ends, pairs.ends[:, ::-1]])
    cost_difference = np.tile(pairs.cost_same - pairs.cost_different, 2)
    order = np.argsort(ends[:, 0], kind="stable")
    cuts = np.searchsorted(ends[order, 0], np.arange(len(labels) + 1))
    others, cost_difference = ends[order, 1], cost_difference[order]
    slack = 1e-12 * float(np.abs(cost).max(initial=0.0))
    for _ in range(passes):
        moved = False
        for vertex in range(len(labels)):
            near = slice(cuts[vertex], cuts[vertex + 1])
            costs = np.bincount(labels[others[near]], weights=cost_difference[near], minlength=k)
            costs += cost[vertex]
            best = int(costs.argmin())
            if costs[best] < costs[labels[vertex]] - slack:
                labels[vertex] = best
                moved = True
        if not moved:
            break
    return labels
