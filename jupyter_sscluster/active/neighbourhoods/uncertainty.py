"""Normalised point-based uncertainty H / E[q] under any posterior (Xiong, Azimi & Fern 2014).

A strategy of one's own needs a posterior alone: derive from `UncertaintyStrategy` and return it
from `belief`. Targets, batches, reasons, scores, don't-knows and everything else are here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Real, Rule
from jupyter_sscluster.active.neighbourhoods.farthest_first import skeleton_dissimilarity, why_on
from jupyter_sscluster.active.neighbourhoods.neighbourhood_posterior import (
    NeighbourhoodPosterior,
    class_probabilities,
)
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.neighbourhoods.resolve_questions import PlacingStrategy
from jupyter_sscluster.active.question_types.answer_evidence import entropy, expected_questions
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.placement_and_sorting import QUESTION_TYPES
from jupyter_sscluster.active.question_types.probability_text import (
    LOPSIDED,
    belongs_with,
    in_cluster,
    percent,
)
from jupyter_sscluster.active.question_types.reasons import cluster_of
from jupyter_sscluster.active.similarity.point_distances import representative
from jupyter_sscluster.active.snapshot import Pair, Snapshot


def uncertainty(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Information per question, H / E[q], of every row of probabilities.

    >>> uncertainty(np.array([[0.2, 0.5, 0.3]])).round(6)
    array([0.873809])
    """
    return entropy(p) / expected_questions(p)


class LeastCertain:
    """Targets by H / E[q] times their size; the belief is only asked if needed.

    After each pick the scores of the others are multiplied by (1 − similarity)^diversity.
    """

    def __init__(
        self, ground: Neighbourhoods, belief: NeighbourhoodPosterior, diversity: float
    ) -> None:
        self.snapshot, self.ground = ground.snapshot, ground
        self.belief, self.diversity = belief, diversity

    def fresh(self) -> Iterator[int]:
        """By falling score, then by distance to all that is placed."""
        if len(self.ground.ids) > 1 and self.belief.usable:
            yield from self._least_certain()
        yield from (target for target, _ in self.ground.farthest())
        yield from self.ground.fresh.tolist()

    def _least_certain(self) -> Iterator[int]:
        """Targets by falling score, those like an earlier one marked down; ends at score 0."""
        targets = self.ground.fresh
        scores = self._scores[self._row[targets]]
        while len(scores) and scores.max() > 0:
            best = int(scores.argmax())
            yield int(targets[best])
            points = self._representatives[self._row[targets]]
            alike = self.belief.similarity(int(points[best]), points)
            scores = scores * (1.0 - alike) ** self.diversity
            scores[best] = 0.0

    def score(self, target: int) -> float:
        """H / E[q] times size; 0 where one neighbourhood is left to ask about."""
        if self._is_decided(target):
            return 0.0
        return float(self._scores[self._row[target]])

    def unknown(self) -> NDArray[np.float64]:
        """Entropy of the posterior as a share of the largest possible; distance if there is none.

        All points of a floating group are as uncertain as the group is.
        """
        if len(self.ground.ids) < 2 or not self.belief.usable:
            return skeleton_dissimilarity(self.ground)
        share = np.zeros(len(self.ground.place))
        share[self._targets] = entropy(self._p) / np.log2(len(self.ground.ids))
        return share[self.ground.component_ids]

    def preference(self, target: int) -> NDArray[np.float64]:
        """The posterior."""
        if self._is_decided(target):
            return np.zeros(len(self.ground.ids))
        posterior: NDArray[np.float64] = self._p[self._row[target]]
        return posterior

    def why(self, target: int, pair: Pair) -> str:
        """The two likeliest neighbourhoods and their odds."""
        point, member = map(self.snapshot.name, pair)
        if self._is_decided(target):
            if target in self.ground.half_resolved | self.ground.doubtful:
                return why_on(self.ground, target, pair)
            return (
                f"Point {point} is the farthest from all points placed so far, so it tells most "
                "about what else there is."
            )
        p = self._p[self._row[target]].copy()
        p[self.ground.apart(target)] = 0.0
        p /= p.sum() or 1.0
        open_ = p[p > 0]
        n_open = self.ground.n_open(target)
        if len(open_) == n_open and np.ptp(open_) < 1e-9:
            known = "known so far" if n_open == len(p) else "it may still belong to"
            return (
                f"Point {point} is equally close to the {n_open} groups {known} "
                f"({percent(float(open_[0]))} each)."
            )
        first, second = np.argsort(-p, kind="stable")[:2].tolist()
        told = self._comparison(point, member, first, second, p)
        worth = self._worth(target) if p[first] >= LOPSIDED else ""
        return f"{told}; {worth}." if worth else f"{told}."

    def _comparison(
        self, point: str, member: str, first: int, second: int, p: NDArray[np.float64]
    ) -> str:
        if p[second] < 0.005:
            return f"Point {point} looks like {member}"
        odds = float(p[first]), float(p[second])
        one, other = (cluster_of(self.snapshot, self.ground.members[k]) for k in (first, second))
        if one is not None and other is not None and one != other:
            return in_cluster(point, (one, other), odds)
        stands = representative(self.snapshot.X, self.ground.members[second])
        return belongs_with(point, (member, self.snapshot.name(stands)), odds)

    def _worth(self, target: int) -> str:
        """Why a point is worth a question although its place is all but certain.

        Nothing where it stands for others that are linked with it: how many is said anyway.
        """
        rows = self._row[self.ground.fresh]
        certain = uncertainty(self._p)
        size = int(self.snapshot.constraints.component_sizes[target])
        if certain[self._row[target]] >= certain[rows].max(initial=0.0):
            return "no point that is left is less certain"
        if size > 1:
            return ""
        if target in self.ground.half_resolved | self.ground.doubtful:
            return "it was asked about before, and its place is settled first"
        return "it is unlike the others that are asked about now"

    def _is_decided(self, target: int) -> bool:
        """Whether no two neighbourhoods are left, or no posterior, to be uncertain about."""
        return self.ground.n_open(target) < 2 or not self.belief.usable

    @cached_property
    def _targets(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.ground.place < 0)

    @cached_property
    def _representatives(self) -> NDArray[np.int64]:
        first = np.unique(self.ground.component_ids, return_index=True)[1][self._targets]
        for row in np.flatnonzero(self.snapshot.constraints.component_sizes[self._targets] > 1):
            points = self.ground.points(int(self._targets[row]))
            first[row] = representative(self.snapshot.X, points)
        return first

    @cached_property
    def _row(self) -> NDArray[np.int64]:
        row = np.full(len(self.ground.place), -1)
        row[self._targets] = np.arange(len(self._targets))
        return row

    @cached_property
    def _p(self) -> NDArray[np.float64]:
        """Probability of every neighbourhood for every target, 0 where it is known to be apart."""
        ground = self.ground
        rows = self._row[ground.component_ids]
        outside = np.flatnonzero(rows >= 0)
        mean = self.belief.posterior(ground.members, outside)
        by_target = [np.bincount(rows[outside], column, len(self._targets)) for column in mean.T]
        p = np.stack(by_target, axis=1)
        targets, places = ground.edges_outward
        open_ = np.ones_like(p)
        open_[self._row[targets], places] = 0.0
        p *= open_
        p = np.where(p.sum(axis=1, keepdims=True) > 0, p, open_)
        shares: NDArray[np.float64] = p / p.sum(axis=1, keepdims=True)
        return shares

    @cached_property
    def _scores(self) -> NDArray[np.float64]:
        sizes = self.snapshot.constraints.component_sizes[self._targets]
        return uncertainty(self._p) * sizes


