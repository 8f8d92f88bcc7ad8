"""Kempe chains: swap two labels on a connected part, and no cannot-link can break.

The vertices labelled a or b fall into chains, the connected parts of the graph between them.
Swapping a and b on one chain keeps every edge satisfied; a chain of one vertex is a single move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.two_core import chain_ids

_PASSES = 20
_SLACK = 1e-12
"""Gains below this part of the total are rounding."""


def cheaper(cost: Array, edges: IntArray, labels: IntArray) -> IntArray:
    """Swap every chain whose swap lowers the sum of `cost`[vertex, label], until none does.

    With two labels this gives a cheapest labelling; with more, one that no swap improves.
    """
    labels = labels.copy()
    rows = np.arange(len(labels))
    least = -_SLACK * float(np.abs(cost).max(axis=1).sum())
    for _ in range(_PASSES):
        changed = False
        for a, b in _wished(cost, labels):
            inside = (labels == a) | (labels == b)
            other = np.where(inside, a + b - labels, labels)
            chains = chain_ids(len(labels), edges[inside[edges].all(axis=1)])
            price = np.bincount(chains, weights=cost[rows, other] - cost[rows, labels])
            swap = inside & (price < least)[chains]
            labels[swap] = other[swap]
            changed |= bool(swap.any())
        if not changed:
            break
    return labels


def _wished(cost: Array, labels: IntArray) -> list[tuple[int, int]]:
    """Pairs of labels a < b between which at least one vertex would like to move."""
    vertex, label = np.nonzero(cost < cost[np.arange(len(labels)), labels][:, None])
    pairs = np.sort(np.stack([labels[vertex], label], axis=1), axis=1)
    return [(int(a), int(b)) for a, b in np.unique(pairs, axis=0)]


class Groups:
    """Groups of points that move together: how many points, and the sum of their rows."""

    def __init__(self, sizes: Array, sums: Array, edges: IntArray) -> None:
        self.sizes = sizes
        self.sums = sums
        self.edges = edges

    def chains(self, labels: IntArray, a: int, b: int) -> Chains:
        """The chains of a and b."""
        members = np.flatnonzero((labels == a) | (labels == b))
        place = np.full(len(labels), -1)
        place[members] = np.arange(len(members))
        edges = place[self.edges]
        ids = chain_ids(len(members), edges[(edges >= 0).all(axis=1)])
        sign = np.where(labels[members] == b, 1.0, -1.0)
        entries = (sign, ids, np.arange(len(ids) + 1))
        total = sparse.csc_matrix(entries, shape=(int(ids.max(initial=-1)) + 1, len(ids)))
        return Chains(members, ids, total @ self.sizes[members], total @ self.sums[members])


class Chains(NamedTuple):
    """The chain of each member, and what the swap of each chain adds to a: points, and sums."""

    members: IntArray
    ids: IntArray
    points: Array
    sums: Array


def lower_inertia(groups: Groups, labels: IntArray, counts: Array, sums: Array) -> IntArray | None:
    """Labels of the groups after every swap that lowers the inertia itself, or None.

    `counts` (k,) and `sums` (k, d) are those of the clusters, other points included. Here the
    means move with the chain, so that a large group is not held by the mean it makes itself
    (Hartigan's rule in place of Lloyd's). No cluster is emptied.
    """
    labels, counts, sums = labels.copy(), counts.copy(), sums.copy()
    pairs = list(combinations(range(len(counts)), 2))
    changes = np.zeros(len(counts), dtype=np.int64)
    settled: dict[tuple[int, int], int] = {}
    for a, b in pairs * _PASSES:
        if settled.get((a, b)) == changes[a] + changes[b]:
            continue
        for chain in _improving(groups, labels, counts, sums, a, b):
            labels[chain] = a + b - labels[chain]
            changes[[a, b]] += 1
        settled[a, b] = changes[a] + changes[b]
    return labels if changes.any() else None


def _improving(
    groups: Groups, labels: IntArray, counts: Array, sums: Array, a: int, b: int
) -> Iterator[IntArray]:
    """Chains of a and b to swap, the best first; `counts` and `sums` follow the swaps."""
    chains = groups.chains(labels, a, b)
    least = 1e-10 * float((sums**2 / np.maximum(counts, 1.0)[:, None]).sum())
    for _ in range(2 * len(chains.points)):
        gain = _swap_gain(counts[[a, b]], sums[[a, b]], chains.points, chains.sums)
        best = int(gain.argmax())
        if gain[best] <= least:
            return
        for sign, label in ((1.0, a), (-1.0, b)):
            counts[label] += sign * chains.points[best]
            sums[label] += sign * chains.sums[best]
        chains.points[best] *= -1.0
        chains.sums[best] *= -1.0
        yield chains.members[chains.ids == best]


def _swap_gain(counts: Array, sums: Array, points: Array, shift: Array) -> Array:
    """How much each swap lowers the inertia; minus infinity where it would empty a cluster."""
    after = np.stack([counts[0] + points, counts[1] - points])
    kept = (after > 0.5).all(axis=0)
    after = np.where(kept, after, 1.0)
    squares = ((sums[0] + shift) ** 2).sum(axis=1), ((sums[1] - shift) ** 2).sum(axis=1)
    before = float(((sums**2).sum(axis=1) / np.maximum(counts, 1.0)).sum())
    return np.where(kept, squares[0] / after[0] + squares[1] / after[1] - before, -np.inf)
