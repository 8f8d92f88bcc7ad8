"""Swaps of two clusters along a chain of coupled rows: a way out where no row may move alone.

The rows now in clusters a and b fall into chains, the parts that couplings connect. Swapping a and
b on a whole chain changes no penalty at all, as equal labels stay equal and no coupling leads out;
so the distances alone decide.
"""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.hard.two_core import chain_ids


def swap_chains(near: Array, labels: Labels, block: Index, links: Index) -> Labels | None:
    """Labels after every swap that brings a chain nearer, cluster pair by cluster pair, or None.

    `near` (m, k) are squared distances, `block` the component of each row, and `links` (e, 2) the
    coupled components.
    """
    n_blocks = int(block.max()) + 1
    least = -1e-12 * float(near.mean())
    swapped = labels.copy()
    for a, b in _wished(near, labels):
        rows = np.flatnonzero((swapped == a) | (swapped == b))
        present = np.zeros(n_blocks, dtype=bool)
        present[block[rows]] = True
        chain = chain_ids(n_blocks, links[present[links].all(axis=1)])[block[rows]]
        other = a + b - swapped[rows]
        price = np.bincount(chain, near[rows, other] - near[rows, swapped[rows]])
        cheaper = price[chain] < least
        swapped[rows[cheaper]] = other[cheaper]
    return None if np.array_equal(swapped, labels) else swapped


def _wished(near: Array, labels: Labels) -> list[tuple[int, int]]:
    """Pairs of clusters a < b such that a row in one of them is nearer to the other."""
    own = near[np.arange(len(labels)), labels]
    row, cluster = np.nonzero(near < own[:, None])
    pairs = np.sort(np.stack([labels[row], cluster], axis=1), axis=1)
    return [(int(a), int(b)) for a, b in np.unique(pairs, axis=0)]
