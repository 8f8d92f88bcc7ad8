"""The alternating loop of k-means with a metric learned in each iteration."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums, means_of
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result, row_counts
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import StepRecords
from jupyter_sscluster.cluster._parts.metric.diameter import Diameters
from jupyter_sscluster.cluster._parts.metric.mahalanobis import (
    Metric,
    cheapest,
    metric_form,
    own_costs,
)
from jupyter_sscluster.cluster._parts.metric.scatter_metric import MetricLearner
from jupyter_sscluster.cluster._parts.soft.choose_assignment import MetricAssignment

PATIENCE = 10
"""Iterations without a lower objective after which a run ends."""


class Diameter(Protocol):
    """Measures how far apart rows can be under each metric."""

    def measure(self, metric: Metric) -> Diameters:
        """The largest squared distances."""
        ...


class MetricState(NamedTuple):
    """The state of a run after an iteration."""

    labels: Labels | None
    centres: Array
    metric: Metric
    diameters: Diameters
    objective: float = np.inf


class MetricAlternation:
    """Points to clusters, clusters to means and metrics, until nothing moves.

    The objective is Σ (‖x - μ‖²_A - log det A) over the points, plus the cost of the violated pairs
    and the prior. Labels and means never raise it. Metrics may: the largest distance is measured
    anew, and a scatter that is not positive definite is repaired. So the lowest state is kept.
    """

    def __init__(
        self,
        points: Points,
        learner: MetricLearner,
        assignment: MetricAssignment | None,
        diameter: Diameter | None,
    ) -> None:
        self.points = points
        self.learner = learner
        self.assignment = assignment
        self.diameter = diameter
        self._sums = ClusterSums(points, learner.n_clusters)

    def start(
        self, centres: Array, labels: Labels | None = None, metric: Metric | None = None
    ) -> MetricState:
        """The state before the first iteration; by default no labels and Euclidean distances."""
        metric = self.learner.identity() if metric is None else metric
        return MetricState(labels, centres, metric, self._measured(metric))

    def run(
        self,
        state: MetricState,
        weight: float,
        *,
        max_iter: int,
        tol: float,
        tick: Callable[[int], None],
    ) -> Result:
        """Iterate until no label changes, or the centres rest within `tol`; `max_iter` at most."""
        history: list[float] = []
        best, n_best, converged = state._replace(objective=np.inf), 0, False
        notes, n_notes = trace_recorder.notes(), 0
        spread = self.points.mean_squared_norm() / self.points.X.shape[1]
        while not converged and len(history) < max_iter:
            tick(len(history) + 1)
            before, state = state, self.iterate(state, weight, notes)
            history.append(state.objective)
            if state.objective <= best.objective + 1e-12 * abs(state.objective):
                best, n_best = state, len(history)
                n_notes = 0 if notes is None else len(notes)
            rest = self.points.same_labels(state.labels, before.labels)
            converged = rest or len(history) - n_best >= PATIENCE
            if tol > 0 and not converged:
                shift = ((state.centres - before.centres) ** 2).sum(axis=1).max()
                converged = bool(shift <= tol * spread)
        assert best.labels is not None
        return Result(
            best.labels,
            best.centres,
            best.objective,
            history[:n_best],
            n_best,
            converged,
            best.metric,
            trace_recorder.of(notes, n_notes),
        )

    def iterate(
        self, state: MetricState, weight: float, notes: StepRecords | None = None
    ) -> MetricState:
        """One round: labels, means, metrics, largest distances, objective; pairs times `weight`."""
        if self.assignment is not None:
            self.assignment.weight = weight
        labels = self.assigned(state)
        sums = self._summed(labels)
        if not sums[:, -1].all():
            self._fill_empty(labels, state, row_counts(self.points, labels, sums))
            sums = self._summed(labels)
        means = means_of(sums, state.centres)
        found = self.learned(labels, means, sums[:, -1], state.diameters)
        if notes is not None:
            self._note(notes, state, found)
        return found

    def _summed(self, labels: Labels) -> Array:
        """Sums of the members of each cluster, and in the last column their number."""
        return self._sums.of(labels) + self.points.unheld_sums(labels, self.learner.n_clusters)

    def learned(
        self, labels: Labels, centres: Array, counts: Array, diameters: Diameters
    ) -> MetricState:
        """The metrics for these labels and means, and the objective."""
        learner = self.learner
        within = learner.within(labels, centres, counts)
        violated, far = self._violated(labels)
        moments = diameters.moments * far.reshape(-1, *[1] * (within.ndim - 1))
        metric = learner.learned(within + violated + moments, learner.sizes(counts))
        diameters = self._measured(metric)
        objective = float((metric.matrices * (within + violated)).sum())
        objective += float(far @ diameters.squared)
        objective -= float(learner.sizes(counts) @ metric.log_dets) - learner.prior(metric)
        return MetricState(labels, centres, metric, diameters, objective)

    def _note(self, notes: StepRecords, state: MetricState, found: MetricState) -> None:
        """An iteration in its steps: labels, means, and the metric where one is learned."""
        labels = found.labels
        assert labels is not None
        violated, far = self._violated(labels)

        def cost(centres: Array, by: MetricState) -> tuple[float, float]:
            paid = float((by.metric.matrices * violated).sum() + far @ by.diameters.squared)
            own = self.points.weighed(own_costs(self.points.X, centres, by.metric, labels))
            return float(own.sum()) + self.learner.prior(by.metric), paid

        _, paid = cost(found.centres, found)
        notes.assigned(labels, *cost(state.centres, state))
        if found.metric is state.metric:
            notes.recentred(found.centres, found.objective - paid, paid)
        else:
            notes.recentred(found.centres, *cost(found.centres, state))
            notes.learned(state.metric, found.metric, found.objective - paid, paid)

    def assigned(self, state: MetricState) -> Labels:
        """Labels for the centres and metrics of a state; empty clusters stay empty."""
        labels = cheapest(self.points.augmented, state.centres, state.metric)
        if self.assignment is not None:
            rows = self.assignment.rows
            before = None if state.labels is None else state.labels.take(rows)
            labels[rows] = self.assignment.assign(
                state.centres, state.metric, state.diameters.squared, before
            )
        return self.points.assigned(labels, metric_form(state.centres, state.metric))

    def _violated(self, labels: Labels) -> tuple[Array, Array]:
        """Scatter of the violated pairs and weight of violated cannot-links for each metric."""
        diagonal, g = self.learner.form.diagonal, self.learner.n_metrics
        if self.assignment is None:
            return np.zeros(()), np.zeros(g)
        constrained = labels[self.assignment.rows]
        return self.assignment.scatter(constrained, diagonal=diagonal, single=g == 1)

    def _measured(self, metric: Metric) -> Diameters:
        if self.diameter is None:
            return Diameters(np.zeros(len(metric.matrices)), np.zeros_like(metric.matrices))
        return self.diameter.measure(metric)

    def _fill_empty(self, labels: Labels, state: MetricState, counts: Array) -> None:
        """Give each empty cluster the point that saves most, unless that raises the objective."""
        own = own_costs(self.points.X, state.centres, state.metric, labels)
        free = self.points.counted
        if self.assignment is not None:
            free[self.assignment.rows] = False
        empty, points = np.flatnonzero(counts == 0), self.points
        in_blocks = points.unheld_farthest(labels, state.centres, len(empty), state.metric.roots[0])
        for k in empty.tolist():
            allowed = free & (counts[labels] > 1)
            saved = own + state.metric.log_dets[state.metric.place(k)]
            gains = np.where(allowed, self.points.pulled(saved), -np.inf)
            rows, gain = np.array([gains.argmax()]), float(gains.max())
            far = None if in_blocks is None else in_blocks.best(counts)
            if far is not None and far.before(rows if allowed.any() else None, gain, points):
                gain = far.cost
            else:
                far = None
            if self.assignment is not None:
                constrained = self.assignment.rows
                at, saving = self.assignment.relocate_to_empty(
                    state.centres,
                    state.metric,
                    state.diameters,
                    labels[constrained],
                    counts,
                    k,
                )
                if saving > gain:
                    rows, gain = constrained[at], saving if saving >= 0 else -np.inf
                    far = None
            if gain == -np.inf:
                continue
            if far is not None and in_blocks is not None:
                counts[[far.cluster, k]] += -1, 1
                in_blocks.take(far)
                points.relocate(labels, far, k)
                continue
            np.subtract.at(counts, labels[rows], 1)
            labels[rows] = k
            counts[k] = len(rows)
            own[rows] = -np.inf


def run_to_rest(
    loop: MetricAlternation,
    centres: Array,
    weight: float,
    *,
    max_iter: int,
    tick: Callable[[int], None],
) -> Result:
    """Iterate until no label changes; the last state is kept, whatever it costs."""
    state, notes = loop.start(centres), trace_recorder.notes()
    history: list[float] = []
    converged = False
    while not converged and len(history) < max_iter:
        tick(len(history) + 1)
        before, state = state, loop.iterate(state, weight, notes)
        history.append(state.objective)
        assert state.labels is not None
        converged = before.labels is not None and np.array_equal(state.labels, before.labels)
    assert state.labels is not None  # there is at least one iteration
    return Result(
        state.labels,
        state.centres,
        state.objective,
        history,
        len(history),
        converged,
        state.metric,
        trace_recorder.of(notes),
    )
