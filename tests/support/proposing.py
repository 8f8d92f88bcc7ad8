"""A clusterer that proposes merges of all its clusters, the nearest first, and one split."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster.cluster import PCKMeans


class Found(NamedTuple):
    """A proposal."""

    kind: str
    rows: Any
    other_rows: Any
    typical: list[tuple[int, int]]
    height: float
    threshold: float
    p_same: float


class ProposingPCKMeans(PCKMeans):
    """It proposes what single linkage would merge next; and to cut its largest cluster in two."""

    def fit(self, X: Any, y: Any = None, **more: Any) -> Any:
        """Cluster, and keep the rows."""
        self.rows_ = np.asarray(X)
        return super().fit(X, y, **more)

    def proposals(self, most: int) -> list[Found]:
        """Merges, the nearest first, then the split."""
        X, labels = self.rows_, self.labels_
        parts = [np.flatnonzero(labels == k) for k in np.unique(labels)]
        merges = [self._between("merge", a, b) for a, b in combinations(parts, 2)]
        largest = max(parts, key=len)
        order = largest[np.argsort(X[largest, 0], kind="stable")]
        half = len(order) // 2
        split = self._between("split", np.sort(order[:half]), np.sort(order[half:]))
        return [*sorted(merges, key=lambda each: -each.p_same), split][:most]

    def _between(self, kind: str, a: Any, b: Any) -> Found:
        away = cdist(self.rows_[a], self.rows_[b])
        i, j = np.unravel_index(away.argmin(), away.shape)
        pair = int(a[i]), int(b[j])
        return Found(kind, a, b, [pair], float(away.mean()), 1.0, float(1 / (1 + away[i, j])))
