"""Labelling of components under pairwise costs: trees exactly, the 2-core by ICM or MILP."""

import time

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import kempe_descent
from jupyter_sscluster.cluster._parts.hard.milp import Limits, solve
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import (
    PairCosts,
    PairGraph,
    component_costs,
    iterated_conditional_modes,
)
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph

_ROUNDING = 1e-10
"""Gains below this share of the cost are rounding."""


class TimeBudget:
    """Seconds that a fit may spend on its MILPs; None: as many as it takes."""

    def __init__(self, seconds: float | None, gap: float = 0.0) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._gap = gap

    def limits(self) -> Limits:
        """Limits of the next MILP: the seconds that are left."""
        left = None if self._end is None else self._end - time.monotonic()
        return Limits(seconds=left, gap=self._gap)

    def over(self) -> bool:
        """Whether nothing is left."""
        return self._end is not None and time.monotonic() >= self._end


class PairLabeller:
    """Labels for a `PairGraph`: trees exactly, the core by local search, or by MILP if `exact`.

    Never more costly than the labels before; `proved` tells whether the last are optimal.
    """

    def __init__(
        self,
        graph: PairGraph,
        feasible: FeasibleLabelling,
        time_budget: TimeBudget,
        rng: np.random.Generator,
    ) -> None:
        self.graph = graph
        self.feasible = feasible
        self.time_budget = time_budget
        self.rng = rng
        self.exact = False
        self.proved = False
        self._soft = not np.isinf(graph.inner.cost_same).all()

    def cheapest(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of all vertices; raises `NoLabelling` where none keeps the hard cannot-links."""
        graph = self.graph
        subtree_cost = graph.upward(cost)
        inner = subtree_cost[graph.core]
        core = self._core_labels(inner, None if before is None else before[graph.core])
        return graph.downward(subtree_cost, core)

    def _core_labels(self, cost: Array, before: IntArray | None) -> IntArray:
        self.proved = not len(cost) or (self.feasible.n_labels == 2 and not self._soft)
        if not len(cost):
            return np.empty(0, dtype=np.int64)
        found = self._from_feasible(cost) if before is None else self._local_search(cost, before)
        if before is not None:
            if not np.array_equal(found, before):
                return found
            found = self._best_by_component(cost, found, self._from_feasible(cost))
        return self._by_milp(cost, found) if self.exact and not self.proved else found

    def _from_feasible(self, cost: Array) -> IntArray:
        hard = self.feasible.graph
        subtree_cost = hard.upward(cost)
        core = np.empty(0, dtype=np.int64)
        if len(hard.core):
            core = self.feasible.labels(subtree_cost[hard.core], self.rng)
        return self._local_search(cost, hard.downward(subtree_cost, core))

    def _local_search(self, cost: Array, labels: IntArray) -> IntArray:
        if self._soft:
            return iterated_conditional_modes(cost, self.graph.inner, labels)
        return kempe_descent(cost, self.graph.core_edges, labels)

    def _best_by_component(self, cost: Array, one: IntArray, other: IntArray) -> IntArray:
        """For each connected component the cheaper of two labellings, the first when equal."""
        graph = self.graph
        first, second = (
            component_costs(cost, graph.inner, graph.core_components, it) for it in (one, other)
        )
        return np.where(
            (second < first - _ROUNDING * np.abs(first))[graph.core_components], other, one
        )

    def _by_milp(self, cost: Array, labels: IntArray) -> IntArray:
        """Optimal labels of each connected component that is not at its lower bound already."""
        graph, pairs = self.graph, self.graph.inner
        costs = component_costs(cost, pairs, graph.core_components, labels)
        least = np.bincount(graph.core_components, weights=cost.min(axis=1))
        floor = np.minimum(pairs.cost_same, pairs.cost_different)
        least += np.bincount(
            graph.core_components[pairs.ends[:, 0]], weights=floor, minlength=len(least)
        )
        found, self.proved = labels.copy(), True
        for component in np.flatnonzero(costs > least + _ROUNDING * np.abs(costs)):
            members = np.flatnonzero(graph.core_components == component)
            own = graph.core_components[pairs.ends[:, 0]] == component
            ends = np.searchsorted(members, pairs.ends[own])
            inside = PairCosts(ends, pairs.cost_same[own], pairs.cost_different[own])
            if self.time_budget.over():
                self.proved = False
                break
            answer = solve(cost[members], inside, self.time_budget.limits())
            self.proved &= answer.proved
            if answer.labels is not None:
                found[members] = answer.labels
        return self._best_by_component(cost, labels, found)


def feasible_labelling_of(graph: PairGraph, n_labels: int) -> FeasibleLabelling:
    """Feasible labellings of the core of `graph` under its hard cannot-links."""
    return FeasibleLabelling(CannotGraph(len(graph.core), graph.inner.hard()), n_labels, "regret")
