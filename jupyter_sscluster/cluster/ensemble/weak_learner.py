"""Weak learner: constrained k-means that assigns pairs by priority (Okabe & Yamada 2012)."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

MAX_ITERATIONS = 100


def shares(known: Constraints) -> WeightedPairs:
    """All statements, hard or soft, with weights that sum to 1, sorted by pair."""
    stated = stated_pairs(known)
    stated = stated.take(np.lexsort((~stated.together, stated.pairs[:, 1], stated.pairs[:, 0])))
    with np.errstate(under="ignore"):
        weights = stated.weights / stated.weights.max(initial=1e-300)
        return replace(stated, weights=weights / max(weights.sum(), 1e-300))


class _Step(NamedTuple):
    """One statement that assigns something: both ends where they are `fresh`, else only `b`."""

    a: int
    b: int
    together: bool
    fresh: bool


class PriorityAssignment:
    """An `Assignment` of the ends of pairs by falling weight.

    Which ends are already assigned depends on the order alone, so that statements about two
    assigned ends are dropped beforehand.
    """

    def __init__(self, stated: WeightedPairs) -> None:
        self.rows = np.unique(stated.pairs)
        self._ends = np.searchsorted(self.rows, stated.pairs).tolist()
        self._together = stated.together.tolist()
        self._steps: list[_Step] = []

    def rank(self, weights: Array) -> None:
        """Order the pairs by falling weight, ties by number; keep those that assign something."""
        seen = [False] * len(self.rows)
        self._steps = []
        for r in np.argsort(-weights, kind="stable").tolist():
            a, b = self._ends[r]
            if seen[a] and seen[b]:
                continue
            if seen[b]:
                a, b = b, a
            self._steps.append(_Step(a, b, self._together[r], not seen[a]))
            seen[a] = seen[b] = True

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Each end to its nearest cluster, or the second nearest, that the statement allows."""
        first, second, distance = (values.tolist() for values in _two_nearest(near))
        found = [0] * len(self.rows)
        for a, b, together, fresh in self._steps:
            if fresh:
                found[a] = first[a]
                closer = distance[a] <= distance[b]
                if together:
                    found[a] = found[b] = first[a] if closer else first[b]
                    continue
                if first[a] == first[b] and not closer:
                    found[a], found[b] = second[a], first[b]
                    continue
            at = found[a]
            if together:
                found[b] = at
            else:
                found[b] = first[b] if first[b] != at else second[b]
        return np.array(found, dtype=np.int32)

    def penalty(self, labels: Labels) -> float:
        """Nothing: only the order is constrained, never the objective."""
        return 0.0

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The end farthest from its centre, to be taken where no other point is left."""
        if not len(labels):
            return None
        own = near[np.arange(len(labels)), labels]
        best = int(np.where(counts[labels] > 1, own, -1.0).argmax())
        return np.array([best]), -1.0


def _two_nearest(near: Array) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """The nearest and the second nearest cluster of each row, and the distance to the nearest."""
    rows = np.arange(len(near))
    first = near.argmin(axis=1)
    distance = near[rows, first]
    others = near.copy()
    others[rows, first] = np.inf
    return first, others.argmin(axis=1), distance


class WeakLearner:
    """Constrained k-means with priorities, for at least two clusters.

    In every iteration ends of statements are assigned by weight, all other points to the nearest
    centre. It ends when no label changes, or before an iteration that does not lower the inertia.
    """

    def __init__(self, points: Points, n_clusters: int, stated: WeightedPairs) -> None:
        self._priorities = PriorityAssignment(stated)
        self._loop = Alternation(points, n_clusters, self._priorities)

    def fit(self, centres: Array, weights: Array) -> Labels:
        """Labels from the given centres, under these weights of the statements."""
        self._priorities.rank(weights)
        labels, centres, inertia = self._loop.iterate(centres, None)
        for _ in range(MAX_ITERATIONS - 1):
            found, centres, lower = self._loop.iterate(centres, labels)
            if not lower < inertia or np.array_equal(found, labels):
                break
            labels, inertia = found, lower
        return labels
