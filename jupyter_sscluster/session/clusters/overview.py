"""All clusters at a glance, for lists of hundreds: size, doubt and links of each, sorted, found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, Index, Integers
from jupyter_sscluster.cluster.fit.any_clusterer import cluster_means
from jupyter_sscluster.session.clusters.examples import DOUBT
from jupyter_sscluster.session.engine.text_index import folded

Order = Literal["size", "doubt", "name"]
"""What a list of clusters is sorted by."""

ORDERS: tuple[Order, ...] = ("size", "doubt", "name")

BLOCK = 1 << 22
"""Distances that are held at a time."""


class Overview(NamedTuple):
    """Of each cluster its rows, the share of them that is in doubt, and the links with an end."""

    sizes: Index
    doubt: Array
    links: Index


def overview(
    X: Array, labels: Integers, n_clusters: int, links: Iterable[tuple[int, int]]
) -> Overview:
    """What a list of all clusters shows; rows with a negative label are in none.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [4.0], [4.5], [8.0], [9.0]])
    >>> found = overview(X, np.array([0, 0, 0, 1, 1, 1]), 2, [(0, 1), (2, 3)])
    >>> found.sizes.tolist(), found.doubt.round(2).tolist(), found.links.tolist()
    ([3, 3], [0.0, 0.33], [2, 1])
    """
    sizes = np.bincount(labels[labels >= 0], minlength=n_clusters)
    doubt = doubtful_counts(X, labels, n_clusters) / np.maximum(sizes, 1)
    touched = np.zeros(n_clusters, dtype=np.intp)
    for i, j in links:
        for cluster in {int(labels[i]), int(labels[j])} - {-1}:
            touched[cluster] += 1
    return Overview(sizes, doubt, touched)


def doubtful_counts(X: Array, labels: Integers, n_clusters: int) -> Index:
    """How many rows of each cluster are in doubt: those whose margins are below `DOUBT`.

    As `examples(...).n_doubtful` counts them, for all clusters at once and in blocks of rows.
    """
    sizes = np.bincount(labels[labels >= 0], minlength=n_clusters)
    used = np.flatnonzero(sizes)
    counts = np.zeros(n_clusters, dtype=np.intp)
    if len(used) < 2:
        return counts
    means = cluster_means(X, labels, column="in order")
    rows = np.flatnonzero(labels >= 0)
    rows = rows[sizes[labels[rows]] > 1]
    step = max(1, BLOCK // len(used))
    for block in (rows[at : at + step] for at in range(0, len(rows), step)):
        away = cdist(X[block], means)
        line, mine = np.arange(len(block)), np.searchsorted(used, labels[block])
        own = away[line, mine].copy()
        away[line, mine] = np.inf
        other = away.min(axis=1)
        larger = np.maximum(own, other)
        doubtful = (other - own < DOUBT * larger) | (larger == 0)
        counts += np.bincount(labels[block[doubtful]], minlength=n_clusters)
    return counts


def ordered(found: Overview, names: Sequence[str], by: Order, text: str = "") -> list[int]:
    """The clusters that have `text` in their names, sorted; of equal ones the lowest number first.

    Capitals and accents make no difference, and "Cluster 9" comes before "Cluster 10".

    Examples
    --------
    >>> found = Overview(np.array([3, 5, 5]), np.array([0.5, 0.0, 0.1]), np.zeros(3, dtype=int))
    >>> ordered(found, ["Žofie", "b 10", "b 9"], "size"), ordered(found, ["Žofie", "b"], "name")
    ([1, 2, 0], [1, 0])
    >>> ordered(found, ["Žofie", "b 10", "b 9"], "name", "B")
    [2, 1]
    """
    wanted, plain = folded(" ".join(text.split())), [folded(name) for name in names]
    left = [cluster for cluster, name in enumerate(plain) if wanted in name]
    if by == "name":
        return sorted(left, key=lambda cluster: _natural(plain[cluster]))
    values = found.sizes if by == "size" else found.doubt
    return sorted(left, key=lambda cluster: -values[cluster])


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Letters and numbers of a name, so that 9 comes before 10."""
    return [
        (piece.isdecimal(), int(piece) if piece.isdecimal() else 0, piece)
        for piece in re.split(r"(\d+)", name)
    ]
