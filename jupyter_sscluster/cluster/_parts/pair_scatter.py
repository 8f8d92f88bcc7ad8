"""What metrics are learned from: differences of paired rows, and scatter that can be inverted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._linalg import whitening
from jupyter_sscluster._validation import Choice, Either, Real
from jupyter_sscluster.cluster._parts.distances import Array, Points
from jupyter_sscluster.constraints import Constraints

SHRINKAGE = Either(Real(0.0), Choice("auto"))
"""The range of the parameter `shrinkage`: pseudo-points, or as many as there are features."""

FLOOR = 1e-9
"""Least variance along any direction, in units of the features'."""


_PRODUCT = 1 << 18
"""Multiplications that BLAS does not split over threads; see `distances`."""


class Differences(NamedTuple):
    """x_i - x_j of pairs (m, d), and their weights (m,)."""

    rows: Array
    weights: Array


class Scaled(NamedTuple):
    """Rows with 1 as the mean of their squared features, what they were divided by for that, and
    the variance of each feature, 0 where it is constant but for rounding.
    """

    X: Array
    scale: float
    spread: Array


def must_differences(X: Array, known: Constraints) -> Differences:
    """Of all stated must-links, soft ones too, but for those between equal rows."""
    pairs = np.concatenate([known.must, known.soft_must])
    return differences(X, pairs, np.r_[known.must_weights, known.soft_must_weights])


def cannot_differences(X: Array, known: Constraints) -> Differences:
    """Of all stated cannot-links, soft ones too, but for those between equal rows."""
    pairs = np.concatenate([known.cannot, known.soft_cannot])
    return differences(X, pairs, np.r_[known.cannot_weights, known.soft_cannot_weights])


def differences(X: Array, pairs: NDArray[np.int64], weights: Array) -> Differences:
    """Of these pairs, in an order that does not depend on theirs."""
    order = np.lexsort([weights, pairs[:, 1], pairs[:, 0]])
    apart = X[pairs[order, 0]] - X[pairs[order, 1]]
    differ = (apart != 0.0).any(axis=1)
    return Differences(apart[differ], weights[order][differ])


def scaled(points: Points) -> Scaled | None:
    """The rows in their own unit of length; None where all are equal."""
    scale = float(np.sqrt(points.squared_norms.mean() / points.X.shape[1]))
    if not scale > 0.0:
        return None
    X = points.X / scale
    spread = np.einsum("ij,ij->j", X, X) / len(X)
    spread[np.sqrt(spread) * scale <= 1e-14 * np.abs(points.offset)] = 0.0
    return Scaled(X, scale, spread)


def pseudo_points(shrinkage: float | str, n_features: int) -> float:
    """The number that the parameter `shrinkage` stands for."""
    return float(n_features) if shrinkage == "auto" else float(shrinkage)


def products(rows: Array, weights: Array) -> Array:
    """Σ w v vᵀ, shape (d, d), in blocks that BLAS does not split over threads."""
    d = rows.shape[1]
    total = np.zeros((d, d))
    for block in blocks(len(rows), d * d):
        total += (rows[block].T * weights[block]) @ rows[block]
    return total


def blocks(n_rows: int, cost_of_row: int) -> list[slice]:
    """Slices of rows small enough for one product of that many multiplications a row."""
    step = max(16, _PRODUCT // cost_of_row)
    return [slice(start, min(start + step, n_rows)) for start in range(0, n_rows, step)]


def raised(variances: Array, spread: Array) -> Array:
    """Variances (d,), at least a small part of the `spread` of their features.

    A feature without spread gets the mean of the others: what it weighs is of no account.
    """
    varying = spread > 0.0
    found = np.maximum(variances, FLOOR * spread)
    found[~varying] = found[varying].mean() if varying.any() else 1.0
    return found


def whitener(C: Array, spread: Array) -> Array:
    """W with W C Wᵀ = I, so that ‖W v‖² = vᵀ C⁻¹ v, for a scatter `C` (d, d) that may be singular.

    It is taken apart in units of its own diagonal, so that features of very different scale do
    no harm; variances there and along its principal axes are raised to `FLOOR`.
    """
    variances = raised(C.diagonal(), spread)
    units = np.sqrt(variances)
    R = C / units / units[:, None]
    np.fill_diagonal(R, 1.0)
    return whitening(R, FLOOR) / units
