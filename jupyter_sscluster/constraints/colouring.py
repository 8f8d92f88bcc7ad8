"""Vertex colouring: DSATUR, and k-colourability by peeling, cliques, branch and bound, tabu."""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints.adjacency import Adjacency, adjacency, connected_subgraphs
from jupyter_sscluster.constraints.cliques import max_clique, odd_cycle

Status = Literal["found", "infeasible", "unknown"]
NODE_LIMIT = 20_000
TABU_MOVES_PER_NODE = 2
FULL_SIZE = 200
"""Vertices of a component beyond which it is given fewer branches, as each takes longer."""


@dataclass(frozen=True)
class Colouring:
    """Result of a search for k colours.

    `status` is "found", "infeasible" (proved) or "unknown" (node limit), `colours` (n_vertices,) a
    proper colouring or None, `nodes` the branches examined. `witness` proves infeasibility: a
    clique of k + 1 vertices (ascending), or for k = 2 an odd cycle (in order); None after a full
    search.
    """

    status: Status
    colours: NDArray[np.int64] | None = None
    witness: NDArray[np.int64] | None = None
    nodes: int = 0


def dsatur(n_vertices: int, edges: ArrayLike) -> NDArray[np.int64]:
    """DSATUR: the vertex of highest saturation degree takes the smallest colour that is free.

    Uses at most one colour more than the largest degree; exact on bipartite graphs. Isolated
    vertices get colour 0. Brélaz (1979), New methods to color the vertices of a graph,
    doi:10.1145/359094.359101.

    >>> dsatur(4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    array([1, 2, 0, 1])
    """
    graph = adjacency(n_vertices, edges)
    return graph.expand(_dsatur(graph.neighbours))


def colour(n_vertices: int, edges: ArrayLike, k: int, node_limit: int = NODE_LIMIT) -> Colouring:
    """Colour a graph with ``k`` colours, prove that this is impossible, or give up at a limit.

    Vertices with fewer than k open neighbours can be coloured last. Every connected component of
    the rest is decided by DSATUR, its maximum clique, branch and bound on the most saturated vertex
    (Brélaz 1979), or tabu search. For k = 2 it is a test of bipartiteness.

    `node_limit` bounds the branches over the whole graph, proportionally fewer in components of
    over 200 vertices, where each takes longer; the tabu search gets twice as many moves.

    Davidson and Ravi (2005), Clustering with constraints: feasibility issues and the k-means
    algorithm, doi:10.1137/1.9781611972757.13.

    >>> colour(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)], k=2).status
    'infeasible'
    >>> colour(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)], k=3).status
    'found'
    """
    graph = adjacency(n_vertices, edges)
    if not graph.neighbours:
        feasible = k > 0 or n_vertices == 0
        return Colouring("found", graph.expand([])) if feasible else Colouring("infeasible")
    if k < 2:
        return Colouring("infeasible", witness=graph.vertices[graph.edges[0]])
    if k == 2:
        return _two_colours(graph)
    return _k_colours(graph, k, node_limit)


def _two_colours(graph: Adjacency) -> Colouring:
    """DSATUR, which is exact on bipartite graphs, or an odd cycle that shows there is none."""
    cycle = odd_cycle(graph.n_vertices, graph.vertices[graph.edges])
    if cycle is not None:
        return Colouring("infeasible", witness=cycle)
    return Colouring("found", graph.expand(_dsatur(graph.neighbours)))


def _k_colours(graph: Adjacency, k: int, node_limit: int) -> Colouring:
    """Colour the k-core component by component, then the peeled vertices in reverse."""
    peeled, rest = _peel_to_core(graph.neighbours, k)
    colours = [-1] * len(graph.neighbours)
    nodes, undecided = 0, False
    for component in connected_subgraphs(rest, graph.neighbours):
        answer = _colour_component(graph, component, k, node_limit - nodes)
        nodes += answer.nodes
        if answer.status == "infeasible":
            return Colouring("infeasible", witness=answer.witness, nodes=nodes)
        if answer.colours is None:
            undecided = True
            continue
        for vertex, value in zip(component, answer.colours.tolist(), strict=True):
            colours[vertex] = value
    if undecided:
        return Colouring("unknown", nodes=nodes)
    for vertex in reversed(peeled):
        taken = {colours[other] for other in graph.neighbours[vertex]}
        colours[vertex] = next(value for value in range(k) if value not in taken)
    return Colouring("found", graph.expand(colours), nodes=nodes)


