"""Nearest-neighbour chain: O(m²) agglomeration for reducible linkages.

The chain steps from a cluster to its nearest neighbour until two are nearest to each other, and
merges these at once. As a reducible linkage brings no cluster nearer, they would stay nearest
neighbours until the greedy method came to them: the merges are the same, in another order, and the
rest of the chain stays valid. Infinite distances are never merged, so that cannot-links leave a
forest instead of a tree.

Bruynooghe, M. (1977), Statistique et analyse des données 2(3), 24-42; Murtagh, F. (1983), The
Computer Journal 26, 354-359, doi:10.1093/comjnl/26.4.354. Müllner, D. (2011). Modern hierarchical,
agglomerative clustering algorithms. arXiv:1109.2378, section 3.1; Davidson, I. & Ravi, S. S.
(2009), Data Mining and Knowledge Discovery 18, 257-282.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Matrix
from jupyter_sscluster.cluster._parts.linkage.lance_williams import ClosestPair, Update
from jupyter_sscluster.cluster.fit.watching import report

_REPORTS = 200
"""Times that merging is reported, about."""

_SMALL = 256
"""Clusters of which the matrix is not compacted any more."""


class Merges(NamedTuple):
    """Merges in order: a leaf under each of the two (t, 2), and the heights (t,)."""

    pairs: IntArray
    heights: Array

    def and_then(self, others: Merges) -> Merges:
        """These merges and then those."""
        return Merges(
            np.concatenate([self.pairs, others.pairs]),
            np.concatenate([self.heights, others.heights]),
        )


class MergeState:
    """Distance matrix `D` (m, m), overwritten by merges; a union takes the lower of two slots."""

    def __init__(self, D: Matrix, sizes: NDArray[np.integer], update: Update) -> None:
        self.D = D
        self.sizes = sizes.astype(D.dtype)
        self.leaves = np.arange(len(D))
        self.inactive = np.zeros(len(D), dtype=D.dtype)
        self.n_left = len(D)
        self._n_first = len(D)
        self._update = update
        self._row = np.empty(len(D), dtype=D.dtype)
        self._found: list[tuple[int, int, float]] = []

    def nearest(self, slot: int) -> tuple[int, float]:
        """The slot nearest to this one, the lowest of equals, and its distance."""
        row = self.row(slot)
        at = int(row.argmin())
        return at, float(row[at])

    def row(self, slot: int) -> Matrix:
        """Distances of one slot, infinite to inactive ones; overwritten by the next call."""
        row: Matrix = np.add(self.D[slot], self.inactive, out=self._row)
        return row

    def merge(self, i: int, j: int) -> int:
        """Merge two slots by a Lance–Williams update; return the slot of the union."""
        kept, gone = min(i, j), max(i, j)
        distance = self.D[kept, gone]
        n_kept, n_gone = float(self.sizes[kept]), float(self.sizes[gone])
        pair = ClosestPair(self.D[kept], self.D[gone], float(distance), n_kept, n_gone)
        new = self._update(pair, self.sizes)
        new[kept] = np.inf
        self.D[kept] = new
        self.D[:, kept] = new
        self.inactive[gone] = np.inf
        self.sizes[kept] += self.sizes[gone]
        self.n_left -= 1
        self._found.append((int(self.leaves[kept]), int(self.leaves[gone]), float(distance)))
        if len(self._found) % max(self._n_first // _REPORTS, 1) == 0 or self.n_left == 1:
            self.report_progress()
        return kept

    def compacted(self) -> IntArray | None:
        """Compact the matrix once half of the slots are inactive; return the slots kept."""
        if len(self.D) < max(_SMALL, 2 * self.n_left):
            return None
        left = np.flatnonzero(self.inactive == 0.0)
        room = self.D.reshape(-1)[: len(left) ** 2].reshape(len(left), len(left))
        for new, old in enumerate(left):
            room[new] = self.D[old, left]
        self.D, self._row = room, np.empty(len(left), dtype=room.dtype)
        self.sizes, self.leaves, self.inactive = (
            self.sizes[left],
            self.leaves[left],
            self.inactive[left],
        )
        return left

    @property
    def merges(self) -> Merges:
        """The merges so far."""
        pairs = np.array([found[:2] for found in self._found], dtype=np.int64).reshape(-1, 2)
        return Merges(pairs, np.array([found[2] for found in self._found], dtype=np.float64))

    def report_progress(self) -> None:
        """Report how many merges are done."""
        report("merge", max(len(self._found), 1), max(self._n_first - 1, 1))


def nn_chain_merges(D: Matrix, sizes: NDArray[np.integer], update: Update) -> Merges:
    """All merges at finite distances by nearest-neighbour chain, by height; `D` is overwritten.

    Ties go to the cluster before the tip: otherwise the chain could cycle. O(m²) time, in place.
    """
    state = MergeState(D, sizes, update)
    state.report_progress()
    waiting = np.ones(len(D), dtype=bool)
    chain: list[int] = []
    while True:
        if not chain:
            start = int(waiting.argmax())
            if not waiting[start]:
                break
            chain = [start]
        to, distance = state.nearest(chain[-1])
        if distance == np.inf:
            waiting[chain.pop()] = False
            continue
        if len(chain) == 1 or state.D[chain[-1], chain[-2]] > distance:
            chain.append(to)
            continue
        i, j = chain.pop(), chain.pop()
        kept = state.merge(i, j)
        waiting[max(i, j)], waiting[kept] = False, True
        left = state.compacted()
        if left is not None:
            waiting = waiting[left]
            chain = np.searchsorted(left, chain).tolist()
    merges = state.merges
    order = np.argsort(merges.heights, kind="stable")
    return Merges(merges.pairs[order], merges.heights[order])
