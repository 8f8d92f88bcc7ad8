"""Models of the features, weighted by how well they explain the answers."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from jupyter_sscluster._arrays import Array, HashableData, Index
from jupyter_sscluster.cluster._parts.belief.normal_scores import NormalScores
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import (
    NeighbourGraph,
    ScaledRows,
    neighbour_graph,
)
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product

FLOOR = 0.02
"""Weight of a candidate that answers speak against."""

_SHARPNESS = 0.3
_MISTAKEN = 0.05


class Fitted(NamedTuple):
    """A graph, in the space of rows times `root` where there is one, and its solver."""

    graph: NeighbourGraph
    solver: GraphSolver
    root: Array | None


class RowModel(Protocol):
    """What predicts the clusters of rows from their features."""

    def posterior(self, X: Array) -> Array:
        """P(k | x), (n, k)."""
        ...


class Field(NamedTuple):
    """P (n, k) of rows along a graph in the space of rows times `root`, where there is one."""

    rows: ScaledRows
    root: Array | None
    posterior: Array


@dataclass(frozen=True, eq=False)
class Candidate:
    """P (n, k) of the rows, and its model for other rows: one of features, or fields on graphs.

    Where there are `scores`, the model is one of the normal scores of the rows.
    """

    name: str
    posterior: Array
    clusters: RowModel | None = None
    fields: tuple[Field, ...] = ()
    scores: NormalScores | None = None

    def of(self, rows: Array, n_neighbors: int) -> Array:
        """P for other rows: that of the model, or the mean over the nearest in the graphs."""
        rows = rows if self.scores is None else self.scores.of(rows)
        if self.clusters is not None:
            return self.clusters.posterior(rows)
        total = np.zeros((len(rows), self.posterior.shape[1]))
        for field in self.fields:
            moved = rows if field.root is None else product(rows, field.root)
            weights, places = field.rows.weights_of(moved, n_neighbors)
            for column, place in zip(weights.T, places.T, strict=True):
                total += column[:, None] * field.posterior[place]
        return total / len(self.fields)


def graph_of(X: Array, n_neighbors: int, root: Array | None) -> Fitted:
    """The graph of rows, or of rows times a root."""
    graph = neighbour_graph(X if root is None else product(X, root), n_neighbors)
    return Fitted(graph, GraphSolver(graph.laplacian), root)


@lru_cache(maxsize=4)
def graph_of_data(data: HashableData, n_neighbors: int) -> Fitted:
    """The graph of rows as they are, which is remembered for the next fit."""
    return graph_of(data.X, n_neighbors, None)


def fit_to(posterior: Array, rows: Index, classes: Array) -> float:
    """Σ Y_ik log(.95 P(i, k) + .05 / K) over rows of known classes Y."""
    likely = (1.0 - _MISTAKEN) * posterior[rows] + _MISTAKEN / classes.shape[1]
    return float((classes * np.log(likely)).sum())


def weights_by_answers(candidates: list[Candidate], rows: Index, classes: Array) -> Array:
    """.02 each plus softmax(.3 LL), LL the fit to the placed rows, leave-one-out along graphs."""
    fits = np.array([fit_to(c.posterior, rows, classes) for c in candidates])
    shares = np.exp(_SHARPNESS * (fits - fits.max()))
    return np.asarray(FLOOR + (1.0 - FLOOR * len(candidates)) * shares / shares.sum())
