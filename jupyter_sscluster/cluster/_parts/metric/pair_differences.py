"""Differences of paired rows, their scatter, and its inverse."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import whitening
from jupyter_sscluster._validation import Choice, Either, Real
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

SHRINKAGE = Either(Real(0.0), Choice("auto"))
"""The range of the parameter `shrinkage`: pseudo-points, or as many as there are features."""

FLOOR = 1e-9
"""Least variance along any direction, in units of the features'."""


class Differences(NamedTuple):
    """x_i - x_j of pairs (m, d), and their weights (m,)."""

    rows: Array
    weights: Array


class Unit(NamedTuple):
    """Root mean square of the features, and each one's variance (d,) in that unit.

    What is learned in this unit is independent of the scale of the data, and no square overflows.
    """

    length: float
    variances: Array


def must_differences(points: Points, known: Constraints, unit: Unit) -> Differences:
    """Of all stated must-links, soft ones too, but for those between equal rows."""
    must = stated_pairs(known).must
    return differences(points, must.pairs, unit, must.weights)


def cannot_differences(points: Points, known: Constraints, unit: Unit) -> Differences:
    """Of all stated cannot-links, soft ones too, but for those between equal rows."""
    cannot = stated_pairs(known).cannot
    return differences(points, cannot.pairs, unit, cannot.weights)


def differences(
    points: Points, pairs: NDArray[np.int64], unit: Unit, weights: Array
) -> Differences:
    """Of these pairs, in an order that does not depend on theirs."""
    return differences_of(points.X[pairs], pairs, unit, weights)


def differences_of(
    ends: Array, pairs: NDArray[np.int64], unit: Unit, weights: Array
) -> Differences:
    """The same, where the two rows of each pair are given, (m, 2, d)."""
    # Sums differ in the last digit with the order of their terms.
    order = np.lexsort([weights, pairs[:, 1], pairs[:, 0]])
    apart = (ends[order, 0] - ends[order, 1]) / unit.length
    # No metric changes the distance of equal rows.
    differ = (apart != 0.0).any(axis=1)
    return Differences(apart[differ], weights[order][differ])


def unit_of(points: Points) -> Unit | None:
    """The unit in which squares can be neither too large nor too small; None if all rows equal."""
    length = float(np.sqrt(points.mean_squared_norm() / points.X.shape[1]))
    if not length > 0.0:
        return None
    deviations = np.sqrt(points.mean_squares())
    deviations[deviations <= 1e-14 * np.abs(points.offset)] = 0.0
    return Unit(length, (deviations / length) ** 2)


def pseudo_points(shrinkage: float | str, n_features: int) -> float:
    """The number of pseudo-points that the parameter `shrinkage` means."""
    return float(n_features) if shrinkage == "auto" else float(shrinkage)


def products(rows: Array, weights: Array) -> Array:
    """Σ w v vᵀ, shape (d, d), in chunks that BLAS does not split over threads."""
    d = rows.shape[1]
    total = np.zeros((d, d))
    for chunk in chunks(len(rows), d * d):
        total += (rows[chunk].T * weights[chunk]) @ rows[chunk]
    return total


def raised(variances: Array, usual: Array) -> Array:
    """Variances (d,) raised to a small part of `usual` ones; of constant features, their mean."""
    varying = usual > 0.0
    found = np.maximum(variances, FLOOR * usual)
    found[~varying] = found[varying].mean() if varying.any() else 1.0
    return found


def whitener(C: Array, usual: Array) -> Array:
    """W with W C Wᵀ = I, so that ‖W v‖² = vᵀ C⁻¹ v, for a scatter `C` (d, d) that may be singular.

    With U² the diagonal of C, raised by the `usual` variances, C = U R U and W = R^(-½) U⁻¹, R
    being the correlations. Their eigenvalues are raised to `FLOOR`: those of C would be lost to
    rounding where features differ much in scale.
    """
    variances = raised(C.diagonal(), usual)
    units = np.sqrt(variances)
    R = C / units / units[:, None]
    np.fill_diagonal(R, 1.0)
    return whitening(R, FLOOR) / units
