"""Neighbour lists of a sparse undirected graph."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._validation import InputError


@dataclass(frozen=True)
class Adjacency:
    """A simple graph renumbered to its vertices of positive degree.

    `n_vertices` counts all, `vertices` (v,) are the original numbers of the kept ones, ascending;
    `edges` (e, 2) and `neighbours` (v lists) use the new numbers, in lexicographic order.
    """

    n_vertices: int
    vertices: NDArray[np.int64]
    edges: NDArray[np.int64]
    neighbours: list[list[int]]

    def expand(self, values: list[int], fill: int = 0) -> NDArray[np.int64]:
        """Values of the kept vertices expanded to all vertices; the others get ``fill``."""
        out = np.full(self.n_vertices, fill, dtype=np.int64)
        out[self.vertices] = values
        return out


def adjacency(n_vertices: int, edges: ArrayLike) -> Adjacency:
    """Neighbour lists of distinct undirected ``edges`` (e, 2); :class:`InputError` if invalid."""
    pairs = _checked(n_vertices, edges)
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    vertices, renumbered = np.unique(pairs, return_inverse=True)
    inner = renumbered.reshape(-1, 2).astype(np.int64)
    both = np.concatenate([inner, inner[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    ends = np.cumsum(np.bincount(both[:, 0], minlength=len(vertices)))
    targets = both[:, 1].tolist()
    starts = [0, *ends[:-1].tolist()]
    lists = [targets[a:b] for a, b in zip(starts, ends.tolist(), strict=True)] if len(ends) else []
    return Adjacency(n_vertices, vertices, inner, lists)


def _checked(n_vertices: int, edges: ArrayLike) -> NDArray[np.int64]:
    """``edges`` as a checked (e, 2) integer array."""
    pairs = np.asarray(edges)
    if pairs.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise InputError(
            f"edges has shape {pairs.shape} and type {pairs.dtype}, but must be an integer array "
            "of shape (e, 2); pass one row of two vertex numbers for each edge."
        )
    pairs = pairs.astype(np.int64)
    wrong = (pairs < 0) | (pairs >= n_vertices)
    if wrong.any():
        raise InputError(
            f"edge {tuple(pairs[wrong.any(axis=1)][0].tolist())} leaves the range of "
            f"{n_vertices} vertices; number them from 0 to {n_vertices - 1}."
        )
    loops = pairs[pairs[:, 0] == pairs[:, 1]]
    if len(loops):
        raise InputError(
            f"edge {tuple(loops[0].tolist())} joins a vertex to itself; an edge needs two "
            "different vertices, so remove it."
        )
    return pairs


def degeneracy_order(neighbours: list[list[int]]) -> tuple[list[int], list[int]]:
    """Smallest-degree-last order by bucket queue, and the core number of each vertex.

    Every vertex has at most ``max(core)`` neighbours later in the order, which keeps the exact
    searches below small on sparse graphs.
    """
    degree = [len(row) for row in neighbours]
    buckets: list[list[int]] = [[] for _ in range(max(degree, default=0) + 1)]
    for vertex in reversed(range(len(degree))):
        buckets[degree[vertex]].append(vertex)
    core, level, removed = [0] * len(degree), 0, [False] * len(degree)
    order: list[int] = []
    low = 0
    while len(order) < len(degree):
        while not buckets[low]:
            low += 1
        vertex = buckets[low].pop()
        if removed[vertex] or degree[vertex] != low:
            continue
        level = max(level, low)
        removed[vertex], core[vertex] = True, level
        order.append(vertex)
        for other in neighbours[vertex]:
            if not removed[other]:
                degree[other] -= 1
                buckets[degree[other]].append(other)
        low = max(low - 1, 0)
    return order, core


def connected_subgraphs(vertices: list[int], neighbours: list[list[int]]) -> list[list[int]]:
    """Connected components of the subgraph induced by ``vertices``, each ascending."""
    waiting = set(vertices)
    components = []
    for start in vertices:
        if start not in waiting:
            continue
        waiting.discard(start)
        component, frontier = [start], [start]
        while frontier:
            for other in neighbours[frontier.pop()]:
                if other in waiting:
                    waiting.discard(other)
                    component.append(other)
                    frontier.append(other)
        components.append(sorted(component))
    return components
