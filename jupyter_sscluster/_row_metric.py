"""Distances between rows by scikit-learn's names: a linear map of the rows, then a p-norm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, InputError, Real

TRIANGLE = ("euclidean", "manhattan", "chebyshev", "minkowski", "seuclidean", "mahalanobis")
"""Distances of which no detour is shorter."""

POWER = Real(1.0)
"""Powers p of Minkowski's distance: with a smaller one a detour may be shorter."""

_POWERS = {"manhattan": 1.0, "chebyshev": np.inf}
_NAMES: dict[float, Literal["cityblock", "euclidean", "chebyshev"]] = {
    1.0: "cityblock",
    2.0: "euclidean",
    np.inf: "chebyshev",
}
_CONSTANT = 1e-14
"""A feature whose deviation is at most that part of its largest value is constant but for rounding.
"""


@dataclass(frozen=True, eq=False)
class RowMetric:
    """The `power` p of Minkowski's distance, and the map of the rows before it, if there is one.

    Feature j is divided by 2 ** exponents[j], lest squares overflow, then `weights` follow: a
    factor a feature (d,), or a matrix (d, r).
    """

    power: float
    exponents: Array | None = None
    weights: Array | None = None

    @classmethod
    def of(cls, X: Array, metric: str, p: float = 2.0, offset: Array | float = 0.0) -> Self:
        """The metric of these rows, which `offset` was taken off.

        "seuclidean" divides each feature by its standard deviation, "mahalanobis" the differences
        of two rows by the covariance, both with n - 1. Constant features are left out.
        """
        if metric not in ("seuclidean", "mahalanobis"):
            return cls(p if metric == "minkowski" else _POWERS.get(metric, 2.0))
        largest = np.maximum(np.abs(X).max(axis=0), np.abs(offset))
        exponents = np.frexp(largest)[1]
        Z = np.ldexp(X, -exponents)
        Z -= Z.mean(axis=0)
        deviations = np.sqrt(np.einsum("ij,ij->j", Z, Z) / max(1, len(Z) - 1))
        varying = deviations > _CONSTANT
        weights = np.where(varying, 1.0 / np.where(varying, deviations, 1.0), 0.0)
        if metric == "mahalanobis":
            weights = _without_correlation(Z * weights, weights, varying)
        return cls(2.0, exponents, weights)

    def mapped(self, X: Array) -> Array:
        """Rows as the p-norm measures them: the same ones where there is no map."""
        if self.exponents is None or self.weights is None:
            return X
        Z = np.ldexp(X, -self.exponents)
        return np.asarray(Z * self.weights if self.weights.ndim == 1 else Z @ self.weights)

    def between(self, A: Array, B: Array) -> Array:
        """Distances (n, m) of mapped rows."""
        name = _NAMES.get(self.power)
        return np.asarray(cdist(A, B, name)) if name else _minkowski(A, B, self.power)

    def lengths(self, V: Array) -> Array:
        """Lengths (n,) of differences of mapped rows."""
        if self.power == 2.0:
            return np.asarray(np.linalg.norm(V, axis=1))
        return self.between(V, np.zeros((1, V.shape[1])))[:, 0]


def check_metric(metric: str, p: float) -> None:
    """`InputError` unless these are a metric of `TRIANGLE` and a power of Minkowski's distance."""
    for name, value, rule in (("metric", metric, Choice(*TRIANGLE)), ("p", p, POWER)):
        if not rule.check(value):
            raise InputError(f"{name}={value!r} must be {rule.describe()}")


def _without_correlation(Z: Array, weights: Array, varying: Array) -> Array:
    """The map (d, r) after which the rows have covariance I; of standardised rows `Z`."""
    wanted = int(varying.sum())
    found = np.zeros((len(weights), max(1, wanted)))
    if not wanted:
        return found
    # By singular values of the rows: those of the covariance have lost half of the digits.
    _, sizes, directions = np.linalg.svd(np.linalg.qr(Z[:, varying], mode="r"))
    rank = int((sizes > max(Z.shape) * np.finfo(np.float64).eps * sizes[0]).sum())
    if rank < wanted:
        raise InputError(
            "metric='mahalanobis' divides by the covariance of the features, which cannot be done: "
            f"{wanted} features vary, and {len(Z)} rows vary in {rank} directions only; leave out "
            "features that follow from others, take fewer principal components, or use "
            "metric='seuclidean'"
        )
    root = directions.T / sizes * np.sqrt(len(Z) - 1.0)
    found[varying] = weights[varying][:, None] * root
    return found


def _minkowski(A: Array, B: Array, p: float) -> Array:
    """(Σ |a - b|ᵖ)^(1/p), in units of the largest difference of each pair: no power vanishes."""
    largest = cdist(A, B, "chebyshev")
    unit = np.where(largest > 0.0, largest, 1.0)
    total = np.zeros_like(unit)
    with np.errstate(under="ignore"):
        for a, b in zip(A.T, B.T, strict=True):
            part = np.abs(a[:, None] - b)
            part /= unit
            total += np.power(part, p, out=part)
        np.power(total, 1.0 / p, out=total)
    total *= largest
    return total
