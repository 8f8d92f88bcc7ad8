"""Labels of groups that pairs hold together or apart, at the least cost."""

from __future__ import annotations

import time

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.k_colouring import Ladder
from jupyter_sscluster.cluster._parts.hard.kempe import cheaper
from jupyter_sscluster.cluster._parts.hard.milp import Limits, solve
from jupyter_sscluster.cluster._parts.hard.pair_graph import PairGraph, Pairs, part_prices, settled
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph

_ROUNDING = 1e-10
"""Gains below this part of the cost are not believed."""


class Clock:
    """Seconds that a fit may spend on its programmes; None: as many as it takes."""

    def __init__(self, seconds: float | None, gap: float = 0.0) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._gap = gap

    def limits(self) -> Limits:
        """What is left for the next programme."""
        left = None if self._end is None else self._end - time.monotonic()
        return Limits(seconds=left, gap=self._gap)

    def over(self) -> bool:
        """Whether nothing is left."""
        return self._end is not None and time.monotonic() >= self._end


class PairLabels:
    """Labels for a `PairGraph`: trees exactly, the core by moves, or by a programme if `exact`.

    Never dearer than the labels before. `proved` tells whether the last labels are known to be
    the cheapest.
    """

    def __init__(
        self, graph: PairGraph, ladder: Ladder, clock: Clock, rng: np.random.Generator
    ) -> None:
        self.graph = graph
        self.ladder = ladder
        self.clock = clock
        self.rng = rng
        self.exact = False
        self.proved = False
        self._soft = not np.isinf(graph.inner.together).all()

    def cheapest(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of all vertices; raises `NoLabelling` where none keeps the hard cannot-links."""
        graph = self.graph
        folded = graph.fold(cost)
        inner = folded[graph.core]
        core = self._core(inner, None if before is None else before[graph.core])
        return graph.unfold(folded, core)

    def _core(self, cost: Array, before: IntArray | None) -> IntArray:
        self.proved = not len(cost) or (self.ladder.n_labels == 2 and not self._soft)
        if not len(cost):
            return np.empty(0, dtype=np.int64)
        found = self._fresh(cost) if before is None else self._improved(cost, before)
        if before is not None:
            if not np.array_equal(found, before):
                return found
            found = self._better(cost, found, self._fresh(cost))
        return self._programmes(cost, found) if self.exact and not self.proved else found

    def _fresh(self, cost: Array) -> IntArray:
        hard = self.ladder.graph
        folded = hard.fold(cost)
        core = np.empty(0, dtype=np.int64)
        if len(hard.core):
            core = self.ladder.labels(folded[hard.core], self.rng)
        return self._improved(cost, hard.unfold(folded, core))

    def _improved(self, cost: Array, labels: IntArray) -> IntArray:
        if self._soft:
            return settled(cost, self.graph.inner, labels)
        return cheaper(cost, self.graph.core_edges, labels)

    def _better(self, cost: Array, one: IntArray, other: IntArray) -> IntArray:
        """For each connected part the cheaper of two labellings, the first when equal."""
        graph = self.graph
        first, second = (part_prices(cost, graph.inner, graph.parts, it) for it in (one, other))
        return np.where((second < first - _ROUNDING * np.abs(first))[graph.parts], other, one)

    def _programmes(self, cost: Array, labels: IntArray) -> IntArray:
        """The cheapest labels of each connected part that is not seen to have them already."""
        graph, pairs = self.graph, self.graph.inner
        price = part_prices(cost, pairs, graph.parts, labels)
        least = np.bincount(graph.parts, weights=cost.min(axis=1))
        floor = np.minimum(pairs.together, pairs.apart)
        least += np.bincount(graph.parts[pairs.ends[:, 0]], weights=floor, minlength=len(least))
        found, self.proved = labels.copy(), True
        for part in np.flatnonzero(price > least + _ROUNDING * np.abs(price)):
            members = np.flatnonzero(graph.parts == part)
            own = graph.parts[pairs.ends[:, 0]] == part
            ends = np.searchsorted(members, pairs.ends[own])
            inside = Pairs(ends, pairs.together[own], pairs.apart[own])
            if self.clock.over():
                self.proved = False
                break
            answer = solve(cost[members], inside, self.clock.limits())
            self.proved &= answer.proved
            if answer.labels is not None:
                found[members] = answer.labels
        return self._better(cost, labels, found)


def ladder_of(graph: PairGraph, n_labels: int) -> Ladder:
    """First labellings of the core of `graph` under its hard cannot-links."""
    return Ladder(CannotGraph(len(graph.core), graph.inner.hard()), n_labels, "regret")
