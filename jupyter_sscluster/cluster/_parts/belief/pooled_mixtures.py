"""Mixtures of Gaussians with one covariance, by EM from several starts at a time."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Mask
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import (
    GaussianClusters,
    posteriors_of,
)
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product, product_sum
from jupyter_sscluster.cluster.fit.watching import again

_ITERATIONS = 15
"""Most iterations of EM."""

_TOLERANCE = 1e-3
_LEAST = 1e-300

_ALONE = 0.5
"""Least size of a cluster without a row for the row to be left out."""

_MOST = 0.1
"""The variance in the direction of a row that is left out falls to no less than this part."""

_TOGETHER = 1 << 14
"""Most entries of the posteriors of starts that go on together: of few rows most of the time goes
into calls, of many into reading memory."""


class PooledMixture(NamedTuple):
    """P(k | x) by features, and with placed rows held; means, sizes, covariance within clusters.

    The `posterior` by features of a placed row is by clusters that the row was left out of.
    """

    clusters: GaussianClusters
    posterior: Array
    shares: Array
    means: Array
    sizes: Array
    covariance: Array

    @property
    def root(self) -> Array:
        """L with L Lᵀ the inverse of the covariance: rows times L are white within clusters."""
        values, vectors = np.linalg.eigh(self.covariance)
        return np.asarray(vectors / np.sqrt(values))


def pooled_mixtures(
    X: Array,
    starts: Sequence[Array],
    placed: Index,
    classes: Array,
    *,
    isotropic: bool = False,
    n_stand_ins: int = 0,
) -> list[PooledMixture]:
    """EM from each of `starts` (n, k); `placed` rows are held at `classes` (Shental et al. 2004).

    The covariance S is shrunk: off-diagonal times 0.8, plus 1 % of the total mean variance; where
    `isotropic`, it is the mean of its diagonal. The last `n_stand_ins` of the placed rows have no
    answers that could be predicted, and are not left out of their clusters.
    """
    answered = slice(len(placed) - n_stand_ins)
    scatter, together = product_sum(X, X), max(1, _TOGETHER // starts[0].size)
    found = []
    for first in range(0, len(starts), together):
        shares = np.stack(starts[first : first + together], axis=1)
        shares[placed] = classes[:, None]
        for mixture in _by_em(X, scatter, shares, placed, classes, isotropic=isotropic):
            given = X[placed[answered]], classes[answered]
            which, left_out = _leave_one_out(*given, mixture, isotropic=isotropic)
            mixture.posterior[placed[answered][which]] = left_out
            found.append(mixture)
    return found


def _by_em(
    X: Array, scatter: Array, shares: Array, placed: Index, classes: Array, *, isotropic: bool
) -> list[PooledMixture]:
    """EM from shares (n, starts, k), each until its own shares change no more."""
    found: dict[int, PooledMixture] = {}
    left = np.arange(shares.shape[1])
    for iteration in range(_ITERATIONS):
        again()
        forms, means, sizes, S = _clusters_of(X, scatter, shares, isotropic=isotropic)
        posterior = posteriors_of(forms, X)
        before, shares = shares, posterior.copy()
        shares[placed] = classes[:, None]
        ended = np.abs(shares - before).max(axis=(0, 2)) < _TOLERANCE
        ended |= iteration == _ITERATIONS - 1
        for at in np.flatnonzero(ended):
            found[int(left[at])] = PooledMixture(
                GaussianClusters(forms[at], None, 1.0),
                posterior[:, at].copy(),
                shares[:, at].copy(),
                means[at].copy(),
                sizes[at].copy(),
                S[at].copy(),
            )
        if ended.all():
            break
        if ended.any():
            left, shares = left[~ended], np.ascontiguousarray(shares[:, ~ended])
    return [found[start] for start in range(len(found))]


def _clusters_of(
    X: Array, scatter: Array, shares: Array, *, isotropic: bool
) -> tuple[Array, Array, Array, Array]:
    """What `posteriors_of` takes, (starts, k, d + 1), means, sizes (starts, k), covariances."""
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
    forms = np.concatenate([moved, constants[:, :, None]], axis=2)
    return forms, means, sizes, S


def _leave_one_out(
    X: Array, classes: Array, mixture: PooledMixture, *, isotropic: bool
) -> tuple[Mask, Array]:
    """P(k | x) of placed rows (m, d) by clusters that each is left out of.

    The first result says for which rows: a cluster of little else cannot do without its row.
    """
    # Of a row x with share h in its cluster, let N be the size of that cluster, v = x - μ and
    # r = N / (N - h). Without x, v is r v, and n S is less by h r v vᵀ, off the diagonal and on it
    # by 0.8 of this (the rest of the diagonal is left as it is). With b = 0.8 h r / n Sherman and
    # Morrison (1950) give for u = x - μ_k: uᵀ S⁻¹ u + b (vᵀ S⁻¹ u)² / (1 - b vᵀ S⁻¹ v).
    means, sizes, S = mixture.means, mixture.sizes, mixture.covariance
    own, n, each = classes.argmax(axis=1), sizes.sum(), np.arange(len(X))
    h, N = classes[each, own], sizes[own]
    which = N - h > _ALONE
    X, own, h, N, each = X[which], own[which], h[which], N[which], each[: which.sum()]
    r, v = N / (N - h), X - means[own]
    moved = v / S[0, 0] if isotropic else product(v, np.asarray(np.linalg.inv(S)))
    length, between = (moved * v).sum(axis=1), product(mixture.clusters.forms[:, :-1], means.T)
    # vᵀ S⁻¹ (μ - μ_k), so that no array of rows, clusters and features is made.
    along = product(moved, means.T)
    along = along[each, own][:, None] - along
    norms = between.diagonal()
    squares = length[:, None] + 2.0 * (along - between[own]) + norms[own][:, None] + norms
    if isotropic:
        squares /= np.maximum(1.0 - h * r * length / (n * S.shape[0]), _MOST)[:, None]
    else:
        b = 0.8 * h * r / n
        along += length[:, None]
        squares += (b / np.maximum(1.0 - b * length, _MOST))[:, None] * along**2
    squares[each, own] *= r**2
    logs = np.log(np.maximum(sizes / n, _LEAST)) - 0.5 * squares
    logs[each, own] += np.log(1.0 / r)
    logs -= logs.max(axis=1, keepdims=True)
    posterior = np.exp(logs)
    return which, posterior / posterior.sum(axis=1, keepdims=True)
