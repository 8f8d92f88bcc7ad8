"""Rounds of belief clustering: from placed rows to what features say, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels, Mask
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors
from jupyter_sscluster.cluster._parts.belief.candidates import (
    Candidate,
    Field,
    Fitted,
    field_on,
    fit_to,
    graph_of,
    graph_of_data,
    weights_by_answers,
)
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST, Estimate, estimated
from jupyter_sscluster.cluster._parts.belief.mixture import PooledMixture, pooled_mixture
from jupyter_sscluster.cluster._parts.belief.propagation import (
    flattened,
    log_evidence,
    propagate,
)
from jupyter_sscluster.cluster._parts.graph.solver import DIRECT
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

PLACED = 0.8
"""Belief from which on a row is taken to be placed in a cluster."""

_ANCHORED = 0.998
_SPREAD = 500
"""Most rows in pairs that speak along a graph: those of which most is said."""


class Told(NamedTuple):
    """The rows in pairs, and the statements in places among them."""

    rows: IntArray
    pairs: IntArray
    together: Mask
    weights: Array

    @classmethod
    def of(cls, known: Constraints) -> Told:
        """What is known, hard and soft."""
        rows, stated = known.touched, stated_pairs(known)
        return cls(rows, np.searchsorted(rows, stated.pairs), stated.together, stated.weights)

    @property
    def stated(self) -> WeightedPairs:
        """The statements about rows of the data."""
        return WeightedPairs(self.rows[self.pairs], self.weights, self.together)


class Round(NamedTuple):
    """Candidates with their weights, Σ w P (n, k), and beliefs about the rows in pairs."""

    candidates: list[Candidate]
    weights: Array
    features: Array
    unary: Array
    estimate: Estimate

    def objective(self, told: Told) -> float:
        """-log P(answers) given what features say, without anchors.

        To nine decimals, so that starts which end alike are equal, on however many threads.
        """
        unary = flattened(self.features)[told.rows]
        given = told.pairs, told.together, told.weights, self.estimate.error
        return round(0.0 - log_evidence(unary, *given), 9)


@dataclass(frozen=True, eq=False)
class Start:
    """Clusters to begin with, anchors of the first of them, and rows for some of the others.

    `stand_ins` are rows without statements and their clusters.
    """

    labels: Labels
    anchors: Anchors
    stand_ins: tuple[Index, Index]


class Rounds:
    """What one round after the other works with: rows (n, d) about as wide as 1, and answers.

    `graph` is that of the rows, with G between the rows in pairs and those that stand in.
    """

    def __init__(self, X: Array, told: Told, start: Start, n_clusters: int, k_nearest: int) -> None:
        self.X, self.told, self.n_clusters = X, told, n_clusters
        self._anchors, self._k_nearest = start.anchors.rows, k_nearest
        rows, self._stand_for = start.stand_ins
        self._speakers = np.concatenate([told.rows, rows]).astype(np.intp)
        shares = flattened(np.eye(n_clusters)[start.labels])
        self._first, self._last = shares, list[Array]()
        said = np.zeros(len(told.rows))
        np.add.at(said, told.pairs, told.weights[:, None])
        self._loud = said >= np.sort(said)[max(len(said) - _SPREAD, 0)] if len(said) else said > 0
        self._graphs: list[tuple[Fitted, Array]] = []

    def first_belief(self) -> Array:
        """About the rows in pairs, by answers and anchors alone, or by the start without these."""
        unary = np.full((len(self.X), self.n_clusters), 1.0 / self.n_clusters)
        unary = self._anchored(unary) if len(self._anchors) else self._first
        told = self.told
        return propagate(unary[told.rows], told.pairs, told.together, told.weights, FIRST).belief

    def placed(self, belief: Array) -> tuple[Mask, Array]:
        """Which of the rows in pairs are placed, and where."""
        which = belief.max(axis=1) >= PLACED
        return which, belief[which]

    def next(self, belief: Array) -> Round:
        """Candidates from these beliefs about the rows in pairs, and the beliefs that follow."""
        which, classes = self.placed(belief)
        rows, told = self.told.rows[which], self.told
        speaking = self._speaking(which, classes)
        starts = [self._first]
        if speaking is not None:
            data = self._field(0, speaking)
            starts.append(data.posterior)
        full = self._best(starts + self._last[:1], rows, classes, isotropic=False)
        ball = self._best(starts + self._last[1:], rows, classes, isotropic=True)
        self._last = [full.shares, ball.shares]
        found = [Candidate(m.posterior, clusters=m.clusters) for m in (full, ball)]
        if speaking is not None:
            self._update_metric(full.root)
            metric = self._field(1, speaking)
            mean = 0.5 * (data.posterior + metric.posterior)
            found += [
                Candidate(data.posterior, fields=(data,)),
                Candidate(mean, fields=(data, metric)),
            ]
        weights = weights_by_answers(found, rows, classes)
        features = np.zeros((len(self.X), self.n_clusters))
        for w, candidate in zip(weights, found, strict=True):
            features += w * candidate.posterior
        unary = self._anchored(flattened(features))
        estimate = estimated(unary[told.rows], told.pairs, told.together, told.weights)
        return Round(found, weights, features, unary, estimate)

    def _best(
        self, starts: list[Array], rows: Index, classes: Array, *, isotropic: bool
    ) -> PooledMixture:
        """Of mixtures from these starts the one that fits best what is known of the placed rows."""
        found = [pooled_mixture(self.X, s, rows, classes, isotropic=isotropic) for s in starts]
        return max(found, key=lambda m: fit_to(m.posterior, rows, classes))

    def _speaking(self, which: Mask, classes: Array) -> tuple[Index, Array] | None:
        """Rows that speak along graphs, in places among the speakers, and their classes.

        Placed rows, and those that stand in for classes without one; None if there are none.
        """
        if self.n_clusters == 1 or not len(self.told.rows):
            return None
        speak = self._loud[which]
        missing = ~np.isin(self._stand_for, classes[speak].argmax(axis=1))
        at = np.flatnonzero(np.concatenate([which & self._loud, missing]))
        stand_ins = flattened(np.eye(self.n_clusters)[self._stand_for[missing]])
        return (at, np.vstack([classes[speak], stand_ins])) if len(at) else None

    def _field(self, number: int, speaking: tuple[Index, Array]) -> Field:
        """What they say along the graph of the data, 0, or that in the metric, 1."""
        if not self._graphs:
            self._graphs = [self._with_columns(graph_of_data(self.X, self._k_nearest))]
        (fitted, between), (at, classes) = self._graphs[number], speaking
        return field_on(fitted, self._speakers[at], between[np.ix_(at, at)], classes)

    def _update_metric(self, root: Array) -> None:
        """The graph in the metric, anew in each round where there are few rows."""
        if len(self._graphs) == 1 or len(self.X) <= DIRECT:
            in_metric = graph_of(self.X, self._k_nearest, root)
            self._graphs[1:] = [self._with_columns(in_metric)]

    def _with_columns(self, fitted: Fitted) -> tuple[Fitted, Array]:
        """A graph and G between the rows that may speak, 0 for all others."""
        speakers = self._speakers
        heard = np.concatenate([self._loud, np.ones(len(self._stand_for), dtype=bool)])
        between = np.zeros((len(speakers), len(speakers)))
        between[np.ix_(heard, heard)] = fitted.solver.between(speakers[heard])
        return fitted, between

    def _anchored(self, unary: Array) -> Array:
        k = self.n_clusters
        unary[self._anchors] = (1.0 - _ANCHORED) / k
        unary[self._anchors, np.arange(len(self._anchors))] += _ANCHORED
        return unary
