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
"""What one wrong answer about a pair costs: a start that trusts fewer may be worse by so much."""

UNTOLD = 0.5
"""By so much a start may be worse that was not made from the answers: the others fit these better
for that alone."""

NO_ANCHORS = Anchors(np.empty(0, dtype=np.intp), [])


@dataclass(frozen=True, eq=False)
class Start:
    """First clusters, anchors of the first of them, and `stand_ins`: free rows for the others.

    Another start replaces this one only if it is better by more than `lead`.
    """

    labels: Labels
    anchors: Anchors
    stand_ins: tuple[Index, Index]
    lead: float = 0.0


def given_start(points: Points, known: Constraints, labels: ArrayLike, n_clusters: int) -> Start:
    """The start from given labels."""
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
    found = described(points, given.astype(np.int32))
    return Start(found.labels, NO_ANCHORS, stand_ins(points, known, found, NO_ANCHORS), UNTOLD)


def stand_ins(
    points: Points, known: Constraints, found: Result, anchors: Anchors
) -> tuple[Index, Index]:
    """For classes without answers, the row without statements nearest to the centre."""
    free = np.ones(len(points), dtype=bool)
    free[known.touched] = False
    rows, classes = [], []
    for c in range(len(anchors.rows), len(found.centres)):
        members = np.flatnonzero((found.labels == c) & free)
        if len(members):
            apart = points.X[members] - found.centres[c]
            rows.append(members[np.einsum("ij,ij->i", apart, apart).argmin()])
            classes.append(c)
    return np.array(rows, dtype=np.intp), np.array(classes, dtype=np.intp)
