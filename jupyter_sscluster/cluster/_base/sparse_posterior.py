"""Cluster posterior of sparse rows: that of `gaussian_clusters` under Euclid's metric."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._sparse_rows import SparseRows
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import GaussianClusters
from jupyter_sscluster.cluster._parts.lloyd.distances import own_distances
from jupyter_sscluster.cluster._parts.lloyd.sparse_points import SparsePoints

_LEAST = 1e-12
"""Smallest variance within clusters, as a part of that of all rows."""

_TINY = 1e-300


def sparse_gaussian_clusters(
    points: SparsePoints, labels: Labels, centres: Array
) -> GaussianClusters:
    """The clusters of a fit; σ² is the mean squared distance from the centres per feature."""
    within = float(points.weighed(own_distances(points, centres, labels)).sum())
    within = max(within, _LEAST * points.total)
    variance = within / (points.size * points.X.shape[1]) or 1.0
    sizes = np.bincount(labels, points.weights, minlength=len(centres))
    shares = np.log(np.maximum(sizes / points.size, _TINY))
    norms = np.einsum("ij,ij->i", centres, centres)
    forms = np.column_stack([centres / variance, shares - 0.5 * norms / variance])
    return GaussianClusters(forms, None, variance)


def sparse_posterior(clusters: GaussianClusters, rows: SparseRows) -> Array:
    """P(k | x) of centred rows, with a column of ones, (n, k)."""
    found = np.empty((len(rows), len(clusters.forms)))
    for chunk in rows.chunks(len(clusters.forms)):
        logs = rows[chunk].products(clusters.forms).T
        logs = np.exp(logs - logs.max(axis=1)[:, None])
        found[chunk] = logs / logs.sum(axis=1)[:, None]
    return found
