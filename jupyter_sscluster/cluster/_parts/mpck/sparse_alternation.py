"""Sparse k-means: the loop of clusters and feature weights."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecord
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.mpck.alternation import (
    PATIENCE,
    MetricAlternation,
    MetricState,
)
from jupyter_sscluster.cluster._parts.mpck.feature_gains import Gains
from jupyter_sscluster.cluster._parts.mpck.fixed_metric import (
    FixedMetric,
    measured,
    ramped,
    unit_of_squares,
)
from jupyter_sscluster.cluster._parts.mpck.sparse_weights import (
    SparseWeights,
    sparse_weights,
    uniform_weights,
)
from jupyter_sscluster.cluster._parts.soft.choose_assignment import metric_assignment
from jupyter_sscluster.constraints import Constraints

_SAME = 1e-10
"""Relative difference up to which the objectives of two clusterings are those of one."""


@dataclass(frozen=True, eq=False)
class Sparseness(Learned):
    """The learned weights, bound on Σ w and metric, pair multiplier and gap curve."""

    weights: Array
    bound_met: bool
    metric: Metric
    pair_weight: float = 0.0
    bound: float = np.nan
    gaps: Array = field(default_factory=lambda: np.empty((0, 3)))


class SparseAlternation:
    """Rounds of a clustering under feature weights, and new weights from it.

    The objective is -Σ w γ, γ being the `Gains` for the largest distance under these weights. Each
    clustering starts from the last one. If `priced`, violated pairs affect the weights.
    """

    def __init__(
        self,
        points: Points,
        known: Constraints | None,
        n_clusters: int,
        bound: float,
        weight: float = 0.0,
        *,
        priced: bool = True,
        clipped: bool = True,
        exact: bool = True,
    ) -> None:
        self.points, self.n_clusters = points, n_clusters
        self.bound, self.weight = bound, weight
        self._gains = Gains(points, known if priced else None, weight, clipped=clipped)
        self._assignment = metric_assignment(points, known, n_clusters, weight) if known else None
        self._diameter = measured(points, self._assignment, exact=exact)
        self._unit = unit_of_squares(points)

    def run(
        self, starts: Iterable[Array], n_starts: int, *, ramp: int, max_iter: int, tol: float
    ) -> Result:
        """The best of all starts: a clustering under equal weights, and rounds from there.

        Rounds end when no label changes, after `max_iter` iterations in all, or after ten rounds
        without improvement. A start whose first clustering repeats another's ends there.
        """
        equal = SparseWeights(uniform_weights(self.points.X.shape[1]), 0.0, True)
        loop = self._loop(equal)
        ramp = min(ramp, max_iter - 1) if self._assignment else 0
        seen: list[float] = []

        def one(centres: Array, *, tick: Callable[[int], None]) -> Result:
            begun = ramped(
                loop, centres, self.weight, ramp=ramp, max_iter=max_iter, tol=tol, tick=tick
            )
            if np.isclose(seen, begun.objective, rtol=_SAME, atol=0.0).any():
                return begun._replace(objective=np.inf)
            seen.append(begun.objective)
            state = loop.start(begun.centres, begun.labels)
            found = self._rounds(state, equal, ramp + begun.n_iter, max_iter, tol, tick)
            return found.after(trace_recorder.scaled(begun.noted, self._unit))

        return best_of(starts, n_starts, max_iter, one)

    def _rounds(
        self,
        state: MetricState,
        weights: SparseWeights,
        done: int,
        max_iter: int,
        tol: float,
        tick: Callable[[int], None],
    ) -> Result:
        history: list[float] = []
        best, since, converged = (state, weights, 0), 0, False
        noted: Noted = ()
        n_noted = 0
        while not converged:
            before, (loop, weights, state) = weights, self._reweighted(state, weights)
            step = StepRecord(
                "learned", state.objective, metric=weights.weights, before=before.weights
            )
            noted += trace_recorder.if_traced(step)
            history[-1:] = [state.objective]
            since += 1
            if not best[2] or state.objective < best[0].objective:
                best, since, n_noted = (state, weights, len(history)), 0, len(noted)
            if done >= max_iter or since >= PATIENCE:
                break
            left = max_iter - done
            found = loop.run(state, self.weight, max_iter=left, tol=tol, tick=_after(done, tick))
            converged = found.converged and found.n_iter == 1
            done += found.n_iter
            history += found.history
            noted += found.noted
            state = state._replace(
                labels=found.labels, centres=found.centres, objective=found.objective
            )
        if not converged:
            state, weights, n_best = best
            del history[n_best:]
            noted = noted[:n_noted]
        history[-1] = state.objective
        result = self._result(state, weights, history, converged)
        return result._replace(noted=trace_recorder.scaled(noted, self._unit))

    def _loop(self, weights: SparseWeights) -> MetricAlternation:
        scaled = weights.weights / self._unit
        learner = FixedMetric(self.points, self.n_clusters, scaled, gain=True)
        return MetricAlternation(self.points, learner, self._assignment, self._diameter)

    def _reweighted(
        self, state: MetricState, weights: SparseWeights
    ) -> tuple[MetricAlternation, SparseWeights, MetricState]:
        """The loop, the weights and the state after new weights; the old ones if none gains."""
        assert state.labels is not None
        if self._assignment is not None:
            self._assignment.weight = self.weight
        gains = self._gains.of(state.labels, state.centres, state.diameters)
        found = sparse_weights(gains, self.bound)
        if not gains.max() > 0.0 and len(gains) > 1:
            found = weights._replace(bound_met=False)
        loop = self._loop(found)
        own = self.points.weights
        counts = np.bincount(state.labels, own, self.n_clusters).astype(np.float64)
        counts = counts + self.points.unheld_sizes(state.labels)
        return loop, found, loop.learned(state.labels, state.centres, counts, state.diameters)

    def _result(
        self, state: MetricState, weights: SparseWeights, history: list[float], converged: bool
    ) -> Result:
        assert state.labels is not None
        history = [self._unit * value for value in history]
        learned = Sparseness(weights.weights, weights.bound_met, state.metric)
        return Result(
            state.labels, state.centres, history[-1], history, len(history), converged, learned
        )


def _after(done: int, tick: Callable[[int], None]) -> Callable[[int], None]:
    """The same, numbering from the iterations that are done."""
    return lambda iteration: tick(done + iteration)
