"""A batch of questions as a matching of points, so that none follows from the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.cluster.ensemble.coassociation import EnsembleCells

TRIED = (4, 64, 1024)
"""Points of each cell to try, more where all pairs of these are known or used."""


class QuestionBatch:
    """A matching: every point in one question at most, and every relation in one.

    `constraints` are those of the snapshot and of must-links for the questions so far.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.constraints = snapshot.constraints
        self.queries: list[Query] = []
        self._used = np.zeros(snapshot.n_samples, dtype=bool)

    def ask(self, query: Query) -> None:
        """Add a question about an open pair."""
        self.queries.append(query)
        self._used[list(query.pair)] = True
        self.constraints = self.constraints.add(*query.pair, "must")

    def open_pair(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Pair | None:
        """The pair of one of the first and one of the second points that may be asked about.

        Both are in order of preference.
        """
        for n_tried in TRIED:
            pair = self._open_pair(first[:n_tried], second[:n_tried])
            if pair is not None or max(len(first), len(second)) <= n_tried:
                return pair
        return None

    def _open_pair(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Pair | None:
        i, j = np.divmod(np.arange(len(first) * len(second)), len(second))
        order = np.argsort(i + j, kind="stable")
        pairs = np.stack([first[i[order]], second[j[order]]], axis=1)
        pairs = pairs[~self._used[pairs].any(axis=1)]
        for row in np.flatnonzero(self.constraints.relations(pairs) == 0).tolist():
            pair = int(pairs[row, 0]), int(pairs[row, 1])
            if (min(pair), max(pair)) not in self.snapshot.closed:
                return pair
        return None


class CellPoints:
    """The points of cells, those nearest to the mean of their cell first.

    Of several points of one must-link component in a cell there is one.
    """

    def __init__(self, snapshot: Snapshot, cells: EnsembleCells) -> None:
        self._X, self._ids = snapshot.X, snapshot.constraints.component_ids
        self._order = np.argsort(cells.of, kind="stable")
        self._ends = np.cumsum(cells.sizes)
        self._found: dict[int, NDArray[np.intp]] = {}

    def __getitem__(self, cell: int) -> NDArray[np.intp]:
        if cell not in self._found:
            start = self._ends[cell - 1] if cell else 0
            points = self._order[start : self._ends[cell]]
            if len(points) > 1:
                points = self._by_centrality(points)
            self._found[cell] = points
        return self._found[cell]

    def _by_centrality(self, points: NDArray[np.intp]) -> NDArray[np.intp]:
        X = self._X[points]
        X = X / max(float(np.abs(X).max()), 1e-300)
        far = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
        points = points[np.argsort(far, kind="stable")]
        return points[np.sort(np.unique(self._ids[points], return_index=True)[1])]
