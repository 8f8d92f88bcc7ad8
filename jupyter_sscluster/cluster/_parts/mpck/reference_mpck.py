"""MPCK-means as in its authors' implementation (`algorithm="reference"`).

One diagonal metric; only stated pairs; points in the order of the data, unlabelled neighbours
ignored; the logarithm weighted 0.01; for the farthest pair, the box that holds all rows and the
origin; a weight kept where its scatter is not positive.
"""

from collections.abc import Callable

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._linalg import box_span, sparse_product
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import (
    Metric,
    cheapest,
    costs,
    diagonal_metric,
)
from jupyter_sscluster.cluster._parts.soft.auto_weight import check_sums
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

LOG_WEIGHT = 0.01


class ReferenceMPCK:
    """The program's loop; `weight` multiplies the weight of every pair."""

    def __init__(self, points: Points, known: Constraints, n_clusters: int, weight: float) -> None:
        check_sums(points, known, weight)
        self.points = points
        self.n_clusters = n_clusters
        self._stated = stated_pairs(known)
        self._pairs, self._together = self._stated.pairs, self._stated.together
        self._weights = weight * self._stated.weights
        self._apart = (points.X[self._pairs[:, 0]] - points.X[self._pairs[:, 1]]) ** 2
        self._squares = np.einsum("ij,ij->j", points.X, points.X)
        self._box = box_span(points.raw, origin=True) ** 2
        self.rows = np.unique(self._pairs)
        self._pairs_of = _incidence(self._pairs, len(points))

    def run(self, centres: Array, *, max_iter: int, tick: Callable[[int], None]) -> Result:
        """Iterate until two iterations agree, or `max_iter` iterations."""
        labels = np.full(len(self.points), -1, dtype=np.int32)
        a, notes = np.ones(centres.shape[1]), trace_recorder.notes()
        history: list[float] = []
        converged = False
        while not converged and len(history) < max_iter:
            tick(len(history) + 1)
            previous, labels = labels, self._assigned(labels, centres, a)
            centres, before = self._means(labels, centres), a
            a, objective = self._learned(labels, centres, a)
            if notes is not None:
                notes.assigned(labels, np.nan)
                notes.recentred(centres, np.nan)
                notes.learned(before, a, objective)
            history.append(objective)
            converged = np.array_equal(labels, previous)
        metric = Metric(a[None], np.sqrt(a)[None], np.array([LOG_WEIGHT * float(np.log(a).sum())]))
        noted = trace_recorder.of(notes)
        return Result(labels, centres, history[-1], history, len(history), converged, metric, noted)

    def _assigned(self, labels: Labels, centres: Array, a: Array) -> Labels:
        """Labels of all points; touched ones in turn, against the labels so far."""
        metric = diagonal_metric(a)
        found = cheapest(self.points.augmented, centres, metric)
        found[self.rows] = labels[self.rows]
        base = costs(self.points.X[self.rows], centres, metric)
        squared = self._apart @ a
        paid = self._weights * np.where(self._together, squared, float(self._box @ a) - squared)
        ends, at = self._pairs_of.indptr, self._pairs_of.indices
        for row, cost in zip(self.rows, base, strict=True):
            pairs = at[ends[row] : ends[row + 1]]
            others = found[self._pairs[pairs].sum(axis=1) - row]
            for pair, other in zip(pairs, others, strict=True):
                if other >= 0 and self._together[pair]:
                    cost += paid[pair]
                    cost[other] -= paid[pair]
                elif other >= 0:
                    cost[other] += paid[pair]
            found[row] = cost.argmin()
        return found

    def _means(self, labels: Labels, centres: Array) -> Array:
        rows = np.arange(len(labels) + 1)
        shape = (self.n_clusters, len(labels))
        members = sparse.csc_matrix((np.ones(len(labels)), labels, rows), shape=shape)
        sums = sparse_product(members, self.points.augmented)
        counts = np.maximum(sums[:, -1:], 1.0)
        return np.where(sums[:, -1:] > 0, sums[:, :-1] / counts, centres)

    def _learned(self, labels: Labels, centres: Array, a: Array) -> tuple[Array, float]:
        """The weights of the features, and the objective under them."""
        scatter, size = self._cost(labels, centres), LOG_WEIGHT * len(labels)
        a = np.divide(size, scatter, out=a.copy(), where=scatter > 1e-14 * self._squares)
        return a, float(a @ scatter) - size * float(np.log(a).sum())

    def _cost(self, labels: Labels, centres: Array) -> Array:
        """Scatter of the clusters and cost of the violated pairs in each feature."""
        scatter = self._squares - np.bincount(labels, minlength=self.n_clusters) @ centres**2
        violated = self._stated.violated(labels)
        moments = np.where(self._together[:, None], self._apart, self._box - self._apart)
        cost: Array = scatter + (self._weights * violated) @ moments
        return cost


def _incidence(pairs: np.ndarray, n_samples: int) -> sparse.csr_array:
    """Which pairs each row is in."""
    at = (pairs.T.ravel(), np.tile(np.arange(len(pairs)), 2))
    shape = (n_samples, len(pairs))
    return sparse.coo_array((np.ones(2 * len(pairs)), at), shape=shape).tocsr()
