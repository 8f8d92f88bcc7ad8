"""The metric that fits a labelling: the inverse of a regularised scatter matrix.

The metric step of MPCK-means (Bilenko, Basu & Mooney 2004; Eaton 2005, equations 2.7 to 2.9). For
fixed labels, centres and farthest pairs the objective is, a metric for each cluster,

    tr(S A) - N log det A,

with N the number of rows and S the scatter of the rows about their centre, of the violated
must-links, ½ w δδᵀ for each cluster that holds an end, and of the violated cannot-links,
w (E - δδᵀ). It is convex in A, and its gradient S - N A⁻¹ is 0 at A = N S⁻¹. One metric for all
clusters has the sums of their S and N. Of weights, a_j = N / S_jj.

A prior of ν points with the variance s in all directions adds ν (s tr A - log det A); the gradient
is then 0 at A = (N + ν) (S + ν s I)⁻¹.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import (
    Metric,
    euclidean,
    outer,
    product_sum,
    squared_sums,
)

_FLOOR, _CAP = 1e-6, 1e6
"""Bounds of the variances along any direction, in units of those of the features."""


@dataclass(frozen=True)
class Form:
    """One metric or one per cluster, diagonal or full; a prior of `pseudo` points of `variance`."""

    per_cluster: bool
    diagonal: bool
    pseudo: float = 0.0
    variance: float = 1.0


class MetricLearner:
    """Scatter of clusters, and the metrics that minimise the objective for it.

    S may be singular, and indefinite as E - δδᵀ is. Its eigenvalues are bounded before inversion,
    in units of the features' variances, so that A is positive definite; raising those of A to 0
    afterwards (Švehla 2018, algorithm 4) may leave log det A = -∞.
    """

    def __init__(self, points: Points, n_clusters: int, form: Form) -> None:
        self.form = form
        self.n_clusters = n_clusters
        self.n_metrics = n_clusters if form.per_cluster else 1
        self._points = points
        d = points.X.shape[1]
        self._total = None
        if not form.per_cluster:
            self._total = all_squares(points, diagonal=form.diagonal)[None]
        spread = points.mean_squares()
        # Constant but for the rounding of values as large as the offset.
        self._constant = np.sqrt(spread) <= 1e-14 * np.abs(points.offset)
        varying = spread[~self._constant]
        spread[self._constant] = np.median(varying) if len(varying) else 1.0
        self._spread = np.maximum(spread, np.finfo(float).tiny * 1e20)
        self._least = 1 if form.diagonal else d

    def identity(self) -> Metric:
        """Euclidean distances; with a prior, those in units of its variance."""
        scale = 1.0 / self.form.variance if self.form.pseudo else 1.0
        d = self._points.X.shape[1]
        return euclidean(d, self.n_metrics, diagonal=self.form.diagonal, scale=scale)

    def within(self, labels: np.ndarray, centres: Array, counts: Array) -> Array:
        """Scatter of the clusters about their means, (g, d) or (g, d, d).

        Σ (x - μ)(x - μ)ᵀ = Σ x xᵀ - n μ μᵀ over the rows of a cluster. For one metric Σ x xᵀ is the
        same for every labelling, so that an iteration costs O(k d²) only.
        """
        diagonal = self.form.diagonal
        between = outer(centres, diagonal=diagonal)
        between *= counts.reshape(-1, *[1] * (between.ndim - 1))
        if self._total is not None:
            inside: Array = self._total - between.sum(axis=0)
            return inside
        members = (np.flatnonzero(labels == k) for k in range(self.n_clusters))
        own = [weighed_squares(self._points, rows, diagonal=diagonal) for rows in members]
        return np.stack(own) - between

    def sizes(self, counts: Array) -> Array:
        """Points that each metric is learned from, (g,)."""
        return counts if self.form.per_cluster else counts.sum(keepdims=True)

    def learned(self, scatter: Array, sizes: Array) -> Metric:
        """The metrics for these scatters and sizes (numbers of points), violated pairs included.

        Without a prior, a cluster with no more points than directions takes the pooled metric.
        """
        # S has at most N - 1 directions of any width: with few points the floor would decide on A.
        few = (sizes <= self._least) & (self.form.pseudo == 0) & self.form.per_cluster
        found = [self._inverse(S, n) for S, n in zip(scatter, sizes, strict=True)]
        if few.any():
            pooled = self._inverse(scatter.sum(axis=0), sizes.sum())
            found = [pooled if f else own for f, own in zip(few, found, strict=True)]
        matrices, roots, log_dets = zip(*found, strict=True)
        return Metric(np.stack(matrices), np.stack(roots), np.array(log_dets))

    def prior(self, metric: Metric) -> float:
        """What the prior adds to the objective, ν (s tr A - log det A) summed over the metrics."""
        if not self.form.pseudo:
            return 0.0
        traces = metric.matrices if metric.diagonal else metric.matrices.diagonal(axis1=1, axis2=2)
        penalty = self.form.variance * float(traces.sum()) - float(metric.log_dets.sum())
        return self.form.pseudo * penalty

    def _inverse(self, scatter: Array, size: float) -> tuple[Array, Array, float]:
        """A, L with A = LᵀL, and log det A for one scatter, repaired in the features' units.

        With U = diag(units), S / N = U R U, so that A = U⁻¹ R⁻¹ U⁻¹ and
        log det A = log det R⁻¹ - 2 Σ log u_j. R is bounded instead of S: what is small in one
        feature's unit may be large in another's.
        """
        weight = (size + self.form.pseudo) or 1.0
        units = np.sqrt(self._spread)
        prior = self.form.pseudo * self.form.variance / weight / self._spread
        shift = -2.0 * float(np.log(units).sum())
        if scatter.ndim == 1:
            values = scatter / weight / self._spread + prior
            # Whatever a constant feature weighs, no distance changes.
            values[self._constant] = 1.0
            values = values.clip(_FLOOR, _CAP)
            root = 1.0 / (np.sqrt(values) * units)
            return root**2, root, shift - float(np.log(values).sum())
        S = scatter / weight / units / units[:, None]
        # Products of chunks are symmetric but for rounding.
        S = 0.5 * (S + S.T)
        S[np.diag_indices_from(S)] += prior
        S[self._constant, self._constant] = 1.0
        root, log_det = _inverse_root(S)
        root = root / units
        return root.T @ root, root, shift + log_det


def weighed_squares(points: Points, rows: Any, *, diagonal: bool) -> Array:
    """Σ w x² (d,) or Σ w x xᵀ (d, d) over some rows; w is 1 where these have no weights."""
    X = points.X[rows]
    if points.weights is None:
        return squared_sums(X, diagonal=diagonal)
    heavy = points.weighed(X, rows)
    return np.einsum("ij,ij->j", heavy, X) if diagonal else product_sum(heavy, X)


def all_squares(points: Points, *, diagonal: bool) -> Array:
    """The same over all rows, wherever they are."""
    found = points.squares(diagonal=diagonal)
    return weighed_squares(points, slice(None), diagonal=diagonal) if found is None else found


def _inverse_root(S: Array) -> tuple[Array, float]:
    """L with LᵀL the inverse of S after its eigenvalues are bounded, and log det LᵀL."""
    try:
        # The trace bounds the largest eigenvalue, a factor of S - floor I the least. Where both are
        # within bounds nothing is to repair, and a factor is cheaper than eigenvectors.
        if np.trace(S) > _CAP:
            raise np.linalg.LinAlgError
        np.linalg.cholesky(S - _FLOOR * np.eye(len(S)))
        lower = np.linalg.cholesky(S)
        root = solve_triangular(lower, np.eye(len(S)), lower=True)
        return root, -2.0 * float(np.log(lower.diagonal()).sum())
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(S)
        values = values.clip(_FLOOR, _CAP)
        return vectors.T / np.sqrt(values)[:, None], -float(np.log(values).sum())
