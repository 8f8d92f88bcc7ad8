"""The clusters that rows join which no fit has seen: those of the rows in force as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Labels, Mask
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import gaussian_clusters
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums, means_of
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks
from jupyter_sscluster.cluster._parts.metric.shrinkage import shrunken_metric

CLEAR = 0.9
"""From this probability on a row lies clearly in one cluster."""

OWN = 0.99
"""A row is far from a cluster if it is farther from its centre than this share of its rows."""


@dataclass(frozen=True, eq=False)
class Placed:
    """Where rows lie among clusters.

    Attributes
    ----------
    clusters : (k,) int array
        The numbers of the clusters that have rows.
    posterior : (m, k) array
        P(k | x) of each row.
    far : (m,) bool array
        Whether a row is farther from every centre than nearly all rows of that cluster.
    """

    clusters: IntArray
    posterior: Array
    far: Mask

    @property
    def labels(self) -> Labels:
        """The likeliest cluster of each row; of equal ones the first."""
        labels: Labels = self.clusters[self.posterior.argmax(axis=1)].astype(np.int32)
        return labels

    @property
    def clear(self) -> Mask:
        """Whether a row lies clearly in one cluster, and is not far from all."""
        clear: Mask = (self.posterior.max(axis=1, initial=0.0) >= CLEAR) & ~self.far
        return clear


def placed(X: Array, labels: Integers, rows: Integers, by: Integers | None = None) -> Placed:
    """Where `rows` lie among the clusters of the rows `by`, all that have a cluster by default.

    P(k | x) ∝ n_k exp(-½ ‖x - μ_k‖²_A), with A the inverse of the covariance within the clusters,
    shrunken as in `AdaptivePCKMeans`. A row is far if ‖x - μ_k‖_A is above the 99 % quantile of
    the rows of every cluster k. O((n + m) k d + n d²).

    >>> X = np.array([[0.0], [1.0], [8.0], [9.0], [0.4], [4.6], [40.0]])
    >>> found = placed(X, np.array([0, 0, 1, 1, -1, -1, -1]), np.array([4, 5, 6]))
    >>> found.labels.tolist(), found.far.tolist()
    ([0, 1, 1], [False, True, True])
    """
    some = np.flatnonzero(labels >= 0) if by is None else by[labels[by] >= 0]
    clusters, codes = np.unique(labels[some], return_inverse=True)
    points, own, centres, metric = pooled_gaussians(X[some], codes)
    others = X[rows] - points.offset
    posterior = gaussian_clusters(points, own, centres, metric).posterior(others)
    root = _root(metric, X.shape[1])
    limits = _limits(points.X @ root, own, centres @ root)
    far = np.ones(len(rows), dtype=bool)
    for chunk in chunks(len(rows), max(len(clusters), X.shape[1])):
        away = _squared(others[chunk] @ root, centres @ root)
        far[chunk] = (away > limits).all(axis=1)
    return Placed(clusters.astype(np.int64), posterior, far)


def nearer_than_clusters(
    X: Array, labels: Integers, rows: Integers, points: Integers, by: Integers
) -> Mask:
    """Which of `rows` are nearer to one of `points` than to the centre of every cluster of `by`.

    Distances are those of `placed`.

    >>> X = np.array([[0.0], [1.0], [8.0], [9.0], [20.0], [30.0], [7.0]])
    >>> old = np.arange(4)
    >>> found = nearer_than_clusters(X, np.array([0, 0, 1, 1]), np.array([5, 6]), [4], old)
    >>> found.tolist()
    [True, False]
    """
    some = by[labels[by] >= 0]
    _, codes = np.unique(labels[some], return_inverse=True)
    inside, _, centres, metric = pooled_gaussians(X[some], codes)
    root = _root(metric, X.shape[1])
    others = (X[rows] - inside.offset) @ root
    away = _squared(others, centres @ root).min(axis=1)
    near: Mask = _squared(others, (X[points] - inside.offset) @ root).min(axis=1) < away
    return near


class LinearClusters(NamedTuple):
    """log P(k | x) = `forms` (k, d + 1) times (x - `offset`, 1), but for what all k share.

    `clusters` (k,) are their numbers.
    """

    clusters: IntArray
    offset: Array
    forms: Array


def linear_clusters(X: Array, labels: Integers) -> LinearClusters:
    """What `placed` decides by, for rows that are not there yet.

    >>> X = np.array([[0.0], [1.0], [8.0], [9.0]])
    >>> found = linear_clusters(X, np.array([0, 0, 2, 2]))
    >>> logs = (np.array([[3.0]]) - found.offset) @ found.forms[:, :-1].T + found.forms[:, -1]
    >>> found.clusters[logs.argmax(axis=1)].tolist()
    [0]
    """
    some = np.flatnonzero(labels >= 0)
    clusters, codes = np.unique(labels[some], return_inverse=True)
    points, own, centres, metric = pooled_gaussians(X[some], codes)
    forms = gaussian_clusters(points, own, centres, metric).forms
    return LinearClusters(clusters.astype(np.int64), points.offset, forms)


def pooled_gaussians(X: Array, labels: Integers) -> tuple[Points, Labels, Array, Array | None]:
    """Rows, labels, centres of the clusters 0 to k - 1, and the inverse of their covariance.

    The covariance is pooled, and shrunken as in `AdaptivePCKMeans`.
    """
    points, own = centred(X), np.asarray(labels, dtype=np.int32)
    n_clusters = int(own.max()) + 1
    sums = ClusterSums(points, n_clusters).of(own)
    centres = means_of(sums, np.zeros((n_clusters, X.shape[1])))
    return points, own, centres, shrunken_metric(points, own, np.ones(len(points)))


def _root(metric: Array | None, d: int) -> Array:
    """A matrix R with R Rᵀ = A."""
    if metric is None:
        return np.eye(d)
    return np.asarray(np.linalg.cholesky(metric), dtype=np.float64)


def _limits(rows: Array, own: Labels, centres: Array) -> Array:
    """The squared distance from its centre within which 99 % of the rows of each cluster are."""
    away = np.square(rows - centres[own]).sum(axis=1)
    order = np.lexsort((away, own))
    counts = np.bincount(own, minlength=len(centres))
    starts = np.cumsum(counts) - counts
    ends = starts + np.ceil(OWN * counts).astype(np.int64) - 1
    limits: Array = away[order][ends]
    return limits


def _squared(rows: Array, centres: Array) -> Array:
    away = np.stack([np.square(rows - centre).sum(axis=1) for centre in centres], axis=1)
    return away
