"""Runs of a base clusterer one after the other, each from where the last one ended."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import box_span
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.metric.diameter import BoxDiameter, ExactDiameter
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.metric.scatter_metric import Form, MetricLearner
from jupyter_sscluster.cluster._parts.mpck.resume import continued
from jupyter_sscluster.cluster._parts.propagation.propagate import Statements
from jupyter_sscluster.cluster._parts.propagation.violation_cost import violation_cost
from jupyter_sscluster.cluster.mpckmeans import MPCKMeans
from jupyter_sscluster.constraints import Constraints

STEADY = 1e-5
"""Relative change of the base's objective from run to run that counts as none."""

PATIENCE = 3
"""Runs without a lower objective for the stated pairs after which there is no further one."""

ITERATIONS = 30
"""Most iterations of a run that goes on from a metric: the next one goes on from there anyway."""


class Run(NamedTuple):
    """One run of the base: the fitted copy, and what it paid for the source constraints alone."""

    model: Any
    found: Result
    objective: float
    n_propagated: int


def first_run(model: Any, points: Points, known: Constraints, y: ArrayLike | None) -> Run:
    """Fit the base to what is known."""
    found = model._fit(points, known, y)
    model._keep(found, points, known)
    return Run(model, found, found.objective, 0)


def next_run(
    runs: list[Run], points: Points, value: Constraints, y: ArrayLike | None, extra: Statements
) -> Run:
    """Fit the base from where the last run ended; `extra` are the propagated pairs of `value`."""
    first, last = runs[0].model, runs[-1].found
    if isinstance(first, MPCKMeans) and not first.released:
        model, found = _from_metric(first, points, value, last)
    else:
        model = clone(first).set_params(n_init=1, init=last.centres + points.offset)
        if hasattr(first, "constraint_weight_"):
            model.set_params(constraint_weight=first.constraint_weight_)
        found = model._fit(points, value, y)
    model._keep(found, points, value)
    return Run(
        model, found, found.objective - _paid(model, found, points, extra), len(extra.weights)
    )


def _from_metric(
    first: MPCKMeans, points: Points, value: Constraints, last: Result
) -> tuple[MPCKMeans, Result]:
    """MPCK-means from a metric as well as from centres: without it, it would find less again."""
    form = Form(
        first.per_cluster_metric,
        first.metric == "diagonal",
        first.shrinkage_,
        first.prior_variance_,
    )
    found = continued(
        points,
        value,
        last,
        MetricLearner(points, first.n_clusters, form),
        weight=first.constraint_weight_,
        box=first.diameter == "box",
        max_iter=min(first.max_iter, ITERATIONS),
        tol=first.tol,
    )
    model = copy(first)
    model._learned = found.learned
    matrices = found.learned.matrices
    model.metric_ = matrices if first.per_cluster_metric else matrices[0]
    return model, found


def _paid(model: Any, found: Result, points: Points, extra: Statements) -> float:
    """What the objective of a base holds for the propagated pairs."""
    if not hasattr(model, "constraint_weight_"):
        return 0.0
    metric, largest = _prices(model, found, points), np.zeros(1)
    if metric is not None:
        largest = _largest(model, metric, points)
    cost = violation_cost(points.X, found.labels, extra, metric, largest)
    return float(model.constraint_weight_) * cost


def _prices(model: Any, found: Result, points: Points) -> Metric | None:
    """The metric under which a base prices violated pairs, None where all cost their weight."""
    if isinstance(model, MPCKMeans):
        return found.learned
    weights = getattr(model, "feature_weights_", None)
    if weights is None and getattr(model, "penalty", "constant") == "constant":
        return None
    weights = np.ones(points.X.shape[1]) if weights is None else np.asarray(weights)
    return Metric(weights[None], np.sqrt(weights)[None], np.zeros(1))


def _largest(model: Any, metric: Metric, points: Points) -> Array:
    """The largest squared distance under each metric, as the base measures it."""
    if getattr(model, "released", False) or getattr(model, "penalty", None) == "released":
        return metric.matrices @ box_span(points.raw, origin=True) ** 2
    kind = BoxDiameter if getattr(model, "diameter", "exact") == "box" else ExactDiameter
    return kind(points.X, len(metric.matrices)).measure(metric).squared


def learned_metric(model: Any, found: Result) -> Any:
    """The metric that a base learned, None where it learns none."""
    if isinstance(model, MPCKMeans):
        return found.learned
    return getattr(model, "metric_", getattr(model, "feature_weights_", None))


def with_soft(known: Constraints, extra: Statements) -> Constraints:
    """What is known, with these statements besides, as soft ones."""
    for kind, mask in (("must", extra.together), ("cannot", ~extra.together)):
        known = known.add_pairs(extra.pairs[mask], kind, extra.weights[mask], soft=True)
    return known


def settled(runs: list[Run]) -> bool:
    """Whether going on would be in vain.

    The last run changed nothing, the labels come round in a circle, or the stated pairs have
    cost more and more for a while.
    """
    last = runs[-1].found
    scale = STEADY * abs(last.objective)
    if abs(last.objective - runs[-2].found.objective) <= scale:
        return True
    lowest = int(np.argmin([run.objective for run in runs[1:]]))
    return len(runs) - 2 - lowest >= PATIENCE or any(
        np.array_equal(run.found.labels, last.labels)
        and abs(run.found.objective - last.objective) <= scale
        for run in runs[1:-2]
    )
