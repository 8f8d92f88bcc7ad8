"""Inputs shared by all restarts: data, constraints, and classes spread along neighbour graphs."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from jupyter_sscluster._arrays import Array, HashableData, Index, IntArray, Mask
from jupyter_sscluster.cluster._parts.belief.error_rate import LEAST
from jupyter_sscluster.cluster._parts.belief.feature_models import (
    Fitted,
    graph_of,
    graph_of_data,
)
from jupyter_sscluster.cluster._parts.belief.normal_scores import NormalScores
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

SPEAKERS = 500
"""Most constrained rows whose classes are propagated along a graph: those with most weight."""

MOVED = 0.1
"""Relative change of a metric from which on its graph is made anew."""

NOISE = 1e-3
_LEAST = 1e-6


class PairStatements(NamedTuple):
    """The rows in pairs, and the statements in places among them.

    Each counts as `counts` of an answer, at most 1, where the error rate is estimated; that is
    taken to be `least_error` at least. `placing_links` (p, 2) are the numbers of the statements
    that models may contradict, each with the place of its point: see `with_placing_links`.
    """

    rows: IntArray
    pairs: IntArray
    together: Mask
    weights: Array
    counts: Array
    least_error: float = LEAST
    placing_links: IntArray = np.empty((0, 2), dtype=np.int64)

    @classmethod
    def of(cls, known: Constraints) -> PairStatements:
        """All stated pairs, hard and soft."""
        rows, stated = known.touched, stated_pairs(known)
        counts = np.minimum(stated.weights, 1.0)
        pairs = np.searchsorted(rows, stated.pairs)
        return cls(rows, pairs, stated.together, stated.weights, counts)

    @property
    def pairs_of_rows(self) -> WeightedPairs:
        """The statements about rows of the data."""
        return WeightedPairs(self.rows[self.pairs], self.weights, self.together)


class SpeakerGraph(NamedTuple):
    """A graph, and the inverse G of its Laplacian between the rows that may be propagated."""

    fitted: Fitted
    between: Array


class FitInputs:
    """Rows (n, d), stated pairs, neighbour graphs; `loud` and `others` select propagated rows.

    Where features are skewed, `ranked` has the same of their normal `scores`.
    """

    def __init__(
        self,
        X: Array,
        stated: PairStatements,
        others: Index,
        n_neighbors: int,
        scores: NormalScores | None,
    ) -> None:
        self.X, self.stated, self.n_neighbors, self.scores = X, stated, n_neighbors, scores
        self._others = others
        weight = np.zeros(len(stated.rows))
        np.add.at(weight, stated.pairs, stated.weights[:, None])
        self.loud = np.zeros(len(weight), dtype=bool)
        self.loud[np.argsort(-weight, kind="stable")[:SPEAKERS]] = True
        self._speakers = np.unique(np.concatenate([stated.rows[self.loud], others]))
        self._in_metrics: list[tuple[Array, SpeakerGraph]] = []

    @cached_property
    def data(self) -> SpeakerGraph:
        """The graph of the rows as they are."""
        return self._heard(graph_of_data(HashableData.of(self.X), self.n_neighbors))

    @cached_property
    def ranked(self) -> FitInputs | None:
        """The same for the normal scores of the rows, or None."""
        if self.scores is None:
            return None
        X = self.scores.of(self.X)
        return FitInputs(X, self.stated, self._others, self.n_neighbors, None)

    def in_metric(self, root: Array) -> SpeakerGraph:
        """The graph of the rows times a root, or one of a metric that is nearly the same."""
        metric = root @ root.T
        for before, heard in self._in_metrics:
            if np.linalg.norm(metric - before) < MOVED * np.linalg.norm(before):
                return heard
        heard = self._heard(graph_of(product(self.X, root), self.n_neighbors))
        self._in_metrics.append((metric, heard))
        return heard

    def along(self, heard: SpeakerGraph, rows: Index, classes: Array) -> Array:
        """What `rows` (l,), of these classes (l, k), imply for all rows along a graph, (n, k)."""
        at = np.searchsorted(self._speakers, rows)
        return spread(heard.fitted.solver, rows, heard.between[np.ix_(at, at)], classes)

    def _heard(self, fitted: Fitted) -> SpeakerGraph:
        return SpeakerGraph(fitted, fitted.solver.between(self._speakers))


def unit_of(points: Points) -> float:
    """A power of two near the spread of the features."""
    largest = float(np.abs(points.X).max())
    if largest == 0.0:
        return 1.0
    scaled = points.X / largest
    return float(2.0 ** np.round(np.log2(largest * np.sqrt(np.mean(scaled * scaled)))))


def spread(solver: GraphSolver, rows: Index, between: Array, classes: Array) -> Array:
    """Class probabilities (n, k) by a Gaussian process on a graph, leave-one-out for placed rows.

    With the covariance G = Q⁻¹, Q = 1.001 D - W, and noise σ = 10⁻³ mean(diag G_LL) on the placed
    `rows` L, whose `classes` are Y, and `between` = G_LL: P = 1 / K + G_·L A, A = C⁻¹(Y - 1μᵀ),
    C = G_LL + σ I. The means are estimated by least squares, μ = Yᵀ C⁻¹1 / 1ᵀC⁻¹1, as in ordinary
    kriging; but 1 / K takes their place, as the answers about a class say how often it was asked
    about, and not how many rows it has. By Woodbury's identity G_·L C⁻¹ is
    (Q + P_Lᵀ P_L / σ)⁻¹ P_Lᵀ / σ, P_L selecting the rows L; no n x n matrix is needed.

    With H = C⁻¹, the prediction of a placed row i without it is
    1 / K + Y_i - m - (HY - H1 mᵀ)_i / H_ii, and the means without it
    m = (Yᵀ H1 - (H1)_i (HY)_i / H_ii) / (1ᵀH1 - (H1)_i² / H_ii), as H without i is
    H - H_·i H_i· / H_ii (Zhu, Ghahramani & Lafferty 2003; Rasmussen & Williams 2006, 2.7, 5.12).
    """
    C = between.copy()
    diagonal = np.diag_indices(len(rows))
    C[diagonal] += NOISE * between[diagonal].mean()
    inverse = cho_solve(cho_factor(C), np.eye(len(rows)))
    ones, solved = inverse.sum(axis=1), inverse @ classes
    total, sums = ones.sum(), ones @ classes
    source = np.zeros((solver.n_rows, classes.shape[1]))
    source[rows] = solved - ones[:, None] * (sums / total)
    found = solver.solve(source)
    own = inverse[diagonal][:, None]
    share = ones[:, None] / own
    means = (sums - share * solved) / (total - share * ones[:, None]) if len(rows) > 1 else classes
    found[rows] = classes - means - (solved - ones[:, None] * means) / own
    found = np.maximum(found + 1.0 / classes.shape[1], _LEAST)
    return np.asarray(found / found.sum(axis=1, keepdims=True))
