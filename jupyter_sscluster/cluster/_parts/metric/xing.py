"""Metrics that draw cannot-linked rows apart and keep must-linked ones together.

Minimised is, per unit of must-link weight and up to a constant,

    F(A) = <C, A> - 2 log Σ w ‖v‖_A - ν log det A

over weights a >= 0 or positive semidefinite A; v are the differences of cannot-linked rows, w
their weights, and C holds the scatter of the must-linked ones and the prior. F is convex. Each
step minimises a function that lies above F and touches it where the metric is now: for weights,
-log Σ a_j v_j² is at most a sum of -log a_j; for matrices, at most a multiple of <zzᵀ, A⁻¹> with
z = A v. So no step raises F, none needs a length, and none leaves the cone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import transform
from jupyter_sscluster.cluster._parts.metric.pair_differences import Differences, products
from jupyter_sscluster.cluster.watching import report

_STEPS = 5000
_NEWS = 100
"""Steps from one report, and chance to cancel, to the next."""

_LEAST = 1e-30
"""Weights that fall towards 0 stop here, before their squares are no numbers any more."""

_REST = 1e-11
"""Relative change of the largest entry at which the metric is taken to rest."""


def weights_apart(variances: Array, apart: Differences, pseudo: float) -> Array:
    """The best weights of features (d,) for C = diag(variances)."""
    squares = apart.rows**2 / variances

    def step(a: Array) -> Array:
        gain = _pull(squares @ a, apart.weights) @ squares
        if pseudo:
            return a * gain + pseudo
        longer = a * gain**2
        longer /= longer.sum()
        return np.maximum(longer, _LEAST)

    return _settled(np.full(len(variances), pseudo + 1.0 / len(variances)), step) / variances


def matrix_apart(root: Array, apart: Differences, pseudo: float) -> Array:
    """The best metric (d, d), given W = `root` with W C Wᵀ = I.

    In these coordinates a step solves B² - ν B = P for B. Without a prior the problem is, but
    for scale, that of a Wasserstein barycentre, and the step its fixed point.
    """
    moved = apart.rows @ root.T
    d = len(root)

    def step(B: Array) -> Array:
        drawn = moved @ B
        pull = _pull(np.einsum("ij,ij->i", drawn, moved), apart.weights)
        if not pseudo:
            M = products(moved, pull)
            longer = M @ B @ M
            return 0.5 * (longer + longer.T) / float(longer.trace())
        values, vectors = np.linalg.eigh(products(drawn, pull))
        roots = 0.5 * pseudo + np.sqrt(np.maximum(values, 0.0) + 0.25 * pseudo**2)
        return (vectors * roots) @ vectors.T

    L = transform(_settled((pseudo + 1.0 / d) * np.eye(d), step)) @ root
    return L.T @ L


def _pull(squared: Array, weights: Array) -> Array:
    """How strongly each pair draws at the metric: the gradient of log Σ w ‖v‖ by ‖v‖², twice."""
    lengths = np.sqrt(np.maximum(squared, np.finfo(float).tiny))
    return weights / lengths / float(weights @ lengths)


def _settled(start: Array, step: Callable[[Array], Array]) -> Array:
    """Steps until nothing moves."""
    now = start
    for number in range(_STEPS):
        if number % _NEWS == _NEWS - 1:
            report("metric", number + 1, _STEPS)
        before, now = now, step(now)
        if np.abs(now - before).max() <= _REST * np.abs(now).max():
            break
    return now
