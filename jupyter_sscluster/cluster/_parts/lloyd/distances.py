"""Squared distances by matrix products, a chunk of rows at a time, on data less their mean.

‖x - μ‖² = ‖x‖² - 2 xᵀμ + ‖μ‖² turns n k distances into one product, at the price of digits: the
error is that of ‖x‖² and ‖μ‖², however small the distance. Hence the mean is taken off first, and
where digits decide, distances are taken by differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.unheld_rows import NO_OTHERS, Others

_BLOCK = 1 << 18
"""Multiplications in one product: it stays in the cache, and BLAS does not split it over threads.

Waking threads costs more than such a product, most of all while a browser uses the other core.
"""


_SUMMED = 1 << 13
"""Values in one product with a vector, which BLAS splits over threads sooner."""

_LEAST = 1e-140
"""Smallest spread of data whose squares, down to rounding, are still numbers."""

_SLIGHT = 1e-9
"""What a row of weight 0 weighs where it is assigned, as a part of the lightest of the others."""

_ROUNDING = 1e-13
"""Relative difference that is rounding alone, such as that of equal values from their mean."""


@dataclass(frozen=True, eq=False)
class Points:
    """Data with its mean taken off, so that squared norms lose no digits.

    `augmented` is (n, d + 1), the last column being ones: a product with it gives sums and
    counts, or distances to centres, in one go. `raw` is the data as it was given. Where rows have
    `weights` (n,), a row counts as so many: in means, the mean taken off included, and in sums.

    These are the rows that are held; of data in blocks, there are `others` besides. `len` is the
    number of held rows, `size`, `total` and the means are about all rows.
    """

    augmented: Array
    squared_norms: Array
    offset: Array
    raw: Array
    weights: Array | None = None
    others: Others = NO_OTHERS

    @property
    def X(self) -> Array:
        """The centred data, (n, d): a view."""
        return self.augmented[:, :-1]

    @property
    def size(self) -> float:
        """What all rows count together: their number, where they have no weights."""
        n_rows = len(self) + self.others.n_rows
        return float(n_rows if self.weights is None else self.weights.sum())

    @property
    def total(self) -> float:
        """Σ ‖x‖² over all rows, times their weights."""
        totals = self.others.totals()
        return float(self.weighed(self.squared_norms).sum()) if totals is None else totals[0]

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Which rows count at all (n,): those without a weight, or with one above 0."""
        return np.ones(len(self), dtype=bool) if self.weights is None else self.weights > 0.0

    @cached_property
    def pulls(self) -> Array | None:
        """What rows weigh where they are assigned (n,): their weights, and those of 0 next to none.

        So a row that moves no centre goes where it would if it weighed something.
        """
        if self.weights is None or self.counted.all():
            return self.weights
        slight = _SLIGHT * self.weights[self.counted].min()
        return np.where(self.counted, self.weights, slight)

    @property
    def lightest(self) -> float:
        """The smallest of `pulls`; 1 where there are none."""
        return 1.0 if self.pulls is None else float(self.pulls.min())

    def pulled(self, values: Array, rows: Any = slice(None)) -> Array:
        """The same as `weighed`, by `pulls`."""
        return values if self.pulls is None else _times(values, self.pulls[rows])

    def weighed(self, values: Array, rows: Any = slice(None)) -> Array:
        """Values of these rows, (m,) or (m, ...), each times the weight of its row."""
        return values if self.weights is None else _times(values, self.weights[rows])

    def mean_squares(self) -> Array:
        """Mean square of each feature (d,), about the mean of all rows."""
        totals = self.others.totals()
        if totals is not None:
            return totals[1] / self.size
        if self.weights is None:
            return np.asarray(np.einsum("ij,ij->j", self.X, self.X) / len(self))
        return np.asarray(np.einsum("i,ij,ij->j", self.weights, self.X, self.X) / self.size)

    def mean_squared_norm(self) -> float:
        """Mean ‖x‖² of the rows, about their mean."""
        totals = self.others.totals()
        if totals is not None:
            return totals[0] / self.size
        if self.weights is None:
            return float(self.squared_norms.mean())
        return float(self.weights @ self.squared_norms) / self.size

    def __len__(self) -> int:
        return len(self.augmented)


