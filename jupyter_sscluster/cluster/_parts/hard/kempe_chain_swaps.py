"""Kempe-chain swaps: local search among the labellings that violate no cannot-link.

A Kempe chain of a and b is a connected component of the subgraph of the vertices labelled a or b.
Swapping a and b on it keeps both ends of every edge different, as no neighbour outside the chain
has either label; a chain of one vertex is a single move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, IntArray, Integers, Labels
from jupyter_sscluster.cluster._parts.hard.two_core import connected_component_ids
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances

_PASSES = 20
_SLACK = 1e-12
"""Gains below this share of the total are rounding."""


def kempe_descent(cost: Array, edges: IntArray, labels: IntArray) -> IntArray:
    """Kempe-chain descent: swap every chain that lowers Σ `cost`[vertex, label], until none does.

    With two labels chains are whole components of the graph, each of which has these two labellings
    only, and the result is optimal; with more it is a local minimum.
    """
    labels = labels.copy()
    threshold = -_SLACK * float(np.abs(cost).max(axis=1).sum())
    for _ in range(_PASSES):
        if not swap_chains(cost, labels, edges, np.arange(len(labels)), threshold):
            break
    return labels


def swapped_rows(
    labels: Labels,
    rows: Index,
    X: Array,
    centres: Array,
    component: Index,
    links: Integers,
    weights: Array | None = None,
) -> Labels | None:
    """Labels of all rows after one sweep of swaps that bring rows nearer to centres, or None.

    Chains follow the pairs in force, so that a swap changes no uniform cost. `X`, `weights` and
    `component` (m,) are those of the constrained `rows`, `links` (e, 2) the coupled components.
    """
    distances = squared_distances(X, centres)
    if weights is not None:
        distances *= weights[:, None]
    own = labels[rows]
    if not swap_chains(distances, own, links, component, -_SLACK * float(distances.mean())):
        return None
    changed = labels.copy()
    changed[rows] = own
    return changed


def swap_chains(
    cost: Array, labels: Integers, edges: Integers, vertex: Index, threshold: float
) -> bool:
    """Swap labels in place on every chain that costs less than `threshold`; `cost` is (m, k).

    One sweep over pairs of labels; `vertex` (m,) maps rows to the ends of `edges` (e, 2).
    """
    n_vertices, changed = int(vertex.max(initial=-1)) + 1, False
    for a, b in _gainful_label_pairs(cost, labels):
        rows = np.flatnonzero((labels == a) | (labels == b))
        present = np.zeros(n_vertices, dtype=bool)
        present[vertex[rows]] = True
        inside = edges[present[edges].all(axis=1)]
        chain = connected_component_ids(n_vertices, inside)[vertex[rows]]
        other = a + b - labels[rows]
        change = np.bincount(chain, cost[rows, other] - cost[rows, labels[rows]])
        cheaper = change[chain] < threshold
        labels[rows[cheaper]] = other[cheaper]
        changed |= bool(cheaper.any())
    return changed


def _gainful_label_pairs(cost: Array, labels: Integers) -> list[tuple[int, int]]:
    """Pairs of labels a < b where some vertex costs less under the other; no others can gain."""
    vertex, label = np.nonzero(cost < cost[np.arange(len(labels)), labels][:, None])
    pairs = np.sort(np.stack([labels[vertex], label], axis=1), axis=1)
    return [(int(a), int(b)) for a, b in np.unique(pairs, axis=0)]


class ComponentVertices:
    """Must-link components: sizes, sums, cannot-links; clusters below `lightest` are empty."""

    def __init__(self, sizes: Array, sums: Array, edges: IntArray, lightest: float = 1.0) -> None:
        self.sizes, self.lightest = sizes, lightest
        self.sums = sums
        self.edges = edges

    def kempe_chains(self, labels: IntArray, a: int, b: int) -> KempeChains:
        """The Kempe chains of a and b."""
        members = np.flatnonzero((labels == a) | (labels == b))
        place = np.full(len(labels), -1)
        place[members] = np.arange(len(members))
        edges = place[self.edges]
        ids = connected_component_ids(len(members), edges[(edges >= 0).all(axis=1)])
        sign = np.where(labels[members] == b, 1.0, -1.0)
        entries = (sign, ids, np.arange(len(ids) + 1))
        total = sparse.csc_matrix(entries, shape=(int(ids.max(initial=-1)) + 1, len(ids)))
        return KempeChains(members, ids, total @ self.sizes[members], total @ self.sums[members])


class KempeChains(NamedTuple):
    """Chain of each member, and points and sums that each chain's swap adds to cluster a."""

    members: IntArray
    ids: IntArray
    points: Array
    sums: Array


def hartigan_kempe_swaps(
    components: ComponentVertices, labels: IntArray, counts: Array, sums: Array
) -> IntArray | None:
    """Labels of the components after every Kempe swap that lowers the inertia, or None.

    By Hartigan's rule means move with the chain: a large component is not held by the mean that it
    makes itself. `counts` (k,) and `sums` (k, d) include other points. No cluster is emptied.
    """
    labels, counts, sums = labels.copy(), counts.copy(), sums.copy()
    pairs = list(combinations(range(len(counts)), 2))
    changes = np.zeros(len(counts), dtype=np.int64)
    seen: dict[tuple[int, int], int] = {}
    for a, b in pairs * _PASSES:
        if seen.get((a, b)) == changes[a] + changes[b]:
            continue
        for chain in _best_swaps(components, labels, counts, sums, a, b):
            labels[chain] = a + b - labels[chain]
            changes[[a, b]] += 1
        seen[a, b] = changes[a] + changes[b]
    return labels if changes.any() else None


def _best_swaps(
    components: ComponentVertices, labels: IntArray, counts: Array, sums: Array, a: int, b: int
) -> Iterator[IntArray]:
    """Chains of a and b to swap, largest gain first; `counts` and `sums` follow the swaps."""
    chains = components.kempe_chains(labels, a, b)
    least = components.lightest
    threshold = 1e-10 * float((sums**2 / np.maximum(counts, least)[:, None]).sum())
    for _ in range(2 * len(chains.points)):
        gain = _swap_gain(counts[[a, b]], sums[[a, b]], chains.points, chains.sums, least)
        best = int(gain.argmax())
        if gain[best] <= threshold:
            return
        for sign, label in ((1.0, a), (-1.0, b)):
            counts[label] += sign * chains.points[best]
            sums[label] += sign * chains.sums[best]
        chains.points[best] *= -1.0
        chains.sums[best] *= -1.0
        yield chains.members[chains.ids == best]


def _swap_gain(counts: Array, sums: Array, points: Array, shift: Array, least: float) -> Array:
    """Decrease of the inertia by each swap; minus infinity where it would empty a cluster.

    As the inertia is Σ ‖x_i‖² - Σ_k ‖s_k‖² / n_k, s_k being sums and n_k counts, a swap that adds m
    points of sum t to cluster a, and takes them from b, lowers it by

        ‖s_a + t‖² / (n_a + m) + ‖s_b - t‖² / (n_b - m) - ‖s_a‖² / n_a - ‖s_b‖² / n_b.
    """
    after = np.stack([counts[0] + points, counts[1] - points])
    kept = (after > 0.5 * least).all(axis=0)
    after = np.where(kept, after, 1.0)
    squares = ((sums[0] + shift) ** 2).sum(axis=1), ((sums[1] - shift) ** 2).sum(axis=1)
    before = float(((sums**2).sum(axis=1) / np.maximum(counts, least)).sum())
    return np.where(kept, squares[0] / after[0] + squares[1] / after[1] - before, -np.inf)
