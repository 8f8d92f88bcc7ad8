"""Clusters as Gaussians, and how far what is known about a point reaches from it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.spatial import KDTree

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._linalg import transform
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, mapped, own_costs

_ROUNDING = 1e-28
"""Squared distance, over the largest squared norm, of rows that only rounding tells apart."""


class Near(NamedTuple):
    """Rows around a point and their squared distances from it, ascending."""

    rows: Index
    distances: Array


class Gaussians:
    """One Gaussian for each cluster, of covariance n_h A_h⁻¹, and a narrower one for each point.

    A_h is the metric of cluster h. The scale n_h is ρ / (3 σ) with "thesis", ρ being the largest
    Euclidean distance of a member from the centre and σ² the largest eigenvalue of A_h⁻¹; with
    "consistent" it is a ninth of the largest ‖x - μ_h‖²_{A_h} of a member, so that three standard
    deviations reach the farthest one. About a point x of cluster h the covariance is s n_h A_h⁻¹,
    s = exp(-½ ‖x - μ_h‖²_{A_h} / n_h): what is known at the rim of a cluster does not leave it.
    """

    def __init__(
        self, points: Points, labels: Labels, centres: Array, metric: Metric, *, scale: str
    ) -> None:
        used = _columns(points, metric)
        self._X, self._labels, self._centres = points.X[:, used], labels, centres[:, used]
        self._metric = metric
        self._roots = metric.roots[:, used] if metric.diagonal else metric.roots[:, :, used]
        self._trees: dict[int, tuple[KDTree, float]] = {}
        self._sizes = np.zeros(len(centres))
        for h in np.unique(labels) if len(used) else ():
            self._sizes[h] = self._size(h, used, scale)

    def near(self, row: int, limit: float) -> Near:
        """The rows within `limit`, squared, of a row under the covariance about it.

        None at all where its cluster has no extent; only those equal to it where the covariance
        vanishes.
        """
        h = int(self._labels[row])
        if self._sizes[h] == 0.0:
            return Near(np.empty(0, dtype=np.intp), np.empty(0))
        tree, least = self._tree(self._metric.place(h))
        Z, from_centre = tree.data, self._moved(self._X[row] - self._centres[h], h)
        shrunk = float(np.exp(-0.5 * from_centre @ from_centre / self._sizes[h]))
        spread = self._sizes[h] * shrunk
        reach = np.sqrt(limit * spread) * (1.0 + 1e-9) + np.sqrt(least)
        rows = np.array(tree.query_ball_point(Z[row], reach, return_sorted=True), dtype=np.intp)
        apart = Z[rows] - Z[row]
        squares = np.einsum("ij,ij->i", apart, apart)
        squares[squares <= least] = 0.0
        inside = squares <= limit * spread
        rows, squares = rows[inside], squares[inside]
        found = np.divide(squares, spread, out=np.zeros(len(rows)), where=squares > 0.0)
        order = np.argsort(found, kind="stable")
        return Near(rows[order], np.minimum(found[order], limit))

    def _size(self, h: int, used: Index, scale: str) -> float:
        apart = self._X[self._labels == h] - self._centres[h]
        moved = self._moved(apart, h)
        farthest = float(np.einsum("ij,ij->i", moved, moved).max())
        if farthest <= self._least(h):
            return 0.0
        if scale == "consistent":
            return farthest / 9.0
        radius = np.sqrt(np.einsum("ij,ij->i", apart, apart).max())
        A = self._metric.matrices[self._metric.place(h)]
        return float(
            radius / (3.0 * _largest_deviation(A[used] if A.ndim == 1 else A[used][:, used]))
        )

    def _moved(self, X: Array, h: int) -> Array:
        root = self._roots[self._metric.place(h)]
        moved: Array = X * root if root.ndim == 1 else X @ root.T
        return moved

    def _least(self, h: int) -> float:
        return self._tree(self._metric.place(h))[1]

    def _tree(self, place: int) -> tuple[KDTree, float]:
        """The rows in the space of a metric, and the squared distance that is none."""
        if place not in self._trees:
            Z = mapped(self._X, self._roots[place])
            largest = float(np.einsum("ij,ij->i", Z, Z).max())
            self._trees[place] = KDTree(Z, balanced_tree=False), _ROUNDING * largest
        return self._trees[place]


def metric_of(learned: object, points: Points, labels: Labels, centres: Array) -> Metric:
    """The metric whose inverses are the clusters' covariances, up to their scales.

    `learned` is a `Metric` and is taken as it is, or a matrix, weights of features or None for
    Euclid's metric. These have no scale of their own: they are given the one that makes the mean
    squared distance of the rows from their centres the number of directions, as it is for the
    inverse of a covariance. So the unit of X plays no part.
    """
    if isinstance(learned, Metric):
        return learned
    A = np.ones(points.X.shape[1]) if learned is None else np.asarray(learned, dtype=np.float64)
    root = transform(A)
    flat = Metric(A[None], root[None], np.zeros(1))
    mean = float(own_costs(points.X, centres, flat, labels).mean())
    rank = np.linalg.matrix_rank(A) if A.ndim == 2 else np.count_nonzero(A)
    factor = rank / mean if mean > 0.0 else 1.0
    return Metric(factor * A[None], np.sqrt(factor) * root[None], np.zeros(1))


def _columns(points: Points, metric: Metric) -> Index:
    """The features that vary and that the metric looks at."""
    varies = np.abs(points.X).max(axis=0) > 1e-14 * np.abs(points.offset)
    matrices = metric.matrices
    weights = matrices if metric.diagonal else matrices.diagonal(axis1=1, axis2=2)
    return np.flatnonzero(varies & (weights > 0.0).any(axis=0))


def _largest_deviation(A: Array) -> float:
    """Root of the largest eigenvalue of A⁻¹, over the directions that A looks at."""
    if A.ndim == 1:
        return float(1.0 / np.sqrt(A[A > 0.0].min()))
    units = np.sqrt(A.diagonal())
    units = np.where(units > 0.0, units, 1.0)
    values, vectors = np.linalg.eigh(A / units / units[:, None])
    seen = values > 1e-12 * values[-1]
    inverse = (vectors[:, seen] / values[seen]) @ vectors[:, seen].T
    return float(np.sqrt(np.linalg.eigvalsh(inverse / units / units[:, None])[-1]))
