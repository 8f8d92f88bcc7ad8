"""Points to find classes with: medoids of k-means clusters, with growing k."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, HashableData, IntArray, Integers, Labels
from jupyter_sscluster.active.similarity.point_distances import representative, scale_of
from jupyter_sscluster.cluster import KMeans

SAMPLE = 20_000
"""Rows that are clustered at most: medoids need no more."""

STARTS = 3


class Partition(NamedTuple):
    """Cluster of each row, -1 for rows left out, and the medoids, larger clusters first."""

    labels: Integers
    medoids: list[int]


def medoids(data: HashableData, n_clusters: int, seed: int, count: int) -> list[int]:
    """The first `count` rows of an order that covers the data early; fewer if there are fewer.

    Each is the medoid of the largest of k clusters that holds no earlier one, first with
    k = `n_clusters`, then twice as many, and so on. Clusters are those of k-means; a medoid is the
    row nearest to its cluster's mean. Beyond 20 000 rows a sample is clustered.

    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.2], [9.0]])
    >>> medoids(HashableData.of(X), 3, 0, 5)
    [1, 3, 5, 4, 0]
    """
    return list(islice(_all(data, n_clusters, seed), count))


def _all(data: HashableData, n_clusters: int, seed: int) -> Iterator[int]:
    different = n_different(data, seed)
    met, k = list[int](), min(n_clusters, different)
    while k <= different:
        labels, found = partition(data, k, STARTS if not met else 1, seed)
        visited = {int(labels[row]) for row in met}
        for row in found:
            if int(labels[row]) not in visited:
                visited.add(int(labels[row]))
                met.append(row)
                yield row
        k *= 2


def first_clusters(data: HashableData, n_clusters: int, seed: int) -> Integers:
    """The cluster of each row in the first partition; -1 for rows left out."""
    return partition(data, min(n_clusters, n_different(data, seed)), STARTS, seed).labels


@lru_cache(maxsize=8)
def n_different(data: HashableData, seed: int) -> int:
    """Number of different rows among those clustered, the largest possible number of clusters.

    Beside a far outlier other rows count as equal, as they do for k-means.
    """
    X = data.X[_sample(len(data.X), seed)]
    X = X / (np.abs(X).max() or 1.0)
    X = X - X.mean(axis=0)
    # 0 is added as -0 has other bytes; to sort rows of 384 features takes five times as long
    return len({row.tobytes() for row in np.round(X / (np.abs(X).max() or 1.0), 10) + 0.0})


@lru_cache(maxsize=16)
def partition(data: HashableData, k: int, n_init: int, seed: int) -> Partition:
    """Clusters of k-means with their medoids; those of the last few data sets are kept."""
    X, labels = data.X, np.full(len(data.X), -1)
    rows = _sample(len(X), seed)
    labels[rows] = _kmeans(X[rows] / scale_of(X), k, n_init, seed)
    sizes = np.bincount(labels[rows], minlength=k)
    members = np.split(rows[np.argsort(labels[rows], kind="stable")], np.cumsum(sizes)[:-1])
    largest = [members[c] for c in np.argsort(-sizes, kind="stable") if sizes[c]]
    return Partition(labels, [representative(X, rows) for rows in largest])


def _kmeans(X: Array, k: int, n_init: int, seed: int) -> Labels:
    return KMeans(k, n_init=n_init, random_state=seed).fit(X).labels_


def _sample(n_samples: int, seed: int) -> IntArray:
    if n_samples <= SAMPLE:
        return np.arange(n_samples)
    return np.sort(np.random.default_rng(seed).choice(n_samples, SAMPLE, replace=False))
