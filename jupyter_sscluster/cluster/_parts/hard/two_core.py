"""Peeling to the 2-core; upward and downward dynamic-programming passes on what is peeled.

Removing leaves repeatedly leaves the 2-core. The removed trees are labelled exactly: with C_v(k)
the least cost of v and the tree below it when v has label k,

    C_v(k) = cost_v(k) + Σ over the children u of v of min_{l ≠ k} C_u(l),

leaves first (upward); labels are then read off from the roots (downward). On the core the problem
is graph colouring, NP-hard from three labels on; with few constraints the core is small or empty.
"""

from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, IntArray, Integers

_MAX_ROUNDS = 64
"""Rounds of peeling at most, as a path would take one for every two vertices; the rest is core."""


class CannotGraph:
    """Cannot-link graph between components, split into its 2-core and the trees that hang on it.

    `core` are the vertices of the 2-core, ascending, `core_edges` (f, 2) its edges, numbered in it.
    """

    def __init__(self, n_vertices: int, edges: IntArray) -> None:
        self.n_vertices = n_vertices
        self._peeled, left = _peel_leaves(n_vertices, edges)
        self.core = np.unique(left)
        self.core_edges = np.searchsorted(self.core, left)
        is_root = np.ones(n_vertices, dtype=bool)
        is_root[self.core] = False
        for child, _ in self._peeled:
            is_root[child] = False
        self._roots = np.flatnonzero(is_root)

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """Neighbours of each core vertex within the core, ascending."""
        ends = np.concatenate([self.core_edges, self.core_edges[:, ::-1]])
        ends = ends[np.lexsort(ends.T[::-1])]
        cuts = np.cumsum(np.bincount(ends[:, 0], minlength=len(self.core)))[:-1]
        return [row.tolist() for row in np.split(ends[:, 1], cuts)][: len(self.core)]

    @cached_property
    def core_components(self) -> IntArray:
        """Connected component of each core vertex in the core."""
        return connected_component_ids(len(self.core), self.core_edges)

    def upward(self, cost: Array) -> Array:
        """C_v(k) of all vertices (n_vertices, k), `cost` being that of each vertex alone."""
        subtree_cost = cost.copy()
        for child, parent in self._peeled:
            np.add.at(subtree_cost, parent, min_over_others(subtree_cost[child]))
        return subtree_cost

    def downward(self, subtree_cost: Array, core_labels: IntArray) -> IntArray:
        """Cheapest labels of all vertices for these labels of the core."""
        labels = np.empty(self.n_vertices, dtype=np.int64)
        labels[self.core] = core_labels
        labels[self._roots] = subtree_cost[self._roots].argmin(axis=1)
        for child, parent in reversed(self._peeled):
            choice = subtree_cost[child]
            choice[np.arange(len(child)), labels[parent]] = np.inf
            labels[child] = choice.argmin(axis=1)
        return labels


def connected_component_ids(n_vertices: int, edges: Integers) -> IntArray:
    """Connected component of each vertex."""
    links = sparse.coo_array((np.ones(len(edges)), tuple(edges.T)), shape=(n_vertices, n_vertices))
    return connected_components(links, directed=False)[1].astype(np.int64)


def _peel_leaves(
    n_vertices: int, edges: IntArray
) -> tuple[list[tuple[IntArray, IntArray]], IntArray]:
    """Peel leaves in rounds of (leaf, the vertex it hangs on); return these, and the edges left."""
    rounds: list[tuple[IntArray, IntArray]] = []
    while len(edges) and len(rounds) < _MAX_ROUNDS:
        leaf = np.bincount(edges.ravel(), minlength=n_vertices) == 1
        hanging = leaf[edges]
        if not hanging.any():
            break
        second = hanging[:, 1]
        taken = second | hanging[:, 0]
        child, parent = edges[:, 1].copy(), edges[:, 0].copy()
        child[~second], parent[~second] = edges[~second, 0], edges[~second, 1]
        rounds.append((child[taken], parent[taken]))
        edges = edges[~taken]
    return rounds, edges


def min_over_others(cost: Array) -> Array:
    """min_{l ≠ k} cost(l) of each row for every k: the least, or the second least where k is it."""
    rows = np.arange(len(cost))
    best = cost.argmin(axis=1)
    others = cost.copy()
    others[rows, best] = np.inf
    found = np.repeat(cost[rows, best][:, None], cost.shape[1], axis=1)
    found[rows, best] = others.min(axis=1)
    return found
