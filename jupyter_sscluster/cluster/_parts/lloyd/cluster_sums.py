"""Sums over cluster members, updated by the rows that change: O(changed d) instead of O(n d)."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster.cluster._parts.lloyd.points import Points

_FEW = 16
"""Where no more than one row in so many changed its cluster, only these rows are looked at."""

_FRESH = 8
"""After so many such iterations all rows are added up anew, so that rounding cannot build up."""

_TOGETHER = 1 << 15
"""Rows added up by one thread; sums of such parts are added in order, however many threads."""


def means_of(sums: Array, centres: Array) -> Array:
    """Means from sums and, in the last column, numbers; empty clusters keep their `centres`."""
    counts = sums[:, -1:]
    return np.divide(sums[:, :-1], counts, out=centres.copy(), where=counts > 0)


class ClusterSums:
    """Sums of the members of each cluster, their weight in the last column: (k, d + 1)."""

    def __init__(self, points: Points, n_clusters: int) -> None:
        n = len(points)
        self._rows = points.augmented
        self._n_clusters = n_clusters
        self._weights = points.weights
        self._least = 0.0 if points.weights is None else 0.5 * points.weights[points.counted].min()
        # The product widens the ones for itself: kept wide, they would be as long as a feature.
        members = np.ones(n, dtype=np.int8) if points.weights is None else points.weights
        self._last = np.zeros(n, dtype=np.int32)
        self._parts = [slice(at, min(at + _TOGETHER, n)) for at in range(0, n, _TOGETHER)]
        self._tables = []
        for part in self._parts:
            size = part.stop - part.start
            entries = members[part], self._last[part], np.arange(size + 1, dtype=np.int32)
            self._tables.append(sparse.csc_matrix(entries, shape=(n_clusters, size)))
            self._tables[-1].indices = self._last[part]  # a view
        self._sums: Array | None = None
        self._age = 0

    def of(self, labels: NDArray[np.int32]) -> Array:
        """The sums for these labels."""
        last = self._last
        if self._sums is not None and self._age < _FRESH:
            changed = np.flatnonzero(labels != last)
            if len(changed) <= len(labels) // _FEW:
                sums = self._sums + self._moved(changed, last[changed], labels[changed])
                # Weights that come and go leave rounding behind, which would be taken for a row.
                if not (sums[:, -1] < self._least).any():
                    self._sums = sums
                    self._age += bool(len(changed))
                    last[changed] = labels[changed]
                    return self._sums.copy()
        return self.anew(labels)

    def anew(self, labels: NDArray[np.int32]) -> Array:
        """The same, all rows added up."""
        self._last[:] = labels
        self._age = 0
        found = np.empty((len(self._parts), self._n_clusters, self._rows.shape[1]))

        def add(part: slice) -> None:
            at = part.start // _TOGETHER
            found[at] = sparse_product(self._tables[at], self._rows[part])

        on_all_cores(add, self._parts)
        self._sums = found.sum(axis=0)
        return self._sums.copy()

    def _moved(self, rows: NDArray[np.intp], old: Labels, new: Labels) -> Array:
        """What rows take from one cluster to another."""
        # +1 where a row comes, -1 where it goes, as one product with the rows.
        clusters = np.arange(self._n_clusters)[:, None]
        signs = (new == clusters).astype(np.float64) - (old == clusters)
        if self._weights is not None:
            signs *= self._weights[rows]
        moved: Array = signs @ self._rows.take(rows, axis=0)
        return moved
