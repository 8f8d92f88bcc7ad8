"""Lance–Williams updates of the distances between clusters, and the distances to begin with.

The distance of the union of clusters i and j to any other cluster k is (Lance & Williams 1967)

    d(i ∪ j, k) = α_i d(i, k) + α_j d(j, k) + β d(i, j) + γ |d(i, k) - d(j, k)|

               α_i                           β                       γ
    single     1/2                           0                       -1/2     = min
    complete   1/2                           0                       1/2      = max
    average    n_i / (n_i + n_j)             0                       0
    ward       (n_i + n_k) / (n_i+n_j+n_k)   -n_k / (n_i+n_j+n_k)    0        of squared distances

with α_j as α_i for n_j. All four are reducible, d(i ∪ j, k) >= min(d(i, k), d(j, k)) where d(i, j)
is the least of the three: no merge brings clusters nearer (Bruynooghe 1977; Murtagh 1983). An
infinite distance is a cannot-link. It is absorbing, for single linkage by definition instead of
min, so that a union has the cannot-links of both, and linkages stay reducible.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, Matrix
from jupyter_sscluster.cluster._parts.linkage.row_distances import measured
from jupyter_sscluster.cluster.fit.watching import report

LINKAGES = ("single", "complete", "average", "ward")

_ENTRIES = 1 << 18
"""Distances between rows held at a time."""


class ClosestPair(NamedTuple):
    """Two clusters to be merged: their rows of the matrix, distance and sizes."""

    first: Matrix
    second: Matrix
    distance: float
    n_first: float
    n_second: float


Update = Callable[[ClosestPair, Matrix], Matrix]


def _single(pair: ClosestPair, sizes: Matrix) -> Matrix:
    found = np.minimum(pair.first, pair.second)
    found[np.maximum(pair.first, pair.second) == np.inf] = np.inf
    return found


def _complete(pair: ClosestPair, sizes: Matrix) -> Matrix:
    return np.maximum(pair.first, pair.second)


def _average(pair: ClosestPair, sizes: Matrix) -> Matrix:
    found = pair.n_first * pair.first + pair.n_second * pair.second
    found /= pair.n_first + pair.n_second
    return _reducible(found, pair)


def _ward_of_any(pair: ClosestPair, sizes: Matrix) -> Matrix:
    found = (sizes + pair.n_first) * pair.first + (sizes + pair.n_second) * pair.second
    found -= sizes * pair.distance
    found /= sizes + (pair.n_first + pair.n_second)
    return np.maximum(found, 0.0, out=found)


def _ward(pair: ClosestPair, sizes: Matrix) -> Matrix:
    return _reducible(_ward_of_any(pair, sizes), pair)


def _reducible(found: Matrix, pair: ClosestPair) -> Matrix:
    """Reducibility restored where rounding took a distance below the lesser of the two."""
    return np.maximum(found, np.minimum(pair.first, pair.second), out=found)


UPDATES: dict[str, Update] = {
    "single": _single,
    "complete": _complete,
    "average": _average,
    "ward": _ward,
}
"""d(i ∪ j, k) for all k, given the sizes of all clusters, where d(i, j) is the least."""

UPDATES_OF_ANY = {**UPDATES, "ward": _ward_of_any}
"""The same where other clusters may be nearer: Ward's union of i and j may be nearer to k too."""


class InitialClusters:
    """Rows in clusters before the first merge, numbered from 0, none empty; `sizes` (m,).

    Coordinates are divided by a power of two, lest squares overflow or vanish in single precision;
    `heights` undoes it. `offset` is the mean of all rows, `p` the power of Minkowski's distance.
    """

    def __init__(
        self,
        X: Array,
        labels: NDArray[np.integer],
        metric: str = "euclidean",
        offset: Array | float = 0.0,
        p: float = 2.0,
    ) -> None:
        order = np.argsort(labels, kind="stable")
        whole = measured(X, metric, p, np.asarray(offset))
        self._measured = replace(whole, X=whole.X[order])
        self.X, self.unit = self._measured.X, self._measured.unit
        self.sizes = np.bincount(labels)
        self.begins = np.cumsum(self.sizes) - self.sizes

    def __len__(self) -> int:
        return len(self.sizes)

    def distances(self, linkage: str, dtype: Any) -> Matrix:
        """All distances between clusters (m, m), squared for "ward", infinite on the diagonal.

        The least, largest or mean distance between their rows; for "ward", Euclid's alone,
        2 n_i n_j / (n_i + n_j) ‖x̄_i - x̄_j‖², twice what a merge adds to the inertia, so that two
        single rows are at their Euclidean distance.
        """
        found = self._ward(dtype) if linkage == "ward" else self._between_rows(linkage, dtype)
        np.fill_diagonal(found, np.inf)
        return found

    def heights(self, distances: Matrix, linkage: str) -> Array:
        """Heights of merges in the unit of the data, square roots for "ward"."""
        values = np.asarray(distances, dtype=np.float64)
        return self.unit * (np.sqrt(values) if linkage == "ward" else values)

    def _ward(self, dtype: Any) -> Matrix:
        sizes = self.sizes[:, None].astype(np.float64)
        means = np.add.reduceat(self.X, self.begins, axis=0) / sizes
        found = np.empty((len(self), len(self)), dtype=dtype)
        for rows in _blocks(len(self), len(self)):
            tile = cdist(means[rows], means, "sqeuclidean")
            tile *= 2.0 * sizes[rows] * sizes.T / (sizes[rows] + sizes.T)
            found[rows] = tile
        return found

    def _between_rows(self, linkage: str, dtype: Any) -> Matrix:
        reduce = {"single": np.minimum, "complete": np.maximum, "average": np.add}[linkage]
        start = np.inf if linkage == "single" else 0.0
        found = np.full((len(self), len(self)), start, dtype=dtype)
        for rows in _blocks(len(self.X), len(self.X)):
            tile = self._measured.between(rows)
            first = int(np.searchsorted(self.begins, rows.start, side="right")) - 1
            last = int(np.searchsorted(self.begins, rows.stop, side="left"))
            if len(self) < len(self.X):
                tile = reduce.reduceat(tile, self.begins, axis=1)
                cuts = np.maximum(self.begins[first:last] - rows.start, 0)
                tile = reduce.reduceat(tile, cuts, axis=0)
            into = found[first:last]
            reduce(into, tile, out=into, casting="same_kind")
        if linkage == "average" and len(self) < len(self.X):
            sizes = self.sizes.astype(dtype)
            found /= sizes[:, None]
            found /= sizes
            for rows in _blocks(len(self), len(self)):
                found[rows] = _mirrored(found, rows)
        return found


def _mirrored(found: Matrix, rows: slice) -> Matrix:
    """These rows, made equal to the columns above the diagonal as rounding leaves them apart."""
    tile = found[rows].copy()
    below = np.arange(found.shape[1]) < np.arange(rows.start, rows.stop)[:, None]
    np.copyto(tile, found[:, rows].T, where=below)
    return tile


def _blocks(n_rows: int, n_columns: int) -> Iterator[slice]:
    """Slices of rows; each is reported before it is worked on."""
    step = max(1, _ENTRIES // n_columns)
    starts = range(0, n_rows, step)
    for number, start in enumerate(starts, 1):
        report("block", number, len(starts))
        yield slice(start, min(start + step, n_rows))
