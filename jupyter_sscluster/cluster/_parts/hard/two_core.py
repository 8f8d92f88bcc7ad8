"""The graph of cannot-links between components: its trees are assigned exactly, in a few passes."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, IntArray, Integers

_MOST_ROUNDS = 64
"""Leaves are taken off at most so often; what is left of a deeper tree counts as core."""


class CannotGraph:
    """Vertices that must differ along edges, split into trees and a core.

    Taking off the leaves again and again leaves the cycles. Given the costs of every vertex, the
    trees are solved by dynamic programming: `fold` adds to each vertex what its tree costs at
    best, `unfold` reads the labels back once the core has its own.

    Attributes
    ----------
    n_vertices : int
    core : array
        Vertices that are left, ascending.
    core_edges : array, shape (f, 2)
        Edges between them, numbered within `core`.
    """

    def __init__(self, n_vertices: int, edges: IntArray) -> None:
        self.n_vertices = n_vertices
        self._rounds, left = _leaves(n_vertices, edges)
        self.core = np.unique(left)
        self.core_edges = np.searchsorted(self.core, left)
        on_tree = np.ones(n_vertices, dtype=bool)
        on_tree[self.core] = False
        for child, _ in self._rounds:
            on_tree[child] = False
        self._roots = np.flatnonzero(on_tree)

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """Neighbours of each core vertex within the core, ascending."""
        ends = np.concatenate([self.core_edges, self.core_edges[:, ::-1]])
        ends = ends[np.lexsort(ends.T[::-1])]
        cuts = np.cumsum(np.bincount(ends[:, 0], minlength=len(self.core)))[:-1]
        return [row.tolist() for row in np.split(ends[:, 1], cuts)][: len(self.core)]

    @cached_property
    def parts(self) -> IntArray:
        """Connected part of each core vertex."""
        return chain_ids(len(self.core), self.core_edges)

    def fold(self, cost: Array) -> Array:
        """Costs (n_vertices, k) that include the best of the subtree below each vertex."""
        folded = cost.copy()
        for child, parent in self._rounds:
            np.add.at(folded, parent, best_elsewhere(folded[child]))
        return folded

    def unfold(self, folded: Array, core_labels: IntArray) -> IntArray:
        """Cheapest labels of all vertices for these labels of the core."""
        labels = np.empty(self.n_vertices, dtype=np.int64)
        labels[self.core] = core_labels
        labels[self._roots] = folded[self._roots].argmin(axis=1)
        for child, parent in reversed(self._rounds):
            choice = folded[child]
            choice[np.arange(len(child)), labels[parent]] = np.inf
            labels[child] = choice.argmin(axis=1)
        return labels


def chain_ids(n_vertices: int, edges: Integers) -> IntArray:
    """Connected part of each vertex."""
    links = sparse.coo_array((np.ones(len(edges)), tuple(edges.T)), shape=(n_vertices, n_vertices))
    return connected_components(links, directed=False)[1].astype(np.int64)


def _leaves(n_vertices: int, edges: IntArray) -> tuple[list[tuple[IntArray, IntArray]], IntArray]:
    """Rounds of (leaves, what each hangs on), and the edges that no round took off."""
    rounds: list[tuple[IntArray, IntArray]] = []
    while len(edges) and len(rounds) < _MOST_ROUNDS:
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


def best_elsewhere(cost: Array) -> Array:
    """For each row and label the least cost over the other labels."""
    rows = np.arange(len(cost))
    best = cost.argmin(axis=1)
    others = cost.copy()
    others[rows, best] = np.inf
    found = np.repeat(cost[rows, best][:, None], cost.shape[1], axis=1)
    found[rows, best] = others.min(axis=1)
    return found
