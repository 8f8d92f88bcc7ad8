"""Which colour and shape each of many clusters has: a look that it keeps, unlike its neighbours'.

A look is a number: its colour is `fill_of(look)`, its shape `shape_of(look)`. There are 200. Up to
25 clusters have their own numbers as looks: the fills of these differ. Of more clusters, each new
one takes a look whose fill differs from those of its neighbours on the plot; squares of points have
no shapes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.spatial import KDTree

from jupyter_sscluster._arrays import Array, Index, Integers
from jupyter_sscluster.export.pictures.palette import FILLS, SHAPES

PLAIN = len(FILLS)
LOOKS = len(FILLS) * len(SHAPES)

NEAR = 48
"""Neighbours that a look is compared with: fewer than there are looks."""

NEAREST = 8
"""Those whose fills are left to them."""

TAKEN = 1e6
"""The cost of a look for each cluster that has it: it is taken again where no other is left."""

ALIKE = 40.0
"""Colours that are farther apart in CIELAB do not look alike."""


def looks(places: Array, kept: Integers) -> Index:
    """A look for each cluster.

    Clusters without one, in order of their numbers, take the look of the lowest cost: the sum over
    the 48 nearest clusters that have a look of e^(-d/2s) (a + [same shape] / 4), where d is the
    distance on the plot, s the median distance of nearest clusters, and a the likeness of the two
    fills, from 0 to 1; and 1 more if a cluster has the fill that is one of the 8 nearest, or has
    this one among its own. None of the 48 nearest has the same look.

    Parameters
    ----------
    places : (n_clusters, 2) float array
        Where each cluster is on the plot; not a number for one that is not there.
    kept : (n_clusters,) int array
        The looks that clusters keep, -1 for those that have none yet.

    Examples
    --------
    >>> looks(np.zeros((3, 2)), np.array([-1, -1, -1])).tolist()
    [0, 1, 2]
    >>> looks(np.zeros((2, 2)), np.array([7, -1])).tolist()
    [7, 1]
    """
    found = np.asarray(kept, dtype=np.intp).copy()
    if len(found) <= PLAIN and (found < 0).all():
        return np.arange(len(found))
    used = np.bincount(found[found >= 0], minlength=LOOKS)
    beside, closeness = _neighbours(places)
    nearest_of = _either_way([near[:NEAREST] for near in beside])
    fills, shapes = np.arange(LOOKS) % len(FILLS), np.arange(LOOKS) % len(SHAPES)
    for cluster in np.flatnonzero(found < 0).tolist():
        if cluster < PLAIN and not used[cluster]:
            found[cluster] = cluster
        else:
            theirs, nearest = found[beside[cluster]], found[nearest_of[cluster]]
            weights, theirs = closeness[cluster][theirs >= 0], theirs[theirs >= 0]
            cost = TAKEN * used.astype(np.float64)
            cost += weights @ _likeness()[theirs % len(FILLS)][:, fills]
            cost += weights @ (theirs[:, None] % len(SHAPES) == shapes) / 4
            cost += np.isin(fills, nearest[nearest >= 0] % len(FILLS))
            cost[theirs] = np.inf
            found[cluster] = int(cost.argmin())
        used[found[cluster]] += 1
    return found


def carried_over(
    labels: Integers, before: Integers, looks_before: Integers, n_clusters: int
) -> Index:
    """The looks that clusters keep from an earlier clustering of the same rows, -1 for new ones.

    Each look goes to the cluster that has most rows in common with the one that had it; the pair
    with most of all comes first. Rows in no cluster, with a negative label, count nowhere.

    Examples
    --------
    >>> carried_over(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]), np.array([30, 31]), 3).tolist()
    [30, 31, -1]
    """
    kept = np.full(n_clusters, -1)
    inside = (labels >= 0) & (before >= 0)
    pairs = before[inside].astype(np.int64) * n_clusters + labels[inside]
    cells, counts = np.unique(pairs, return_counts=True)
    free = np.ones(len(looks_before), dtype=bool)
    for cell in cells[np.lexsort((cells, -counts))].tolist():
        old, new = divmod(cell, n_clusters)
        if free[old] and kept[new] < 0:
            kept[new], free[old] = looks_before[old], False
    return kept


def _neighbours(places: Array) -> tuple[list[Index], list[Array]]:
    """The nearest clusters of each on the plot, and how close they are, from 0 to 1."""
    there = np.flatnonzero(np.isfinite(places).all(axis=1))
    beside = [np.empty(0, dtype=np.intp)] * len(places)
    closeness = [np.empty(0)] * len(places)
    n_near = min(NEAR + 1, len(there))
    if n_near < 2:
        return beside, closeness
    query = KDTree(places[there]).query(places[there], k=n_near)
    away, which = np.asarray(query[0]), np.asarray(query[1], dtype=np.intp)
    scale = max(float(np.median(away[:, 1])), np.finfo(float).tiny)
    for row, cluster in enumerate(there.tolist()):
        others = which[row] != row
        beside[cluster] = there[which[row][others]]
        closeness[cluster] = np.exp(-away[row][others] / (2 * scale))
    return beside, closeness


def _either_way(nearest: list[Index]) -> list[Index]:
    """The nearest clusters of each, and those that have it among theirs."""
    found = [near.tolist() for near in nearest]
    for cluster, near in enumerate(nearest):
        for other in near.tolist():
            found[other].append(cluster)
    return [np.unique(each).astype(np.intp) for each in found]


@cache
def _likeness() -> Array:
    """How alike two fills look: 1 for the same, 0 from `ALIKE` on, by distance in CIELAB."""
    lab = np.array([_lab(fill) for fill in FILLS])
    away = np.linalg.norm(lab[:, None] - lab, axis=2)
    alike: Array = np.maximum(0.0, 1 - away / ALIKE)
    return alike


def _lab(fill: str) -> Array:
    """A colour in CIELAB, of the white D65."""
    srgb = np.frombuffer(bytes.fromhex(fill[1:]), dtype=np.uint8) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [
            [0.4124, 0.3576, 0.1805],
            [0.2126, 0.7152, 0.0722],
            [0.0193, 0.1192, 0.9505],
        ]
    )
    xyz = to_xyz @ linear / [0.9505, 1.0, 1.089]
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    lab: Array = np.array(
        [116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])]
    )
    return lab
