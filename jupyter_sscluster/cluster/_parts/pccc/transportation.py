"""Rows to clusters of bounded sizes at the least cost: a transportation problem, exactly."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray


def transport(cost: Array, low: IntArray, high: IntArray) -> tuple[IntArray, Array]:
    """Labels of least total cost with low_k to high_k rows in cluster k, and a price for each.

    Starts from the cheapest label of every row and shifts one row at a time along a shortest path
    of clusters, from one that holds too many, or to one that holds too few. With the prices λ_k,
    no row has a label with a lower cost_ik + λ_k than its own; λ_k is at least 0 above low_k, and
    at most 0 below high_k. Needs Σ low ≤ n ≤ Σ high.

    References
    ----------
    Ahuja, Magnanti & Orlin (1993), Network flows, section 9.7 (successive shortest paths).
    Bradley, Bennett & Demiriz (2000), Constrained k-means clustering, MSR-TR-2000-65.
    """
    shifts = _Shifts(cost, low, high)
    pool = len(low)
    while True:
        over, under = shifts.counts > high, shifts.counts < low
        if not over.any() and not under.any():
            return shifts.labels, shifts.prices()
        sources = np.flatnonzero(over) if over.any() else np.array([pool])
        sinks = np.flatnonzero(under) if under.any() else np.array([pool])
        shifts.along(shifts.path(sources, sinks))


class _Shifts:
    """What it costs to shift one row from cluster to cluster; the last node is the pool of all.

    A cluster that may grow gives to the pool, and one that may shrink takes from it, at no cost.
    """

    def __init__(self, cost: Array, low: IntArray, high: IntArray) -> None:
        k = cost.shape[1]
        self.cost, self.low, self.high = cost, low, high
        self.labels: IntArray = cost.argmin(axis=1).astype(np.int64)
        self.counts = np.bincount(self.labels, minlength=k)
        self.slack = 1e-12 * float(np.abs(cost).max(initial=0.0))
        self._queues: list[list[_Queue]] = []
        for a in range(k):
            members = np.flatnonzero(self.labels == a)
            extra = cost[members] - cost[members, a][:, None]
            order = np.argsort(extra, axis=0, kind="stable")
            self._queues.append(
                [_Queue(members[order[:, b]], extra[order[:, b], b]) for b in range(k)]
            )
        self._first = np.full((k, k), -1)
        self._extra = np.full((k + 1, k + 1), np.inf)
        self._refresh(range(k))

    def path(self, sources: IntArray, sinks: IntArray) -> list[int]:
        """Nodes of a cheapest path."""
        far = np.full(len(self._extra), np.inf)
        far[sources] = 0.0
        far, parent = self._relaxed(far)
        node = int(sinks[far[sinks].argmin()])
        found = [node]
        while parent[node] >= 0:
            node = int(parent[node])
            found.append(node)
        return found[::-1]

    def prices(self) -> Array:
        """λ of every cluster."""
        far, _ = self._relaxed(np.zeros(len(self._extra)))
        prices: Array = far[-1] - far[:-1]
        return prices

    def along(self, path: list[int]) -> None:
        """Shift one row along every step of the path."""
        pool = len(self.counts)
        steps = [(a, b) for a, b in pairwise(path) if pool not in (a, b)]
        moved = [int(self._first[step]) for step in steps]
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
                    self._extra[a, b], self._first[a, b] = queue.first(self.labels, a)
        self._extra[:-1, -1] = np.where(self.counts < self.high, 0.0, np.inf)
        self._extra[-1, :-1] = np.where(self.counts > self.low, 0.0, np.inf)

    def _relaxed(self, far: Array) -> tuple[Array, NDArray[np.intp]]:
        """Distances (Bellman & Ford), and the node before each on its path, -1 at its start."""
        parent = np.full(len(far), -1, dtype=np.intp)
        for _ in range(len(far)):
            through = far[:, None] + self._extra
            before = through.argmin(axis=0)
            reached = through[before, np.arange(len(far))]
            closer = reached < far - self.slack
            if not closer.any():
                break
            far = np.where(closer, reached, far)
            parent[closer] = before[closer]
        return far, parent


class _Queue:
    """Rows by what they cost more in another cluster, those from the start and later ones."""

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
