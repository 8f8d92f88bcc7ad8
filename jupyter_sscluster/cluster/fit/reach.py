"""How far clusters reach: the distances between their own rows, and of other rows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.cluster._parts.neighbour_linkage.near_rows import NearRows

TIES = 8
"""Nearest rows that are looked at: of so many equally near ones the lowest number is taken."""


class NearestRows(NamedTuple):
    """For each row asked about its nearest row in a cluster, the distance, and the cluster's reach.

    The reach of a cluster is the largest distance of one of its rows from its nearest other row;
    0 where it has one row only.
    """

    nearest: IntArray
    distances: Array
    reaches: Array

    @property
    def times(self) -> Array:
        """How many times its reach the cluster would have to reach; infinite if that is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Array = self.distances / self.reaches
        found[self.distances == 0.0] = 0.0
        return found


def nearest_in_clusters(X: Array, labels: Integers, rows: Integers) -> NearestRows:
    """The row in a cluster that is nearest to each of `rows`, by Euclidean distance.

    Labels of -1 are in no cluster; one label at least is another. Up to ten features by trees, with
    more in blocks of all distances: O(m n d) for m rows, and O(Σ n_k² d) for the reaches.

    >>> X = np.array([[0.0], [1.0], [3.0], [8.0], [9.0], [12.0]])
    >>> found = nearest_in_clusters(X, np.array([0, 0, 0, 1, 1, -1]), np.array([5]))
    >>> found.nearest.tolist(), found.distances.tolist(), found.times.tolist()
    ([4], [3.0], [3.0])
    """
    members = np.flatnonzero(labels >= 0)
    exponent, Z = _scaled(X)
    # Of equal rows the first stands for all.
    _, first = np.unique(Z[members], axis=0, return_index=True)
    first.sort()
    some = members[first]
    distances, places = NearRows(Z[some]).of(Z[rows], min(TIES, len(some)))
    nearest = some[places[:, 0]]
    own = labels[nearest]
    reaches = np.zeros(int(labels.max()) + 1)
    for cluster in np.unique(own):
        reaches[cluster] = _reach(Z[labels == cluster])
    scale = np.ldexp(1.0, exponent)
    return NearestRows(nearest, distances[:, 0] * scale, reaches[own] * scale)


def _reach(rows: Array) -> float:
    return float(NearRows(rows).others(1)[0].max()) if len(rows) > 1 else 0.0


def _scaled(X: Array) -> tuple[int, Array]:
    """Rows divided by a power of 2, which rounds nothing, lest their squares overflow."""
    exponent = int(np.frexp(np.abs(X).max(initial=0.0))[1])
    return exponent, np.ldexp(X, -exponent)


def joinable(
    rows: Integers,
    clusters: Integers,
    labels: Integers,
    must: Iterable[tuple[int, int]],
    cannot: Iterable[tuple[int, int]],
) -> Mask:
    """Whether each row, one after the other, may join its cluster and nothing kept apart meets.

    Pairs within a cluster, which the clustering violates or keeps already, count for nothing.

    >>> labels, none = np.array([0, 1, -1, -1]), ()
    >>> joinable(np.array([2, 3]), np.array([0, 0]), labels, none, [(2, 3)]).tolist()
    [True, False]
    """
    n = len(labels)
    items = np.where(labels >= 0, n + labels, np.arange(n)).tolist()
    known = Links(np.empty((0, 2), dtype=np.int64), np.empty((0, 2), dtype=np.int64))
    for together, pairs in ((True, must), (False, cannot)):
        for i, j in pairs:
            if items[i] < n or items[j] < n or not together:
                known.take(items[i], items[j], together)
    taken = [
        known.take(row, n + cluster, True)
        for row, cluster in zip(rows.tolist(), clusters.tolist(), strict=True)
    ]
    return np.array(taken, dtype=bool)
