"""PCK-means with penalties proportional to distances (`penalty="distance"`)."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, is_seeding, n_starts, starts
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation
from jupyter_sscluster.cluster._parts.mpck.fixed_metric import (
    FixedMetric,
    measured,
    ramped,
    unit_of_squares,
)
from jupyter_sscluster.cluster._parts.mpck.reference_pcsk import ReferenceDistances
from jupyter_sscluster.cluster._parts.paper_pseudocode.pck_and_mpck_means import (
    printed_metric_assignment,
    visiting,
)
from jupyter_sscluster.cluster._parts.soft.auto_weight import auto_violation_weight, ramp_length
from jupyter_sscluster.cluster._parts.soft.choose_assignment import (
    MetricAssignment,
    metric_assignment,
)
from jupyter_sscluster.constraints import Constraints

MOST = 1e9
"""Largest weight."""


class ByDistance(NamedTuple):
    """The best run, and the weight that was used."""

    found: Result
    weight: float


def by_distance(estimator: Any, points: Points, known: Constraints) -> ByDistance:
    """Minimise Σ ‖x - μ‖² + w Σ_must ‖x_i - x_j‖² + w Σ_cannot (D - ‖x_i - x_j‖²).

    The sums run over violated pairs; D is the largest squared distance of two rows. `algorithm`
    "reference" is the program of Vouros & Vasilaki (2020), "paper" visits rows in a random order.
    """
    weight = _weight(estimator, points, known)
    run: Callable[..., Result]
    if estimator.algorithm == "reference":
        program = ReferenceDistances(points, known, estimator.n_clusters, weight)
        run = partial(program.run, max_iter=estimator.max_iter)
    else:
        run = _run(estimator, points, known, weight)
    drawn = starts(estimator, points, known)
    return ByDistance(best_of(drawn, n_starts(estimator), estimator.max_iter, run), weight)


def _run(
    estimator: Any, points: Points, known: Constraints, weight: float
) -> Callable[..., Result]:
    """Moves of rows and of must-link components; the objective never rises."""
    unit, k = unit_of_squares(points), estimator.n_clusters
    learner = FixedMetric(points, k, np.full(points.X.shape[1], 1.0 / unit), gain=False)
    rng = visiting(estimator.random_state, estimator.n_init)
    assignment: MetricAssignment | None = (
        printed_metric_assignment(points, known, k, rng, weight)
        if estimator.algorithm == "paper"
        else metric_assignment(points, known, k, weight)
    )
    loop = MetricAlternation(points, learner, assignment, measured(points, assignment, exact=True))
    most, tol = estimator.max_iter, estimator.tol
    cold = assignment is not None and is_seeding(estimator.init) and estimator.algorithm != "paper"
    ramp = ramp_length(most, cold=cold)

    def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
        found = ramped(loop, centres, weight, ramp=ramp, max_iter=most, tol=tol, tick=tick)
        history = [unit * value for value in found.history]
        noted = trace_recorder.scaled(found.noted, unit)
        return found._replace(objective=unit * found.objective, history=history, noted=noted)

    return run


def _weight(estimator: Any, points: Points, known: Constraints) -> float:
    given = estimator.constraint_weight
    if given == "auto":
        return auto_violation_weight(estimator, points, known)
    if given > MOST:
        raise InputError(
            f"{type(estimator).__name__}: constraint_weight={given:g} multiplies squared "
            f"distances with penalty={estimator.penalty!r}, and they would be lost in rounding; "
            f"use {MOST:g} or less, or COPKMeans to keep every pair"
        )
    return float(given)
