"""Iterated conditional modes (Besag 1986), uniform costs, pairs aggregated over components.

Lowers Σ ‖x_i - μ_{c_i}‖² + w Σ_violated w_ij over the constrained rows, for fixed centres: the
assignment step of PCK-means (Basu, Banerjee & Mooney 2004), where w is twice the weight of the
paper, as its squared distances are halved.
"""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import swapped_rows
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.soft.component_moves import ComponentMoves
from jupyter_sscluster.cluster._parts.soft.independent_set import falling_gains
from jupyter_sscluster.cluster._parts.soft.uniform_violation_costs import (
    RunningCouplings,
    violated_weight,
)
from jupyter_sscluster.constraints.pairs_in_force import PairsInForce

ROUNDING = 4e-16
"""Relative error of a sum of weights: gains below it may be no gains at all."""


class AggregatedAssignment:
    """Assigns constrained rows; no step raises inertia plus violation cost."""

    def __init__(self, points: Points, force: PairsInForce, n_clusters: int) -> None:
        self.rows = force.rows
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._force = force
        self._each = np.arange(len(force.rows))
        self._X = points.X[force.rows]
        self._weights = None if points.pulls is None else points.pulls[force.rows]
        self._components = ComponentMoves(force, self._X, self._weights)

    def assign(self, distances: Array, labels: Labels | None) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        if labels is None:
            labels = self._components.nearest(distances)
        labels = labels.copy()
        heaviest = self.weight * self._components.heaviest
        least = 1e-12 * float(distances.mean()) + ROUNDING * heaviest
        costs = self._costs(distances, labels)
        if self._move_rows(distances, costs, labels, least):
            costs = self._costs(distances, labels)
        if self._components.movable:
            inner = self._inner(labels)
            moves = self._components.moves(costs, inner, labels, self.weight, least)
            for component, there in moves:
                labels[self._components.members(component)] = there
        return labels

    def penalty(self, labels: Labels) -> float:
        """Weight times the violation cost."""
        return self.weight * violated_weight(self._force, labels, self.n_clusters)

    def relocate_to_empty(
        self, distances: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The row, or the component, whose own cluster would save most; None if all would cost."""
        costs = self._costs(distances, labels)
        gains = costs[self._each, labels] - (costs - distances)[:, empty]
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        component, gain = self._components.relocate_to_empty(
            costs, self._inner(labels), labels, counts, self.weight
        )
        alone = gains[row] >= gain
        positions = np.array([row]) if alone else self._components.members(component)
        gain = max(float(gains[row]), gain)
        return (positions, gain) if gain >= 0 else None

    def swapped(self, labels: Labels, centres: Array) -> Labels | None:
        """Labels of all rows after swaps of chains that lower the objective, None without any."""
        components = self._components
        links = components.component, components.links
        return swapped_rows(labels, self.rows, self._X, centres, *links, self._weights)

    def _running(self, labels: Labels) -> list[RunningCouplings]:
        sets = self._components.couplings
        return [RunningCouplings(couplings, labels, self.n_clusters) for couplings in sets]

    def _costs(self, distances: Array, labels: Labels) -> Array:
        """What each row costs in each cluster, all other rows staying where they are."""
        first, *others = self._running(labels)
        total = first.of_all(labels)
        for running in others:
            total += running.of_all(labels)
        total *= self.weight
        total += distances
        return total

    def _inner(self, labels: Labels) -> Array:
        """Weight times each row's couplings within its component and cluster."""
        total = np.zeros(len(labels))
        for couplings in self._components.couplings:
            total += couplings.own_inner(labels, self.n_clusters)
        return self.weight * total

    def _move_rows(self, distances: Array, costs: Array, labels: Labels, least: float) -> bool:
        """Move rows to where they cost least (uncoupled ones at once); whether any moved."""
        wanting = falling_gains(costs[self._each, labels] - costs.min(axis=1), least)
        if not len(wanting):
            return False
        alone = self._components.uncoupled(self._components.component[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = costs[first].argmin(axis=1)
        if len(later):
            self._move_one_by_one(later, distances, labels, self._running(labels), least)
        return True

    def _move_one_by_one(
        self,
        rows: Index,
        distances: Array,
        labels: Labels,
        sets: list[RunningCouplings],
        least: float,
    ) -> None:
        for i in rows:
            here = labels[i]
            row = distances[i] + self.weight * sum(running.of_row(i, here) for running in sets)
            there = int(row.argmin())
            if row[here] - row[there] > least:
                for running in sets:
                    running.move(i, here, there)
                labels[i] = there
