"""Which way of looking at broken pairs suits what is known."""

from __future__ import annotations

from jupyter_sscluster.cluster._parts.distances import Points
from jupyter_sscluster.cluster._parts.listed import listed
from jupyter_sscluster.cluster._parts.metric_listed import ListedSteering
from jupyter_sscluster.cluster._parts.metric_moves import MetricSteering
from jupyter_sscluster.constraints import Constraints


def steered(
    points: Points, known: Constraints, n_clusters: int
) -> MetricSteering | ListedSteering | None:
    """Pair by pair where pairs are few, else by sums over must-link components; None for none."""
    if not len(known):
        return None
    pairs = listed(known)
    if pairs is None:
        return MetricSteering(points, known, n_clusters)
    return ListedSteering(points, pairs, n_clusters)
