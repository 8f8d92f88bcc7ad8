"""ICM with uniform costs, explicit pairs; the same moves as `icm_uniform_aggregated`."""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import swapped_rows
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.soft.explicit_moves import ExplicitMoves
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ExplicitPairs
from jupyter_sscluster.cluster._parts.soft.icm_uniform_aggregated import ROUNDING


class ExplicitAssignment:
    """Assigns constrained rows; no step raises inertia plus violation cost."""

    def __init__(self, points: Points, pairs: ExplicitPairs, n_clusters: int) -> None:
        self.pairs, self.rows = pairs, pairs.rows
        self.n_clusters = n_clusters
        self.weight = 1.0
        self._points = points
        self._weights = None if points.pulls is None else points.pulls[self.rows]
        self._couplings = np.where(pairs.together, -pairs.weights, pairs.weights)
        self._moves = ExplicitMoves(pairs, n_clusters)
        twice = np.concatenate([pairs.weights, pairs.weights])
        sums = np.bincount(pairs.component[pairs.ends], twice)
        self._heaviest = float(sums.max(initial=0.0))

    def assign(self, distances: Array, labels: Labels | None) -> Labels:
        """Labels after one round of row moves and one of component moves."""
        base = np.ascontiguousarray(distances.T)
        labels = self._moves.nearest(base) if labels is None else labels.copy()
        least = 1e-12 * float(base.mean()) + ROUNDING * self.weight * self._heaviest
        self._moves.move(base, self._couplings, self.weight, labels, least)
        return labels

    def penalty(self, labels: Labels) -> float:
        """Weight times the violation cost."""
        pairs = self.pairs
        apart = labels[pairs.first] != labels[pairs.second]
        return self.weight * float(pairs.weights[apart == pairs.together].sum())

    def relocate_to_empty(
        self, distances: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The row, or the component, whose own cluster would save most; None if all would cost."""
        moves, large = self._moves, self._moves.large
        total = moves.total(distances.T, self._couplings, self.weight, labels)
        gains = total[labels, moves.each] - (total - distances.T)[empty]
        gains[counts[labels] <= 1] = -np.inf
        row = int(gains.argmax())
        positions, gain = np.array([row]), float(gains[row])
        if len(large.components):
            now, _ = moves.whole(distances.T, self._couplings, self.weight, labels)
            X = self._points.X[self.rows[large.rows]].T
            own = None if self._weights is None else self._weights[large.rows]
            apart = (large.deviations(X, own) ** 2).sum(axis=0)
            scatter = large.summed(apart if own is None else apart * own)
            inside = self.weight * large.of_pairs(self._couplings[self.pairs.within])
            saved = now - scatter - inside
            saved[large.filling(labels, counts)] = -np.inf
            best = int(saved.argmax())
            if saved[best] > gain:
                positions, gain = large.members(best), float(saved[best])
        return (positions, gain) if gain >= 0 else None

    def swapped(self, labels: Labels, centres: Array) -> Labels | None:
        """Labels of all rows after swaps of chains that lower the objective, None without any."""
        ends = self._moves.neighbours.tocoo()
        links = np.stack([ends.row, ends.col], axis=1)
        X = self._points.X[self.rows]
        component = self.pairs.component
        return swapped_rows(labels, self.rows, X, centres, component, links, self._weights)
