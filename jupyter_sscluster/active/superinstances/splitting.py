"""Super-instances: groups of rows of one class, and how k-means splits them.

A split depends on the data and a seed alone, so it is computed once.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import HashableData, IntArray
from jupyter_sscluster.active.similarity.point_distances import representative
from jupyter_sscluster.cluster import KMeans

N_INIT = 5
MAX_ROWS = 10_000


class SuperInstance:
    """Rows that are taken to belong together, ascending; the medoid is nearest to their mean."""

    def __init__(self, X: NDArray[np.float64], rows: IntArray, seed: int) -> None:
        self.X, self.rows, self.seed = X, rows, seed
        self._parts = dict[int, tuple[SuperInstance, ...]]()

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def medoid(self) -> int:
        """The row nearest to the mean of all."""
        return representative(self.X, self.rows)

    @cached_property
    def lot(self) -> int:
        """Which half is examined after a "no": 0 or 1, always the same for the same rows."""
        digest = blake2b(self.rows.astype("<i8").tobytes(), digest_size=8).digest()
        drawn = np.random.default_rng([self.seed, int.from_bytes(digest, "little")])
        return int(drawn.integers(2))

    def parts(self, count: int) -> tuple[SuperInstance, ...]:
        """The parts into which k-means splits the rows, by first row; one if all are equal."""
        if count not in self._parts:
            self._parts[count] = self._split(count)
        return self._parts[count]

    def _split(self, count: int) -> tuple[SuperInstance, ...]:
        points = _unit(self.X[self.rows])
        count = min(count, len(np.unique(points, axis=0)))
        if count < 2:
            return (self,)
        kmeans = KMeans(count, n_init=N_INIT, random_state=self.seed)
        labels = _fitted(kmeans, points) if len(points) > MAX_ROWS else kmeans.fit_predict(points)
        parts = [self.rows[labels == label] for label in np.unique(labels)]
        parts.sort(key=lambda rows: int(rows[0]))
        return tuple(SuperInstance(self.X, rows, self.seed) for rows in parts)


def _fitted(kmeans: KMeans, points: NDArray[np.float64]) -> IntArray:
    """Labels of many rows by the k-means centres of a random sample."""
    drawn = np.random.default_rng(kmeans.random_state).choice(len(points), MAX_ROWS, replace=False)
    different = len(np.unique(points[drawn], axis=0))
    kmeans.set_params(n_clusters=min(kmeans.n_clusters, different))
    return np.asarray(kmeans.fit(points[drawn]).predict(points), dtype=np.int64)


def _unit(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Centred rows with a largest value of 1, so that no square overflows or underflows."""
    points = points / (np.abs(points).max() or 1.0)
    points = points - points.mean(axis=0)
    return points / (np.abs(points).max() or 1.0)


def whole(X: NDArray[np.float64], seed: int | None) -> SuperInstance:
    """All rows as one super-instance; those of the last two data sets are kept.

    >>> halves = whole(np.array([[0.0], [1.0], [9.0], [8.0]]), 0).parts(2)
    >>> [half.rows.tolist() for half in halves], [half.medoid for half in halves]
    ([[0, 1], [2, 3]], [0, 2])
    """
    if seed is None:
        return SuperInstance(X, np.arange(len(X)), int(np.random.default_rng().integers(2**32)))
    return _whole(HashableData.of(X), seed)


@lru_cache(maxsize=2)
def _whole(data: HashableData, seed: int) -> SuperInstance:
    return SuperInstance(data.X, np.arange(len(data.X)), seed)
