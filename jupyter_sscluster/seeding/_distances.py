"""Squared distances to all rows, and choices that do not depend on rounding."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._sparse_rows import SparseRows
from jupyter_sscluster.seeding.generator import drawing

_PRODUCT = 1 << 18
"""Multiplications in one product, which BLAS does not split over threads."""

_TOLD = 1 << 22
"""Distances after which a listener is told: some hundredths of a second."""


class SquaredDistances:
    """Squared distances to chosen points, on data less their mean: products lose few digits.

    Rows may be sparse, and stay so; `offset` is their mean.
    """

    def __init__(self, X: Any) -> None:
        self._sparse = isinstance(X, SparseRows)
        self.offset = X.mean() if self._sparse else X.mean(axis=0)
        self.X = X.about(self.offset) if self._sparse else X - self.offset
        self.squares = self.X.squares() if self._sparse else np.einsum("ij,ij->i", self.X, self.X)
        self._measured = 0

    def _count(self, n_rows: int) -> None:
        """Tell who listens, if anybody, after every so many distances."""
        self._measured += n_rows * len(self.X)
        if self._measured >= _TOLD:
            self._measured, listener = 0, drawing.get()
            if listener is not None:
                listener()

    @cached_property
    def _wide(self) -> Array:
        """Rows (x, ‖x‖², 1)."""
        return np.column_stack([self.X, self.squares, np.ones(len(self.X))])

    def _products(self, form: Array) -> Array:
        """`form` (m, d) times all rows, (m, n)."""
        found: Array = self.X.products(form) if self._sparse else form @ self.X.T
        return found

    def from_rows(self, rows: NDArray[np.intp]) -> Array:
        """Squared distances (len(rows), n) of all points to these rows."""
        self._count(len(rows))
        found = self._products(self.X[rows])
        found *= -2.0
        found += self.squares
        found += self.squares[rows][:, None]
        found[np.arange(len(rows)), rows] = 0.0
        return np.maximum(found, 0.0, out=found)

    def least_with(
        self, rows: NDArray[np.intp], nearest: Array, weights: Array | None
    ) -> tuple[Array, Array]:
        """For each row, the least of `nearest` (n,) and the distance to it (m, n); and their sums.

        Sums are weighted where there are weights. Coincident rows may seem to be apart, or less
        than nothing apart, by rounding.
        """
        if self._sparse:
            trials = np.minimum(self.from_rows(rows), nearest)
            return trials, trials.sum(axis=1) if weights is None else trials @ weights
        self._count(len(rows))
        # (x, ‖x‖², 1) times (-2r, 1, ‖r‖²) is the squared distance.
        form = np.column_stack([-2.0 * self.X[rows], np.ones(len(rows)), self.squares[rows]])
        found, sums = np.empty((len(rows), len(nearest))), np.zeros(len(rows))
        step = max(64, _PRODUCT // form.size)
        for start in range(0, len(nearest), step):
            chunk = slice(start, start + step)
            part = np.minimum(form @ self._wide[chunk].T, nearest[chunk], out=found[:, chunk])
            sums += part.sum(axis=1) if weights is None else part @ weights[chunk]
        return found, sums

    def from_point(self, point: Array) -> Array:
        """Squared distances (n,) to one point in the centred coordinates."""
        form = -2.0 * point
        found: Array = self.X.products(form[None])[0] if self._sparse else self.X @ form
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
