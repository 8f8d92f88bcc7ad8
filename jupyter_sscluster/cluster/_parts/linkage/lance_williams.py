"""Distances between groups of rows, and how they change when two groups become one.

The linkages here are those in which no merge brings a group closer to a third than the nearer of
the two was: "single", "complete", "average" and "ward". An infinite distance says that two groups
must not become one; it passes on to whatever either of them becomes part of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, Matrix
from jupyter_sscluster.cluster.fitting.watching import report

LINKAGES = ("single", "complete", "average", "ward")

"""Distances between groups, in single or double precision."""

_ENTRIES = 1 << 18
"""Distances between rows held at a time."""


class Pair(NamedTuple):
    """Two groups that become one: their rows of the matrix, distance and sizes."""

    first: Matrix
    second: Matrix
    apart: float
    n_first: float
    n_second: float


Update = Callable[[Pair, Matrix], Matrix]


def _single(pair: Pair, sizes: Matrix) -> Matrix:
    found = np.minimum(pair.first, pair.second)
    found[np.maximum(pair.first, pair.second) == np.inf] = np.inf
    return found


def _complete(pair: Pair, sizes: Matrix) -> Matrix:
    return np.maximum(pair.first, pair.second)


def _average(pair: Pair, sizes: Matrix) -> Matrix:
    found = pair.n_first * pair.first + pair.n_second * pair.second
    found /= pair.n_first + pair.n_second
    return _no_nearer(found, pair)


def _ward(pair: Pair, sizes: Matrix) -> Matrix:
    found = (sizes + pair.n_first) * pair.first + (sizes + pair.n_second) * pair.second
    found -= sizes * pair.apart
    found /= sizes + (pair.n_first + pair.n_second)
    return _no_nearer(found, pair)


def _no_nearer(found: Matrix, pair: Pair) -> Matrix:
    """What rounding took below the nearer of the two put back."""
    return np.maximum(found, np.minimum(pair.first, pair.second), out=found)


UPDATES: dict[str, Update] = {
    "single": _single,
    "complete": _complete,
    "average": _average,
    "ward": _ward,
}
"""Lance & Williams's formulae: distances of the union of two groups to all, given all sizes."""


class Groups:
    """Rows in groups, numbered from 0, none empty; `sizes` (m,) are their numbers of rows.

    Coordinates are divided by a power of two so that squares neither overflow nor vanish in
    single precision; `heights` takes distances back.
    """

    def __init__(self, X: Array, group: NDArray[np.integer]) -> None:
        order = np.argsort(group, kind="stable")
        largest = float(np.abs(X).max(initial=0.0))
        self.unit = float(2.0 ** np.frexp(largest)[1]) if largest > 0.0 else 1.0
        self.X = X[order] / self.unit
        self.sizes = np.bincount(group)
        self.begins = np.cumsum(self.sizes) - self.sizes

    def __len__(self) -> int:
        return len(self.sizes)

    def distances(self, linkage: str, dtype: Any) -> Matrix:
        """All distances between groups (m, m), squared for "ward", infinite on the diagonal.

        The least, largest or mean Euclidean distance between their rows; for "ward"
        2 n m / (n + m) times the squared distance of their means.
        """
        found = self._ward(dtype) if linkage == "ward" else self._between_rows(linkage, dtype)
        np.fill_diagonal(found, np.inf)
        return found

    def heights(self, distances: Matrix, linkage: str) -> Array:
        """Distances of `distances` in the unit of the data."""
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
            tile = cdist(self.X[rows], self.X)
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
