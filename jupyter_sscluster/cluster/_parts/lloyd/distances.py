"""Squared distances by matrix products, a chunk of rows at a time, on data less their mean.

‖x - μ‖² = ‖x‖² - 2 xᵀμ + ‖μ‖² turns n k distances into one product, at the price of digits: the
error is that of ‖x‖² and ‖μ‖², however small the distance. Hence the mean is taken off first, and
where digits decide, distances are taken by differences.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._sparse_rows import SparseRows, is_sparse
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster.cluster._parts.lloyd.points import Points

_BLOCK = 1 << 18
"""Multiplications in one product: it stays in the cache, and BLAS does not split it over threads.

Waking threads costs more than such a product, most of all while a browser uses the other core.
"""

_MANY = 16
"""Up to so many clusters the least of their scores is found cluster by cluster, else row by row."""


def row_chunks(n_rows: int, form: Array) -> list[slice]:
    """Slices of rows small enough for one product with `form`, all of about one length."""
    return _slices(n_rows, max(64, _BLOCK // form.size))


def chunks_of(points: Points, form: Array) -> list[slice]:
    """The same of these rows; sparse ones are looked at in few parts, each of which is copied."""
    if isinstance(points.augmented, SparseRows):
        return points.augmented.chunks(len(form))
    return row_chunks(len(points), form)


def _slices(n_rows: int, most: int) -> list[slice]:
    step = n_rows // (n_rows // most + 1) + 1
    return [slice(start, min(start + step, n_rows)) for start in range(0, n_rows, step)]


def product_form(centres: Array) -> Array:
    """Rows (-2μ, ‖μ‖²): their product with (x, 1) is ‖x-μ‖² less ‖x‖²."""
    return np.column_stack([-2.0 * centres, np.einsum("ij,ij->i", centres, centres)])


def products(form: Array, rows: Any) -> Array:
    """`form` times `rows`, (k, n); where k is large so stored that `lowest` reads in order."""
    if isinstance(rows, SparseRows):
        return rows.products(form)
    found: Array = form @ rows.T if len(form) <= _MANY else (rows @ form.T).T
    return found


def squared_distances(X: Array, centres: Array) -> Array:
    """All squared distances, shape (n, k); for few rows."""
    squares = np.einsum("ij,ij->i", X, X)
    found = X @ (-2.0 * centres.T)
    found += np.einsum("ij,ij->i", centres, centres)
    found += squares[:, None]
    return np.maximum(found, 0.0, out=found)


def own_distances(points: Points, centres: Array, labels: NDArray[np.int32]) -> Array:
    """Squared distance of each point to the centre of its own cluster, by differences.

    Of sparse rows by products.
    """
    if isinstance(points.augmented, SparseRows):
        return points.augmented.apart(centres, labels)
    found = np.empty(len(points))
    wide = np.column_stack([centres, np.ones(len(centres))])

    def measure(chunk: slice) -> None:
        apart = wide.take(labels[chunk], axis=0)
        np.subtract(points.augmented[chunk], apart, out=apart)
        np.einsum("ij,ij->i", apart, apart, out=found[chunk])

    on_all_cores(measure, row_chunks(len(points), np.tile(wide, 8)), least=8)
    return found


def nearest(X: Any, centres: Array, offset: Array | float = 0.0) -> NDArray[np.int32]:
    """Nearest centre of each row, the lowest of ties; both less `offset`, to keep digits."""
    labels = np.empty(X.shape[0], dtype=np.int32)
    form = product_form(centres - offset)
    if is_sparse(X):
        rows = SparseRows(X, np.broadcast_to(offset, X.shape[1:]), wide=True)
        for chunk in rows.chunks(len(form)):
            labels[chunk] = lowest(products(form, rows[chunk]))
        return labels

    def assign(chunk: slice) -> None:
        rows = X[chunk] - offset
        labels[chunk] = lowest(products(form, np.column_stack([rows, np.ones(len(rows))])))

    on_all_cores(assign, row_chunks(len(X), form), least=4)
    return labels


def lowest(scores: Array) -> NDArray[np.integer]:
    """Row of the least value in each column of (k, n); for small k faster than `argmin`."""
    if not 1 < len(scores) <= _MANY:
        first: Index = scores.argmin(axis=0)
        return first
    larger = (scores != np.minimum.reduce(scores)).view(np.int8)
    leading: NDArray[np.int8] = larger[0]
    labels = leading.copy()
    for row in larger[1:-1]:
        leading &= row
        labels += leading
    return labels
