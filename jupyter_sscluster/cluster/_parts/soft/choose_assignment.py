"""Choose the assignment step: an explicit list for few pairs, else counts or sums."""

from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.soft.auto_weight import check_sums
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import explicit
from jupyter_sscluster.cluster._parts.soft.icm_metric_aggregated import AggregatedMetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_metric_explicit import ExplicitMetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_aggregated import AggregatedAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_explicit import ExplicitAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

UniformAssignment = AggregatedAssignment | ExplicitAssignment
MetricAssignment = AggregatedMetricAssignment | ExplicitMetricAssignment


def uniform_assignment(
    points: Points, known: Constraints, n_clusters: int
) -> UniformAssignment | None:
    """Assignment where every violated pair costs its weight; None without constraints."""
    if not len(known):
        return None
    force = pairs_in_force(known)
    pairs = explicit(force, known.n_samples)
    if pairs is not None:
        return ExplicitAssignment(points, pairs, n_clusters)
    return AggregatedAssignment(points, force, n_clusters)


def metric_assignment(
    points: Points, known: Constraints, n_clusters: int, weight: float = 1.0
) -> MetricAssignment | None:
    """Assignment with costs by metrics, None without constraints; `weight` is the largest."""
    check_sums(points, known, weight)
    if not len(known):
        return None
    force = pairs_in_force(known)
    pairs = explicit(force, known.n_samples)
    if pairs is not None:
        return ExplicitMetricAssignment(points, pairs, n_clusters)
    return AggregatedMetricAssignment(points, force, n_clusters)
