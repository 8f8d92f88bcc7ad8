"""Models of the features, weighted by how well they explain the answers."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from jupyter_sscluster._arrays import Array, HashableData, Index
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import (
    NeighbourGraph,
    ScaledRows,
    neighbour_graph,
)

FLOOR = 0.02
"""Weight of a candidate that answers speak against."""

_SHARPNESS = 0.3
_MISTAKEN = 0.05
"""Share of the placed rows taken to be placed wrongly, in any of the K classes alike."""


class Fitted(NamedTuple):
    """A graph of rows and its solver."""

    graph: NeighbourGraph
    solver: GraphSolver


class RowModel(Protocol):
    """What predicts the clusters of rows from their features."""

    def posterior(self, X: Array) -> Array:
        """P(k | x), (n, k)."""
        ...


class Field(NamedTuple):
    """What candidates of fits that were pickled before held of each graph."""

    rows: ScaledRows
    root: Array | None
    posterior: Array


@dataclass(frozen=True, eq=False)
class Candidate:
    """P (n, k) of the rows, and its model for other rows; those along graphs have none.

    P of a placed row is a leave-one-out prediction, but for stand-ins in mixtures. Where it is
    `ranked`, the model and the graph are of the normal scores of the rows.
    """

    name: str
    posterior: Array
    model: RowModel | None = None
    ranked: bool = False


def graph_of(X: Array, n_neighbors: int) -> Fitted:
    """The graph of rows."""
    graph = neighbour_graph(X, n_neighbors)
    return Fitted(graph, GraphSolver(graph.laplacian))


@lru_cache(maxsize=4)
def graph_of_data(data: HashableData, n_neighbors: int) -> Fitted:
    """The graph of rows as they are, which is remembered for the next fit."""
    return graph_of(data.X, n_neighbors)


def fit_to(posterior: Array, rows: Index, classes: Array) -> float:
    """Σ Y_ik log(.95 P(i, k) + .05 / K) over rows of known classes Y."""
    likely = (1.0 - _MISTAKEN) * posterior[rows] + _MISTAKEN / classes.shape[1]
    return float((classes * np.log(likely)).sum())


def weights_by_answers(candidates: list[Candidate], rows: Index, classes: Array) -> Array:
    """.02 each plus softmax(.3 LL), LL the fit to the placed rows, by predictions without them."""
    fits = np.array([fit_to(c.posterior, rows, classes) for c in candidates])
    shares = np.exp(_SHARPNESS * (fits - fits.max()))
    return np.asarray(FLOOR + (1.0 - FLOOR * len(candidates)) * shares / shares.sum())
