"""Pairs within or beyond a distance, without all distances at once."""

from __future__ import annotations

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


def _blocks(n_partners: NDArray[np.int64]) -> Iterator[slice]:
    """Runs of rows with about BLOCK partners together, at least one row each."""
    ends = np.cumsum(n_partners)
    start = 0
    while start < len(ends):
        before = ends[start] - n_partners[start]
        stop = max(int(np.searchsorted(ends, before + BLOCK, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def chains_below(X: Array, distance: float) -> IntArray:
    """The shortest pairs that join all rows reachable by steps shorter than `distance`.

    A spanning forest of the graph of all such pairs, shape (e, 2), i < j: at most n - 1 of them
    say as much as all. Time follows the number of close pairs; memory a block of them.

    >>> chains_below(np.array([[0.0], [1.0], [1.5], [9.0]]), 1.0).tolist()
    [[1, 2]]
    """
    n = len(X)
    forest = sparse.csr_array((n, n))
    search = NearestNeighbors(radius=distance, algorithm="kd_tree").fit(X)
    n_near = KDTree(X).query_ball_point(X, distance, return_length=True)
    for block in _blocks(np.asarray(n_near, dtype=np.int64)):
        near = search.radius_neighbors_graph(X[block], mode="distance").tocoo()
        rows, columns = near.row + block.start, near.col
        close = (near.data < distance) & (rows < columns)
        # Lengths are raised by one, as a length of zero would stand for no edge.
        ends = rows[close], columns[close]
        fresh = sparse.coo_array((near.data[close] + 1.0, ends), shape=(n, n)).tocsr()
        forest = sparse.csr_array(minimum_spanning_tree(forest + fresh))
    found = np.stack(forest.tocoo().coords, axis=1).astype(np.int64)
    found.sort(axis=1)
    return found[np.lexsort(found.T[::-1])]


def pairs_beyond(
    X: Array, distance: float, groups: NDArray[np.int64], most: int
) -> IntArray | None:
    """Pairs of rows farther apart than `distance`, one for each two groups; None if over `most`.

    Pairs within a group are all listed. Time is quadratic in the rows, memory follows the result.

    >>> X = np.array([[0.0], [1.0], [5.0]])
    >>> pairs_beyond(X, 2.0, np.array([0, 0, 1]), 10).tolist()
    [[0, 2]]
    """
    found: list[IntArray] = []
    seen = np.empty(0, dtype=np.int64)
    n_groups = int(groups.max()) + 1
    for block in _blocks(np.full(len(X), len(X))):
        far = cdist(X[block], X[block.start :]) > distance
        i, j = np.nonzero(np.triu(far, 1))
        pairs = np.stack([i, j], axis=1).astype(np.int64) + block.start
        low, high = np.sort(groups[pairs], axis=1).T
        key = low * n_groups + high
        _, first = np.unique(key, return_index=True)
        fresh = np.zeros(len(key), dtype=bool)
        fresh[first] = ~np.isin(key[first], seen)
        fresh |= low == high
        found.append(pairs[fresh])
        seen = np.union1d(seen, key[fresh])
        if sum(map(len, found)) > most:
            return None
    return np.concatenate(found)


def nearest_others(X: Array) -> tuple[NDArray[np.int64], Array]:
    """The nearest other row of each row, of equals the first in order of the tree, and how far.

    A single row has none: itself, infinitely far.

    >>> rows, apart = nearest_others(np.array([[0.0], [1.0], [3.0]]))
    >>> rows.tolist(), apart.tolist()
    ([1, 0, 1], [1.0, 1.0, 2.0])
    """
    n = len(X)
    if n == 1:
        return np.zeros(1, dtype=np.int64), np.array([np.inf])
    apart, rows = map(np.asarray, KDTree(X).query(X, k=2))
    own = rows[:, 0] == np.arange(n)
    return np.where(own, rows[:, 1], rows[:, 0]), np.where(own, apart[:, 1], apart[:, 0])
