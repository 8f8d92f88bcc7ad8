"""Distance penalties and PCSK-means as in their authors' implementation (`algorithm="reference"`).

As in `reference_mpck`, with weights set by what clusters explain alone.
"""

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import StepRecord
from jupyter_sscluster.cluster._parts.metric.mahalanobis import diagonal_metric
from jupyter_sscluster.cluster._parts.mpck.reference_mpck import ReferenceMPCK
from jupyter_sscluster.cluster._parts.mpck.sparse_alternation import Sparseness
from jupyter_sscluster.cluster._parts.mpck.sparse_weights import sparse_weights, uniform_weights
from jupyter_sscluster.constraints import Constraints

_SETTLED = 1e-4
"""Relative change of the weights at which rounds end."""


class ReferenceDistances(ReferenceMPCK):
    """k-means with distance penalties, the metric being Euclidean."""

    def run(self, centres: Array, *, max_iter: int, tick: Callable[[int], None]) -> Result:
        """Iterate until two iterations agree, or `max_iter` iterations."""
        return self.clustered(centres, np.ones(centres.shape[1]), max_iter=max_iter, tick=tick)

    def clustered(
        self, centres: Array, a: Array, *, max_iter: int, tick: Callable[[int], None]
    ) -> Result:
        """The same under weights of features; no point has a cluster at first."""
        labels = np.full(len(self.points), -1, dtype=np.int32)
        history: list[float] = []
        converged, notes = False, trace_recorder.notes()
        while not converged and len(history) < max_iter:
            tick(len(history) + 1)
            previous, labels = labels, self._assigned(labels, centres, a)
            centres = self._means(labels, centres)
            history.append(float(a @ self._cost(labels, centres)))
            if notes is not None:
                notes.assigned(labels, np.nan)
                notes.recentred(centres, history[-1])
            converged = np.array_equal(labels, previous)
        noted = trace_recorder.of(notes)
        return Result(labels, centres, history[-1], history, len(history), converged, noted=noted)


class ReferenceSparse(ReferenceDistances):
    """PCSK-means: a clustering without weights, then rounds; `bound` is that on Σ w."""

    def __init__(
        self, points: Points, known: Constraints, n_clusters: int, weight: float, bound: float
    ) -> None:
        super().__init__(points, known, n_clusters, weight)
        self.bound = bound

    def run(self, centres: Array, *, max_iter: int, tick: Callable[[int], None]) -> Result:
        """Rounds until the weights settle, or `max_iter` rounds of as many iterations at most."""
        weights = uniform_weights(centres.shape[1])
        a = np.ones_like(weights)
        history: list[float] = []
        converged = met = False
        noted: trace_recorder.Noted = ()
        while not converged and len(history) < max_iter:
            tick(len(history) + 1)
            found = self.clustered(centres, a, max_iter=max_iter, tick=lambda iteration: None)
            centres = found.centres
            gains = np.bincount(found.labels, minlength=self.n_clusters) @ centres**2
            before, (weights, _, met) = weights, sparse_weights(gains, self.bound)
            a = weights
            history.append(-float(weights @ gains))
            step = StepRecord("learned", history[-1], metric=weights, before=before)
            noted += trace_recorder.without_objectives(found.noted) + trace_recorder.if_traced(step)
            converged = bool(np.abs(weights - before).sum() < _SETTLED * before.sum())
        metric = diagonal_metric(weights)
        learned = Sparseness(weights, met, metric)
        return Result(
            found.labels, centres, history[-1], history, len(history), converged, learned, noted
        )
