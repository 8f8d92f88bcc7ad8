"""Distances between the rows of a fit, scaled against overflow; shortest paths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, Index, Matrix
from jupyter_sscluster._row_metric import TRIANGLE, RowMetric
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import report

METRICS = (*TRIANGLE, "cosine")

_ENTRIES = 1 << 20
"""Distances held at a time where the nearest row is looked for."""


@dataclass(frozen=True, eq=False)
class RowDistances:
    """Rows whose distances, in units of `unit`, are those that `between` gives.

    They are measured by a `RowMetric`, or by the angle between them, where that is None.
    """

    X: Array
    unit: float
    by: RowMetric | None

    def between(self, rows: slice) -> Array:
        """Distances of these rows to all."""
        if self.by is None:
            # 1 - cos of the angle, by a difference that keeps the digits of small ones.
            return np.asarray(0.5 * cdist(self.X[rows], self.X, "sqeuclidean"))
        return self.by.between(self.X[rows], self.X)


def measured(X: Array, metric: str, p: float, offset: Array) -> RowDistances:
    """Rows that `offset` was taken off, divided by a power of two; of length 1 for "cosine"."""
    if metric == "cosine":
        return RowDistances(directions(X + offset), 1.0, None)
    by = RowMetric.of(X, metric, p, offset)
    rows = by.mapped(X)
    largest = float(np.abs(rows).max(initial=0.0))
    unit = float(2.0 ** np.frexp(largest)[1]) if largest > 0.0 else 1.0
    return RowDistances(rows / unit, unit, by)


def nearest_of(X: Array, rows: Array, by: RowMetric) -> Index:
    """Number of the row nearest to each row of `X`, the lowest of equals, of mapped rows."""
    found = np.empty(len(X), dtype=np.intp)
    step = max(1, _ENTRIES // len(rows))
    for start in range(0, len(X), step):
        part = slice(start, start + step)
        found[part] = by.between(X[part], rows).argmin(axis=1)
    return found


def directions(X: Array) -> Array:
    """Rows divided by their lengths."""
    largest = np.abs(X).max(axis=1, keepdims=True)
    zero = np.flatnonzero(largest[:, 0] == 0.0)
    if len(zero):
        raise InputError(
            f"metric='cosine' compares directions, and row {zero[0]} of X is 0 everywhere; leave "
            "such rows out, or use another metric"
        )
    scaled = X / largest
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True))


_ROWS = 32
"""Rows worked on at a time, which stay in the cache."""


def shorten_paths(D: Matrix, pivots: NDArray[np.integer]) -> None:
    """Floyd–Warshall in place on `D` (m, m), with the must-link components `pivots` as pivots only.

    All other clusters are single points: a path by way of one is no shorter than without it, by the
    triangle inequality. The cost is O(m² + m p) for each of p pivots.
    """
    through = D[pivots]
    for at in range(len(pivots)):
        _shorten(through, through[:, pivots[at]].copy(), through[at])
    starts = range(0, len(D) if len(pivots) else 0, _ROWS)
    for number, start in enumerate(starts, 1):
        report("block", number, len(starts))
        rows = D[start : start + _ROWS]
        to_pivots = rows[:, pivots].T.copy()
        for at in range(len(pivots)):
            _shorten(rows, to_pivots[at], through[at])


def _shorten(rows: Matrix, to: Matrix, beyond: Matrix) -> None:
    """Relax paths by one pivot: `to` it from each of the rows, and `beyond` it to all clusters."""
    np.minimum(rows, to[:, None] + beyond, out=rows)