def centred(raw: Array, name: str = "X", weights: Array | None = None) -> Points:
    """`Points` of an (n, d) array, which errors call by its name; rows may have weights.

    Raises
    ------
    InputError
        If values are so large that their squares are not finite, or differ so little that their
        squares are lost.
    """
    augmented = np.empty((raw.shape[0], raw.shape[1] + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        offset = _mean(raw) if weights is None else weights @ raw / weights.sum()
        np.subtract(raw, offset, out=augmented[:, :-1])
        squared_norms = np.einsum("ij,ij->i", augmented[:, :-1], augmented[:, :-1])
        total = squared_norms.sum() if weights is None else weights @ squared_norms
        if not np.isfinite(4.0 * total):
            raise InputError(
                f"{name} holds a value of size {np.abs(raw).max():.3g}, and its squares add up to "
                f"more than a number can hold; divide {name} by a constant"
            )
    _check_spread(raw, squared_norms, augmented[:, :-1], name)
    augmented[:, -1] = 1.0
    return Points(augmented, squared_norms, offset, raw, weights)


def _times(values: Array, weights: Array) -> Array:
    """Values (m,) or (m, ...), those of each row times its weight."""
    return np.asarray(values * weights.reshape(-1, *[1] * (values.ndim - 1)))


def _mean(raw: Array) -> Array:
    """Mean of the rows, by products: adding up short rows one after the other takes longer."""
    step = max(64, _SUMMED // raw.shape[1])
    ones, total = np.ones(step), np.zeros(raw.shape[1])
    for start in range(0, len(raw), step):
        rows = raw[start : start + step]
        total += ones[: len(rows)] @ rows
    return total / len(raw)


def _check_spread(raw: Array, squared_norms: Array, apart: Array, name: str) -> None:
    """Refuse data that differ, and not by rounding alone, but whose squares are near underflow."""
    if squared_norms.max() >= _LEAST**2 * raw.shape[1]:
        return
    spread = float(np.abs(apart).max())
    if _ROUNDING * float(np.abs(raw).max()) < spread < _LEAST:
        raise InputError(
            f"{name} differs from its mean by {spread:.3g} at most, and squares of such values "
            f"are lost to underflow; the largest must be {_LEAST:g} or more: multiply {name} by a "
            "constant"
        )


def row_chunks(n_rows: int, form: Array) -> Iterator[slice]:
    """Slices of rows small enough for one product with `form`, all of about one length."""
    most = max(512, _BLOCK // form.size)
    step = n_rows // (n_rows // most + 1) + 1
    for start in range(0, n_rows, step):
        yield slice(start, min(start + step, n_rows))


def product_form(centres: Array) -> Array:
    """Rows (-2μ, ‖μ‖²): their product with (x, 1) is ‖x-μ‖² less ‖x‖²."""
    return np.column_stack([-2.0 * centres, np.einsum("ij,ij->i", centres, centres)])


def squared_distances(X: Array, centres: Array) -> Array:
    """All squared distances, shape (n, k); for few rows."""
    squares = np.einsum("ij,ij->i", X, X)
    found = X @ (-2.0 * centres.T)
    found += np.einsum("ij,ij->i", centres, centres)
    found += squares[:, None]
    return np.maximum(found, 0.0, out=found)


def own_distances(points: Points, centres: Array, labels: NDArray[np.int32]) -> Array:
    """Squared distance of each point to the centre of its own cluster, by differences."""
    found = np.empty(len(points))
    wide = np.column_stack([centres, np.ones(len(centres))])
    for chunk in row_chunks(len(points), np.tile(wide, 8)):
        apart = wide.take(labels[chunk], axis=0)
        np.subtract(points.augmented[chunk], apart, out=apart)
        found[chunk] = np.einsum("ij,ij->i", apart, apart)
    return found


def nearest(X: Array, centres: Array, offset: Array | float = 0.0) -> NDArray[np.int32]:
    """Index of the nearest centre of each row; the lowest index where several are.

    `offset` is taken off both, so that far from the origin no digits are lost.
    """
    labels = np.empty(len(X), dtype=np.int32)
    form = product_form(centres - offset)
    for chunk in row_chunks(len(X), form):
        rows = X[chunk] - offset
        scores = form @ np.column_stack([rows, np.ones(len(rows))]).T
        labels[chunk] = lowest(scores)
    return labels


def lowest(scores: Array) -> NDArray[np.integer]:
    """Row of the least value in each column of (k, n) scores; the first of several.

    With few rows, passes over long rows are faster than `argmin` over short columns: the label is
    the number of leading rows that do not hold the least value.
    """
    if not 1 < len(scores) <= 16:
        first: Index = scores.argmin(axis=0)
        return first
    larger = (scores != np.minimum.reduce(scores)).view(np.int8)
    leading: NDArray[np.int8] = larger[0]
    labels = leading.copy()
    for row in larger[1:-1]:
        leading &= row
        labels += leading
    return labels
