"""Moves that lower distances plus penalties, from the pairs one by one.

The same moves as in `moves`, for pairs that are few enough to be written out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd.distances import Points, squared_distances
from jupyter_sscluster.cluster._parts.soft.chain_swaps import swap_chains
from jupyter_sscluster.cluster._parts.soft.explicit_moves import ListedMoves
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ListedPairs

_ROUNDING = 4e-16
"""Relative error of a sum of weights: gains below it may be no gains at all."""


class ListedPairAssignment:
    """Assigns touched rows to clusters, so that no step raises inertia plus `weight` x penalty.

    The rows that would gain most go first, so that their order in the data plays no part; Python
    visits only rows that want to move.
    """

    def __init__(self, points: Points, pairs: ListedPairs, n_clusters: int) -> None:
        self.pairs, self.rows = pairs, pairs.rows
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._points = points
        self._prices = np.where(pairs.together, -pairs.weights, pairs.weights)
        self._moves = ListedMoves(pairs, n_clusters)
        twice = np.concatenate([pairs.weights, pairs.weights])
        sums = np.bincount(pairs.block[pairs.ends], twice)
        self._heaviest = float(sums.max(initial=0.0))

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = np.ascontiguousarray(near.T)
        labels = self._moves.nearest(base) if labels is None else labels.copy()
        least = 1e-12 * float(base.mean()) + _ROUNDING * self.weight * self._heaviest
        self._moves.move(base, self._prices, self.weight, labels, least)
        return labels

    def penalty(self, labels: Labels) -> float:
        """Weight times the penalty."""
        pairs = self.pairs
        apart = labels[pairs.first] != labels[pairs.second]
        return self.weight * float(pairs.weights[apart == pairs.together].sum())

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The row, or the component, whose own cluster would save most; None if all would cost."""
        moves, groups = self._moves, self._moves.groups
        total = moves.total(near.T, self._prices, self.weight, labels)
        gains = total[labels, moves.each] - (total - near.T)[empty]
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        positions, gain = np.array([row]), float(gains[row])
        if len(groups.blocks):
            now, _ = moves.whole(near.T, self._prices, self.weight, labels)
            X = self._points.X[self.rows[groups.rows]].T
            apart = X - (groups.summed(X) / groups.sizes)[:, groups.block]
            inside = self.weight * groups.of_pairs(self._prices[self.pairs.within])
            saved = now - groups.summed((apart**2).sum(axis=0)) - inside
            saved[groups.filling(labels, counts)] = -np.inf
            best = int(saved.argmax())
            if saved[best] > gain:
                positions, gain = groups.members(best), float(saved[best])
        return (positions, gain) if gain >= 0 else None

    def swapped(self, labels: Labels, centres: Array) -> Labels | None:
        """Labels of all rows after swaps of chains that lower the objective, None without any."""
        near = squared_distances(self._points.X[self.rows], centres)
        ends = self._moves.neighbours.tocoo()
        links = np.stack([ends.row, ends.col], axis=1)
        found = swap_chains(near, labels[self.rows], self.pairs.block, links)
        if found is None:
            return None
        changed = labels.copy()
        changed[self.rows] = found
        return changed
