"""Squared distances to all rows, and choices that do not depend on rounding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array


class SquaredDistances:
    """Squared distances to chosen points, on data less their mean: products lose few digits."""

    def __init__(self, X: Array) -> None:
        self.X = X - X.mean(axis=0)
        self.squares = np.einsum("ij,ij->i", self.X, self.X)

    def from_rows(self, rows: NDArray[np.intp]) -> Array:
        """Squared distances (len(rows), n) of all points to these rows."""
        found: Array = self.X[rows] @ self.X.T
        found *= -2.0
        found += self.squares
        found += self.squares[rows][:, None]
        found[np.arange(len(rows)), rows] = 0.0
        return np.maximum(found, 0.0, out=found)

    def from_point(self, point: Array) -> Array:
        """Squared distances (n,) to one point in the centred coordinates."""
        found: Array = self.X @ (-2.0 * point)
        found += self.squares
        found += point @ point
        return np.maximum(found, 0.0, out=found)


def first_unused(n: int, chosen: list[int]) -> int:
    """The lowest row not chosen yet: what is left to take when all distances are zero."""
    unused = np.ones(n, dtype=bool)
    unused[chosen] = False
    return int(np.argmax(unused))


def first_largest(values: Array) -> int:
    """First row of the largest value, equal up to rounding: independent of summation order."""
    top = float(values.max())
    return int(np.argmax(values >= top - 1e-12 * abs(top)))
