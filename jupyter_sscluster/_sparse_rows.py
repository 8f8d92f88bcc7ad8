"""Rows of a sparse matrix less an offset, by products: the rows are never written out."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster._validation import InputError, check_size

_ENTRIES = 1 << 20
"""Distances, or stored values, held at a time."""


class SparseRows:
    """Rows (n, d) of a CSR table less an `offset` (d,), as an array for those who need few rows.

    A slice is of the same kind; rows by number, or by one truth value a row, are a dense array
    (m, d). Distances and sums go by products: ‖x - m - μ‖² = ‖x‖² - 2 xᵀ(m + μ) + ‖m + μ‖². They
    are exact to the rounding of ‖x‖², x being the row as given. Where the rows are `wide`, a column
    of ones follows.

    >>> rows = SparseRows(sparse.csr_array([[0.0, 3.0], [0.0, 1.0]]), np.array([0.0, 2.0]))
    >>> rows[[0]].tolist(), rows.products(np.array([[1.0, 1.0]])).tolist()
    ([[0.0, 1.0]], [[1.0, -1.0]])
    """

    ndim = 2

    def __init__(self, table: sparse.csr_array, offset: Array, *, wide: bool = False) -> None:
        self.table, self.offset, self.wide = table, offset, wide
        self.shape = (int(table.shape[0]), int(table.shape[1]) + wide)

    @classmethod
    def of(cls, table: sparse.csr_array) -> SparseRows:
        """The rows as they are."""
        return cls(table, np.zeros(table.shape[1]))

    def __len__(self) -> int:
        return self.shape[0]

    def __array__(self, *args: Any, **kwargs: Any) -> Array:
        raise TypeError("sparse rows are never written out as a whole")

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return SparseRows(self.table[key], self.offset, wide=self.wide)
        rows = self.table[np.asarray(key)].toarray() - self.offset
        return np.column_stack([rows, np.ones(len(rows))]) if self.wide else rows

    @property
    def bare(self) -> SparseRows:
        """The same without the column of ones."""
        return SparseRows(self.table, self.offset)

    def about(self, offset: Array) -> SparseRows:
        """The rows of the table less another offset."""
        return SparseRows(self.table, offset)

    def mean(self, weights: Array | None = None) -> Array:
        """Mean of the rows (d,), not counting the ones."""
        each = np.ones(len(self)) if weights is None else weights
        mean: Array = np.asarray(each @ self.table) / each.sum() - self.offset
        return mean

    def mean_squares(self, weights: Array | None = None) -> Array:
        """Mean square of each feature (d,)."""
        each = np.ones(len(self)) if weights is None else weights
        squares = np.asarray(each @ self.table.power(2)) / each.sum()
        means = self.mean(weights) + self.offset
        found: Array = np.maximum(squares - 2.0 * self.offset * means + self.offset**2, 0.0)
        return found

    def squares(self) -> Array:
        """‖x‖² of each row (n,), not counting the ones."""
        return self.apart(np.zeros((1, self.table.shape[1])), np.zeros(len(self), dtype=np.int32))

    def products(self, form: Array) -> Array:
        """`form` (k, d), or (k, d + 1) of wide rows, times the rows, (k, n)."""
        d = self.table.shape[1]
        found = sparse_product(self.table, np.ascontiguousarray(form[:, :d].T))
        found += form[:, d:].sum(axis=1) - form[:, :d] @ self.offset
        return found.T

    def apart(self, centres: Array, labels: Integers) -> Array:
        """Squared distance (n,) of each row to the centre, one of (k, d), of its own cluster."""
        whole = centres + self.offset
        squares = np.einsum("ij,ij->i", whole, whole)
        found = np.empty(len(self))
        for chunk in self.chunks(1 + self.table.nnz // max(1, len(self))):
            part, own = self.table[chunk], labels[chunk]
            row = np.repeat(np.arange(len(own)), np.diff(part.indptr))
            # A row differs from ‖μ‖² by (x - μ)² - μ² = x (x - 2 μ) in each stored value.
            gained = part.data * (part.data - 2.0 * whole[own[row], part.indices])
            found[chunk] = squares[own] + np.bincount(row, gained, minlength=len(own))
        return np.maximum(found, 0.0, out=found)

    def sums(self, labels: Integers, n_clusters: int, weights: Array | None = None) -> Array:
        """Sums of the members of each cluster, their weight in the last column: (k, d + 1).

        Rows of label -1 belong to no cluster.
        """
        rows = np.flatnonzero(labels >= 0)
        each = np.ones(len(rows)) if weights is None else weights[rows]
        shape = (n_clusters, len(self))
        members = sparse.csr_array((each, (labels[rows], rows)), shape=shape)
        counts = np.bincount(labels[rows], each, minlength=n_clusters)
        totals = (members @ self.table).toarray() - counts[:, None] * self.offset
        return np.column_stack([totals, counts])

    def chunks(self, values: int) -> list[slice]:
        """Slices of rows, each of which holds so many values."""
        step = max(64, _ENTRIES // max(1, values))
        n = len(self)
        return [slice(start, min(start + step, n)) for start in range(0, n, step)]


def is_sparse(X: Any) -> TypeGuard[sparse.csr_array]:
    """Whether it is a sparse matrix, checked or not."""
    return bool(sparse.issparse(X))


def checked_table(X: Any, name: str = "X") -> sparse.csr_array:
    """A sparse matrix of any form as a CSR table of float64, each entry once; never `X` itself.

    Raises
    ------
    InputError
        If it is complex, without rows or columns, of another number of axes, or holds NaN or
        infinity.
    """
    if X.ndim != 2:
        raise InputError(f"{name} has {X.ndim} dimension(s); rows and columns are needed")
    if X.dtype.kind not in "biuf":
        complex_ = X.dtype.kind == "c"
        raise InputError(
            f"{'Complex data not supported: ' * complex_}{name} must hold real numbers, and its "
            f"type is {X.dtype}; pass {name}.{'real' if complex_ else 'astype(float)'}"
        )
    check_size(int(X.shape[0]), int(X.shape[1]), name)
    table = sparse.csr_array(X).astype(np.float64)
    if not table.has_canonical_format:
        table = table.copy()
        table.sum_duplicates()
    bad = np.flatnonzero(~np.isfinite(table.data))
    if len(bad):
        row = int(np.searchsorted(table.indptr, bad[0], side="right")) - 1
        value = table.data[bad[0]]
        what = "NaN" if np.isnan(value) else "infinity"
        raise InputError(
            f"{name} contains {what}: {len(bad)} of its stored values, the first in row {row}, "
            f"column {table.indices[bad[0]]}; every value must be a finite number: leave these "
            "rows out, or set the values to 0"
        )
    return table
