"""A semi-supervised Gaussian mixture with one covariance (Shental et al. 2004)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import GaussianClusters
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product_sum

ITERATIONS = 15
_TOLERANCE = 1e-3
_LEAST = 1e-300


class PooledMixture(NamedTuple):
    """P(k | x) by features, with and without constraints; rows times `root` are white within."""

    clusters: GaussianClusters
    posterior: Array
    shares: Array
    root: Array


def pooled_mixture(
    X: Array, shares: Array, placed: Index, classes: Array, *, isotropic: bool = False
) -> PooledMixture:
    """EM, at most 15 iterations, from `shares` (n, k); `placed` rows are held at `classes`.

    The covariance S is shrunk: off-diagonal times 0.8, plus 1 % of the total mean variance; where
    `isotropic`, it is the mean of its diagonal.
    """
    n, d = X.shape
    second = product_sum(X, X)
    wide = float(second.trace()) / (n * d) or 1.0
    shares = shares.copy()
    shares[placed] = classes
    for _ in range(ITERATIONS):
        sizes = shares.sum(axis=0) + 1e-9
        means = product_sum(shares, X) / sizes[:, None]
        S = (second - (means.T * sizes) @ means) / n
        root = _root(S, wide, isotropic=isotropic)
        moved = means @ root @ root.T
        constants = np.log(np.maximum(sizes / n, _LEAST)) - 0.5 * (moved * means).sum(axis=1)
        clusters = GaussianClusters(np.column_stack([moved, constants]), None, 1.0)
        posterior = clusters.posterior(X)
        before, shares = shares, posterior.copy()
        shares[placed] = classes
        if np.abs(shares - before).max() < _TOLERANCE:
            break
    return PooledMixture(clusters, posterior, shares, root)


def _root(S: Array, wide: float, *, isotropic: bool) -> Array:
    """L with L Lᵀ the inverse of the shrunken covariance."""
    d = len(S)
    if isotropic:
        return np.asarray(np.eye(d) / np.sqrt(max(float(S.trace()) / d, 0.0) + 0.01 * wide))
    S = 0.8 * S + 0.2 * np.diag(S.diagonal()) + 0.01 * wide * np.eye(d)
    values, vectors = np.linalg.eigh(0.5 * (S + S.T))
    return np.asarray(vectors / np.sqrt(np.maximum(values, 1e-3 * wide)))
