"""Sparse rows as the k-means loops see them: centred, with weights, never written out."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._sparse_rows import SparseRows
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.seeding.farthest_first import extended


class SparsePoints(Points):
    """`Points` of a sparse table. Rows that are asked for by number are dense: those in pairs."""

    @property
    def X(self) -> Any:
        return self.sparse.bare

    @property
    def sparse(self) -> SparseRows:
        """The rows, centred, with a column of ones."""
        rows: Any = self.augmented
        assert isinstance(rows, SparseRows)
        return rows

    def mean_squares(self) -> Array:
        return self.sparse.mean_squares(self.weights)

    def class_means(self, classes: Labels, n_classes: int) -> Array:
        """Means of the rows of each class (n_classes, d); -1 is no class."""
        sums = self.sparse.sums(classes, n_classes, self.pulls)
        return np.asarray(sums[:, :-1] / sums[:, -1:])

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        rows: Any = self.raw if self.weights is None else self.raw[self.counted]
        given = extended(SparseRows.of(rows), centres + self.offset, n_clusters)
        return given - self.offset

    def moved(self, augmented: Array, metric: Array) -> Points:
        raise AssertionError("no metric is learned from sparse rows")


class SparseSums:
    """Sums of the members of each cluster, their weight in the last column: (k, d + 1)."""

    def __init__(self, points: SparsePoints, n_clusters: int) -> None:
        self._rows, self._n_clusters, self._weights = points.sparse, n_clusters, points.weights

    def of(self, labels: Labels) -> Array:
        """The sums for these labels."""
        return self._rows.sums(labels, self._n_clusters, self._weights)


def sparse_points(raw: sparse.csr_array, weights: Array | None = None) -> SparsePoints:
    """`Points` of a checked table (n, d); `InputError` if squares are no numbers.

    The mean is taken off in products only, so that zeros stay zeros.
    """
    given: Any = raw
    with np.errstate(over="ignore", invalid="ignore"):
        offset = SparseRows.of(raw).mean(weights)
        rows: Any = SparseRows(raw, offset, wide=True)
        squares = rows.squares()
        total = squares.sum() if weights is None else weights @ squares
    if not np.isfinite(4.0 * total):
        raise InputError(
            f"X holds a value of size {np.abs(raw.data).max():.3g}, and its squares add up to more "
            "than a number can hold; divide X by a constant"
        )
    return SparsePoints(rows, squares, offset, given, weights)
