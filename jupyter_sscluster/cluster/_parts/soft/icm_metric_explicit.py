"""ICM with costs by a metric, explicit pairs; the same moves as `icm_metric_aggregated`."""

from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.metric.mahalanobis import (
    Metric,
    mapped,
    metric_form,
    product_sum,
)
from jupyter_sscluster.cluster._parts.soft.explicit_moves import ExplicitMoves
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ExplicitPairs

_ROUNDING = 1e-11
"""Gains up to this, relative to what rows cost, may be rounding."""


class ExplicitMetricAssignment:
    """Assigns constrained rows to clusters; `weight` multiplies the cost of violated pairs."""

    def __init__(self, points: Points, pairs: ExplicitPairs, n_clusters: int) -> None:
        self.pairs, self.rows = pairs, pairs.rows
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._far = (~pairs.together).astype(np.float64)
        self.separates = bool((self._far * pairs.weights).any())
        self._augmented = np.ascontiguousarray(points.augmented[pairs.rows].T)
        self.X = self._augmented[:-1].T
        self._weights = None if points.pulls is None else points.pulls[pairs.rows]
        self._moves = ExplicitMoves(pairs, n_clusters)

    @cached_property
    def _apart(self) -> Array:
        """The difference of the rows of each pair, (p, d)."""
        return self.X[self.pairs.first] - self.X[self.pairs.second]

    @cached_property
    def _squares(self) -> Array:
        """The squares of these differences, (d, p), which are all that weights of features need."""
        X = self._augmented[:-1]
        return (X[:, self.pairs.first] - X[:, self.pairs.second]) ** 2

    def assign(
        self, centres: Array, metric: Metric, largest: Array, labels: Labels | None
    ) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = self._base(centres, metric)
        if not self.weight:
            nearest: Labels = base.argmin(axis=0).astype(np.int32)
            return nearest
        labels = self._moves.nearest(base) if labels is None else labels.astype(np.int32)
        distances = self._distances(metric)
        couplings = self._couplings(distances, largest)
        base += self._half(distances)
        usual = float(np.abs(couplings).sum()) / len(self.rows)
        least = _ROUNDING * (float(np.abs(base).mean()) + self.weight * usual)
        self._moves.move(base, couplings, self.weight, labels, least)
        return labels

    def scatter(self, labels: Labels, *, diagonal: bool, single: bool) -> tuple[Array, Array]:
        """Weighted scatter of the violated pairs and weight of violated cannot-links per metric."""
        pairs = self.pairs
        a, b = labels[pairs.first], labels[pairs.second]
        violated = np.flatnonzero((a != b) == pairs.together)
        weights = self.weight * pairs.weights[violated]
        half = np.where(pairs.together[violated], 0.5, -0.5) * weights
        place = np.arange(len(violated))
        if single:
            a = b = np.zeros(len(violated), dtype=np.intp)
        else:
            a, b = a[violated], b[violated]
        table = np.zeros((1 if single else self.n_clusters, len(violated)))
        np.add.at(table, (a, place), half)
        np.add.at(table, (b, place), half)
        far = np.asarray(
            np.bincount(a, self._far[violated] * weights, len(table)), dtype=np.float64
        )
        if diagonal:
            return table @ self._squares.take(violated, axis=1).T, far
        apart = self._apart[violated]
        return np.stack([product_sum(apart * row[:, None], apart) for row in table]), far

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
        moves, large = self._moves, self._moves.large
        alone = self._base(centres, metric)
        distances = self._distances(metric)
        couplings = self._couplings(distances, diameters.squared)
        base = alone + self._half(distances)
        total = moves.total(base, couplings, self.weight, labels)
        log_det = metric.log_dets[metric.place(empty)]
        log_dets = self._weighed(np.full(len(self.rows), log_det))
        gains = total[labels, moves.each] - (total[empty] - alone[empty] - log_dets)
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        if not len(large.components):
            return np.array([row]), float(gains[row])
        now, together = moves.whole(base, couplings, self.weight, labels)
        own = None if self._weights is None else self._weights[large.rows]
        apart = large.deviations(self.X[large.rows].T, own).T
        moved = mapped(apart, metric.roots[metric.place(empty)])
        inside = np.einsum("ij,ij->i", moved, moved) - log_det
        inside = inside if own is None else inside * own
        saved = now - together[empty] + large.summed(alone[empty, large.rows] - inside)
        saved[large.filling(labels, counts)] = -np.inf
        best = int(saved.argmax())
        if gains[row] >= saved[best]:
            return np.array([row]), float(gains[row])
        return large.members(best), float(saved[best])

    def _base(self, centres: Array, metric: Metric) -> Array:
        """‖x - μ_k‖² under A_k less log det A_k, (k, m), times the weights of rows."""
        found = metric_form(centres, metric) @ self._augmented
        if metric.diagonal:
            found += _weighted(self._augmented[:-1] ** 2, metric.matrices)
        else:
            found += metric.squared_norms(self.X).T
        return self._weighed(found)

    def _weighed(self, values: Array) -> Array:
        return values if self._weights is None else values * self._weights

    def _distances(self, metric: Metric) -> Array:
        """Squared distance of each pair under each metric, (g, p)."""
        if metric.diagonal:
            return _weighted(self._squares, metric.matrices)
        moved = (mapped(self._apart, root) for root in metric.roots)
        return np.stack([np.einsum("ij,ij->i", Z, Z) for Z in moved])

    def _couplings(self, distances: Array, largest: Array) -> Array:
        """Cost of pairs in a cluster that holds both rows, beyond their cost elsewhere."""
        found = largest[:, None] * self._far - distances
        found *= self.pairs.weights
        return found[0] if len(found) == 1 else found

    def _half(self, distances: Array) -> Array | float:
        """Half of each row's must-link costs under each metric; constant for one metric."""
        if len(distances) == 1:
            return 0.0
        pairs = self.pairs
        weights = 0.5 * self.weight * pairs.weights * pairs.together * distances
        both = np.concatenate([weights, weights], axis=1)
        return np.stack([np.bincount(pairs.ends, row, len(self.rows)) for row in both])


def _weighted(squares: Array, weights: Array) -> Array:
    """Sums of squares (d, m) under each of some weights, (g, m); no product with a vector."""
    found: Array = np.einsum("gd,dm->gm", weights, squares)
    return found
