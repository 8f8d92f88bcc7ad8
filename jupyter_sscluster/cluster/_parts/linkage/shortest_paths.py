"""Distances shortened by must-links: the shortest ways, where a must-link costs nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Matrix
from jupyter_sscluster.cluster.fitting.watching import report

_ROWS = 32
"""Rows worked on at a time, which stay in the cache."""


def propagate(D: Matrix, pivots: NDArray[np.integer]) -> None:
    """Replace `D` (m, m) by the lengths of shortest ways, in place.

    Only `pivots` may lie on a way: the other groups are single points, by way of which nothing
    is shorter, as the triangle inequality holds. The cost is O(m² + m p) for each of p pivots.
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
    """Ways by one pivot: `to` it from each of the rows, and `beyond` it to all groups."""
    np.minimum(rows, to[:, None] + beyond, out=rows)
