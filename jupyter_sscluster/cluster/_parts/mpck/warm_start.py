"""Continue a run of k-means with a learned metric under other pairs."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import BoxDiameter, Diameters, ExactDiameter
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.metric.scatter_metric import MetricLearner
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation, MetricState
from jupyter_sscluster.cluster._parts.soft.icm_metric_aggregated import AggregatedMetricAssignment
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force


def continued(
    points: Points,
    known: Constraints,
    last: Result,
    learner: MetricLearner,
    *,
    weight: float,
    box: bool,
    max_iter: int,
    tol: float,
) -> Result:
    """Iterations under the current constraints from labels, centres and metric of `last`."""
    metric = last.learned_as(Metric)
    assignment = AggregatedMetricAssignment(points, pairs_in_force(known), learner.n_clusters)
    diameter = None
    diameters = Diameters(np.zeros(len(metric.matrices)), np.zeros_like(metric.matrices))
    if assignment.separates:
        diameter = (BoxDiameter if box else ExactDiameter)(points.X, learner.n_metrics)
        diameters = diameter.measure(metric)
    loop = MetricAlternation(points, learner, assignment, diameter)
    state = MetricState(last.labels, last.centres, metric, diameters)

    def tick(iteration: int) -> None:
        report("iteration", iteration, max_iter)

    return loop.run(state, weight, max_iter=max_iter, tol=tol, tick=tick)
