"""The metric of Xing et al. (2003), learned by majorisation-minimisation.

Minimised is, per unit of must-link weight,

    F(A) = <C, A> - 2 log Σ w_i ‖v_i‖_A - ν log det A

over weights a >= 0 or positive semidefinite A; v are the differences of cannot-linked rows, w
their weights, and C is half the scatter of the must-linked pairs, with the prior of weight ν.
F is convex. For ν = 0 a best multiple t A has <C, t A> = 1: F then has the minima of equations 7
and 8 of that paper, Σ w ‖v‖_A as large as can be with <C, A> held fixed.

With a prior, in coordinates where C = I. Let q_i = ‖v_i‖²_A, ° mark what is taken at the metric
now, and π_i = w_i √q°_i / Σ w √q°. As -log is convex,

    -2 log Σ w √q <= -Σ π_i log q_i + constant,

with equality now. For weights q_i = Σ_j a_j v_ij², and by the same argument

    -log q_i <= -Σ_j (a°_j v_ij² / q°_i) log a_j + constant.

For matrices let z_i = A° v_i. By Cauchy and Schwarz q_i >= (v_iᵀ z_i)² / z_iᵀ A⁻¹ z_i, and log lies
below its tangent, so that

    -log q_i <= z_iᵀ A⁻¹ z_i / q°_i + constant.

The sums of these bounds are minimised in closed form, by `weights_apart` and `matrix_apart`. As
they lie above F and touch it now, no step raises F, and none leaves the cone.

Without one, again where C = I. Write A = YᵀY. Then ‖Y v‖ >= (Y v)ᵀ(Y° v) / ‖Y° v‖, and Σ w ‖v‖_A
is at least tr(Y M Y°ᵀ) with M = Σ w v vᵀ / ‖v‖_A°. With tr YᵀY held fixed that is largest for Y in
proportion to Y°M, and so for A in proportion to M A° M.
"""

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import transform
from jupyter_sscluster.cluster._parts.metric.pair_differences import Differences, products
from jupyter_sscluster.cluster.fit.watching import report

_STEPS = 5000
_NEWS = 100
"""Steps from one report, and chance to cancel, to the next."""

_LEAST = 1e-30
"""Weights that fall towards 0 stop here, before their squares are no numbers any more."""

_CONVERGED = 1e-11
"""Change of any entry, relative to the largest, at which the metric has converged."""


def weights_apart(variances: Array, apart: Differences, pseudo: float) -> Array:
    """The best weights of features (d,) for C = diag(variances).

    They are worked out in units of 1 / variances, where C = I. There the bound of the prior's case
    is Σ a_j - Σ (a°_j g_j + ν) log a_j with g_j = Σ_i (π_i / q°_i) v_ij²: least at
    a_j = a°_j g_j + ν.
    """
    squares = apart.rows**2 / variances

    def step(a: Array) -> Array:
        g = _log_gradient(squares @ a, apart.weights) @ squares
        if pseudo:
            return a * g + pseudo
        # M A M for diagonal M and A; the factor by which g is not M's diagonal divides out.
        after = a * g**2
        after /= after.sum()
        return np.maximum(after, _LEAST)

    return _converged(np.full(len(variances), pseudo + 1.0 / len(variances)), step) / variances


def matrix_apart(root: Array, apart: Differences, pseudo: float) -> Array:
    """The best metric (d, d), given W = `root` with W C Wᵀ = I.

    In the coordinates of W, where C = I, the bound of the prior's case is
    tr B + tr P B⁻¹ - ν log det B with P = Σ (π_i / q°_i) z_i z_iᵀ. It is least where
    I - B⁻¹ P B⁻¹ - ν B⁻¹ = 0, that is B² - ν B = P: B has the eigenvectors of P, and the
    eigenvalues ν/2 + √(p + ν²/4).

    Without a prior the step B -> M B M is the fixed-point iteration of Álvarez-Esteban, del Barrio,
    Cuesta-Albertos & Matrán (2016) for the Wasserstein barycentre of Gaussians, each with the
    covariance v vᵀ.
    """
    moved = apart.rows @ root.T
    d = len(root)

    def step(B: Array) -> Array:
        drawn = moved @ B
        shares = _log_gradient(np.einsum("ij,ij->i", drawn, moved), apart.weights)
        if not pseudo:
            M = products(moved, shares)
            after = M @ B @ M
            return 0.5 * (after + after.T) / float(after.trace())
        values, vectors = np.linalg.eigh(products(drawn, shares))
        # P is positive semidefinite but for rounding.
        roots = 0.5 * pseudo + np.sqrt(np.maximum(values, 0.0) + 0.25 * pseudo**2)
        least: Array = (vectors * roots) @ vectors.T
        return least

    L = transform(_converged((pseudo + 1.0 / d) * np.eye(d), step)) @ root
    return L.T @ L


def _log_gradient(squared: Array, weights: Array) -> Array:
    """π_i / q_i = w_i / (√q_i Σ w √q), the gradient of 2 log Σ w √q by q: how each pair draws."""
    # Rows that coincide under the metric draw hard, but not infinitely hard.
    lengths = np.sqrt(np.maximum(squared, np.finfo(float).tiny))
    return weights / lengths / float(weights @ lengths)


def _converged(start: Array, step: Callable[[Array], Array]) -> Array:
    """Where steps from `start` lead."""
    now = start
    for number in range(_STEPS):
        if number % _NEWS == _NEWS - 1:
            report("metric", number + 1, _STEPS)
        before, now = now, step(now)
        if np.abs(now - before).max() <= _CONVERGED * np.abs(now).max():
            break
    return now
