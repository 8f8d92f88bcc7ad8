"""Mixtures of Gaussians with one covariance, by EM from several starts at a time."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import (
    GaussianClusters,
    posteriors_of,
)
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product_sum
from jupyter_sscluster.cluster.fit.watching import again

_ITERATIONS = 15
"""Most iterations of EM."""

_TOLERANCE = 1e-3
_LEAST = 1e-300

_TOGETHER = 1 << 14
"""Most entries of the posteriors of starts that go on together: of few rows most of the time goes
into calls, of many into reading memory."""


class PooledMixture(NamedTuple):
    """P(k | x) by features, with and without constraints, and the covariance within clusters."""

    clusters: GaussianClusters
    posterior: Array
    shares: Array
    covariance: Array

    @property
    def root(self) -> Array:
        """L with L Lᵀ the inverse of the covariance: rows times L are white within clusters."""
        values, vectors = np.linalg.eigh(self.covariance)
        return np.asarray(vectors / np.sqrt(values))


def pooled_mixtures(
    X: Array, starts: Sequence[Array], placed: Index, classes: Array, *, isotropic: bool = False
) -> list[PooledMixture]:
    """EM from each of `starts` (n, k); `placed` rows are held at `classes` (Shental et al. 2004).

    The covariance S is shrunk: off-diagonal times 0.8, plus 1 % of the total mean variance; where
    `isotropic`, it is the mean of its diagonal.
    """
    scatter, together = product_sum(X, X), max(1, _TOGETHER // starts[0].size)
    found = []
    for first in range(0, len(starts), together):
        shares = np.stack(starts[first : first + together], axis=1)
        shares[placed] = classes[:, None]
        found += _by_em(X, scatter, shares, placed, classes, isotropic=isotropic)
    return found


def _by_em(
    X: Array, scatter: Array, shares: Array, placed: Index, classes: Array, *, isotropic: bool
) -> list[PooledMixture]:
    """EM from shares (n, starts, k), each until its own shares change no more."""
    found: dict[int, PooledMixture] = {}
    left = np.arange(shares.shape[1])
    for iteration in range(_ITERATIONS):
        again()
        forms, S = _clusters_of(X, scatter, shares, isotropic=isotropic)
        posterior = posteriors_of(forms, X)
        before, shares = shares, posterior.copy()
        shares[placed] = classes[:, None]
        ended = np.abs(shares - before).max(axis=(0, 2)) < _TOLERANCE
        ended |= iteration == _ITERATIONS - 1
        for at in np.flatnonzero(ended):
            clusters = GaussianClusters(forms[at], None, 1.0)
            found[int(left[at])] = PooledMixture(
                clusters, posterior[:, at].copy(), shares[:, at].copy(), S[at].copy()
            )
        if ended.all():
            break
        if ended.any():
            left, shares = left[~ended], np.ascontiguousarray(shares[:, ~ended])
    return [found[start] for start in range(len(found))]


def _clusters_of(
    X: Array, scatter: Array, shares: Array, *, isotropic: bool
) -> tuple[Array, Array]:
    """What `posteriors_of` takes, (starts, k, d + 1), and the covariances (starts, d, d)."""
    n, d = X.shape
    wide = float(scatter.trace()) / (n * d) or 1.0
    sizes = shares.sum(axis=0) + 1e-9
    sums = product_sum(shares.reshape(n, -1), X).reshape(*sizes.shape, d)
    means = sums / sizes[:, :, None]
    S = (scatter - sums.swapaxes(1, 2) @ means) / n
    variances = np.maximum(S.diagonal(axis1=1, axis2=2), 0.0)
    if isotropic:
        S = np.eye(d) * (variances.mean(axis=1) + 0.01 * wide)[:, None, None]
        moved = means / S[:, :1, :1]
    else:
        S = 0.4 * (S + S.swapaxes(1, 2)) + np.eye(d) * (0.2 * variances[:, None] + 0.01 * wide)
        moved = np.linalg.solve(S, means.swapaxes(1, 2)).swapaxes(1, 2)
    constants = np.log(np.maximum(sizes / n, _LEAST)) - 0.5 * (moved * means).sum(axis=2)
    return np.concatenate([moved, constants[:, :, None]], axis=2), S
