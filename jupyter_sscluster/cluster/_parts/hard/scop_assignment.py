"""Sequential assignment of SCOP: each component to where it violates the least strength."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.hard.component_pairs import stated_between
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.two_core import connected_component_ids
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables

_ROUNDING = 1e-12


def strengths_of(known: Constraints) -> Constraints:
    """The statements with weights as strengths, at most 1: those of 1 hard, all others soft."""
    must, cannot = known.must_weights >= 1.0, known.cannot_weights >= 1.0
    asked = Constraints(known.n_samples, known.must[must], known.cannot[cannot], names=known.names)
    for table in stated_tables(known):
        weak = (table.weights < 1.0) | table.soft
        strengths = np.minimum(table.weights[weak], 1.0)
        asked = asked.add_pairs(table.pairs[weak], table.kind, strengths, soft=True)
    return asked


@dataclass(frozen=True)
class Violated(Learned):
    """Number of hard cannot-links and sum of soft strengths that a clustering violates."""

    hard: float
    soft: float


class SCOPAssignment(HardAssignment):
    """Assigns components by falling strength; never fails. The `Assignment` of SCOP."""

    def __init__(self, components: Components, known: Constraints) -> None:
        self.rows = components.rows
        self.components = components
        self.pairs = stated_between(components, known)
        difference = self.pairs.weight_same - self.pairs.weight_different
        size = len(components.first_row)
        self._connected = connected_component_ids(size, self.pairs.ends)
        self._incident: list[list[tuple[int, float, bool]]] = [[] for _ in range(size)]
        edges = zip(
            self.pairs.ends.tolist(), difference.tolist(), self.pairs.hard.tolist(), strict=True
        )
        for (a, b), strength, hard in edges:
            self._incident[a].append((b, strength, hard))
            self._incident[b].append((a, strength, hard))
        self._paired = np.unique(self.pairs.ends)
        self._rank = -self._strength(known)[self._paired]

    def _strength(self, known: Constraints) -> Array:
        """Sum of the strengths of all pairs with an end in each component."""
        found = np.zeros(known.n_samples)
        for table in stated_tables(known):
            np.add.at(found, table.pairs, np.minimum(table.weights, 1.0)[:, None])
        return np.round(self.components.totals(found[self.rows]), 9)

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row; a connected component never does worse than before."""
        components = self.components
        cost = components.totals(near)
        found = self._sequential(cost)
        if labels is not None:
            before = labels[components.first_at].astype(np.int64)
            found = self._better(cost, before, found)
        of_rows: Labels = found[components.of_row].astype(np.int32)
        return of_rows

    def violated(self, labels: Labels) -> Violated:
        """Number of hard cannot-links and sum of soft strengths that these labels violate."""
        hard, soft = self._violated(labels[self.components.first_at].astype(np.int64))
        return Violated(float(hard.sum()), round(float(soft.sum()), 9))

    def _sequential(self, cost: Array) -> IntArray:
        labels: IntArray = cost.argmin(axis=1).astype(np.int64)
        costs, n_labels = cost.tolist(), cost.shape[1]
        held = [-1] * len(costs)
        for vertex in self._order(cost).tolist():
            n_hard, strength = [0] * n_labels, [0.0] * n_labels
            for other, difference, hard in self._incident[vertex]:
                label = held[other]
                if label >= 0:
                    n_hard[label] += hard
                    strength[label] += difference
            held[vertex] = _least_violating(costs[vertex], n_hard, strength)
        labels[self._paired] = [held[vertex] for vertex in self._paired]
        return labels

    def _order(self, cost: Array) -> IntArray:
        """Components by falling strength, ties by regret: the second least cost less the least."""
        first = np.partition(cost[self._paired], min(1, cost.shape[1] - 1), axis=1)[:, :2]
        return self._paired[np.lexsort((first[:, 0] - first[:, -1], self._rank))]

    def _violated(self, labels: IntArray) -> tuple[IntArray, Array]:
        """Which hard pairs of components are violated, and the soft strength violated of each."""
        same = labels[self.pairs.ends[:, 0]] == labels[self.pairs.ends[:, 1]]
        return self.pairs.hard & same, np.where(
            same, self.pairs.weight_same, self.pairs.weight_different
        )

    def _better(self, cost: Array, before: IntArray, found: IntArray) -> IntArray:
        """For each connected component the labelling that violates less, then the cheaper one."""
        rows, n_connected = np.arange(len(cost)), int(self._connected.max(initial=-1)) + 1
        of_edge = self._connected[self.pairs.ends[:, 0]]
        change = cost[rows, found] - cost[rows, before]
        gain = np.bincount(self._connected, weights=change, minlength=n_connected)
        scale = np.bincount(self._connected, weights=cost[rows, before], minlength=n_connected)
        hard, soft = (
            np.bincount(of_edge, weights=after.astype(float) - now, minlength=n_connected)
            for now, after in zip(self._violated(before), self._violated(found), strict=True)
        )
        cheaper = gain < -_ROUNDING * scale
        better = (hard < 0) | ((hard == 0) & (soft < -1e-9))
        better |= (hard == 0) & (np.abs(soft) <= 1e-9) & cheaper
        return np.where(better[self._connected], found, before)


def _least_violating(cost: list[float], n_hard: list[int], strength: list[float]) -> int:
    """The label that violates the fewest hard pairs, then the least strength, then the cheapest."""
    fewest = min(n_hard)
    allowed = [label for label, number in enumerate(n_hard) if number == fewest]
    most = min(strength[label] for label in allowed) + _ROUNDING
    return min((label for label in allowed if strength[label] <= most), key=cost.__getitem__)
