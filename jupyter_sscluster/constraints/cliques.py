"""Lower bounds on the chromatic number, with a witness: cliques and odd cycles."""

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
    """A maximal clique (ascending vertices), grown greedily from those of largest core number.

    >>> greedy_clique(5, [(0, 1), (1, 2), (0, 2), (2, 3)])
    array([0, 1, 2])
    """
    graph = adjacency(n_vertices, edges)
    if not graph.neighbours:
        return np.arange(min(n_vertices, 1))
    _, core = degeneracy_order(graph.neighbours)
    return _in_original_numbering(graph, _densest_greedy_clique(graph, core))


def max_clique(n_vertices: int, edges: ArrayLike, limit: int = 20_000) -> Clique:
    """Maximum clique by branch and bound with greedy colouring bounds.

    After `limit` branches the best clique so far is returned with ``exact=False``. Tomita and Seki
    (2003), An efficient branch-and-bound algorithm for finding a maximum clique,
    doi:10.1007/3-540-45066-1_22; run here inside each later neighbourhood of a degeneracy order.

    >>> max_clique(5, [(0, 1), (1, 2), (0, 2), (2, 3)]).exact
    True
    """
    graph = adjacency(n_vertices, edges)
    if not graph.neighbours:
        return Clique(np.arange(min(n_vertices, 1)), True)
    order, core = degeneracy_order(graph.neighbours)
    best, nodes = _densest_greedy_clique(graph, core), 0
    place = {vertex: at for at, vertex in enumerate(order)}
    for vertex in reversed(order):
        if core[vertex] < len(best):
            continue
        later = [u for u in graph.neighbours[vertex] if place[u] > place[vertex]]
        found, used = _branch_and_bound(graph, later, len(best) - 1, limit - nodes)
        nodes += used
        if found:
            best = [vertex, *found]
        if nodes >= limit:
            return Clique(_in_original_numbering(graph, best), False)
    return Clique(_in_original_numbering(graph, best), True)


def odd_cycle(n_vertices: int, edges: ArrayLike) -> NDArray[np.int64] | None:
    """Odd cycle by breadth-first search, in walking order; None where the graph is bipartite.

    A tree of shortest paths has an edge within a level exactly if there is an odd cycle.

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
    """Paths to the lowest common ancestor of two adjacent vertices of one level, as a cycle."""
    up, down = [left], [right]
    while up[-1] != down[-1]:
        up.append(parent[up[-1]])
        down.append(parent[down[-1]])
    return up + down[-2::-1]


def _densest_greedy_clique(graph: Adjacency, core: list[int]) -> list[int]:
    """Largest clique grown from the highest cores; a core number c bounds cliques by c + 1."""
    best: list[int] = []
    starts = sorted(range(len(core)), key=lambda v: (-core[v], v))[:GREEDY_STARTS]
    for start in starts:
        if core[start] < len(best):
            break
        clique, candidates_left = [start], set(graph.neighbours[start])
        while candidates_left:
            vertex = min(candidates_left, key=lambda v: (-core[v], -len(graph.neighbours[v]), v))
            clique.append(vertex)
            candidates_left.intersection_update(graph.neighbours[vertex])
        if len(clique) > len(best):
            best = clique
    return best


def _branch_and_bound(
    graph: Adjacency, candidates: list[int], at_least: int, limit: int
) -> tuple[list[int], int]:
    """Maximum clique of ``candidates`` if above ``at_least``; vertex sets are bits of an int."""
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
        candidates_left, ranked = stack[-1]
        if not ranked or len(chosen) + ranked[-1][1] <= max(at_least, len(best)):
            stack.pop()
            if chosen:
                chosen.pop()
            continue
        nodes += 1
        vertex, _ = ranked.pop()
        stack[-1] = (candidates_left & ~(1 << vertex), ranked)
        chosen.append(vertex)
        if len(chosen) > max(at_least, len(best)):
            best = chosen.copy()
        rest = candidates_left & masks[vertex]
        stack.append((rest, _colour_order(rest, masks)))
    return [candidates[at] for at in best], nodes


def _colour_order(candidates_left: int, masks: list[int]) -> list[tuple[int, int]]:
    """Vertices by greedy colour, which bounds the clique number of those up to each."""
    ranked, colour = [], 0
    while candidates_left:
        colour += 1
        free = candidates_left
        while free:
            vertex = (free & -free).bit_length() - 1
            candidates_left &= ~(1 << vertex)
            free &= ~(1 << vertex) & ~masks[vertex]
            ranked.append((vertex, colour))
    return ranked


def _in_original_numbering(graph: Adjacency, clique: list[int]) -> NDArray[np.int64]:
    """Vertices in the numbering of the caller, ascending."""
    return np.sort(graph.vertices[clique])