class UncertaintyStrategy(PlacingStrategy):
    """A strategy that places the least certain point, under the posterior that `belief` gives.

    Parameters
    ----------
    clusterer, n_clusters, random_state, infer_last, member
        As for every strategy that places points.
    diversity : float, default 1
        How strongly points of one batch avoid each other; 0 takes the best scores.

    >>> from scipy.spatial.distance import cdist
    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> class Near:  # a softmax of distances, instead of a forest
    ...     usable = True
    ...
    ...     def __init__(self, X):
    ...         self.X = X
    ...
    ...     def posterior(self, members, rows):
    ...         near = [cdist(self.X[rows], self.X[m]).min(axis=1) for m in members]
    ...         p = np.exp(-np.stack(near, axis=1))
    ...         return p / p.sum(axis=1, keepdims=True)
    ...
    ...     def similarity(self, point, rows):
    ...         return np.exp(-cdist(self.X[[point]], self.X[rows])[0])
    >>> class ByDistance(UncertaintyStrategy):
    ...     title = "By distance"
    ...
    ...     def belief(self, ground):
    ...         return Near(ground.snapshot.X)
    >>> X = np.array([[0.0], [1.0], [5.2], [9.0], [10.0]])
    >>> ByDistance().propose(Snapshot(X, Constraints(5, cannot=[(0, 4)])))[0].reason
    'Point 2 could belong with 4 (60 % likely) or 0 (40 %).'
    """

    diversity: float
    question_types = QUESTION_TYPES
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **PlacingStrategy.parameter_ranges,
        "diversity": Real(0),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        infer_last: bool = True,
        diversity: float = 1.0,
        member: str = "nearest",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state, infer_last, member)
        self.diversity = diversity

    @abstractmethod
    def belief(self, ground: Neighbourhoods) -> NeighbourhoodPosterior:
        """Where points seem to belong, given the certified neighbourhoods.

        `ground` has `snapshot` (X, labels, constraints), `members` and `n_clusters`. The belief is
        asked only when a fresh target has to be found.
        """

    def _plan(self, snapshot: Snapshot, ground: Neighbourhoods) -> LeastCertain:
        return LeastCertain(ground, self.belief(ground), self.diversity)

    def _class_probabilities(self, snapshot: Snapshot) -> ClassProbabilities:
        ground = self._ground(snapshot)
        return class_probabilities(ground, self.belief(ground))
