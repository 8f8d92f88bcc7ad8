"""The two rows that are farthest apart, exactly, without comparing every pair."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import box_span

_ROWS, _COLUMNS = 64, 2048
"""Distances of that many rows to that many others, or fewer, are held at a time."""

_PRODUCT = 1 << 18
"""Multiplications at a time: BLAS splits no such product over threads, which would cost more than
it saves while another program uses the other core."""

_SLACK = 1e-12
"""Relative difference of squared distances up to which rounding may be the reason."""


class FarthestPair(NamedTuple):
    """Two rows i <= j and their distance."""

    i: int
    j: int
    distance: float


def farthest_pair(Z: Array, guess: tuple[int, int] | None = None) -> FarthestPair:
    """The two rows of `Z` (n, d) that are farthest apart, exactly; of equals the first in order.

    Rows are sorted by their distance r from the mean. By the triangle inequality a pair can only
    be farther apart than the best one known if r_i + r_j exceeds its distance, and few pairs do:
    on Gaussian data of 10 features less than one in a thousand, of 50 features a fifth. Where all
    rows lie on a sphere every pair is looked at, in O(n²d) time; memory is O(nd) always. `guess`,
    two rows that may be far apart, saves time and changes no result.

    >>> farthest_pair(np.array([[0.0], [3.0], [-1.0], [3.0]]))
    FarthestPair(i=1, j=2, distance=4.0)
    """
    span = float(box_span(Z).max(initial=0.0))
    if not span > 0.0:
        return FarthestPair(0, 0, 0.0)
    # In units of the largest side no square overflows or vanishes.
    points = (Z - Z.mean(axis=0)) / span
    radii = np.sqrt(np.einsum("ij,ij->i", points, points))
    start = max(
        (_measured(points, *pair) for pair in (guess, _pass(points, radii)) if pair is not None),
        key=lambda pair: pair.distance,
    )
    rows = np.flatnonzero(radii >= start.distance * (1.0 - _SLACK) - radii.max())
    rows = rows[np.argsort(-radii[rows], kind="stable")]
    if (np.diff(radii[rows]) == 0.0).any():  # equal rows have equal radii: they count once
        _, first = np.unique(points[rows], axis=0, return_index=True)
        rows = rows[np.sort(first)]
    found = _search(points[rows], radii[rows], rows, start)
    return FarthestPair(found.i, found.j, float(np.linalg.norm(Z[found.i] - Z[found.j])))


def _measured(points: Array, i: int, j: int) -> FarthestPair:
    return FarthestPair(min(i, j), max(i, j), float(np.linalg.norm(points[i] - points[j])))


def _pass(points: Array, radii: Array) -> tuple[int, int]:
    """The row farthest from the row that is farthest from the outermost row, and that row.

    Two passes over the rows find a pair at least half as far apart as the farthest one, most often
    that pair itself: what is left to do is to prove it.
    """
    ends = [int(radii.argmax())]
    for _ in range(2):
        ends.append(int((radii**2 - 2.0 * (points @ points[ends[-1]])).argmax()))
    return ends[1], ends[2]


def _search(
    points: Array, radii: Array, names: NDArray[np.intp], best: FarthestPair
) -> FarthestPair:
    """Better pairs than `best`, or equal ones earlier in order, among rows by falling radius."""
    squares = radii**2
    # Radii fall: a row can only be in a better pair with the rows before it and those of its chunk.
    columns = min(_COLUMNS, max(_ROWS, _PRODUCT // (_ROWS * points.shape[1])))
    for start in range(0, len(points), _ROWS):
        stop = min(start + _ROWS, len(points))
        needed = best.distance * (1.0 - _SLACK) - radii[start]
        if radii[0] < needed:  # not even with the outermost row
            break
        reach = min(stop, int(np.searchsorted(-radii, -needed, side="right")))
        for left in range(0, reach, columns):
            right = min(left + columns, reach)
            tile = points[start:stop] @ points[left:right].T
            tile *= -2.0
            tile += squares[start:stop, None]
            tile += squares[left:right]
            best = _better(tile, names[start:stop], names[left:right], best)
    return best


def _better(
    tile: Array, rows: NDArray[np.intp], columns: NDArray[np.intp], best: FarthestPair
) -> FarthestPair:
    """`best`, or the first of the largest entries where they are larger or as large."""
    top, known = float(tile.max()), best.distance**2
    if top < known * (1.0 - _SLACK):
        return best
    at, to = np.nonzero(tile >= top * (1.0 - _SLACK))
    low, high = np.minimum(rows[at], columns[to]), np.maximum(rows[at], columns[to])
    place = np.lexsort([high, low])[0]
    found = FarthestPair(int(low[place]), int(high[place]), float(np.sqrt(top)))
    if top > known * (1.0 + _SLACK):
        return found
    return min(found, best)
