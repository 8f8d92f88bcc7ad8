"""The weighted graph of nearest neighbours."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks

RANK = 7
"""A row's scale is its distance to the neighbour of this rank (Zelnik-Manor & Perona 2004)."""

_TREE = 10
"""Most features with which a tree is faster than all distances."""

_MANY = 20_000
"""Rows from which on neighbours in a tree may be up to 1.3 times as far as the nearest.

So they are in theory; of ten, all but one in fifty are the nearest, in a third of the time.
"""

_LEAST = 1e-9
"""Smallest scale, in units of the data: of rows with that many duplicates."""

_LOOSE = 1e-6
"""What is added to degrees, so that a row without any neighbour has one."""


class NearestRows:
    """Search of the nearest among some rows (n, d), by a tree or by all distances; see `_MANY`."""

    def __init__(self, X: Array) -> None:
        self.X = X
        self._search: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {"X": self.X, "_search": None}

    def of(self, rows: Array, n_nearest: int) -> tuple[Array, Index]:
        """Distances, rising, and numbers of the nearest for each of `rows`, both (m, n_nearest)."""
        if self._search is None:
            self._search = self._made()
        if isinstance(self._search, NearestNeighbors):
            places: Index = self._search.kneighbors(rows, n_nearest, return_distance=False)
            distances = self._by_differences(rows, places)
            order = np.argsort(distances, axis=1, kind="stable")
            rising = np.take_along_axis(distances, order, axis=1)
            return rising, np.take_along_axis(places, order, axis=1)
        slack = 0.3 if len(self.X) > _MANY else 0.0
        distances, places = self._search.query(rows, np.arange(1, n_nearest + 1), eps=slack)
        return distances, places.astype(np.intp)

    def _made(self) -> Any:
        if self.X.shape[1] <= _TREE:
            # Without balance, duplicates do not make it deep.
            return cKDTree(self.X, balanced_tree=False)
        return NearestNeighbors(algorithm="brute").fit(self.X)

    def _by_differences(self, rows: Array, places: Index) -> Array:
        found = np.empty(places.shape)
        for chunk in chunks(len(rows), rows.shape[1] * places.shape[1]):
            apart = self.X[places[chunk]] - rows[chunk][:, None, :]
            found[chunk] = np.sqrt(np.einsum("ijk,ijk->ij", apart, apart))
        return found


@dataclass(frozen=True, eq=False)
class ScaledRows:
    """Rows with a search tree and their scales s (distance to a near row), to attach new ones."""

    search: NearestRows
    scales: Array

    def means_over(self, rows: Array, n_neighbors: int) -> sparse.csr_array:
        """The matrix (m, n) that takes the mean, weighted as in the graph, over the nearest."""
        n_nearest = min(n_neighbors, len(self.scales))
        distances, places = self.search.of(rows, n_nearest)
        scale = np.maximum(distances[:, min(RANK, n_nearest) - 1], _LEAST)
        logs = -(distances**2) / (scale[:, None] * self.scales[places])
        logs -= logs.max(axis=1, keepdims=True)
        weights = np.exp(logs)
        weights /= weights.sum(axis=1, keepdims=True)
        starts = np.arange(0, places.size + 1, n_nearest)
        shape = (len(rows), len(self.scales))
        return sparse.csr_array((weights.ravel(), places.ravel(), starts), shape=shape)


@dataclass(frozen=True, eq=False)
class NeighbourGraph:
    """Nearest-neighbour graph with symmetric `weights` w_ij = exp(-d_ij² / (s_i s_j)), w_ii = 0."""

    rows: ScaledRows
    weights: sparse.csr_array

    @cached_property
    def laplacian(self) -> sparse.csr_array:
        """1.001 D - W, D being the degrees: positive definite."""
        degrees = np.asarray(self.weights.sum(axis=1)).ravel() + _LOOSE
        return sparse.csr_array(sparse.diags_array(1.001 * degrees) - self.weights)


def neighbour_graph(X: Array, n_neighbors: int) -> NeighbourGraph:
    """The graph of rows (n, d) about as wide as 1."""
    n = len(X)
    k = min(n_neighbors, n - 1)
    search = NearestRows(X)
    if k == 0:
        return NeighbourGraph(ScaledRows(search, np.ones(n)), sparse.csr_array((n, n)))
    distances, places = search.of(X, k + 1)
    # The row itself need not be the first where others are equal to it, nor be there at all.
    own = places == np.arange(n)[:, None]
    own[~own.any(axis=1), -1] = True
    distances, places = distances[~own].reshape(n, k), places[~own].reshape(n, k)
    scales = np.maximum(distances[:, min(RANK, k) - 1], _LEAST)
    values = np.exp(-(distances**2) / (scales[:, None] * scales[places]))
    starts = np.arange(0, n * k + 1, k)
    one_way = sparse.csr_array((values.ravel(), places.ravel(), starts), shape=(n, n))
    both = sparse.csr_array(one_way.maximum(one_way.T))
    both.eliminate_zeros()
    return NeighbourGraph(ScaledRows(search, scales), both)
