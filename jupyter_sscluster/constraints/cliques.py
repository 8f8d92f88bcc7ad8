"""Certificates that a graph needs many colours: cliques and odd cycles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints.adjacency import Adjacency, adjacency, degeneracy_order

GREEDY_STARTS = 50


class Clique(NamedTuple):
    """Mutually adjacent vertices, ascending, and whether no larger set exists."""

    vertices: NDArray[np.int64]
    exact: bool


def greedy_clique(n_vertices: int, edges: ArrayLike) -> NDArray[np.int64]:
    """A clique that no vertex extends, grown from the densest part of the graph.

    Parameters
    ----------
    n_vertices : int
    edges : array, shape (e, 2)

    Returns
    -------
    array of vertices, ascending; one vertex when there is no edge, none when there is no vertex.

    >>> greedy_clique(5, [(0, 1), (1, 2), (0, 2), (2, 3)])
    array([0, 1, 2])
    """
    graph = adjacency(n_vertices, edges)
    if not graph.neighbours:
        return np.arange(min(n_vertices, 1))
    return _original(graph, _greedy(graph))


def max_clique(n_vertices: int, edges: ArrayLike, limit: int = 20_000) -> Clique:
    """A largest clique, by branch and bound with colouring bounds; the best found at the limit.

    Parameters
    ----------
    n_vertices : int
    edges : array, shape (e, 2)
    limit : int, default 20 000
        Branches examined before the search settles for the best clique so far (``exact=False``).

    References
    ----------
    Tomita and Seki (2003), An efficient branch-and-bound algorithm for finding a maximum clique,
    doi:10.1007/3-540-45066-1_22; run here inside each later neighbourhood of a degeneracy order.

    >>> max_clique(5, [(0, 1), (1, 2), (0, 2), (2, 3)]).exact
    True
    """
    graph = adjacency(n_vertices, edges)
    if not graph.neighbours:
        return Clique(np.arange(min(n_vertices, 1)), True)
    best, nodes = _greedy(graph), 0
    order, core = degeneracy_order(graph.neighbours)
    place = {vertex: at for at, vertex in enumerate(order)}
    for vertex in reversed(order):
        if core[vertex] < len(best):
            continue
        later = [u for u in graph.neighbours[vertex] if place[u] > place[vertex]]
        found, used = _inside(graph, later, len(best) - 1, limit - nodes)
        nodes += used
        if found:
            best = [vertex, *found]
        if nodes >= limit:
            return Clique(_original(graph, best), False)
    return Clique(_original(graph, best), True)


def odd_cycle(n_vertices: int, edges: ArrayLike) -> NDArray[np.int64] | None:
    """Vertices of an odd cycle in walking order, or None when two colours are enough.

    >>> odd_cycle(4, [(0, 1), (1, 2), (2, 3), (0, 3)]) is None
    True
    >>> odd_cycle(4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    array([1, 0, 2])
    """
    graph = adjacency(n_vertices, edges)
    parent: dict[int, int] = {}
    depth: dict[int, int] = {}
    for root in range(len(graph.neighbours)):
        if root in depth:
            continue
        parent[root], depth[root] = root, 0
        queue = [root]
        for vertex in queue:
            for other in graph.neighbours[vertex]:
                if other not in depth:
                    parent[other], depth[other] = vertex, depth[vertex] + 1
                    queue.append(other)
                elif depth[other] == depth[vertex]:
                    return graph.vertices[_close_cycle(parent, vertex, other)]
    return None


def _close_cycle(parent: dict[int, int], left: int, right: int) -> list[int]:
    """The tree paths of two adjacent vertices of equal depth, joined where they meet."""
    up, down = [left], [right]
    while up[-1] != down[-1]:
        up.append(parent[up[-1]])
        down.append(parent[down[-1]])
    return up + down[-2::-1]


def _greedy(graph: Adjacency) -> list[int]:
    """Best of the cliques grown from the vertices of largest core number."""
    _, core = degeneracy_order(graph.neighbours)
    best: list[int] = []
    starts = sorted(range(len(core)), key=lambda v: (-core[v], v))[:GREEDY_STARTS]
    for start in starts:
        if core[start] < len(best):
            break
        clique, open_to = [start], set(graph.neighbours[start])
        while open_to:
            vertex = min(open_to, key=lambda v: (-core[v], -len(graph.neighbours[v]), v))
            clique.append(vertex)
            open_to.intersection_update(graph.neighbours[vertex])
        if len(clique) > len(best):
            best = clique
    return best


def _inside(
    graph: Adjacency, candidates: list[int], at_least: int, limit: int
) -> tuple[list[int], int]:
    """A largest clique among ``candidates`` with more than ``at_least`` members, if any."""
    index = {vertex: at for at, vertex in enumerate(candidates)}
    masks = [
        sum(1 << index[other] for other in graph.neighbours[vertex] if other in index)
        for vertex in candidates
    ]
    best: list[int] = []
    everything = (1 << len(candidates)) - 1
    stack = [(everything, _colour_order(everything, masks))]
    chosen: list[int] = []
    nodes = 0
    while stack and nodes < limit:
        open_to, ranked = stack[-1]
        if not ranked or len(chosen) + ranked[-1][1] <= max(at_least, len(best)):
            stack.pop()
            if chosen:
                chosen.pop()
            continue
        nodes += 1
        vertex, _ = ranked.pop()
        stack[-1] = (open_to & ~(1 << vertex), ranked)
        chosen.append(vertex)
        if len(chosen) > max(at_least, len(best)):
            best = chosen.copy()
        rest = open_to & masks[vertex]
        stack.append((rest, _colour_order(rest, masks)))
    return [candidates[at] for at in best], nodes


def _colour_order(open_to: int, masks: list[int]) -> list[tuple[int, int]]:
    """Candidates with the number of greedy colours that bound a clique up to each, ascending."""
    ranked, colour = [], 0
    while open_to:
        colour += 1
        free = open_to
        while free:
            vertex = (free & -free).bit_length() - 1
            open_to &= ~(1 << vertex)
            free &= ~(1 << vertex) & ~masks[vertex]
            ranked.append((vertex, colour))
    return ranked


def _original(graph: Adjacency, clique: list[int]) -> NDArray[np.int64]:
    """Vertices of the clique in the caller's numbering, ascending."""
    return np.sort(graph.vertices[clique])
