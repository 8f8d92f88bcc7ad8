"""Kempe-chain swaps: two clusters exchanged along a chain of coupled rows.

A way out where no row may move alone. The rows now in clusters a and b fall into chains, the
connected components of the graph of pairs in force between these rows (Kempe 1879, with clusters
for colours). Exchanging a and b on a whole chain changes no uniform cost at all, as equal labels
stay equal and no pair leads out; so the distances alone decide.
"""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Integers, Labels
from jupyter_sscluster.cluster._parts.hard.two_core import connected_component_ids
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances


def swapped_rows(
    labels: Labels,
    rows: Index,
    X: Array,
    centres: Array,
    component: Index,
    links: Integers,
    weights: Array | None = None,
) -> Labels | None:
    """Labels of all rows after the swaps that lower the objective, None without any.

    `X` holds the constrained `rows`, and `weights` theirs; `component` and `links` are as in
    `swap_chains`.
    """
    distances = squared_distances(X, centres)
    if weights is not None:
        distances *= weights[:, None]
    found = swap_chains(distances, labels[rows], component, links)
    if found is None:
        return None
    changed = labels.copy()
    changed[rows] = found
    return changed


def swap_chains(
    distances: Array, labels: Labels, component: Index, links: Integers
) -> Labels | None:
    """Labels after every swap that brings a chain nearer, cluster pair by cluster pair, or None.

    `distances` (m, k) are squared ones, `component` that of each row, and `links` (e, 2) the
    coupled components.
    """
    n_components = int(component.max()) + 1
    least = -1e-12 * float(distances.mean())
    swapped = labels.copy()
    for a, b in _wished(distances, labels):
        rows = np.flatnonzero((swapped == a) | (swapped == b))
        present = np.zeros(n_components, dtype=bool)
        present[component[rows]] = True
        chain = connected_component_ids(n_components, links[present[links].all(axis=1)])[
            component[rows]
        ]
        other = a + b - swapped[rows]
        change = np.bincount(chain, distances[rows, other] - distances[rows, swapped[rows]])
        cheaper = change[chain] < least
        swapped[rows[cheaper]] = other[cheaper]
    return None if np.array_equal(swapped, labels) else swapped


def _wished(distances: Array, labels: Labels) -> list[tuple[int, int]]:
    """Pairs of clusters a < b such that a row in one of them is nearer to the other."""
    own = distances[np.arange(len(labels)), labels]
    row, cluster = np.nonzero(distances < own[:, None])
    pairs = np.sort(np.stack([labels[row], cluster], axis=1), axis=1)
    return [(int(a), int(b)) for a, b in np.unique(pairs, axis=0)]
