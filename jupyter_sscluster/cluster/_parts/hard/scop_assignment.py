"""The assignment of SCOP: one group after the other, to where it violates least."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.stated_pairs import stated_between
from jupyter_sscluster.cluster._parts.hard.two_core import chain_ids
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


class SoftVisit(HardAssignment):
    """Assigns components in order of strength, and never fails; the `Assignment` of SCOP."""

    def __init__(self, components: Components, known: Constraints) -> None:
        self.rows = components.rows
        self.components = components
        self.pairs = stated_between(components, known)
        pull = self.pairs.together - self.pairs.apart
        size = len(components.first_row)
        self._parts = chain_ids(size, self.pairs.ends)
        self._around: list[list[tuple[int, float, bool]]] = [[] for _ in range(size)]
        edges = zip(self.pairs.ends.tolist(), pull.tolist(), self.pairs.hard.tolist(), strict=True)
        for (a, b), price, hard in edges:
            self._around[a].append((b, price, hard))
            self._around[b].append((a, price, hard))
        self._paired = np.unique(self.pairs.ends)
        self._rank = -self._strength(known)[self._paired]

    def _strength(self, known: Constraints) -> Array:
        """The strengths of all pairs that touch each component, added up."""
        found = np.zeros(known.n_samples)
        for table in stated_tables(known):
            np.add.at(found, table.pairs, np.minimum(table.weights, 1.0)[:, None])
        return np.round(self.components.totals(found[self.rows]), 9)

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row; a part where a visit does worse keeps its labels."""
        parts = self.components
        cost = parts.totals(near)
        found = self._visited(cost)
        if labels is not None:
            before = labels[parts.first_at].astype(np.int64)
            found = self._better(cost, before, found)
        of_rows: Labels = found[parts.of_row].astype(np.int32)
        return of_rows

    def violated(self, labels: Labels) -> tuple[float, float]:
        """How many hard cannot-links these labels of the rows break, and what soft strength."""
        hard, soft = self._violated(labels[self.components.first_at].astype(np.int64))
        return float(hard.sum()), round(float(soft.sum()), 9)

    def _visited(self, cost: Array) -> IntArray:
        labels: IntArray = cost.argmin(axis=1).astype(np.int64)
        costs, n_labels = cost.tolist(), cost.shape[1]
        held = [-1] * len(costs)
        for vertex in self._order(cost).tolist():
            crowd, price = [0] * n_labels, [0.0] * n_labels
            for other, pull, hard in self._around[vertex]:
                label = held[other]
                if label >= 0:
                    crowd[label] += hard
                    price[label] += pull
            held[vertex] = _least(costs[vertex], crowd, price)
        labels[self._paired] = [held[vertex] for vertex in self._paired]
        return labels

    def _order(self, cost: Array) -> IntArray:
        """The strongest first; of equal ones that with most to lose by its second choice."""
        first = np.partition(cost[self._paired], min(1, cost.shape[1] - 1), axis=1)[:, :2]
        return self._paired[np.lexsort((first[:, 0] - first[:, -1], self._rank))]

    def _violated(self, labels: IntArray) -> tuple[IntArray, Array]:
        """What each pair of components costs: hard ones violated, and soft strength violated."""
        same = labels[self.pairs.ends[:, 0]] == labels[self.pairs.ends[:, 1]]
        return self.pairs.hard & same, np.where(same, self.pairs.together, self.pairs.apart)

    def _better(self, cost: Array, before: IntArray, found: IntArray) -> IntArray:
        """For each connected part the labelling that violates less, then the cheaper one."""
        rows, n_parts = np.arange(len(cost)), int(self._parts.max(initial=-1)) + 1
        of_edge = self._parts[self.pairs.ends[:, 0]]
        change = cost[rows, found] - cost[rows, before]
        gain = np.bincount(self._parts, weights=change, minlength=n_parts)
        scale = np.bincount(self._parts, weights=cost[rows, before], minlength=n_parts)
        hard, soft = (
            np.bincount(of_edge, weights=after.astype(float) - now, minlength=n_parts)
            for now, after in zip(self._violated(before), self._violated(found), strict=True)
        )
        cheaper = gain < -_ROUNDING * scale
        better = (hard < 0) | ((hard == 0) & (soft < -1e-9))
        better |= (hard == 0) & (np.abs(soft) <= 1e-9) & cheaper
        return np.where(better[self._parts], found, before)


def _least(cost: list[float], crowd: list[int], price: list[float]) -> int:
    """The label that violates the fewest hard pairs, then the least strength, then the cheapest."""
    fewest = min(crowd)
    allowed = [label for label, number in enumerate(crowd) if number == fewest]
    most = min(price[label] for label in allowed) + _ROUNDING
    return min((label for label in allowed if price[label] <= most), key=cost.__getitem__)
