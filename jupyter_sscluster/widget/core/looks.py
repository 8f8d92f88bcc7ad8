"""The looks of many clusters, which stay with them through fits, renames and undo."""

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Index, Integers
from jupyter_sscluster.export.pictures.looks import PLAIN, carried_over, looks

KEPT = 64
"""Clusterings whose looks are kept, the newest: an undo brings them back."""


class Looks:
    """The number of the look of each cluster of a clustering; see `export.pictures.looks`.

    A clustering takes over the looks of the one that was looked at before it. Sessions that never
    had more than 25 clusters need none: there the look of a cluster is its number.
    """

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Integers, Index]] = {}
        self._last: tuple[Integers, Index] | None = None

    def of(self, view: Any) -> Index:
        """The looks of the clusters of a view."""
        n_clusters = len(view.cluster_sizes)
        if view.record is None:
            return np.arange(n_clusters)
        key = view.record.fit, n_clusters
        if key not in self._known:
            self._known[key] = view.labels, self._new(view, n_clusters)
            for old in list(self._known)[:-KEPT]:
                del self._known[old]
        if view.record is view.session.history.current_fit:
            self._last = self._known[key]
        return self._known[key][1]

    def _new(self, view: Any, n_clusters: int) -> Index:
        before = self._last
        if n_clusters <= PLAIN and (before is None or _are_own(before[1])):
            return np.arange(n_clusters)
        kept = np.full(n_clusters, -1)
        if before is not None:
            kept = carried_over(view.labels, *before, n_clusters)
        places = np.full((n_clusters, 2), np.nan)
        middles = view.plot.middles(view.labels_shown)
        places[: len(middles)] = middles
        return looks(places, kept)

    def close(self) -> None:
        """Nothing is under way."""


def _are_own(given: Integers) -> bool:
    """Whether each cluster has its number as its look."""
    return np.array_equal(given, np.arange(len(given)))
