"""Scatter matrices, inverses that exist, metrics as linear maps, and the farthest pair of rows.

Pure functions of arrays. A metric A is a vector (d,) of weights, one a feature, or a symmetric
matrix (d, d); ‖v‖²_A is Σ a_j v_j² or vᵀAv.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array

_ROWS, _COLUMNS = 64, 2048
"""Distances of that many rows to that many others, or fewer, are held at a time."""

_PRODUCT = 1 << 18
"""Multiplications at a time: BLAS splits no such product over threads, which would cost more than
it saves while another program uses the other core."""

_SLACK = 1e-12
"""Relative difference of squared distances up to which rounding may be the reason."""


class Inverse(NamedTuple):
    """An inverse, and the logarithm of the inverse's determinant."""

    matrix: Array
    log_determinant: float


class FarthestPair(NamedTuple):
    """Two rows i <= j and their distance."""

    i: int
    j: int
    distance: float


def scatter(X: Array) -> Array:
    """Σ (x - m)(x - m)ᵀ over the rows of `X`, with m their mean: n times their covariance; (d, d).

    Examples
    --------
    >>> scatter(np.array([[0.0, 0.0], [2.0, 4.0]])).tolist()
    [[2.0, 4.0], [4.0, 8.0]]
    """
    apart = X - X.mean(axis=0)
    return apart.T @ apart


def within_scatter(X: Array, groups: NDArray[np.integer]) -> Array:
    """Sum over the groups of `scatter` of their rows; rows of group -1 are left out.

    The cost is O(n d²); beside `X`, one array of its size is held.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [2.0, 0.0], [5.0, 5.0], [5.0, 9.0], [7.0, 7.0]])
    >>> within_scatter(X, np.array([0, 0, 1, 1, -1])).tolist()
    [[2.0, 0.0], [0.0, 8.0]]
    """
    rows = np.flatnonzero(groups >= 0)
    _, group, sizes = np.unique(groups[rows], return_inverse=True, return_counts=True)
    members = sparse.csr_array(
        (np.ones(len(rows)), (group, np.arange(len(rows)))), shape=(len(sizes), len(rows))
    )
    apart = X[rows]
    apart -= (members @ apart / sizes[:, None])[group]
    return apart.T @ apart


def safe_inverse(S: Array, floor: float | None = None) -> Inverse:
    """Inverse of a symmetric matrix, or of a vector of variances, that cannot fail.

    Eigenvalues (of a vector: its entries) below `floor` are raised to it first, so that the
    inverse is positive definite and its log-determinant finite. Cost O(d³), for a vector O(d).

    Parameters
    ----------
    S : array, shape (d, d) or (d,)
        Of a matrix the symmetric part is taken. It may be singular or indefinite.
    floor : float, optional
        Greater than 0. By default 1e-6 times the mean of the positive eigenvalues, and 1 where
        none is positive.

    Examples
    --------
    >>> inverse = safe_inverse(np.diag([4.0, 0.0]), floor=0.5)
    >>> inverse.matrix.tolist(), round(inverse.log_determinant, 3)
    ([[0.25, 0.0], [0.0, 2.0]], -0.693)
    """
    if S.ndim == 1:
        values = _raised(S, floor)
        return Inverse(1.0 / values, -float(np.log(values).sum()))
    values, vectors = np.linalg.eigh(0.5 * (S + S.T))
    values = _raised(values, floor)
    return Inverse((vectors / values) @ vectors.T, -float(np.log(values).sum()))


def whitening(S: Array, floor: float | None = None) -> Array:
    """The symmetric W = S^(-½), W S W = I: rows x W have covariance I where x has covariance `S`.

    Eigenvalues are raised as in `safe_inverse`.

    Examples
    --------
    >>> whitening(np.diag([4.0, 0.25])).tolist()
    [[0.5, 0.0], [0.0, 2.0]]
    """
    values, vectors = np.linalg.eigh(0.5 * (S + S.T))
    return (vectors / np.sqrt(_raised(values, floor))) @ vectors.T


def transform(A: Array) -> Array:
    """L with A = LᵀL, so that ‖v‖²_A = vᵀLᵀLv = ‖Lv‖²; of weights (d,), the vector of their roots.

    Eigenvalues below 0, which rounding leaves in a singular `A`, are taken as 0.

    Examples
    --------
    >>> transform(np.array([4.0, 0.0])).tolist()
    [2.0, 0.0]
    """
    if A.ndim == 1:
        return np.sqrt(np.maximum(A, 0.0))
    values, vectors = np.linalg.eigh(0.5 * (A + A.T))
    return np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T


def transformed(X: Array, A: Array) -> Array:
    """The rows of `X` moved so that their Euclidean distances are those under the metric `A`.

    Examples
    --------
    >>> transformed(np.array([[1.0, 5.0]]), np.array([4.0, 0.0])).tolist()
    [[2.0, 0.0]]
    """
    L = transform(A)
    return X * L if A.ndim == 1 else X @ L.T


def box_span(Z: Array, *, origin: bool = False) -> Array:
    """Sides (d,) of the smallest box around the rows: its diagonal bounds all distances.

    Far cheaper than `farthest_pair`, O(nd), and larger: each side is at most that distance, so the
    diagonal at most √d times it.

    Parameters
    ----------
    Z : array, shape (n, d)
    origin : bool
        Stretch the lower corner to min(0, z), as the reference implementations of Bilenko, Basu &
        Mooney (2004) and of Vouros & Vasilaki (2020) do.

    Examples
    --------
    >>> box_span(np.array([[1.0, -1.0], [4.0, 3.0]])).tolist()
    [3.0, 4.0]
    """
    low = Z.min(axis=0)
    return Z.max(axis=0) - (np.minimum(low, 0.0) if origin else low)


def farthest_pair(Z: Array, guess: tuple[int, int] | None = None) -> FarthestPair:
    """The two rows of `Z` that are farthest apart, exactly; of equals the first in order.

    Rows are sorted by their distance r from the mean. By the triangle inequality a pair can only
    be farther apart than the best one known if r_i + r_j exceeds its distance, and few pairs do:
    on Gaussian data of 10 features less than one in a thousand, of 50 features a fifth. Where all
    rows lie on a sphere every pair is looked at, in O(n²d) time; memory is O(nd) always.

    Parameters
    ----------
    Z : array, shape (n, d)
    guess : pair of int, optional
        Two rows that may be far apart, such as the answer for a similar `Z`: this saves time
        and changes no result.

    Examples
    --------
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


def _raised(values: Array, floor: float | None) -> Array:
    if floor is None:
        positive = values[values > 0.0]
        floor = 1e-6 * float(positive.mean()) if len(positive) else 1.0
    return np.maximum(values, floor)


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
