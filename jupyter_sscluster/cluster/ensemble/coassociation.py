"""Co-association matrix of an ensemble by its sparse indicator matrix Z: never points by points.

With Z = [√α_t · onehot(c^t)]_t, one row a point and one column a cluster of any clustering, the
co-association is Z Zᵀ / Σ α_t, as row i times row j is Σ_t α_t [c^t_i = c^t_j]. Points that no
clustering separates share a *cell*, and a row of Z.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Integers


class EnsembleCells(NamedTuple):
    """Classes of the product partition of all clusterings, numbered by their first points."""

    first: NDArray[np.intp]
    of: NDArray[np.intp]
    sizes: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Ensemble:
    """Clusterings `labels` (T, n), numbered from 0, with `weights` (T,) >= 0."""

    labels: Integers
    weights: Array

    @property
    def total(self) -> float:
        """Sum of the weights."""
        return float(self.weights.sum())

    @cached_property
    def cells(self) -> EnsembleCells:
        """Which points share a column of `labels`."""
        return cells_of(self.labels)

    @cached_property
    def rows(self) -> Integers:
        """The clusterings of the cells (T, g)."""
        return self.labels[:, self.cells.first]

    @cached_property
    def Z(self) -> sparse.csr_array:
        """One row a cell (g, c), one column a cluster of any clustering."""
        return indicator(self.rows, np.sqrt(self.weights))


def compact(members: Sequence[Integers]) -> Integers:
    """Labels in a small type, one row a clustering."""
    kind = np.int16 if max(int(labels.max()) for labels in members) < 2**15 else np.int32
    return np.array(members, dtype=kind)


def cells_of(labels: Integers) -> EnsembleCells:
    """Product partition of clusterings (T, n), renumbered before digits overflow."""
    codes, size = np.zeros(labels.shape[1], dtype=np.int64), 1
    for row in labels:
        base = int(row.max()) + 1
        if size > 2**62 // base:
            values, codes = np.unique(codes, return_inverse=True)
            size = len(values)
        codes, size = codes * base + row, size * base
    _, first, of, sizes = np.unique(
        codes, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first)
    return EnsembleCells(first[order], np.argsort(order)[of], sizes[order])


def indicator(labels: Integers, values: Array) -> sparse.csr_array:
    """Indicator matrix: in the row of a point, `values`[t] in the column of its cluster in t."""
    n_members, n = labels.shape
    widths = labels.max(axis=1).astype(np.int64) + 1
    starts = np.cumsum(widths) - widths
    columns = (labels.T + starts).astype(np.int32).ravel()
    ends = np.arange(0, n * n_members + 1, n_members)
    shape = (n, int(widths.sum()))
    return sparse.csr_array((np.tile(values, n), columns, ends), shape=shape)
