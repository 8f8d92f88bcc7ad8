"""Base class of clusterers that learn a metric from pairs, then run k-means in it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._linalg import sparse_product, transform
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._base.learned_space import LearnedSpace
from jupyter_sscluster.cluster._parts.lloyd.distances import nearest
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import is_seeding, starts
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecord, if_traced
from jupyter_sscluster.cluster._parts.metric.mahalanobis import moved, root_of
from jupyter_sscluster.cluster.kmeans import KMeans
from jupyter_sscluster.constraints import Constraints


@dataclass(frozen=True, eq=False)
class LearnedMetric(Learned):
    """A matrix (d, d) or weights of features (d,)."""

    matrix: Array


class MetricFirst(LearnedSpace, KMeansFamily):
    """k-means on X Lᵀ, where LᵀL is a metric that a subclass learns from the pairs.

    The clustering itself ignores pairs. If nothing is learned, the metric is Euclidean: `KMeans`.
    """

    menu_group: ClassVar[str] = "Learned metric"
    reads_blocks: ClassVar[bool] = True

    @abstractmethod
    def _learned(self, points: Points, known: Constraints) -> Array | None:
        """The metric, as a matrix (d, d) or weights (d,), or None if there is nothing to learn."""

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        metric = self._learned(points, known)
        found = self._in_metric(points, known, metric)
        matrix = self._euclidean(points.X.shape[1]) if metric is None else metric
        return found._replace(learned=LearnedMetric(matrix))

    def _in_metric(
        self,
        points: Points,
        known: Constraints,
        metric: Array | None,
        centres: Array | None = None,
    ) -> Result:
        """A clustering under the metric, from these centres, in X's space, or those of `init`."""
        if metric is None:
            init = self.init if centres is None else centres + points.offset
            return self._clustered(points, init, known)
        if centres is None and not is_seeding(self.init):
            # Given centres are in the space of X; a seeding draws from rows that are moved already.
            centres = next(starts(self, points, known))
        init = self.init if centres is None else moved(centres, metric)
        found = self._clustered(_moved_points(points, metric), init, known)
        learned = StepRecord("learned", metric=metric, before=self._euclidean(points.X.shape[1]))
        noted = if_traced(learned) + _noted(points, found, metric)
        return found._replace(centres=_centres(points, found, metric), noted=noted)

    def _clustered(self, points: Points, init: Any, known: Constraints) -> Result:
        return KMeans(self.n_clusters, **self._shared(init))._fit(points, known, None)

    def _shared(self, init: Any) -> dict[str, Any]:
        """The parameters of this clusterer for the one that clusters under the metric."""
        names = ("n_init", "max_iter", "tol", "random_state")
        return {"init": init} | {name: getattr(self, name) for name in names}

    def _euclidean(self, n_features: int) -> Array:
        return np.eye(n_features)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self.metric_ = result.learned_as(LearnedMetric).matrix

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of the centre nearest under the metric for each row of `X`."""
        return super().predict(X)

    def _predicted(self, data: Array) -> NDArray[np.int32]:
        centres = moved(self.cluster_centers_ - self._offset, self.metric_)
        return nearest(moved(data - self._offset, self.metric_), centres)


def _moved_points(points: Points, metric: Array) -> Points:
    augmented = np.empty_like(points.augmented)
    augmented[:, -1] = 1.0
    moved(points.X, metric, out=augmented[:, :-1])
    return points.moved(augmented, metric)


def _noted(points: Points, found: Result, metric: Array) -> Noted:
    """The steps of a run, with centres in X's space."""
    steps = list[StepRecord]()
    labels: Integers = np.full(len(points), -1, dtype=np.int8)
    for note in found.noted:
        labels = labels if note.labels is None else note.labels
        if note.kind == "seeded":
            # None of their rows is known: of all clusters, as of empty ones.
            labels = np.empty(0, dtype=np.int8)
        if note.centres is not None:
            moved = found._replace(labels=labels.astype(np.int32), centres=note.centres)
            note = replace(note, centres=_centres(points, moved, metric))
        steps.append(note)
    return tuple(steps)


def _centres(points: Points, found: Result, metric: Array) -> Array:
    """Means in X's space, as L may be singular; of an empty cluster μ with L μ = its centre."""
    n_clusters, X = len(found.centres), points.X[: len(found.labels)]
    weights = (np.ones(len(points)) if points.weights is None else points.weights)[: len(X)]
    members = sparse.csr_array(
        (weights, (found.labels, np.arange(len(X)))), shape=(n_clusters, len(X))
    )
    held = np.bincount(found.labels, weights, minlength=n_clusters)
    counts = held + points.unheld_sizes(found.labels)
    empty = counts == 0
    sums = sparse_product(members, X) + points.unheld_vectors(found.labels)
    means = np.asarray(sums / np.where(empty, 1.0, counts)[:, None])
    if empty.any():
        form = np.diag(transform(metric)) if metric.ndim == 1 else root_of(metric)
        means[empty] = np.linalg.lstsq(form, found.centres[empty].T)[0].T
    return means
