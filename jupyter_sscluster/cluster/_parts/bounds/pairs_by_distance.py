"""Pairs below or above a distance, and nearest neighbours, without an n x n matrix."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import Array, IntArray

BLOCK = 4_000_000
"""Distances held at a time: 32 MB in double precision."""


def _blocks(n_partners: NDArray[np.int64]) -> Iterator[slice]:
    """Consecutive rows with about BLOCK pairs together, at least one row each."""
    ends = np.cumsum(n_partners)
    start = 0
    while start < len(ends):
        before = ends[start] - n_partners[start]
        stop = max(int(np.searchsorted(ends, before + BLOCK, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def delta_forest(X: Array, distance: float) -> IntArray:
    """Minimum spanning forest of the graph of pairs with d < δ = `distance`, shape (e, 2), i < j.

    As must-links its edges, n - 1 at most, have the same transitive closure as all these pairs.
    The forest of a union of graphs lies in the union of their forests, so that pairs are taken
    block by block: time follows the number of close pairs, memory a block of them.

    >>> delta_forest(np.array([[0.0], [1.0], [1.5], [9.0]]), 1.0).tolist()
    [[1, 2]]
    """
    n = len(X)
    forest = sparse.csr_array((n, n))
    search = NearestNeighbors(radius=distance, algorithm="kd_tree").fit(X)
    n_within = KDTree(X).query_ball_point(X, distance, return_length=True)
    for block in _blocks(np.asarray(n_within, dtype=np.int64)):
        within = search.radius_neighbors_graph(X[block], mode="distance").tocoo()
        rows, columns = within.row + block.start, within.col
        close = (within.data < distance) & (rows < columns)
        # Lengths are raised by one, as a length of zero would stand for no edge.
        ends = rows[close], columns[close]
        fresh = sparse.coo_array((within.data[close] + 1.0, ends), shape=(n, n)).tocsr()
        forest = sparse.csr_array(minimum_spanning_tree(forest + fresh))
    found = np.stack(forest.tocoo().coords, axis=1).astype(np.int64)
    found.sort(axis=1)
    return found[np.lexsort(found.T[::-1])]


def pairs_beyond(
    X: Array, distance: float, component_ids: NDArray[np.int64], max_pairs: int
) -> IntArray | None:
    """Pairs with d > γ = `distance`, one for each two components; None if over `max_pairs`.

    One cannot-link between two must-link components entails all others; pairs within a component,
    which contradict its must-links, are all listed. Time is quadratic in the rows, memory follows
    the result.

    >>> X = np.array([[0.0], [1.0], [5.0]])
    >>> pairs_beyond(X, 2.0, np.array([0, 0, 1]), 10).tolist()
    [[0, 2]]
    """
    found: list[IntArray] = []
    seen = np.empty(0, dtype=np.int64)
    n_components = int(component_ids.max()) + 1
    for block in _blocks(np.full(len(X), len(X))):
        far = cdist(X[block], X[block.start :]) > distance
        i, j = np.nonzero(np.triu(far, 1))
        pairs = np.stack([i, j], axis=1).astype(np.int64) + block.start
        low, high = np.sort(component_ids[pairs], axis=1).T
        key = low * n_components + high
        _, first = np.unique(key, return_index=True)
        fresh = np.zeros(len(key), dtype=bool)
        fresh[first] = ~np.isin(key[first], seen)
        fresh |= low == high
        found.append(pairs[fresh])
        seen = np.union1d(seen, key[fresh])
        if sum(map(len, found)) > max_pairs:
            return None
    return np.concatenate(found)


def nearest_neighbours(X: Array) -> tuple[NDArray[np.int64], Array]:
    """Nearest neighbour of each row, of equals the first in order of the k-d tree; its distance.

    A single row has none: itself, infinitely far.

    >>> rows, apart = nearest_neighbours(np.array([[0.0], [1.0], [3.0]]))
    >>> rows.tolist(), apart.tolist()
    ([1, 0, 1], [1.0, 1.0, 2.0])
    """
    n = len(X)
    if n == 1:
        return np.zeros(1, dtype=np.int64), np.array([np.inf])
    apart, rows = map(np.asarray, KDTree(X).query(X, k=2))
    own = rows[:, 0] == np.arange(n)
    return np.where(own, rows[:, 1], rows[:, 0]), np.where(own, apart[:, 1], apart[:, 0])