def _colour_component(graph: Adjacency, component: list[int], k: int, node_limit: int) -> Colouring:
    """k-colour a connected component by ever costlier methods; most need only the first."""
    index = {vertex: at for at, vertex in enumerate(component)}
    lists = [[index[u] for u in graph.neighbours[v] if u in index] for v in component]
    greedy = _dsatur(lists)
    if max(greedy) < k:
        return Colouring("found", np.array(greedy))
    edges = np.array([(v, u) for v, row in enumerate(lists) for u in row if v < u])
    clique = max_clique(len(component), edges, limit=max(node_limit, 1)).vertices
    if len(clique) > k:
        return Colouring("infeasible", witness=graph.vertices[np.array(component)[clique[: k + 1]]])
    answer = _branch_and_bound(lists, k, node_limit * FULL_SIZE // max(len(component), FULL_SIZE))
    if answer.status == "unknown":
        colours = tabu_colours(lists, k, TABU_MOVES_PER_NODE * node_limit)
        if colours is not None:
            return Colouring("found", colours, nodes=answer.nodes)
    return answer


def _peel_to_core(neighbours: list[list[int]], k: int) -> tuple[list[int], list[int]]:
    """Vertices of degree below k in peeling order, and the k-core.

    A peeled vertex finds a free colour last: the graph is k-colourable exactly if its k-core is.
    """
    degree = [len(row) for row in neighbours]
    peeled = [vertex for vertex, size in enumerate(degree) if size < k]
    gone = set(peeled)
    for vertex in peeled:
        for other in neighbours[vertex]:
            degree[other] -= 1
            if degree[other] < k and other not in gone:
                gone.add(other)
                peeled.append(other)
    return peeled, [vertex for vertex in range(len(degree)) if vertex not in gone]


def _dsatur(neighbours: list[list[int]]) -> list[int]:
    """DSATUR on neighbour lists; forbidden colours are bits of one integer per vertex."""
    forbidden = [0] * len(neighbours)
    colours = [-1] * len(neighbours)
    heap = [(0, -len(row), vertex) for vertex, row in enumerate(neighbours)]
    heapify(heap)
    while heap:
        saturation, _, vertex = heappop(heap)
        if colours[vertex] >= 0 or -saturation != forbidden[vertex].bit_count():
            continue
        free = ~forbidden[vertex]
        bit = free & -free
        colours[vertex] = bit.bit_length() - 1
        for other in neighbours[vertex]:
            if colours[other] < 0 and not forbidden[other] & bit:
                forbidden[other] |= bit
                entry = (-forbidden[other].bit_count(), -len(neighbours[other]), other)
                heappush(heap, entry)
    return colours


class _PartialColouring:
    """Partial colouring with the neighbours of every vertex counted by colour."""

    def __init__(self, neighbours: list[list[int]], k: int) -> None:
        self.neighbours = neighbours
        self.colours = [-1] * len(neighbours)
        self.around = [[0] * k for _ in neighbours]
        self.saturation = [0] * len(neighbours)
        self.open = set(range(len(neighbours)))

    def assign(self, vertex: int, value: int) -> None:
        self.colours[vertex] = value
        self.open.discard(vertex)
        for other in self.neighbours[vertex]:
            self.saturation[other] += self.around[other][value] == 0
            self.around[other][value] += 1

    def release(self, vertex: int) -> None:
        value, self.colours[vertex] = self.colours[vertex], -1
        self.open.add(vertex)
        for other in self.neighbours[vertex]:
            self.around[other][value] -= 1
            self.saturation[other] -= self.around[other][value] == 0

    def most_saturated(self) -> int:
        """The uncoloured vertex of highest saturation degree; ties by degree, then number."""
        return min(self.open, key=lambda v: (-self.saturation[v], -len(self.neighbours[v]), v))


def _branch_and_bound(neighbours: list[list[int]], k: int, node_limit: int) -> Colouring:
    """Branch and bound on the most saturated vertex (Brélaz).

    A vertex tries one unused colour only: otherwise each colouring would be found k! times.
    """
    state = _PartialColouring(neighbours, k)
    stack: list[tuple[int, int, list[int]]] = []
    used, nodes, vertex = 0, 0, state.most_saturated()
    while True:
        free = [c for c in range(min(used + 1, k)) if state.around[vertex][c] == 0]
        stack.append((vertex, used, free[::-1]))
        while not stack[-1][2]:
            stack.pop()
            if not stack:
                return Colouring("infeasible", nodes=nodes)
            state.release(stack[-1][0])
        if nodes >= node_limit:
            return Colouring("unknown", nodes=nodes)
        vertex, before, choices = stack[-1]
        value = choices.pop()
        state.assign(vertex, value)
        used, nodes = max(before, value + 1), nodes + 1
        if not state.open:
            return Colouring("found", np.array(state.colours), nodes=nodes)
        vertex = state.most_saturated()


def tabu_colours(
    neighbours: list[list[int]], k: int, n_moves: int, seed: int = 0
) -> NDArray[np.int64] | None:
    """A proper colouring with ``k`` colours, or None when ``n_moves`` moves led to none.

    From random colours, recolours the conflicting vertex that leaves the fewest conflicts. A recent
    colour is tabu unless this gives fewer conflicts than ever. Hertz and de Werra (1987), Using
    tabu search techniques for graph coloring, doi:10.1007/BF02239976; tenure after Galinier and
    Hao (1999), doi:10.1023/A:1009823419804.
    """
    rng = np.random.default_rng(seed)
    rows = [np.array(row, dtype=np.int64) for row in neighbours]
    colours = rng.integers(k, size=len(rows))
    neighbour_colours = np.zeros((len(rows), k), dtype=np.int64)
    for vertex, row in enumerate(rows):
        neighbour_colours[row, colours[vertex]] += 1
    expires = np.zeros_like(neighbour_colours)
    fewest = conflicts = int(neighbour_colours[np.arange(len(rows)), colours].sum()) // 2
    for move in range(n_moves):
        if conflicts == 0:
            return colours
        violated = np.flatnonzero(neighbour_colours[np.arange(len(rows)), colours])
        change = neighbour_colours[violated] - neighbour_colours[violated, colours[violated], None]
        tabu = (expires[violated] > move) & (conflicts + change >= fewest)
        tabu[np.arange(len(violated)), colours[violated]] = True
        vertex, colour, gain = _best_move(rng, violated, change, tabu)
        tenure = int(0.6 * len(violated)) + int(rng.integers(10))
        expires[vertex, colours[vertex]] = move + tenure
        neighbour_colours[rows[vertex], colours[vertex]] -= 1
        neighbour_colours[rows[vertex], colour] += 1
        colours[vertex] = colour
        conflicts += gain
        fewest = min(fewest, conflicts)
    return None


def _best_move(
    rng: np.random.Generator,
    violated: NDArray[np.int64],
    change: NDArray[np.int64],
    tabu: NDArray[np.bool_],
) -> tuple[int, int, int]:
    """A move to the fewest conflicts that is not tabu, drawn among equals; any where all are."""
    if tabu.all():
        row, colour = int(rng.integers(len(change))), int(rng.integers(change.shape[1]))
    else:
        score = np.where(tabu, np.iinfo(np.int64).max, change)
        best = np.flatnonzero(score == score.min())
        row, colour = divmod(int(rng.choice(best)), change.shape[1])
    return int(violated[row]), colour, int(change[row, colour])
