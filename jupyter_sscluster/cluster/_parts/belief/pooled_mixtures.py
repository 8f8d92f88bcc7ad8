"""Mixtures of Gaussians with one covariance, by EM from several starts at a time."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import (
    GaussianClusters,
    posteriors_of,
)
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product, product_sum
from jupyter_sscluster.cluster.fit.watching import again

_ITERATIONS = 15
"""Maximum number of iterations of EM."""

_TOLERANCE = 1e-3
_LEAST = 1e-300

_SHARED = 3
"""Of so many clusters at most, its likeliest, a row's shares are left out of the covariance."""

_TOGETHER = 1 << 14
"""Most entries of the posteriors of starts that go on together: of few rows most of the time goes
into calls, of many into reading memory."""


class PooledMixture(NamedTuple):
    """P(k | x) by features, and with placed rows held; means, sizes, covariance within clusters.

    The `posterior` by features of a placed row is by clusters that the row was left out of, but
    for stand-ins.
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
    answers that could be predicted, and stay in their clusters, so that given clusters are kept.
    """
    n_answered = len(placed) - n_stand_ins
    answered, held = placed[:n_answered], classes[:n_answered]
    scatter, together = product_sum(X, X), max(1, _TOGETHER // starts[0].size)
    found = []
    for first in range(0, len(starts), together):
        shares = np.stack(starts[first : first + together], axis=1)
        shares[placed] = classes[:, None]
        found += _by_em(X, scatter, shares, placed, classes, isotropic=isotropic)
    if n_answered:
        for mixture in found:
            left_out = _leave_one_out(X[answered], held, mixture, isotropic=isotropic)
            mixture.posterior[answered] = left_out
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


def _leave_one_out(X: Array, classes: Array, mixture: PooledMixture, *, isotropic: bool) -> Array:
    """P(k | x) of placed rows (m, d) by clusters that each is left out of, EM not run again."""
    # A row x has the share h_k in cluster k of size N_k; v_k is x - μ_k, r_k is N_k / (N_k - h_k).
    # Without x, v_k is r_k v_k, and n S is less by Σ h_k r_k v_k v_kᵀ, or by 0.8 of this, as the
    # rest of the diagonal is left as it is. With R = diag √(0.8 h r / n) and G_jk = v_jᵀ S⁻¹ v_k,
    # the formula of Woodbury (1950) gives v_kᵀ S⁻¹ v_k + (R G)_kᵀ (I - R G R)⁻¹ (R G)_k; only the
    # `_SHARED` largest h_k of a row count there. No r is more than 2, so that half of a cluster is
    # left at least, and a row alone in one stays in it; h_k r_k is then N_k (r_k - 1).
    means, sizes, n = mixture.means, mixture.sizes, mixture.sizes.sum()
    ratios = np.minimum(sizes / np.maximum(sizes - classes, _LEAST), 2.0)
    moved = mixture.clusters.forms[:, :-1]  # S⁻¹ μ
    inner, between = product(X, moved.T), product(moved, means.T)
    if isotropic:
        lengths = (X * X).sum(axis=1, keepdims=True) / mixture.covariance[0, 0]
    else:
        inverse = np.asarray(np.linalg.inv(mixture.covariance))
        lengths = (product(X, inverse) * X).sum(axis=1, keepdims=True)
    squares = np.maximum(lengths - 2.0 * inner + between.diagonal(), 0.0)
    less = np.minimum(classes * ratios, sizes * (ratios - 1.0)) / n
    if isotropic:
        squares /= 1.0 - (less * squares).sum(axis=1, keepdims=True) / X.shape[1]
    else:
        likely = np.argsort(-classes, axis=1, kind="stable")[:, :_SHARED]
        at = np.arange(len(X))[:, None]
        roots = np.sqrt(0.8 * less[at, likely])[:, :, None]
        G = lengths[:, :, None] - inner[at, likely][:, :, None] - inner[:, None] + between[likely]
        RG = roots * G
        RGR = np.take_along_axis(RG, likely[:, None], axis=2) * roots.swapaxes(1, 2)
        squares += (RG * np.linalg.solve(np.eye(likely.shape[1]) - RGR, RG)).sum(axis=1)
    logs = np.log(np.maximum(sizes / ratios / n, _LEAST)) - 0.5 * ratios**2 * squares
    logs -= logs.max(axis=1, keepdims=True)
    posterior = np.exp(logs)
    return np.asarray(posterior / posterior.sum(axis=1, keepdims=True))
