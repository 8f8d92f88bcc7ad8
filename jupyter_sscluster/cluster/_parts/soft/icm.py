"""Moves of single rows and of whole must-link components that lower distances plus penalties.

Iterated conditional modes (Besag 1986) on the rows that constraints touch. Distances and
penalties are in the unit of squared distances.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.distances import Points, squared_distances
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import Coupling, pair_costs
from jupyter_sscluster.cluster._parts.soft.chain_swaps import swap_chains
from jupyter_sscluster.cluster._parts.soft.component_moves import Blocks
from jupyter_sscluster.constraints import Constraints

_ROUNDING = 4e-16
"""Relative error of a sum of couplings: gains below it may be no gains at all."""


class PairAssignment:
    """Assigns touched rows to clusters, so that no step raises inertia plus `weight` x penalty.

    The rows that would gain most go first, so that their order in the data plays no part; Python
    visits only rows that want to move.
    """

    def __init__(self, points: Points, known: Constraints, n_clusters: int) -> None:
        costs = pair_costs(known)
        self.rows = costs.rows
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._couplings = costs.couplings
        self._each = np.arange(len(costs.rows))
        self._X = points.X[costs.rows]
        self._blocks = Blocks(costs, self._X)

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        if labels is None:
            labels = self._blocks.nearest(near)
        labels = labels.copy()
        least = 1e-12 * float(near.mean()) + _ROUNDING * self.weight * self._blocks.heaviest
        costs = self._costs(near, labels)
        if self._move_rows(near, costs, labels, least):
            costs = self._costs(near, labels)
        if self._blocks.movable:
            inner = self._inner(labels)
            for block, there in self._blocks.moves(costs, inner, labels, self.weight, least):
                labels[self._blocks.members(block)] = there
        return labels

    def penalty(self, labels: Labels) -> float:
        """Weight times the penalty."""
        return self.weight * sum(c.energy(labels, self.n_clusters) for c in self._couplings)

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The row, or the component, whose own cluster would save most; None if all would cost."""
        costs = self._costs(near, labels)
        gains = costs[self._each, labels] - (costs - near)[:, empty]
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        inner = self._inner(labels)
        block, gain = self._blocks.relocate_to_empty(costs, inner, labels, counts, self.weight)
        positions = np.array([row]) if gains[row] >= gain else self._blocks.members(block)
        gain = max(float(gains[row]), gain)
        return (positions, gain) if gain >= 0 else None

    def swapped(self, labels: Labels, centres: Array) -> Labels | None:
        """Labels of all rows after swaps of chains that lower the objective, None without any."""
        near = squared_distances(self._X, centres)
        found = swap_chains(near, labels[self.rows], self._blocks.block, self._blocks.links)
        if found is None:
            return None
        changed = labels.copy()
        changed[self.rows] = found
        return changed

    def _fields(self, labels: Labels) -> list[Field]:
        return [Field(coupling, labels, self.n_clusters) for coupling in self._couplings]

    def _costs(self, near: Array, labels: Labels) -> Array:
        """What each row costs in each cluster, all other rows staying where they are."""
        first, *others = self._fields(labels)
        total = first.of_all(labels)
        for field in others:
            total += field.of_all(labels)
        total *= self.weight
        total += near
        return total

    def _inner(self, labels: Labels) -> Array:
        """Weight times each row's couplings within its component and cluster."""
        total = np.zeros(len(labels))
        for coupling in self._couplings:
            total += coupling.own_inner(labels, self.n_clusters)
        return self.weight * total

    def _move_rows(self, near: Array, costs: Array, labels: Labels, least: float) -> bool:
        """Move rows to where they cost least; whether any moved.

        Rows that no coupling joins move at once. The others follow one by one, each facing the
        moves before its own.
        """
        gains = costs[self._each, labels] - costs.min(axis=1)
        wanting = np.flatnonzero(gains > least)
        if not len(wanting):
            return False
        wanting = wanting[np.argsort(-gains[wanting], kind="stable")]
        alone = self._blocks.uncoupled(self._blocks.block[wanting])
        first, later = wanting[alone], wanting[~alone]
        labels[first] = costs[first].argmin(axis=1)
        if len(later):
            self._move_one_by_one(later, near, labels, self._fields(labels), least)
        return True

    def _move_one_by_one(
        self, rows: Index, near: Array, labels: Labels, fields: list[Field], least: float
    ) -> None:
        for i in rows:
            here = labels[i]
            row = near[i] + self.weight * sum(field.of_row(i, here) for field in fields)
            there = int(row.argmin())
            if row[here] - row[there] > least:
                for field in fields:
                    field.move(i, here, there)
                labels[i] = there


class Field:
    """For every group, its couplings with the rows now in each cluster; kept up as rows move."""

    def __init__(self, coupling: Coupling, labels: Labels, n_clusters: int) -> None:
        matrix = coupling.matrix
        self._group, self._own = coupling.group, coupling.own
        self._ends, self._to, self._by = matrix.indptr, matrix.indices, matrix.data
        self.values = matrix @ coupling.counts(labels, n_clusters)

    def of_all(self, labels: Labels) -> Array:
        """Shape (m, k): the coupling of each row with each cluster, itself left out."""
        values = self.values[self._group]
        values[np.arange(len(labels)), labels] -= self._own
        return values

    def of_row(self, row: int, label: int) -> Array:
        """Shape (k,): the same for one row."""
        values = self.values[self._group[row]].copy()
        values[label] -= self._own[row]
        return values

    def move(self, row: int, here: int, there: int) -> None:
        """Take note that a row changed its cluster."""
        group = self._group[row]
        span = slice(self._ends[group], self._ends[group + 1])
        self.values[self._to[span], here] -= self._by[span]
        self.values[self._to[span], there] += self._by[span]
