"""A first labelling that keeps every cannot-link: try, repair, search, prove."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.cop_assignment import Visit
from jupyter_sscluster.cluster._parts.hard.kempe import cheaper
from jupyter_sscluster.cluster._parts.hard.milp import cheapest_labels
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph
from jupyter_sscluster.constraints.feasibility import colour

FRESH_ORDERS = 5
LARGEST_PROGRAMME = 4_000
"""Rows of cannot-links in the integer programme; larger ones take minutes and find nothing."""

ANY = 1e9
"""A gap that accepts the first labelling found: Kempe chains make it cheaper afterwards."""


class NoLabelling(Exception):
    """The core has no labelling (`proved`; `witness`: vertices or None), or none was found."""

    def __init__(self, proved: bool, witness: IntArray | None = None) -> None:
        super().__init__(proved, witness)
        self.proved = proved
        self.witness = witness


class Ladder:
    """Labellings of the core of a graph, each rung tried when the one before fails.

    Visits in the wanted order and in fresh random ones, then by saturation, all of them with
    Kempe chains at dead ends; the exact search for a colouring; the integer programme. What the
    search finds serves every later call, with its colours matched to the costs. Two labels need
    no visit: each connected part has two labellings, and the search is a walk.
    """

    def __init__(self, graph: CannotGraph, n_labels: int, order: str) -> None:
        self.graph = graph
        self.n_labels = n_labels
        self.order = order
        self._colours: IntArray | None = None

    def labels(self, cost: Array, rng: np.random.Generator) -> IntArray:
        """Labels of the core that no Kempe chain makes cheaper; raises `NoLabelling`."""
        if self._colours is None:
            found = self._visited(cost, rng)
            if found is not None:
                return cheaper(cost, self.graph.core_edges, found)
            self._colours = self._searched(cost)
        return cheaper(cost, self.graph.core_edges, self._matched(cost, self._colours))

    def _visited(self, cost: Array, rng: np.random.Generator) -> IntArray | None:
        for order in self._orders():
            found = Visit(cost, self.graph.neighbours).run(order, rng)
            if found is not None:
                return found
        return None

    def _orders(self) -> Iterator[str]:
        if self.n_labels == 2:
            return
        yield self.order
        yield from ["random"] * FRESH_ORDERS
        yield "saturation"

    def _searched(self, cost: Array) -> IntArray:
        answer = colour(len(cost), self.graph.core_edges, self.n_labels)
        if answer.status == "infeasible":
            raise NoLabelling(True, answer.witness)
        if answer.colours is not None:
            return answer.colours
        if len(self.graph.core_edges) * self.n_labels > LARGEST_PROGRAMME:
            raise NoLabelling(False)
        programme = cheapest_labels(cost, self.graph.core_edges, gap=ANY)
        if programme.labels is None:
            raise NoLabelling(programme.proved)
        return programme.labels

    def _matched(self, cost: Array, colours: IntArray) -> IntArray:
        """The colours of each connected part renamed to the labels that cost it least."""
        parts, k = self.graph.parts, self.n_labels
        total = np.zeros((int(parts.max(initial=-1)) + 1, k, k))
        np.add.at(total, (parts, colours), cost)
        names = np.array([linear_sum_assignment(block)[1] for block in total])
        return names[parts, colours]


def best_by_part(cost: Array, parts: IntArray, one: IntArray, other: IntArray) -> IntArray:
    """For each connected part the cheaper of two labellings, the first when equal."""
    rows = np.arange(len(cost))
    change = np.bincount(parts, weights=cost[rows, other] - cost[rows, one])
    scale = np.bincount(parts, weights=np.abs(cost[rows, one]))
    return np.where((change < -1e-12 * scale)[parts], other, one)
