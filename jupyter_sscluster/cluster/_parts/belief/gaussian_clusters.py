"""Cluster posterior of k-means methods: Gaussians around the centres with one variance."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._sparse_rows import SparseRows
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster.cluster._parts.lloyd.distances import products
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import (
    Metric,
    chunks,
    euclidean,
    own_costs,
    root_of,
)

_LEAST = 1e-12
"""Smallest variance within clusters, as a part of that of all rows."""

_TINY = 1e-300


@dataclass(frozen=True, eq=False)
class GaussianClusters:
    """log(n_k / n) - ½ ‖x - μ_k‖² / σ² for each cluster, distances being those under a metric.

    `forms` (k, d + 1) times (x, 1) gives it less ‖x‖², which one metric makes the same for all;
    where clusters have metrics of their own, `metric` has them, and `variance` is σ².
    """

    forms: Array
    metric: Metric | None
    variance: float

    def posterior(self, X: Array | SparseRows) -> Array:
        """P(k | x) of centred rows, (n, k); sparse ones have one metric, the Euclidean."""
        metric, variance, forms = self.metric, self.variance, self.forms[None]
        if metric is None:
            return posteriors_of(forms, X)[:, 0]

        def lengths(rows: Any) -> Array:
            """½ ‖x‖² / σ² under the metric of each cluster, (k, n)."""
            return np.asarray(0.5 * metric.squared_norms(rows).T / variance)

        return posteriors_of(forms, X, lengths)[:, 0]


def posteriors_of(
    forms: Array, X: Array | SparseRows, lengths: Callable[[Any], Array] | None = None
) -> Array:
    """P(k | x) of rows by each of several forms (m, k, d + 1), (n, m, k), less `lengths`."""
    m, k, wide = forms.shape
    flat = forms.reshape(m * k, wide)
    parts = X.chunks(m * k) if isinstance(X, SparseRows) else chunks(len(X), forms.size)
    found = np.empty((len(X), m, k))

    def fill(chunk: slice) -> None:
        logs = products(flat[:, :-1], X[chunk])
        logs += flat[:, -1:]
        if lengths is not None:
            logs -= lengths(X[chunk])
        each = logs.reshape(m, k, -1)
        each -= each.max(axis=1, keepdims=True)
        np.exp(each, out=each)
        each /= each.sum(axis=1, keepdims=True)
        found[chunk] = each.transpose(2, 0, 1)

    on_all_cores(fill, parts, least=2)
    return found


def gaussian_clusters(
    points: Points, labels: Labels, centres: Array, learned: Metric | Array | None
) -> GaussianClusters:
    """The clusters of a fit under a metric, a matrix (d, d), weights (d,), or None.

    σ² is the mean squared distance from the centres per feature of positive weight.
    """
    metric = _as_metric(learned, points.X.shape[1])
    variance = _variance(points, labels, centres, metric)
    held = np.bincount(labels, points.weights, minlength=len(centres))
    sizes = held + points.unheld_sizes(labels)
    shares = np.log(np.maximum(sizes / points.size, _TINY)) + 0.5 * metric.log_dets
    moved = metric.of_centres(centres)
    norms = np.einsum("ij,ij->i", moved, centres)
    forms = np.column_stack([moved / variance, shares - 0.5 * norms / variance])
    return GaussianClusters(forms, None if metric.single else metric, variance)


def _as_metric(learned: Metric | Array | None, n_features: int) -> Metric:
    if learned is None:
        return euclidean(n_features, diagonal=True)
    if isinstance(learned, Metric):
        return learned
    root = np.sqrt(np.maximum(learned, 0.0)) if learned.ndim == 1 else root_of(learned)
    return Metric(learned[None], root[None], np.zeros(1))


def _variance(points: Points, labels: Labels, centres: Array, metric: Metric) -> float:
    """Mean squared distance from the own centre, per feature; by differences."""
    bare = replace(metric, log_dets=np.zeros(len(metric.matrices)))

    def apart(centres: Array) -> float:
        rows: Any = points.X
        if isinstance(rows, SparseRows):
            own = rows.apart(centres, labels)
        else:
            own = own_costs(rows, centres, bare, labels)
        return float(points.weighed(own).sum())

    within = apart(centres) + points.unheld_cost(labels, centres, metric.roots[0])
    most = float((metric.roots**2).reshape(len(metric.roots), -1).sum(axis=1).max())
    if within < _LEAST * most * points.total:
        total = apart(np.zeros_like(centres)) + points.unheld_lengths(metric)
        within = max(within, _LEAST * total)
    n_used = int((metric.matrices[0] > 0.0).sum()) if metric.diagonal else points.X.shape[1]
    return within / (points.size * max(n_used, 1)) or 1.0
