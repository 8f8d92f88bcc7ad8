"""Where the rounds of belief clustering start from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Index, Labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result, described
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints

LEAD = float(np.log((1.0 - FIRST) / FIRST))
"""The cost of one wrong answer about a pair: given clusters are left only for a start that is
better by more."""

UNTOLD = 0.5
"""By so much a start may be worse that was not made from the answers: the others fit these better
for that alone."""

HELD = 20
"""Rows of each given cluster that hold it where no answer is about it."""

NO_ANCHORS = Anchors(np.empty(0, dtype=np.intp), [])


@dataclass(frozen=True, eq=False)
class Start:
    """First clusters, anchors of the first of them, and `stand_ins`: free rows for the others.

    Another start replaces this one only if it is better by more than `lead`. Stand-ins of `given`
    clusters count as placed: otherwise a model that gives all rows to the one cluster that answers
    are about, as after a merge, would fit these best.
    """

    labels: Labels
    anchors: Anchors
    stand_ins: tuple[Index, Index]
    lead: float = 0.0
    given: bool = False


def checked_labels(points: Points, labels: ArrayLike, n_clusters: int) -> Labels:
    """Given labels of the points; `InputError` unless each is of a cluster, and all are used."""
    given = np.asarray(labels)
    if points.clustered is not None and given.shape > (points.clustered[-1],):
        given = given[points.clustered]
    clusters = np.unique(given)
    if given.shape != (len(points),) or not np.array_equal(clusters, np.arange(n_clusters)):
        raise InputError(
            f"labels_init has shape {given.shape} and {len(clusters)} different values; it must "
            f"give each of the {len(points)} rows a cluster from 0 to {n_clusters - 1}, and each "
            "cluster a row: pass the labels of an earlier fit, or None"
        )
    return given.astype(np.int32)


def given_start(points: Points, known: Constraints, labels: Labels) -> Start:
    """The start from given labels."""
    found = described(points, labels)
    free = stand_ins(points, known, found, NO_ANCHORS, HELD)
    return Start(found.labels, NO_ANCHORS, free, LEAD, given=True)


def stand_ins(
    points: Points, known: Constraints, found: Result, anchors: Anchors, each: int = 1
) -> tuple[Index, Index]:
    """For classes without anchors, the row without statements nearest to the centre.

    If there are to be more for `each`, evenly by their ranks from the nearest to the farthest.
    """
    free = np.ones(len(points), dtype=bool)
    free[known.touched] = False
    rows, classes = list[int](), list[int]()
    for c in range(len(anchors.rows), len(found.centres)):
        members = np.flatnonzero((found.labels == c) & free)
        if len(members):
            apart = points.X[members] - found.centres[c]
            order = np.argsort(np.einsum("ij,ij->i", apart, apart), kind="stable")
            taken = min(each, len(members))
            rows += members[order[np.arange(taken) * len(members) // taken]].tolist()
            classes += [c] * taken
    return np.array(rows, dtype=np.intp), np.array(classes, dtype=np.intp)
