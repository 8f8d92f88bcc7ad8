"""Sequential greedy assignment of COP-k-means, with Kempe-chain swaps at dead ends."""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray

ORDERS = ("regret", "saturation", "random", "index")


class SequentialLabelling:
    """Each vertex in turn to its cheapest label that no neighbour has; -1 before its turn.

    At a vertex without such a label, Kempe chains are tried: swapping a and b on the chains of its
    neighbours labelled a frees a, unless one of them holds a neighbour labelled b.
    """

    def __init__(self, cost: Array, neighbours: list[list[int]]) -> None:
        self.cost: list[list[float]] = cost.tolist()
        self.preferred: list[list[int]] = cost.argsort(axis=1, kind="stable").tolist()
        self.neighbours = neighbours
        self.labels = [-1] * len(neighbours)
        self.forbidden = [0] * len(neighbours)

    def run(self, order: str, rng: np.random.Generator) -> IntArray | None:
        """Labels of all vertices, or None at a dead end that no Kempe-chain swap resolves."""
        for vertex in self._sequence(order, rng):
            label = next(self._free(vertex), None)
            if label is None:
                label = self._freed_by_swap(vertex)
            if label is None:
                return None
            self.labels[vertex] = label
            for other in self.neighbours[vertex]:
                self.forbidden[other] |= 1 << label
        return np.array(self.labels, dtype=np.int64)

    def _sequence(self, order: str, rng: np.random.Generator) -> Iterator[int]:
        if order == "index":
            return iter(range(len(self.labels)))
        if order == "random":
            return iter(rng.permutation(len(self.labels)).tolist())
        return self._by_urgency(order)

    def _by_urgency(self, order: str) -> Iterator[int]:
        """Vertices by a key that changes as neighbours get labels: a heap with outdated entries."""
        key = self._saturation if order == "saturation" else self._regret
        keys = [key(vertex) for vertex in range(len(self.labels))]
        heap = [(urgency, vertex) for vertex, urgency in enumerate(keys)]
        heapify(heap)
        while heap:
            urgency, vertex = heappop(heap)
            if self.labels[vertex] >= 0 or urgency != keys[vertex]:
                continue
            yield vertex
            for other in self.neighbours[vertex]:
                if self.labels[other] < 0:
                    keys[other] = key(other)
                    heappush(heap, (keys[other], other))

    def _regret(self, vertex: int) -> tuple[float, ...]:
        """Largest regret first: the cost of the second cheapest free label less the cheapest."""
        free = self._free(vertex)
        first, second = next(free, None), next(free, None)
        if first is None or second is None:
            return (-np.inf,)
        return (self.cost[vertex][first] - self.cost[vertex][second],)

    def _saturation(self, vertex: int) -> tuple[float, ...]:
        """Most forbidden labels first; ties by degree, then by regret (Brélaz 1979)."""
        degree = len(self.neighbours[vertex])
        return (-self.forbidden[vertex].bit_count(), -degree, *self._regret(vertex))

    def _free(self, vertex: int) -> Iterator[int]:
        """Labels that no neighbour holds, the cheapest first."""
        taken = self.forbidden[vertex]
        return (label for label in self.preferred[vertex] if not taken >> label & 1)

    def _freed_by_swap(self, vertex: int) -> int | None:
        """Free the cheapest label that a Kempe-chain swap can free; None if none can."""
        for a in self.preferred[vertex]:
            for b in self.preferred[vertex]:
                chain = self._chains_at_neighbours(vertex, a, b) if a != b else None
                if chain is not None:
                    self._swap(chain, a + b)
                    return a
        return None

    def _chains_at_neighbours(self, vertex: int, a: int, b: int) -> list[int] | None:
        """Kempe chains of the neighbours labelled a; None if one holds a neighbour labelled b."""
        around = set(self.neighbours[vertex])
        chain = [u for u in self.neighbours[vertex] if self.labels[u] == a]
        seen = set(chain)
        for member in chain:
            for other in self.neighbours[member]:
                if other in seen or self.labels[other] not in (a, b):
                    continue
                if other in around and self.labels[other] == b:
                    return None
                seen.add(other)
                chain.append(other)
        return chain

    def _swap(self, chain: list[int], total: int) -> None:
        for member in chain:
            self.labels[member] = total - self.labels[member]
        for touched in {u for member in chain for u in self.neighbours[member]}:
            held = {self.labels[u] for u in self.neighbours[touched]} - {-1}
            self.forbidden[touched] = sum(1 << label for label in held)
