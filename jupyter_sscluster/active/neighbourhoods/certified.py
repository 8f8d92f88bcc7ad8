"""Certified neighbourhoods: a large clique of must-link components in the cannot-link graph."""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.constraints import Constraints

CLIQUE_STARTS = 12


def certified(constraints: Constraints) -> NDArray[np.int64]:
    """Must-link components that are pairwise cannot-linked: one for every class found for certain.

    Greedy cliques are grown from the largest components and from those of highest degree, always by
    the largest component adjacent to all members; the one of most components is taken, then of most
    points. Greedy, as a maximum clique is NP-hard and this is asked before every question. Gives
    component ids, ascending; none when no hard statement has been made.

    >>> constraints = Constraints(6, must=[(0, 1), (4, 5)], cannot=[(0, 2), (2, 3), (1, 3)])
    >>> certified(constraints)  # {0, 1}, {2}, {3}; {4, 5} is not known to be apart from these
    array([0, 1, 2])
    """
    sizes, edges = constraints.component_sizes, constraints.component_edges
    constrained = np.flatnonzero(sizes > 1) if len(edges) == 0 else _constrained(sizes, edges)
    if len(constrained) == 0:
        return constrained
    ranked = constrained[np.argsort(-sizes[constrained], kind="stable")]
    rank = np.empty(len(sizes), dtype=np.int64)
    rank[ranked] = np.arange(len(ranked))
    neighbours, starts = _adjacency(rank[edges], len(ranked))
    degree = np.diff(starts)
    first = np.r_[: min(CLIQUE_STARTS, len(ranked)), np.argsort(-degree, kind="stable")]
    graph = _NeighbourSets(neighbours, starts)
    cliques = [graph.greedy_clique(v) for v in dict.fromkeys(first[: 2 * CLIQUE_STARTS].tolist())]
    best = max(cliques, key=lambda clique: (len(clique), int(sizes[ranked[clique]].sum())))
    return np.sort(ranked[best])


def _constrained(sizes: NDArray[np.int64], edges: NDArray[np.int64]) -> NDArray[np.int64]:
    mask = sizes > 1
    mask[edges.ravel()] = True
    return np.flatnonzero(mask)


def _adjacency(
    edges: NDArray[np.int64], n_vertices: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Neighbours of vertex v, ascending: neighbours[starts[v]:starts[v + 1]]."""
    both = np.concatenate([edges, edges[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    starts = np.searchsorted(both[:, 0], np.arange(n_vertices + 1))
    return both[:, 1], starts


class _NeighbourSets:
    """Neighbour sets of an adjacency in compressed rows, made when they are asked for."""

    def __init__(self, neighbours: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
        self.neighbours, self.starts = neighbours, starts
        self.sets = dict[int, set[int]]()

    def greedy_clique(self, vertex: int) -> list[int]:
        """Maximal clique, grown greedily from a vertex by the lowest number adjacent to all."""
        clique, allowed = [vertex], self.of(vertex)
        while allowed:
            vertex = min(allowed)
            clique.append(vertex)
            allowed = allowed & self.of(vertex)
        return clique

    def of(self, vertex: int) -> set[int]:
        if vertex not in self.sets:
            low, high = self.starts[vertex : vertex + 2]
            self.sets[vertex] = set(self.neighbours[low:high].tolist())
        return self.sets[vertex]


def unknown_pairs_share(constraints: Constraints) -> NDArray[np.float64]:
    """Share (n,) of the other points whose relation to a point is neither known nor entailed.

    0 for the points of certified neighbourhoods: their place is known, and what is open between
    them and others is about the others. O(n_samples + number of cannot-links).

    >>> unknown_pairs_share(Constraints(5, must=[(0, 1)], cannot=[(1, 2), (0, 3)]))
    array([0. , 0. , 0. , 0.5, 1. ])
    """
    n_samples = constraints.n_samples
    sizes, edges = constraints.component_sizes, constraints.component_edges
    known = sizes.astype(np.float64)
    for near, far in (edges.T, edges.T[::-1]):
        known += np.bincount(near, sizes[far], len(sizes))
    known[certified(constraints)] = n_samples
    return ((n_samples - known) / max(n_samples - 1, 1))[constraints.component_ids]
