"""Pairs of groups with a price for being together and one for being apart, as a graph.

A price of infinity for being together is a hard cannot-link. Hard must-links are no edges: the
groups they make are the vertices.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph, best_elsewhere


class Pairs(NamedTuple):
    """Edges (e, 2) between vertices, low end first, each once; e prices for either outcome."""

    ends: IntArray
    together: Array
    apart: Array

    def price(self, labels: IntArray) -> Array:
        """What each edge costs under these labels of the vertices."""
        return np.where(_same(labels, self.ends), self.together, self.apart)

    def hard(self) -> IntArray:
        """The edges that may not be together."""
        return self.ends[np.isinf(self.together)]


class PairGraph(CannotGraph):
    """The graph of such edges; as in `CannotGraph`, trees are solved exactly in a few passes.

    Attributes
    ----------
    pairs : Pairs
    inner : Pairs
        Those between core vertices, numbered within `core`.
    """

    def __init__(self, n_vertices: int, pairs: Pairs) -> None:
        super().__init__(n_vertices, pairs.ends)
        self.pairs = pairs
        self._edges = [self._places(child, parent) for child, parent in self._rounds]
        kept = self._places(*self.core[self.core_edges].T)
        self.inner = Pairs(self.core_edges, pairs.together[kept], pairs.apart[kept])

    def fold(self, cost: Array) -> Array:
        """Costs (n_vertices, k) that include the best of the tree below each vertex."""
        folded = cost.copy()
        for (child, parent), edge in zip(self._rounds, self._edges, strict=True):
            together = folded[child] + self.pairs.together[edge, None]
            apart = best_elsewhere(folded[child]) + self.pairs.apart[edge, None]
            np.add.at(folded, parent, np.minimum(together, apart))
        return folded

    def unfold(self, folded: Array, core_labels: IntArray) -> IntArray:
        """Cheapest labels of all vertices for these labels of the core."""
        labels = np.empty(self.n_vertices, dtype=np.int64)
        labels[self.core] = core_labels
        labels[self._roots] = folded[self._roots].argmin(axis=1)
        for (child, parent), edge in reversed(list(zip(self._rounds, self._edges, strict=True))):
            choice = folded[child] + self.pairs.apart[edge, None]
            rows, own = np.arange(len(child)), labels[parent]
            choice[rows, own] = folded[child, own] + self.pairs.together[edge]
            labels[child] = choice.argmin(axis=1)
        return labels

    def bound(self, folded: Array) -> float:
        """No labelling costs less; equality where there is no core."""
        return float(folded[self._roots].min(axis=1).sum() + folded[self.core].min(axis=1).sum())

    def total(self, cost: Array, labels: IntArray) -> float:
        """What a labelling costs."""
        own = cost[np.arange(len(labels)), labels]
        return float(own.sum() + self.pairs.price(labels).sum())

    def _places(self, one: IntArray, other: IntArray) -> IntArray:
        """Place of each edge in `pairs`."""
        keys = self.pairs.ends[:, 0] * self.n_vertices + self.pairs.ends[:, 1]
        low, high = np.minimum(one, other), np.maximum(one, other)
        return np.searchsorted(keys, low * self.n_vertices + high)


def part_prices(cost: Array, pairs: Pairs, parts: IntArray, labels: IntArray) -> Array:
    """What a labelling costs on each connected part."""
    found = np.zeros(int(parts.max(initial=-1)) + 1)
    np.add.at(found, parts, cost[np.arange(len(labels)), labels])
    np.add.at(found, parts[pairs.ends[:, 0]], pairs.price(labels))
    return found


def settled(cost: Array, pairs: Pairs, labels: IntArray, passes: int = 20) -> IntArray:
    """Labels after moves of single vertices, each to where it costs least, until none helps."""
    labels = labels.copy()
    k = cost.shape[1]
    ends = np.concatenate([pairs.ends, pairs.ends[:, ::-1]])
    pull = np.tile(pairs.together - pairs.apart, 2)
    order = np.argsort(ends[:, 0], kind="stable")
    cuts = np.searchsorted(ends[order, 0], np.arange(len(labels) + 1))
    others, pull = ends[order, 1], pull[order]
    slack = 1e-12 * float(np.abs(cost).max(initial=0.0))
    for _ in range(passes):
        moved = False
        for vertex in range(len(labels)):
            near = slice(cuts[vertex], cuts[vertex + 1])
            price = np.bincount(labels[others[near]], weights=pull[near], minlength=k)
            price += cost[vertex]
            best = int(price.argmin())
            if price[best] < price[labels[vertex]] - slack:
                labels[vertex] = best
                moved = True
        if not moved:
            break
    return labels


def _same(labels: IntArray, ends: IntArray) -> Mask:
    same: Mask = labels[ends[:, 0]] == labels[ends[:, 1]]
    return same
