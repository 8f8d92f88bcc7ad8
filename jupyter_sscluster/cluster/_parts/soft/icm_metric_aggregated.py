"""Iterated conditional modes (Besag 1986), costs by a metric, pairs aggregated over components.

The assignment step of MPCK-means (Bilenko, Basu & Mooney 2004): lowers Σ (‖x_i - μ_k‖²_{A_k} -
log det A_k) plus the `violation_costs` over the constrained rows, for fixed centres and metrics.
"""

from functools import cached_property

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, costs
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import aggregated, coupled_components
from jupyter_sscluster.cluster._parts.soft.component_sums import ComponentSums, fill_clusters
from jupyter_sscluster.cluster._parts.soft.independent_set import falling_gains, independent
from jupyter_sscluster.cluster._parts.soft.metric_violation_costs import (
    MeasuredRows,
    RunningCosts,
    ViolationCosts,
    held_sums,
    violation_scatter,
)
from jupyter_sscluster.constraints.pairs_in_force import PairsInForce


class AggregatedMetricAssignment:
    """Assigns constrained rows to clusters; `weight` multiplies the cost of violated pairs."""

    def __init__(self, points: Points, force: PairsInForce, n_clusters: int) -> None:
        self._sets = aggregated(force)
        self._force = force
        self.rows, self._component = force.rows, force.component
        self.X = np.ascontiguousarray(points.X[self.rows])
        self._weights = None if points.pulls is None else points.pulls[self.rows]
        self.n_clusters = n_clusters
        self.weight = 1.0
        self.separates = force.separates
        self._all = [ViolationCosts(pairs, within=False) for pairs in self._sets]
        self._inner = [ViolationCosts(pairs, within=True) for pairs in self._sets]
        self._sums = ComponentSums(force.component)
        self._each = np.arange(len(self.rows))

    @cached_property
    def _neighbours(self) -> sparse.csr_array:
        return coupled_components(self._force, self._sets)

    def assign(
        self, centres: Array, metric: Metric, largest: Array, labels: Labels | None
    ) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = self._base(self.X, centres, metric)
        if labels is None:
            labels = self._sums.of(base).argmin(axis=1)[self._component]
        labels = labels.astype(np.int32)
        if not self.weight:
            nearest: Labels = base.argmin(axis=1).astype(np.int32)
            return nearest
        measured = MeasuredRows.of(self.X, metric, largest, self.n_clusters)
        held = self._held(measured, labels)
        total = self._total(base, measured, held)
        if self._move_rows(base, total, measured, held, labels):
            held = self._held(measured, labels)
            total = self._total(base, measured, held)
        if (self._sums.sizes > 1).any():
            self._move_components(total, measured, held, labels)
        return labels

    def scatter(self, labels: Labels, *, diagonal: bool, single: bool) -> tuple[Array, Array]:
        """Weighted scatter of the violated pairs and weight of violated cannot-links per metric."""
        parts = [
            violation_scatter(pairs, self.X, labels, self.n_clusters, diagonal=diagonal)
            for pairs in self._sets
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
        """Positions of the row or component whose move to `empty` saves most, and how much."""
        base = self._base(self.X, centres, metric)
        measured = MeasuredRows.of(self.X, metric, diameters.squared, self.n_clusters)
        held = self._held(measured, labels)
        total = self._total(base, measured, held)
        least = self._weighed(np.full(len(base), metric.log_dets[metric.place(empty)]))
        alone = total[:, empty] - base[:, empty] - least
        gains = total[self._each, labels] - alone
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        now, together = self._whole(total, measured, held, labels)
        apart, origin = self._sums.deviations(self.X, self._weights), np.zeros_like(centres)
        inside = self._base(apart, origin, metric)[:, empty]
        saved = now - together[:, empty] + self._sums.of(base[:, empty] - inside)
        saved[fill_clusters(self._component, len(saved), labels, counts)] = -np.inf
        best = int(saved.argmax())
        if gains[row] >= saved[best]:
            return np.array([row]), float(gains[row])
        return self._sums.members(best), float(saved[best])

    def _base(self, X: Array, centres: Array, metric: Metric) -> Array:
        """What the constrained rows, moved to `X`, cost in each cluster by themselves, (m, k)."""
        return self._weighed(costs(X, centres, metric))

    def _weighed(self, values: Array) -> Array:
        return values if self._weights is None else (values.T * self._weights).T

    def _held(self, measured: MeasuredRows, labels: Labels) -> list[Array]:
        return [held_sums(pairs, measured, labels) for pairs in self._sets]

    def _total(self, base: Array, measured: MeasuredRows, held: list[Array]) -> Array:
        """What each row costs in each cluster, up to a constant for each row."""
        total = base.copy()
        for violations, sums in zip(self._all, held, strict=True):
            total += self.weight * violations.of_all(measured, sums)
        return total

    def _move_rows(
        self, base: Array, total: Array, measured: MeasuredRows, held: list[Array], labels: Labels
    ) -> bool:
        """Move rows to where they cost least (uncoupled ones at once); whether any moved."""
        least = _least(total)
        wanting = falling_gains(total[self._each, labels] - total.min(axis=1), least)
        if not len(wanting):
            return False
        alone = independent(self._neighbours, self._component[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = total[first].argmin(axis=1)
        if len(later):
            if len(first):
                held = self._held(measured, labels)
            sets = zip(self._all, held, strict=True)
            running = [RunningCosts(violations, measured, sums) for violations, sums in sets]
            self._one_by_one(later, base, running, labels, least)
        return True

    def _one_by_one(
        self,
        rows: Index,
        base: Array,
        running: list[RunningCosts],
        labels: Labels,
        least: float,
    ) -> None:
        for i in rows:
            here = labels[i]
            row = base[i] + self.weight * sum(paid.of_row(i) for paid in running)
            there = int(row.argmin())
            if row[here] - row[there] > least:
                for paid in running:
                    paid.move(i, int(here), there)
                labels[i] = there

    def _move_components(
        self, total: Array, measured: MeasuredRows, held: list[Array], labels: Labels
    ) -> None:
        """Move whole components, none coupled to another, to where they cost least."""
        now, together = self._whole(total, measured, held, labels)
        gains = now - together.min(axis=1)
        gains[self._sums.sizes < 2] = 0.0
        wanting = falling_gains(gains, _least(total))
        for component in wanting[independent(self._neighbours, wanting)]:
            labels[self._component == component] = together[component].argmin()

    def _whole(
        self, total: Array, measured: MeasuredRows, held: list[Array], labels: Labels
    ) -> tuple[Array, Array]:
        """What each component costs as it is, (p,), and as a whole in each cluster, (p, k)."""
        outside, inside = total.copy(), np.zeros(len(labels))
        whole = np.zeros((len(labels), measured.norms.shape[1]))
        for violations, sums in zip(self._inner, held, strict=True):
            if violations.joins or violations.separates:
                part = self.weight * violations.of_all(measured, sums)
                outside -= part
                inside += part[self._each, labels] + self.weight * violations.constant(
                    measured, sums
                )
                whole += self.weight * violations.together(measured)
        now = self._sums.of(outside[self._each, labels] + 0.5 * inside)
        return now, self._sums.of(outside + whole)


def _least(total: Array) -> float:
    """Gains up to this may be rounding."""
    return 1e-11 * float(np.abs(total).mean())
