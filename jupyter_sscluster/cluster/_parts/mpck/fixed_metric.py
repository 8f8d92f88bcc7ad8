"""k-means and distance penalties under a fixed diagonal metric, Σ_j w_j (x_j - y_j)²."""

from collections.abc import Callable

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters, diameter_of
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, diagonal_metric
from jupyter_sscluster.cluster._parts.metric.scatter_metric import (
    Form,
    MetricLearner,
    all_squares,
)
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation
from jupyter_sscluster.cluster._parts.soft.auto_weight import ramped_weights
from jupyter_sscluster.cluster._parts.soft.choose_assignment import MetricAssignment


class FixedMetric(MetricLearner):
    """Learns nothing: one diagonal metric, log det 0; `gain` subtracts the total scatter."""

    def __init__(self, points: Points, n_clusters: int, weights: Array, *, gain: bool) -> None:
        super().__init__(points, n_clusters, Form(False, True))
        self.metric = diagonal_metric(weights)
        self._gain = gain
        self._scatter = all_squares(points, diagonal=True)

    def identity(self) -> Metric:
        """The metric."""
        return self.metric

    def learned(self, scatter: Array, sizes: Array) -> Metric:
        """The metric."""
        return self.metric

    def prior(self, metric: Metric) -> float:
        """What is taken off the objective, as something added."""
        return -float(metric.matrices[0] @ self._scatter) if self._gain else 0.0


class OnceMeasured:
    """Largest distance, `exact` or by the box, measured once per metric; weights may be 0."""

    def __init__(self, points: Points, *, exact: bool) -> None:
        self._points = points
        self._exact = exact
        self._last: tuple[Metric, Diameters] | None = None

    def measure(self, metric: Metric) -> Diameters:
        """The diameter of the rows."""
        if self._last is None or self._last[0] is not metric:
            kind = diameter_of(self._points, 1, exact=self._exact)
            self._last = metric, kind.measure(metric)
        return self._last[1]


def ramped(
    loop: MetricAlternation,
    centres: Array,
    weight: float,
    *,
    ramp: int,
    max_iter: int,
    tol: float,
    tick: Callable[[int], None],
) -> Result:
    """A run whose first `ramp` iterations bring the weight in; its history begins after them."""
    state, notes = loop.start(centres), trace_recorder.notes()
    for iteration, part in ramped_weights(weight, ramp):
        tick(iteration)
        if notes is not None:
            notes.share = part / weight if weight else 1.0
        state = loop.iterate(state, part, notes)
    found = loop.run(state, weight, max_iter=max_iter - ramp, tol=tol, tick=tick)
    return found.after(trace_recorder.of(notes))


def measured(
    points: Points, assignment: MetricAssignment | None, *, exact: bool
) -> OnceMeasured | None:
    """What measures the largest distance; nothing where no cannot-link needs it."""
    needed = assignment is not None and assignment.separates
    return OnceMeasured(points, exact=exact) if needed else None


def unit_of_squares(points: Points) -> float:
    """The mean of the squared features: in this unit no sum overflows or is lost."""
    return points.mean_squared_norm() / points.X.shape[1] or 1.0
