"""Agglomeration by a chain of nearest neighbours, for linkages that no merge shortens.

Who are nearest to each other are merged at once, wherever they are: for such linkages the merges
are those of the greedy method, only in another order. Infinite distances are never merged, so
that groups kept apart leave a forest instead of a tree.

Müllner, D. (2011). Modern hierarchical, agglomerative clustering algorithms. arXiv:1109.2378,
section 3.1; Davidson, I. & Ravi, S. S. (2009), Data Mining and Knowledge Discovery 18, 257-282.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Matrix
from jupyter_sscluster.cluster._parts.linkage.lance_williams import Pair, Update
from jupyter_sscluster.cluster.fitting.watching import report

_REPORTS = 200
"""Times that merging is reported, about."""

_SMALL = 256
"""Groups of which the matrix is not made any smaller."""


class Merges(NamedTuple):
    """Merges in order: a first group of each of the two (t, 2), and the distance (t,)."""

    pairs: IntArray
    apart: Array

    def and_then(self, others: Merges) -> Merges:
        """These merges and then those."""
        return Merges(
            np.concatenate([self.pairs, others.pairs]), np.concatenate([self.apart, others.apart])
        )


class Merging:
    """Groups that become fewer: their distances `D` (m, m), which are overwritten.

    `names` are the numbers that the groups in the slots had at first; a union takes the lower
    slot of the two, and the other one is dead.
    """

    def __init__(self, D: Matrix, sizes: NDArray[np.integer], update: Update) -> None:
        self.D = D
        self.sizes = sizes.astype(D.dtype)
        self.names = np.arange(len(D))
        self.dead = np.zeros(len(D), dtype=D.dtype)
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
        """Distances of one slot, infinite to dead ones; overwritten by the next call."""
        row: Matrix = np.add(self.D[slot], self.dead, out=self._row)
        return row

    def merge(self, i: int, j: int) -> int:
        """Make one of two slots, and say which slot it takes."""
        kept, gone = min(i, j), max(i, j)
        apart = self.D[kept, gone]
        n_kept, n_gone = float(self.sizes[kept]), float(self.sizes[gone])
        pair = Pair(self.D[kept], self.D[gone], float(apart), n_kept, n_gone)
        new = self._update(pair, self.sizes)
        new[kept] = np.inf
        self.D[kept] = new
        self.D[:, kept] = new
        self.dead[gone] = np.inf
        self.sizes[kept] += self.sizes[gone]
        self.n_left -= 1
        self._found.append((int(self.names[kept]), int(self.names[gone]), float(apart)))
        if len(self._found) % max(self._n_first // _REPORTS, 1) == 0 or self.n_left == 1:
            self.tell()
        return kept

    def halved(self) -> IntArray | None:
        """Leave out the dead slots where they are half of all, and say which slots were left."""
        if len(self.D) < max(_SMALL, 2 * self.n_left):
            return None
        left = np.flatnonzero(self.dead == 0.0)
        room = self.D.reshape(-1)[: len(left) ** 2].reshape(len(left), len(left))
        for new, old in enumerate(left):
            room[new] = self.D[old, left]
        self.D, self._row = room, np.empty(len(left), dtype=room.dtype)
        self.sizes, self.names, self.dead = self.sizes[left], self.names[left], self.dead[left]
        return left

    @property
    def merges(self) -> Merges:
        """The merges so far."""
        pairs = np.array([found[:2] for found in self._found], dtype=np.int64).reshape(-1, 2)
        return Merges(pairs, np.array([found[2] for found in self._found], dtype=np.float64))

    def tell(self) -> None:
        """Report how many merges are done."""
        report("merge", max(len(self._found), 1), max(self._n_first - 1, 1))


def forest(D: Matrix, sizes: NDArray[np.integer], update: Update) -> Merges:
    """All merges of groups at finite distances, nearest first; `D` (m, m) is overwritten.

    Every step of the chain goes to the nearest neighbour of its tip, back where this is no
    farther than any other; two steps make a merge. Time is O(m²), and no further matrix is held.
    """
    state = Merging(D, sizes, update)
    state.tell()
    waiting = np.ones(len(D), dtype=bool)
    chain: list[int] = []
    while True:
        if not chain:
            start = int(waiting.argmax())
            if not waiting[start]:
                break
            chain = [start]
        to, apart = state.nearest(chain[-1])
        if apart == np.inf:
            waiting[chain.pop()] = False
            continue
        if len(chain) == 1 or state.D[chain[-1], chain[-2]] > apart:
            chain.append(to)
            continue
        i, j = chain.pop(), chain.pop()
        kept = state.merge(i, j)
        waiting[max(i, j)], waiting[kept] = False, True
        left = state.halved()
        if left is not None:
            waiting = waiting[left]
            chain = np.searchsorted(left, chain).tolist()
    merges = state.merges
    order = np.argsort(merges.apart, kind="stable")
    return Merges(merges.pairs[order], merges.apart[order])
