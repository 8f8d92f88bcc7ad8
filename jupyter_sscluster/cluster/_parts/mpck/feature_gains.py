"""The gain of each feature: the scatter that clusters explain, less the cost of violated pairs."""

from dataclasses import replace

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.metric.scatter_metric import all_squares
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import AggregatedPairs, aggregated
from jupyter_sscluster.cluster._parts.soft.metric_violation_costs import violation_scatter
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

_NO_GAIN = 1e-14
"""Share of a feature's scatter up to which a gain is rounding."""


class Gains:
    """γ of every feature: the scatter that clusters explain, less the cost of violated pairs.

    Cannot-links may contribute less than 0, if pairs differ more in a feature than the farthest
    rows; `clipped` makes that 0. `known` is None where pairs are ignored.
    """

    def __init__(
        self, points: Points, known: Constraints | None, weight: float, *, clipped: bool
    ) -> None:
        self._clipped = clipped
        self._weight = weight
        self._scatter = all_squares(points, diagonal=True)
        self._row_weights, self._points = points.weights, points
        constant = np.sqrt(self._scatter / points.size) <= 1e-14 * np.abs(points.offset)
        self._least = np.where(constant, np.inf, _NO_GAIN * self._scatter)
        self._sets: tuple[AggregatedPairs, ...] = ()
        if known is not None and len(known):
            force = pairs_in_force(known)
            self._rows, self._sets = force.rows, aggregated(force)
            self._X = np.ascontiguousarray(points.X[force.rows])

    def of(self, labels: Labels, centres: Array, diameters: Diameters) -> Array:
        """γ for these labels and their means, the farthest pair being that of `diameters`."""
        held = np.bincount(labels, self._row_weights, len(centres))
        explained = (held + self._points.unheld_sizes(labels)) @ centres**2
        gains = explained - self._violated(labels, len(centres), diameters)
        return np.where(np.abs(explained) > self._least, gains, np.minimum(gains, 0.0))

    def _violated(self, labels: Labels, n_clusters: int, diameters: Diameters) -> Array:
        total = np.zeros(len(self._scatter))
        for pairs in self._sets:
            given = self._X, labels[self._rows], n_clusters
            none = np.zeros_like(pairs.must)
            must, _ = violation_scatter(replace(pairs, cannot=none), *given, diagonal=True)
            apart, far = violation_scatter(replace(pairs, must=none), *given, diagonal=True)
            cannot = apart.sum(axis=0) + far.sum() * diameters.moments[0]
            total += must.sum(axis=0) + (np.maximum(cannot, 0.0) if self._clipped else cannot)
        return self._weight * total
