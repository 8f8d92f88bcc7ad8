"""Shared-nearest-neighbour graph: ω, LDS, ASC and strong components (Vu et al. 2012).

With NN(u) the k nearest neighbours of u, and an edge where v ∈ NN(u) or u ∈ NN(v):

    ω(u, v) = |NN(u) ∩ NN(v)|                                  shared neighbours
    LDS(u) = 1/k Σ_{q ∈ NN(u)} ω(u, q)                         local density score
    ASC(u, v) = k − ω(u, v) + 1 / (1 + min(LDS(u), LDS(v)))    ability to separate between clusters

A strong path has ω ≥ θ on every edge, so that points with a strong path between them are the
connected components of the edges with ω ≥ θ: no path is ever searched for.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import HashableData, IntArray
from jupyter_sscluster.active.similarity.point_distances import scale_of

BLOCK = 100_000


@dataclass(frozen=True, eq=False)
class SharedNeighbourGraph:
    """k-nearest-neighbour graph with shared neighbours, ASC and strong components.

    Attributes
    ----------
    n_neighbors, threshold : int
        k, at most n − 1, and θ.
    edges : array, shape (n_edges, 2)
        Pairs i < j of which one is among the k nearest of the other, in lexicographic order.
    common : array, shape (n_edges,)
        ω of every edge.
    ability_to_separate : array, shape (n_edges,)
        ASC of every edge.
    length : array, shape (n_edges,)
    strong_components : array, shape (n_samples,)
        Number of the strong component of every point.
    """

    n_neighbors: int
    threshold: int
    edges: IntArray
    common: IntArray
    ability_to_separate: NDArray[np.float64]
    length: NDArray[np.float64]
    strong_components: IntArray

    @cached_property
    def weak(self) -> IntArray:
        """Numbers of the edges with ω < θ: by falling ASC, then length, then position."""
        numbers = np.flatnonzero(self.common < self.threshold)
        return numbers[
            np.lexsort((numbers, -self.length[numbers], -self.ability_to_separate[numbers]))
        ]


def neighbour_graph(
    X: NDArray[np.float64],
    n_neighbors: int,
    threshold: int | None,
    max_samples: int = 10_000,
    seed: int | None = 0,
) -> SharedNeighbourGraph:
    """The graph of some data, two points at least; those of the last two are kept.

    θ is ⌈k / 2⌉ by default. The graph joins `max_samples` points, drawn at random, if there are
    more; each of the others is a strong component of its own.

    >>> graph = neighbour_graph(np.array([[0.0], [1.0], [1.5], [9.0], [9.5], [11.0]]), 2, 1)
    >>> graph.strong_components.tolist()
    [0, 0, 0, 1, 1, 1]
    """
    make = _graph if seed is not None else _graph.__wrapped__
    return make(HashableData.of(X), n_neighbors, threshold, max(max_samples, 2), seed)


@lru_cache(maxsize=2)
def _graph(
    data: HashableData, n_neighbors: int, threshold: int | None, max_samples: int, seed: int | None
) -> SharedNeighbourGraph:
    n_all = len(data.X)
    rows = np.arange(n_all)
    if n_all > max_samples:
        rows = np.sort(np.random.default_rng(seed).choice(n_all, max_samples, replace=False))
    X = data.X[rows] / scale_of(data.X)
    X = X - np.median(X, axis=0)
    n_samples, k = len(X), min(n_neighbors, len(X) - 1)
    threshold = -(-k // 2) if threshold is None else threshold
    near = NearestNeighbors(n_neighbors=k).fit(X).kneighbors(return_distance=False)
    common = _shared_neighbours(near)
    density = common.reshape(n_samples, k).mean(axis=1)
    ends = np.stack([np.repeat(np.arange(n_samples), k), near.ravel()], axis=1)
    ends.sort(axis=1)
    _, first = np.unique(ends[:, 0] * n_samples + ends[:, 1], return_index=True)
    edges, common = ends[first], common[first]
    ability_to_separate = k - common + 1.0 / (1.0 + density[edges].min(axis=1))
    length = _edge_lengths(X, edges)
    edges = rows[edges]
    strong = edges[common >= threshold].T
    links = coo_array((np.ones(strong.shape[1]), tuple(strong)), shape=(n_all, n_all))
    strong_components = connected_components(links, directed=False)[1].astype(np.int64)
    return SharedNeighbourGraph(
        k, threshold, edges, common, ability_to_separate, length, strong_components
    )


def _shared_neighbours(near: IntArray) -> IntArray:
    """|NN(u) ∩ NN(v)| for every u and v in NN(u), row by row."""
    n_samples, k = near.shape
    found = np.empty(n_samples * k, dtype=np.int64)
    flat = near.ravel()
    for low in range(0, len(flat), BLOCK):
        part = np.arange(low, min(low + BLOCK, len(flat)))
        both = np.concatenate([near[part // k], near[flat[part]]], axis=1)
        both.sort(axis=1)
        found[part] = (both[:, 1:] == both[:, :-1]).sum(axis=1)
    return found


def _edge_lengths(X: NDArray[np.float64], edges: IntArray) -> NDArray[np.float64]:
    parts = [edges[low : low + BLOCK] for low in range(0, len(edges), BLOCK)]
    return np.concatenate([np.linalg.norm(X[a] - X[b], axis=1) for a, b in (p.T for p in parts)])
