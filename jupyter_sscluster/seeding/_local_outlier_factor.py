"""The local outlier factor of Breunig, Kriegel, Ng & Sander (2000), neighbourhoods with ties.

By default from plain distances, as Al Hasan et al. (2009) simplify it.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import Array

_TIE = 1.0 + 1e-12
"""Distances up to this many times a radius count as equal to it."""

_BLOCK = 1 << 20
"""Distances held at a time."""


class _Near(NamedTuple):
    """Some rows, with candidates (len(rows), m) or all rows beside them: which are neighbours."""

    rows: NDArray[np.intp]
    beside: NDArray[np.intp]
    apart: Array
    neighbours: NDArray[np.bool_]


def outlier_factors(X: Array, n_neighbors: int, *, reachability: bool = False) -> Array:
    """How much denser the neighbourhood of each row's neighbours is than its own; 1 is usual.

    The neighbours N_i are the rows up to the distance of the `n_neighbors`-th nearest, ties
    included; dens_i = |N_i| / Σ_{j ∈ N_i} d_ij and the factor is the mean of dens_j / dens_i over
    N_i. With `reachability`, d_ij is at least the radius of N_j, as in Breunig et al. (2000).
    A row on top of all its neighbours has factor 1.

    The time is that of finding neighbours, O(n log n) with few features; many rows at equal
    distances make it O(n²d) for those rows. Memory is O(n · n_neighbors) beside `X`.
    """
    n = len(X)
    m = min(n_neighbors, n - 1)
    if m < 1:
        return np.ones(n)
    # Twice as many as wanted: room for ties, so that few rows need all distances.
    candidates = _candidates(X, min(2 * m + 2, n - 1))
    apart = _distances(X, candidates)
    radii = np.partition(apart, m - 1, axis=1)[:, m - 1]
    counts, density = np.empty(n), np.empty(n)
    for near in _neighbourhoods(X, candidates, apart, radii):
        reach = np.maximum(near.apart, radii[near.beside]) if reachability else near.apart
        counts[near.rows] = near.neighbours.sum(axis=1)
        density[near.rows] = np.where(near.neighbours, reach, 0.0).sum(axis=1)
    # A row on top of all its neighbours is infinitely dense, and ordinary by definition.
    with np.errstate(divide="ignore", over="ignore"):
        density = counts / density
    around = np.empty(n)
    for near in _neighbourhoods(X, candidates, apart, radii):
        around[near.rows] = np.where(near.neighbours, density[near.beside], 0.0).sum(axis=1)
    ordinary = np.isfinite(density)
    factors = np.ones(n)
    factors[ordinary] = around[ordinary] / counts[ordinary] / density[ordinary]
    return factors


def _candidates(X: Array, k: int) -> NDArray[np.intp]:
    """The k nearest rows of each row, itself left out; in no order."""
    finder = NearestNeighbors(n_neighbors=k).fit(X)
    neighbours: NDArray[np.intp] = finder.kneighbors(return_distance=False)
    return neighbours


def _distances(X: Array, candidates: NDArray[np.intp]) -> Array:
    """Distances to the candidates, by differences, so that equal ones come out equal."""
    found = np.empty(candidates.shape)
    for column, beside in enumerate(candidates.T):
        between = X - X[beside]
        found[:, column] = np.sqrt(np.einsum("ij,ij->i", between, between))
    return found


def _neighbourhoods(
    X: Array, candidates: NDArray[np.intp], apart: Array, radii: Array
) -> Iterator[_Near]:
    """Every row once: with its candidates, or with all rows where these may not hold all ties."""
    limits = _TIE * radii[:, None]
    whole = candidates.shape[1] == len(X) - 1
    settled = whole | (apart.max(axis=1) > limits[:, 0])
    rows = np.flatnonzero(settled)
    yield _Near(rows, candidates[rows], apart[rows], apart[rows] <= limits[rows])
    rows = np.flatnonzero(~settled)
    everyone = np.arange(len(X))[None]
    step = max(1, _BLOCK // len(X))
    for start in range(0, len(rows), step):
        some = rows[start : start + step]
        between = cdist(X[some], X)
        near = between <= limits[some]
        near[np.arange(len(some)), some] = False
        yield _Near(some, everyone, between, near)
