"""Must-link components moved as a whole, where none of their rows may leave alone."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import PairCosts
from jupyter_sscluster.cluster._parts.soft.independent_set import uncoupled


class Blocks:
    """The must-link components among the touched rows; `X` holds these rows.

    `costs` are per row and cluster: squared distance plus weighted couplings with the rows now
    in the cluster. `inner` is the part of the couplings within the row's component and cluster.
    """

    def __init__(self, costs: PairCosts, X: Array) -> None:
        self.block = costs.block
        self._order = np.argsort(self.block, kind="stable")
        self._starts = np.flatnonzero(np.diff(self.block[self._order], prepend=-1))
        self.sizes = np.bincount(self.block)
        self.movable = bool((self.sizes > 1).any())
        self._within = sum((c.all_inner() for c in costs.couplings), np.zeros(len(self.block)))
        self._whole = 0.5 * self._sum(self._within)
        means = self._sum(X) / self.sizes[:, None]
        self._scatter = self._sum(((X - means[self.block]) ** 2).sum(axis=1))
        self._neighbours = _neighbours(costs, len(self.sizes))
        sizes = [abs(c.matrix) @ c.sizes for c in costs.couplings]
        total = sum((s[c.group] for s, c in zip(sizes, costs.couplings, strict=True)))
        self.heaviest = float(self._sum(total).max(initial=0.0))

    @cached_property
    def links(self) -> Index:
        """Coupled components (e, 2)."""
        ends = self._neighbours.tocoo()
        return np.stack([ends.row, ends.col], axis=1)

    def members(self, block: int) -> Index:
        """Positions of the rows of one component."""
        return np.flatnonzero(self.block == block)

    def nearest(self, near: Array) -> Labels:
        """Every component to the cluster it is nearest to as a whole."""
        return self._sum(near).argmin(axis=1)[self.block].astype(np.int32)

    def moves(
        self, costs: Array, inner: Array, labels: Labels, weight: float, least: float
    ) -> list[tuple[int, int]]:
        """Components and their new clusters, none coupled to another, so that all gains add up."""
        held = np.bincount(
            self.block * costs.shape[1] + labels,
            weight * self._within,
            len(self._whole) * costs.shape[1],
        )
        together = self._sum(costs) - held.reshape(-1, costs.shape[1])
        gains = self._now(costs, inner, labels) - together.min(axis=1) - weight * self._whole
        gains[self.sizes < 2] = 0.0
        wanting = np.flatnonzero(gains > least)
        if not len(wanting):
            return []
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        first = wanting[self.uncoupled(wanting)]
        return list(zip(first.tolist(), together[first].argmin(axis=1).tolist(), strict=True))

    def uncoupled(self, blocks: Index) -> NDArray[np.bool_]:
        """Which of these components, one after the other, have no coupling with one before."""
        return uncoupled(self._neighbours, blocks)

    def relocate_to_empty(
        self, costs: Array, inner: Array, labels: Labels, counts: Array, weight: float
    ) -> tuple[int, float]:
        """The component that would save most as a cluster of its own, and how much."""
        n_clusters = costs.shape[1]
        flat = self.block * n_clusters + labels
        held = np.bincount(flat, minlength=n_clusters * len(self.sizes)).reshape(-1, n_clusters)
        empties = ((held > 0) & (held == counts)).any(axis=1)
        gains = self._now(costs, inner, labels) - self._scatter - weight * self._whole
        gains[empties] = -np.inf
        best = int(gains.argmax())
        return best, float(gains[best])

    def _now(self, costs: Array, inner: Array, labels: Labels) -> Array:
        """Cost of each component as it is; couplings within it are counted from both ends."""
        return self._sum(costs[np.arange(len(labels)), labels] - 0.5 * inner)

    def _sum(self, values: Array) -> Array:
        return np.add.reduceat(values[self._order], self._starts)


def _neighbours(costs: PairCosts, n_blocks: int) -> sparse.csr_array:
    """Which components have a coupling with which, or within them."""
    total = sparse.csr_array((n_blocks, n_blocks))
    for coupling in costs.couplings:
        if coupling.group is costs.block:
            total = total + abs(coupling.matrix) if total.nnz else coupling.matrix
            continue
        ends = coupling.matrix.tocoo()
        at = (costs.block[ends.row], costs.block[ends.col])
        total = total + sparse.coo_array((np.abs(ends.data), at), shape=total.shape).tocsr()
    return total
