"""What a fit says of rows that it was not made from: new ones, or most of many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, HashableData, Index
from jupyter_sscluster.cluster._parts.belief.feature_models import Candidate
from jupyter_sscluster.cluster._parts.belief.fit_inputs import FitInputs, unit_of
from jupyter_sscluster.cluster._parts.belief.normal_scores import NormalScores, normal_scores
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import ScaledRows, neighbour_graph
from jupyter_sscluster.cluster._parts.lloyd.points import centred


class OtherRows(NamedTuple):
    """Normal scores of other rows, where they go by these, and means over rows near to them."""

    scores: Array | None
    means: sparse.csr_array | None


class GraphRows(NamedTuple):
    """The rows of a graph, if it is used; where there are `scores`, one of normal scores."""

    scores: NormalScores | None
    rows: ScaledRows | None
    n_neighbors: int

    def others(self, X: Array) -> OtherRows:
        """Other rows (m, d), attached to those near to them."""
        scores = None if self.scores is None else self.scores.of(X)
        X = X if scores is None else scores
        means = None if self.rows is None else self.rows.means_over(X, self.n_neighbors)
        return OtherRows(scores, means)


def graphs_of(inputs: FitInputs, candidates: list[Candidate]) -> list[GraphRows]:
    """Those of features and of normal scores; a graph by which no candidate goes is not made."""
    used = any(candidate.model is None for candidate in candidates)
    parts = [(None, inputs), (inputs.scores, inputs.ranked)]
    return [
        GraphRows(scores, part.data.fitted.graph.rows if used else None, inputs.n_neighbors)
        for scores, part in parts
        if part is not None
    ]


def predicted(
    candidates: list[Candidate], weights: Array, X: Array, others: list[OtherRows]
) -> Array:
    """Σ w P (m, k) of other rows (m, d); along graphs, P is the mean of the rows near to them."""
    total = np.zeros((len(X), candidates[0].posterior.shape[1]))
    for ranked, (scores, means) in enumerate(others):
        rows = X if scores is None else scores
        along = np.zeros(candidates[0].posterior.shape)
        for w, candidate in zip(weights, candidates, strict=True):
            if candidate.ranked == ranked and candidate.model is not None:
                total += w * candidate.model.posterior(rows)
            elif candidate.ranked == ranked:
                along += w * candidate.posterior
        if means is not None:
            total += means @ along
    return total


@dataclass(frozen=True, eq=False)
class DrawnRows:
    """Rows drawn from many by `numbers`, rising, and all `others`; both less `offset`, / `unit`."""

    numbers: Index
    offset: Array
    unit: float
    graphs: list[GraphRows]
    others: list[OtherRows]

    @property
    def scores(self) -> NormalScores | None:
        """Normal scores of the features, where they are skewed."""
        return self.graphs[-1].scores


@lru_cache(maxsize=2)
def drawn_rows(
    data: HashableData, given: bytes, size: int, seed: int, n_neighbors: int
) -> DrawnRows:
    """`size` rows drawn at random, and the others attached to them: the same for every fit.

    `given` are the numbers of the rows, rising, before noise was left out: each number has its own
    draw, so that most drawn rows stay where rows become noise, or are added.
    """
    original = np.frombuffer(given, dtype=np.int64)
    draws = np.random.default_rng(seed).random(int(original[-1]) + 1)[original]
    numbers = np.sort(np.argsort(draws, kind="stable")[:size])
    points = centred(data.X[numbers])
    unit = unit_of(points)
    X = points.X / unit
    scores, graphs = (
        normal_scores(X),
        [GraphRows(None, neighbour_graph(X, n_neighbors).rows, n_neighbors)],
    )
    if scores is not None:
        ranked = neighbour_graph(scores.of(X), n_neighbors).rows
        graphs.append(GraphRows(scores, ranked, n_neighbors))
    others = (np.delete(data.X, numbers, axis=0) - points.offset) / unit
    return DrawnRows(
        numbers, points.offset, unit, graphs, [graph.others(others) for graph in graphs]
    )
