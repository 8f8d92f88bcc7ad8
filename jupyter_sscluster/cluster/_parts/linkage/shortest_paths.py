"""Shortest-path distances over must-links of length 0 (Klein, Kamvar & Manning 2002)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Matrix
from jupyter_sscluster.cluster.fit.watching import report

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
