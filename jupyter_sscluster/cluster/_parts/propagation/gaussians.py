"""Gaussians of clusters and of constrained points (Eaton 2005, equations 3.1 and 3.4 to 3.6).

With A_h the metric of cluster h and N(v, u, Σ) = exp(-½ (v - u)ᵀ Σ⁻¹ (v - u)) unnormalised (3.1),

    n_h = radius_h / (3 σ_h)              (3.4)    σ_h² the largest eigenvalue of A_h⁻¹
    Σ_h = n_h A_h⁻¹                       (3.5)    covariance of the cluster
    s_x = N(x, μ_h, Σ_h)                  (3.6)    of a point x of cluster h; s_x Σ_h is about it

The radius of (3.4) is the Mahalanobis distance of the farthest member in table 2.1,
max ‖x - μ_h‖_{A_h} ("mahalanobis"): it has no unit and σ_h has that of X, so that the reach depends
on the unit of X. With the Euclidean distance ("euclidean") both are lengths. "consistent" takes
n_h = max ‖x - μ_h‖²_{A_h} / 9 over the members: for the farthest of these
(x - μ_h)ᵀ Σ_h⁻¹ (x - μ_h) = 9, which is three standard deviations.
"""

from typing import NamedTuple

import numpy as np
from scipy.spatial import KDTree

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._linalg import transform
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, mapped, own_costs

_ROUNDING = 1e-28
"""Squared distance, over the largest squared norm, of rows that only rounding tells apart."""


class Neighbours(NamedTuple):
    """Rows around a point by their squared Mahalanobis distance D from it, ascending."""

    rows: Index
    distances: Array


class Gaussians:
    """Scale factors n_h of the clusters, and nearest rows under the covariance about a point.

    That covariance is s_x n_h A_h⁻¹, narrower the lower the density s_x: constraints at the rim of
    a cluster stay within it. A k-d tree of the rows mapped by the root of A_h finds the neighbours.
    """

    def __init__(
        self, points: Points, labels: Labels, centres: Array, metric: Metric, *, scale: str
    ) -> None:
        used = _columns(points, metric)
        self._X, self._labels, self._centres = points.X[:, used], labels, centres[:, used]
        self._metric = metric
        self._roots = metric.roots[:, used] if metric.diagonal else metric.roots[:, :, used]
        self._trees: dict[int, tuple[KDTree, float]] = {}
        self._scale_factors = np.zeros(len(centres))
        for h in np.unique(labels) if len(used) else ():
            self._scale_factors[h] = self._scale_factor(h, used, scale)

    def near(self, row: int, limit: float) -> Neighbours:
        """Rows with (x_i - x)ᵀ (s_x Σ_h)⁻¹ (x_i - x) <= `limit`; duplicates only if s_x is 0."""
        h = int(self._labels[row])
        if self._scale_factors[h] == 0.0:
            return Neighbours(np.empty(0, dtype=np.intp), np.empty(0))
        tree, rounding = self._tree(self._metric.place(h))
        Z, from_centre = tree.data, self._mapped(self._X[row] - self._centres[h], h)
        density = float(np.exp(-0.5 * from_centre @ from_centre / self._scale_factors[h]))
        variance = self._scale_factors[h] * density
        reach = np.sqrt(limit * variance) * (1.0 + 1e-9) + np.sqrt(rounding)
        rows = np.array(tree.query_ball_point(Z[row], reach, return_sorted=True), dtype=np.intp)
        differences = Z[rows] - Z[row]
        squares = np.einsum("ij,ij->i", differences, differences)
        squares[squares <= rounding] = 0.0
        inside = squares <= limit * variance
        rows, squares = rows[inside], squares[inside]
        distances = np.divide(squares, variance, out=np.zeros(len(rows)), where=squares > 0.0)
        order = np.argsort(distances, kind="stable")
        return Neighbours(rows[order], np.minimum(distances[order], limit))

    def _scale_factor(self, h: int, used: Index, scale: str) -> float:
        """n_h by (3.4) or "consistent"; 0 where all members are the centre but for rounding."""
        differences = self._X[self._labels == h] - self._centres[h]
        Z = self._mapped(differences, h)
        farthest = float(np.einsum("ij,ij->i", Z, Z).max())
        if farthest <= self._tree(self._metric.place(h))[1]:
            return 0.0
        if scale == "consistent":
            return farthest / 9.0
        A = self._metric.matrices[self._metric.place(h)]
        A = A[used] if A.ndim == 1 else A[used][:, used]
        if scale == "euclidean":
            seen = _seen(differences, A)
            farthest = float(np.einsum("ij,ij->i", seen, seen).max())
        return float(np.sqrt(farthest) / (3.0 * _largest_standard_deviation(A)))

    def _mapped(self, X: Array, h: int) -> Array:
        root = self._roots[self._metric.place(h)]
        moved: Array = X * root if root.ndim == 1 else X @ root.T
        return moved

    def _tree(self, place: int) -> tuple[KDTree, float]:
        """k-d tree of the rows mapped by a metric, and the squared distance that is rounding."""
        if place not in self._trees:
            Z = mapped(self._X, self._roots[place])
            largest = float(np.einsum("ij,ij->i", Z, Z).max())
            self._trees[place] = KDTree(Z, balanced_tree=False), _ROUNDING * largest
        return self._trees[place]


