"""Which way of looking at broken pairs suits what is known.

Pair by pair where pairs are few, else by counts or sums over must-link components.
"""

from __future__ import annotations

from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import check_sums
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import listed
from jupyter_sscluster.cluster._parts.soft.icm import PairSteering
from jupyter_sscluster.cluster._parts.soft.icm_explicit import ListedPairSteering
from jupyter_sscluster.cluster._parts.soft.icm_metric import MetricSteering
from jupyter_sscluster.cluster._parts.soft.icm_metric_explicit import ListedMetricSteering
from jupyter_sscluster.constraints import Constraints

Pairwise = PairSteering | ListedPairSteering
Metrical = MetricSteering | ListedMetricSteering


def pair_steering(points: Points, known: Constraints, n_clusters: int) -> Pairwise | None:
    """Steering where every broken pair costs its weight; None where nothing is known."""
    pairs = listed(known) if len(known) else None
    if pairs is not None:
        return ListedPairSteering(points, pairs, n_clusters)
    return PairSteering(points, known, n_clusters) if len(known) else None


def metric_steering(
    points: Points, known: Constraints, n_clusters: int, weight: float = 1.0
) -> Metrical | None:
    """Steering where broken pairs cost by distance under metrics; None where nothing is known.

    `weight` is the largest that will be given to it.
    """
    check_sums(points, known, weight)
    pairs = listed(known) if len(known) else None
    if pairs is not None:
        return ListedMetricSteering(points, pairs, n_clusters)
    return MetricSteering(points, known, n_clusters) if len(known) else None
