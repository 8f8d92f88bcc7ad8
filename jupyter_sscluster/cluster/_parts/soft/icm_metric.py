"""Moves of single rows and of whole must-link components under learned metrics.

Iterated conditional modes (Besag 1986) on the rows that constraints touch: no move raises the
objective while centres and metrics stay.
"""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, costs
from jupyter_sscluster.cluster._parts.soft.aggregated_metric_pairs import bond_table
from jupyter_sscluster.cluster._parts.soft.metric_costs import (
    Ground,
    Prices,
    RunningPrices,
    held_sums,
    violation_scatter,
)
from jupyter_sscluster.constraints import Constraints


class MetricAssignment:
    """Assigns touched rows to clusters; `weight` multiplies the cost of every violated pair.

    The rows that would gain most go first, so that their order in the data plays no part; Python
    visits only rows that want to move.
    """

    def __init__(self, points: Points, known: Constraints, n_clusters: int) -> None:
        self._table = bond_table(known)
        self.rows, self.block = self._table.rows, self._table.block
        self.X = np.ascontiguousarray(points.X[self.rows])
        self.n_clusters = n_clusters
        self.weight = 1.0
        self.separates = any(bool(bonds.cannot.any()) for bonds in self._table.sets)
        self._all = [Prices(bonds, within=False) for bonds in self._table.sets]
        self._inner = [Prices(bonds, within=True) for bonds in self._table.sets]
        self._sizes = np.bincount(self.block)
        self._order = np.argsort(self.block, kind="stable")
        self._starts = np.flatnonzero(np.diff(self.block[self._order], prepend=-1))
        self._each = np.arange(len(self.rows))

    def assign(
        self, centres: Array, metric: Metric, largest: Array, labels: Labels | None
    ) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = costs(self.X, centres, metric)
        if labels is None:
            labels = self._sum(base).argmin(axis=1)[self.block]
        labels = labels.astype(np.int32)
        if not self.weight:
            return base.argmin(axis=1).astype(np.int32)
        ground = Ground.of(self.X, metric, largest, self.n_clusters)
        held = self._held(ground, labels)
        total = self._total(base, ground, held)
        if self._move_rows(base, total, ground, held, labels):
            held = self._held(ground, labels)
            total = self._total(base, ground, held)
        if (self._sizes > 1).any():
            self._move_blocks(total, ground, held, labels)
        return labels

    def scatter(self, labels: Labels, *, diagonal: bool, single: bool) -> tuple[Array, Array]:
        """Weighted scatter of the violated pairs and weight of violated cannot-links per metric."""
        parts = [
            violation_scatter(bonds, self.X, labels, self.n_clusters, diagonal=diagonal)
            for bonds in self._table.sets
        ]
        scatter, far = (self.weight * np.sum(part, axis=0) for part in zip(*parts, strict=True))
        if single:
            return scatter.sum(axis=0, keepdims=True), far.sum(keepdims=True)
        return scatter, far

    def relocate_to_empty(
        self,
        centres: Array,
        metric: Metric,
        diameters: Diameters,
        labels: Labels,
        counts: Array,
        empty: int,
    ) -> tuple[Index, float]:
        """Positions of the row, or the component, whose own cluster would save most, and how much.

        `empty` is the cluster to be filled, `counts` are the sizes of all clusters.
        """
        base = costs(self.X, centres, metric)
        ground = Ground.of(self.X, metric, diameters.squared, self.n_clusters)
        held = self._held(ground, labels)
        total = self._total(base, ground, held)
        alone = total[:, empty] - base[:, empty] - metric.log_dets[metric.place(empty)]
        gains = total[self._each, labels] - alone
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        now, together = self._blocks(total, ground, held, labels)
        means = self._sum(self.X) / self._sizes[:, None]
        apart = self.X - means[self.block]
        inside = costs(apart, np.zeros((len(centres), self.X.shape[1])), metric)[:, empty]
        saved = now - together[:, empty] + self._sum(base[:, empty] - inside)
        flat = np.unique(self.block * self.n_clusters + labels, return_counts=True)
        sizes = np.zeros((len(self._sizes), self.n_clusters))
        sizes.ravel()[flat[0]] = flat[1]
        saved[((sizes > 0) & (sizes == counts)).any(axis=1)] = -np.inf
        block = int(saved.argmax())
        if gains[row] >= saved[block]:
            return np.array([row]), float(gains[row])
        return np.flatnonzero(self.block == block), float(saved[block])

    def _held(self, ground: Ground, labels: Labels) -> list[Array]:
        return [held_sums(bonds, ground, labels) for bonds in self._table.sets]

    def _total(self, base: Array, ground: Ground, held: list[Array]) -> Array:
        """What each row costs in each cluster, up to a constant for each row."""
        total = base.copy()
        for prices, sums in zip(self._all, held, strict=True):
            total += self.weight * prices.of_all(ground, sums)
        return total

    def _move_rows(
        self, base: Array, total: Array, ground: Ground, held: list[Array], labels: Labels
    ) -> bool:
        """Move rows to where they cost least; whether any moved.

        Rows that no bond joins move at once. The others follow one by one, each facing the moves
        before its own.
        """
        least = _least(total)
        gains = total[self._each, labels] - total.min(axis=1)
        wanting = np.flatnonzero(gains > least)
        if not len(wanting):
            return False
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        alone = self._table.unbound(self.block[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = total[first].argmin(axis=1)
        if len(later):
            if len(first):
                held = self._held(ground, labels)
            pairs = zip(self._all, held, strict=True)
            running = [RunningPrices(prices, ground, sums) for prices, sums in pairs]
            self._one_by_one(later, base, running, labels, least)
        return True

    def _one_by_one(
        self,
        rows: Index,
        base: Array,
        running: list[RunningPrices],
        labels: Labels,
        least: float,
    ) -> None:
        for i in rows:
            here = labels[i]
            row = base[i] + self.weight * sum(prices.of_row(i) for prices in running)
            there = int(row.argmin())
            if row[here] - row[there] > least:
                for prices in running:
                    prices.move(i, int(here), there)
                labels[i] = there

    def _move_blocks(self, total: Array, ground: Ground, held: list[Array], labels: Labels) -> None:
        """Move whole components, none bound to another, to where they cost least."""
        now, together = self._blocks(total, ground, held, labels)
        gains = now - together.min(axis=1)
        gains[self._sizes < 2] = 0.0
        wanting = np.flatnonzero(gains > _least(total))
        if not len(wanting):
            return
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        for block in wanting[self._table.unbound(wanting)]:
            labels[self.block == block] = together[block].argmin()

    def _blocks(
        self, total: Array, ground: Ground, held: list[Array], labels: Labels
    ) -> tuple[Array, Array]:
        """What each component costs as it is, (p,), and as a whole in each cluster, (p, k)."""
        outside, inside = total.copy(), np.zeros(len(labels))
        whole = np.zeros((len(labels), ground.norms.shape[1]))
        for prices, sums in zip(self._inner, held, strict=True):
            if prices.joins or prices.separates:
                part = self.weight * prices.of_all(ground, sums)
                outside -= part
                inside += part[self._each, labels] + self.weight * prices.constant(ground, sums)
                whole += self.weight * prices.together(ground)
        now = self._sum(outside[self._each, labels] + 0.5 * inside)
        return now, self._sum(outside + whole)

    def _sum(self, values: Array) -> Array:
        return np.add.reduceat(values[self._order], self._starts)


def _least(total: Array) -> float:
    """Gains up to this may be rounding."""
    return 1e-11 * float(np.abs(total).mean())