def metric_of(learned: object, points: Points, labels: Labels, centres: Array) -> Metric:
    """The metrics A_h whose inverses are the clusters' covariances, up to their scales n_h.

    `learned` is a `Metric`, taken as it is, or a matrix, weights of features or None (Euclidean).
    These are scaled so that the mean squared distance of the rows from their centres is d, as for
    an inverse covariance: E (x - μ)ᵀ C⁻¹ (x - μ) = tr(C⁻¹ C) = d. The unit of X then has no effect.
    """
    if isinstance(learned, Metric):
        return learned
    A = np.ones(points.X.shape[1]) if learned is None else np.asarray(learned, dtype=np.float64)
    root = transform(A)
    flat = Metric(A[None], root[None], np.zeros(1))
    own = own_costs(points.X, centres, flat, labels)
    mean = float(points.weighed(own).sum()) / points.size
    rank = np.linalg.matrix_rank(A) if A.ndim == 2 else np.count_nonzero(A)
    factor = rank / mean if mean > 0.0 else 1.0
    return Metric(factor * A[None], np.sqrt(factor) * root[None], np.zeros(1))


def _columns(points: Points, metric: Metric) -> Index:
    """Features that vary and have a weight under some metric; others would only add rounding."""
    varies = np.abs(points.X).max(axis=0) > 1e-14 * np.abs(points.offset)
    matrices = metric.matrices
    weights = matrices if metric.diagonal else matrices.diagonal(axis1=1, axis2=2)
    return np.flatnonzero(varies & (weights > 0.0).any(axis=0))


def _largest_standard_deviation(A: Array) -> float:
    """σ_h of (3.4): root of the largest eigenvalue of A⁻¹, null directions of A left out."""
    if A.ndim == 1:
        return float(1.0 / np.sqrt(A[A > 0.0].min()))
    units, values, vectors = _decomposed(A)
    if len(values) < len(A):
        # The pseudoinverse, which a change of units does not commute with.
        basis = np.linalg.qr(units[:, None] * vectors)[0]
        return float(1.0 / np.sqrt(np.linalg.eigvalsh(basis.T @ A @ basis)[0]))
    inverse = (vectors / values) @ vectors.T
    return float(np.sqrt(np.linalg.eigvalsh(inverse / units / units[:, None])[-1]))


def _seen(differences: Array, A: Array) -> Array:
    """Differences within the directions of a metric that has not all of them."""
    if A.ndim == 1:
        return differences
    units, _, vectors = _decomposed(A)
    if vectors.shape[1] == len(A):
        return differences
    return np.asarray(differences @ np.linalg.qr(units[:, None] * vectors)[0])


def _decomposed(A: Array) -> tuple[Array, Array, Array]:
    """Units in which A has a unit diagonal, and its eigenpairs there, null directions left out."""
    units = np.sqrt(A.diagonal())
    units = np.where(units > 0.0, units, 1.0)
    values, vectors = np.linalg.eigh(A / units / units[:, None])
    seen = values > 1e-12 * values[-1]
    return units, values[seen], vectors[:, seen]
