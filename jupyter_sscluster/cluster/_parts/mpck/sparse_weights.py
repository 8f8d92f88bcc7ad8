"""Sparse feature weights from given gains: maximise Σ w γ under bounds on Σ w and Σ w²."""

import warnings
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array

_TIE = 1e-10
"""Relative difference of gains that rounding may explain."""

_ROUNDING = 1e-12


class SparseWeights(NamedTuple):
    """Weights (p,), the threshold Δ they come from, and whether Σ w is within its bound.

    It is not where too many features tie for the largest gain, or none has a gain: equal weights.
    """

    weights: Array
    threshold: float
    bound_met: bool


def sparse_weights(gains: Array, bound: float) -> SparseWeights:
    """The w >= 0 with Σ w² = 1 and Σ w <= `bound` for which Σ w γ is largest, γ being `gains` (p,).

    These are w = (γ - Δ)₊ / ‖(γ - Δ)₊‖₂ with Δ = 0, or if Σ w were above the bound s then (1 to
    √p), the Δ > 0 for which Σ w = s (Witten & Tibshirani 2010, proposition 1). With the m largest
    gains above Δ, s² Σ (γ - Δ)² = (Σ (γ - Δ))² is a quadratic equation: it is solved for every m,
    and the Δ taken that leaves m gains above it. No search, no tolerance; O(p log p).

    >>> found = sparse_weights(np.array([5.0, 3.0, 1.0]), 1.2)
    >>> found.weights.round(6).tolist(), round(found.threshold, 6)
    ([0.974166, 0.225834, 0.0], 2.396433)
    """
    top = float(gains.max())
    if not top > 0.0:
        return SparseWeights(uniform_weights(len(gains)), 0.0, len(gains) == 1)
    gamma = np.maximum(gains / top, 0.0)
    if gamma.sum() <= bound * np.linalg.norm(gamma) * (1.0 + _ROUNDING):
        return SparseWeights(_unit(gamma), 0.0, True)
    below = 1.0 - gamma
    below[below < _TIE] = 0.0
    tied = below == 0.0
    if tied.sum() > bound**2 * (1.0 + _ROUNDING):
        return SparseWeights(_unit(tied.astype(np.float64)), top, False)
    depth = _depth(np.sort(below), bound)
    above = depth - below
    above[above < _ROUNDING * depth] = 0.0
    return SparseWeights(_unit(above), top * (1.0 - depth), True)


def uniform_weights(n_features: int) -> Array:
    """Equal weights, Σ w² = 1."""
    return np.full(n_features, n_features**-0.5)


def within_bounds(sparsity: float | None, n_features: int, name: str = "") -> float:
    """`sparsity` clipped to 1 .. √p with a warning; None means three quarters of the way."""
    most = float(np.sqrt(n_features))
    if sparsity is None:
        return 0.25 + 0.75 * most
    bound = min(max(float(sparsity), 1.0), most)
    if name and abs(bound - sparsity) > _ROUNDING * most:
        warnings.warn(
            f"{name}: sparsity={sparsity:g} is outside 1 to {most:.4g}, the root of the number of "
            f"features, {n_features}; {bound:.4g} is used: choose a value in that range, or None",
            UserWarning,
            stacklevel=6,
        )
    return bound


def _depth(below: Array, bound: float) -> float:
    """1 - Δ, from sorted differences 1 - γ, which keep digits where gains are nearly equal."""
    counts = np.arange(1, len(below) + 1)
    sums, squares = below.cumsum(), (below**2).cumsum()
    spread = np.maximum(counts * squares - sums**2, 0.0)
    possible = np.flatnonzero(counts > bound**2 * (1.0 + _ROUNDING))
    m = counts[possible]
    depths = (sums[possible] + bound * np.sqrt(spread[possible] / (m - bound**2))) / m
    next_below = np.append(below, 1.0)[possible + 1]
    outside = np.maximum(below[possible] - depths, depths - next_below)
    return float(depths[outside.argmin()])


def _unit(values: Array) -> Array:
    return values / np.linalg.norm(values)
