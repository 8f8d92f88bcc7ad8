"""Questions of ASC: weak edges by falling ASC, then the farthest pairs of components."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active.shared_neighbours.neighbour_graph import SharedNeighbourGraph
from jupyter_sscluster.active.shared_neighbours.strong_paths import StrongPathPropagation
from jupyter_sscluster.active.similarity.point_distances import distances_between, representative
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot

MAX_DOUBTS = 2
MAX_COMPONENTS = 256


class ComponentPairs:
    """Questions between inferred components, each as if those before were answered "must".

    After two "don't know" between two components, no more is asked about these.
    """

    def __init__(
        self, snapshot: Snapshot, graph: SharedNeighbourGraph, propagation: StrongPathPropagation
    ) -> None:
        self.snapshot, self.graph = snapshot, graph
        self.component_of = propagation.component_of.copy()
        self.cannot_edges = propagation.cannot_edges.copy()

    def weak_edges(self) -> Iterator[Query]:
        """Edges with ω < θ between different inferred components, by falling ASC."""
        waiting = self.graph.weak
        while len(waiting := waiting[self._open(self.graph.edges[waiting])]):
            number = int(waiting[0])
            pair = (int(self.graph.edges[number, 0]), int(self.graph.edges[number, 1]))
            yield Query(
                pair,
                float(self.graph.ability_to_separate[number]),
                self._why_weak_edge(number, pair),
            )
            self._join(pair)

    def distant_pairs(self) -> Iterator[Query]:
        """Representatives of the largest inferred components, the farthest apart first."""
        points = self._representatives()
        distance = distances_between(self.snapshot.X[points], self.snapshot.X[points])
        rows, columns = np.triu_indices(len(points), 1)
        order = np.argsort(-distance[rows, columns], kind="stable")
        pairs = np.sort(points[np.stack([rows, columns], axis=1)[order]], axis=1)
        while len(pairs := pairs[self._open(pairs)]):
            pair = (int(pairs[0, 0]), int(pairs[0, 1]))
            yield Query(pair, 0.0, self._why_distant(pair))
            self._join(pair)

    def _open(self, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which pairs may be asked about: nothing told or inferred, and not in doubt."""
        n_samples = self.snapshot.n_samples
        keys = self._keys(self.component_of[pairs])
        closed = np.array(sorted(self.snapshot.closed), dtype=np.int64).reshape(-1, 2)
        doubted, count = np.unique(self._keys(self.component_of[closed]), return_counts=True)
        shut = np.concatenate([self._keys(self.cannot_edges), doubted[count >= MAX_DOUBTS]])
        different = self.component_of[pairs[:, 0]] != self.component_of[pairs[:, 1]]
        asked = np.isin(pairs @ [n_samples, 1], closed @ [n_samples, 1])
        open_: NDArray[np.bool_] = different & ~asked & ~np.isin(keys, shut)
        return open_

    def _keys(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        keys: NDArray[np.int64] = pairs.min(axis=1) * len(self.component_of) + pairs.max(axis=1)
        return keys

    def _join(self, pair: Pair) -> None:
        """As if the points of a pair were must-linked."""
        low, high = sorted(self.component_of[list(pair)].tolist())
        self.component_of[self.component_of == high] = low
        self.cannot_edges[self.cannot_edges == high] = low

    def _representatives(self) -> NDArray[np.int64]:
        """The point nearest to the mean of each of the largest components, ties by first member."""
        sizes = np.bincount(self.component_of)
        largest = np.argsort(-sizes, kind="stable")[: min(MAX_COMPONENTS, (sizes > 0).sum())]
        order = np.argsort(self.component_of, kind="stable")
        ends = np.cumsum(sizes)
        members = (order[ends[c] - sizes[c] : ends[c]] for c in largest)
        return np.array([representative(self.snapshot.X, points) for points in members])

    def _why_weak_edge(self, number: int, pair: Pair) -> str:
        u, v = map(self.snapshot.name, pair)
        common = int(self.graph.common[number])
        shared = f"only {common}" if common else "none"
        return (
            f"Points {u} and {v} are neighbours but share {shared} of {self.graph.n_neighbors} "
            f"neighbours, so a border may run between them; "
            f"one answer settles {self._points_at_stake(pair)}."
        )

    def _why_distant(self, pair: Pair) -> str:
        u, v = map(self.snapshot.name, pair)
        return (
            f"No neighbours are in doubt any more; points {u} and {v} speak for "
            f"groups far apart, and one answer settles {self._points_at_stake(pair)}."
        )

    def _points_at_stake(self, pair: Pair) -> str:
        first, second = np.bincount(self.component_of)[self.component_of[list(pair)]].tolist()
        points = "1 point stands" if first == 1 else f"{first} points stand"
        return f"how {points} to {second} {'other' if second == 1 else 'others'}"
