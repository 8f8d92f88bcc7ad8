"""Which way of looking at violated pairs suits what is known.

Pair by pair where pairs are few, else by counts or sums over must-link components.
"""

from __future__ import annotations

from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import check_sums
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import listed
from jupyter_sscluster.cluster._parts.soft.icm import PairAssignment
from jupyter_sscluster.cluster._parts.soft.icm_explicit import ListedPairAssignment
from jupyter_sscluster.cluster._parts.soft.icm_metric import MetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_metric_explicit import ListedMetricAssignment
from jupyter_sscluster.constraints import Constraints

Pairwise = PairAssignment | ListedPairAssignment
Metrical = MetricAssignment | ListedMetricAssignment


def pair_assignment(points: Points, known: Constraints, n_clusters: int) -> Pairwise | None:
    """Assignment where every violated pair costs its weight; None where nothing is known."""
    pairs = listed(known) if len(known) else None
    if pairs is not None:
        return ListedPairAssignment(points, pairs, n_clusters)
    return PairAssignment(points, known, n_clusters) if len(known) else None


def metric_assignment(
    points: Points, known: Constraints, n_clusters: int, weight: float = 1.0
) -> Metrical | None:
    """Assignment where violated pairs cost by distance under metrics; None where nothing is known.

    `weight` is the largest that will be given to it.
    """
    check_sums(points, known, weight)
    pairs = listed(known) if len(known) else None
    if pairs is not None:
        return ListedMetricAssignment(points, pairs, n_clusters)
    return MetricAssignment(points, known, n_clusters) if len(known) else None
