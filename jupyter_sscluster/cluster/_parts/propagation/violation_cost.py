"""Cost of violated pairs in the objective of MPCK-means, pair by pair.

With x'_k and x''_k the farthest pair under A_k (Bilenko, Basu & Mooney 2004; Eaton 2005,
equations 2.5 and 2.6):

    f_M(x_i, x_j) = ½ ‖x_i - x_j‖²_{A_{c_i}} + ½ ‖x_i - x_j‖²_{A_{c_j}}      must-link, c_i ≠ c_j
    f_C(x_i, x_j) = ‖x'_k - x''_k‖²_{A_k} - ‖x_i - x_j‖²_{A_k}              cannot-link, both in k
"""

from collections.abc import Iterator

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._linalg import box_span
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import BoxDiameter, ExactDiameter
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, mapped
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

_BLOCK = 1 << 16
"""Pairs whose differences are held at a time."""


def constant_cost(labels: Labels, statements: WeightedPairs) -> float:
    """The weights of the violated statements, added up."""
    return float(statements.weights[_violated(labels, statements)].sum())


def metric_cost(
    points: Points, labels: Labels, statements: WeightedPairs, metric: Metric, diameter: str
) -> float:
    """Violated weights times prices under a metric; "exact", "box" or "reference" diameters."""
    total = 0.0
    for rows, prices in _priced(points, labels, statements, metric, diameter):
        total += float(statements.weights[rows] @ prices)
    return total


def constant_costs(labels: Labels, statements: WeightedPairs) -> Array:
    """The weight of each statement that is violated, 0 for the others."""
    return np.where(statements.violated(labels), statements.weights, 0.0)


def metric_costs(
    points: Points, labels: Labels, statements: WeightedPairs, metric: Metric, diameter: str
) -> Array:
    """The same as `metric_cost`, of each statement on its own."""
    costs = np.zeros(len(statements))
    if len(statements):
        for rows, prices in _priced(points, labels, statements, metric, diameter):
            costs[rows] += statements.weights[rows] * prices
    return costs


def _priced(
    points: Points, labels: Labels, statements: WeightedPairs, metric: Metric, diameter: str
) -> Iterator[tuple[Index, Array]]:
    """Violated statements and their costs at weight 1; must-links in two halves."""
    X, squared_diameters = points.X, _squared_diameters(points, metric, diameter)
    violated = _violated(labels, statements)
    for rows, k, together in _by_cluster(labels, statements, violated):
        pairs, place = statements.pairs[rows], metric.place(k)
        differences = mapped(X[pairs[:, 0]] - X[pairs[:, 1]], metric.roots[place])
        squares = np.einsum("ij,ij->i", differences, differences)
        yield rows, 0.5 * squares if together else squared_diameters[place] - squares


def _violated(labels: Labels, statements: WeightedPairs) -> Index:
    return np.flatnonzero(statements.violated(labels))


def _squared_diameters(points: Points, metric: Metric, diameter: str) -> Array:
    """The largest squared distance under each metric."""
    if diameter == "reference":
        return metric.matrices @ box_span(points.raw, origin=True) ** 2
    kind = BoxDiameter if diameter == "box" else ExactDiameter
    return kind(points.X, len(metric.matrices)).measure(metric).squared


def _by_cluster(
    labels: Labels, statements: WeightedPairs, violated: Index
) -> Iterator[tuple[Index, int, bool]]:
    """Violated pairs by cluster in blocks, a must-link in the clusters of both its ends."""
    for together in (True, False):
        rows = violated[statements.together[violated] == together]
        for end in (0, 1) if together else (0,):
            label = labels[statements.pairs[rows, end]]
            for k in np.unique(label):
                members = rows[label == k]
                for start in range(0, len(members), _BLOCK):
                    yield members[start : start + _BLOCK], int(k), together
