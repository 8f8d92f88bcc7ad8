"""Transportation problem with bounded sizes by successive shortest paths, with dual variables.

    min Σ_ik c_ik x_ik   subject to   Σ_k x_ik = 1,   low_k <= Σ_i x_ik <= high_k,   x >= 0.

The matrix is totally unimodular, so that an optimal x is integral. Between clusters the residual
graph has an arc a → b of length min_{i in a} (c_ib - c_ia), the least that shifting a row costs. A
dummy node stands for the slack of the bounds: an arc a → dummy of length 0 where a may grow, and
one dummy → b where b may shrink. Augmenting along shortest paths leaves no negative cycle, which is
optimality; distances from all nodes at 0 are then potentials, and give the dual variables.
"""

from heapq import heappop, heappush
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray


def transport(cost: Array, low: IntArray, high: IntArray) -> tuple[IntArray, Array]:
    """Labels of least total cost with low_k to high_k rows in cluster k, and a dual λ_k for each.

    Starts from the cheapest label of every row and shifts one row at a time along a shortest path
    of clusters, from one that holds too many, or to one that holds too few. Complementary slackness
    holds for the dual variables: no row has a label of lower c_ik + λ_k than its own, λ_k >= 0
    where cluster k holds more than low_k rows, and λ_k <= 0 where it holds fewer than high_k. Needs
    Σ low ≤ n ≤ Σ high.

    References
    ----------
    Ahuja, Magnanti & Orlin (1993), Network flows, section 9.7 (successive shortest paths).
    Bradley, Bennett & Demiriz (2000), Constrained k-means clustering, MSR-TR-2000-65.
    """
    residual = _ResidualGraph(cost, low, high)
    dummy = len(low)
    while True:
        over, under = residual.counts > high, residual.counts < low
        if not over.any() and not under.any():
            return residual.labels, residual.dual_variables()
        sources = np.flatnonzero(over) if over.any() else np.array([dummy])
        sinks = np.flatnonzero(under) if under.any() else np.array([dummy])
        residual.augment(residual.shortest_path(sources, sinks))


class _ResidualGraph:
    """Residual graph of an assignment: clusters, and the dummy node as the last.

    Per pair of clusters, rows are sorted by shift cost once; arrivals go into a heap, departures
    are skipped.
    """

    def __init__(self, cost: Array, low: IntArray, high: IntArray) -> None:
        k = cost.shape[1]
        self.cost, self.low, self.high = cost, low, high
        self.labels: IntArray = cost.argmin(axis=1).astype(np.int64)
        self.counts = np.bincount(self.labels, minlength=k)
        self.slack = 1e-12 * float(np.abs(cost).max(initial=0.0))
        self._queues: list[list[_ShiftQueue]] = []
        for a in range(k):
            members = np.flatnonzero(self.labels == a)
            extra = cost[members] - cost[members, a][:, None]
            order = np.argsort(extra, axis=0, kind="stable")
            self._queues.append(
                [_ShiftQueue(members[order[:, b]], extra[order[:, b], b]) for b in range(k)]
            )
        self._arc_rows = np.full((k, k), -1)
        self._arc_lengths = np.full((k + 1, k + 1), np.inf)
        self._refresh(range(k))

    def shortest_path(self, sources: IntArray, sinks: IntArray) -> list[int]:
        """Nodes of a shortest path from any source to any sink."""
        distance = np.full(len(self._arc_lengths), np.inf)
        distance[sources] = 0.0
        distance, parent = self._bellman_ford(distance)
        node = int(sinks[distance[sinks].argmin()])
        found = [node]
        while parent[node] >= 0:
            node = int(parent[node])
            found.append(node)
        return found[::-1]

    def dual_variables(self) -> Array:
        """Dual variable λ of every cluster: the potential of the dummy node less its own."""
        distance, _ = self._bellman_ford(np.zeros(len(self._arc_lengths)))
        duals: Array = distance[-1] - distance[:-1]
        return duals

    def augment(self, path: list[int]) -> None:
        """Augment: shift one row along every arc of the path."""
        dummy = len(self.counts)
        steps = [(a, b) for a, b in pairwise(path) if dummy not in (a, b)]
        moved = [int(self._arc_rows[step]) for step in steps]
        for (a, b), row in zip(steps, moved, strict=True):
            self.labels[row] = b
            self.counts[a] -= 1
            self.counts[b] += 1
            extra = self.cost[row] - self.cost[row, b]
            for queue, value in zip(self._queues[b], extra.tolist(), strict=True):
                heappush(queue.later, (value, row))
        self._refresh({node for step in steps for node in step})

    def _refresh(self, clusters: range | set[int]) -> None:
        for a in clusters:
            for b, queue in enumerate(self._queues[a]):
                if a != b:
                    self._arc_lengths[a, b], self._arc_rows[a, b] = queue.first(self.labels, a)
        self._arc_lengths[:-1, -1] = np.where(self.counts < self.high, 0.0, np.inf)
        self._arc_lengths[-1, :-1] = np.where(self.counts > self.low, 0.0, np.inf)

    def _bellman_ford(self, distance: Array) -> tuple[Array, NDArray[np.intp]]:
        """Distances and predecessors (-1 at the start), by Bellman & Ford: arcs may be negative."""
        parent = np.full(len(distance), -1, dtype=np.intp)
        for _ in range(len(distance)):
            through = distance[:, None] + self._arc_lengths
            before = through.argmin(axis=0)
            reached = through[before, np.arange(len(distance))]
            closer = reached < distance - self.slack
            if not closer.any():
                break
            distance = np.where(closer, reached, distance)
            parent[closer] = before[closer]
        return distance, parent


class _ShiftQueue:
    """Rows of one cluster by the cost of a shift to another: those from the start, later ones."""

    def __init__(self, rows: IntArray, extra: Array) -> None:
        self.rows, self.extra = rows, extra
        self.at = 0
        self.later: list[tuple[float, int]] = []

    def first(self, labels: IntArray, cluster: int) -> tuple[float, int]:
        """The least extra cost among the rows still in `cluster`, and its row."""
        while self.at < len(self.rows) and labels[self.rows[self.at]] != cluster:
            self.at += 1
        while self.later and labels[self.later[0][1]] != cluster:
            heappop(self.later)
        best = self.later[0] if self.later else (np.inf, -1)
        if self.at < len(self.rows):
            best = min(best, (float(self.extra[self.at]), int(self.rows[self.at])))
        return best
