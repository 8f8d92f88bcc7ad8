"""Single rows that may be in another cluster than they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.special import expit, logit

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import log_odds
from jupyter_sscluster.cluster._parts.neighbour_linkage.group_posterior import Groups
from jupyter_sscluster.cluster._parts.neighbour_linkage.misplaced import Places
from jupyter_sscluster.cluster._parts.neighbour_linkage.proposals import (
    CENTRAL,
    Candidates,
    GroupProposal,
)


def moves(
    candidates: Candidates, clusters: Groups, labels: Labels
) -> tuple[Index, Index, Array, Array, Array]:
    """Rows, the likeliest other cluster of each, P of it, gain and height, by falling gain.

    P is by the distances of the row from others, and by soft statements of it and rows of that
    cluster. Rows in a hard must-link stay where they are, and none moves to a row that it is hard
    cannot-linked to.
    """
    known, soft = candidates.known, candidates.soft
    values, others, heights, p = clusters.likeliest_others()
    rows, n = clusters.tree.first[values], clusters.n_groups
    about = rows * n + others
    free = (
        (labels[rows] != others)
        & ~np.isin(rows, known.must)
        & ~np.isin(about, _about(known.cannot, labels, n))
    )
    rows, others, about = rows[free], others[free], about[free]
    heights, p = heights[free], p[free]
    keys, number = np.unique(_about(soft.pairs, labels, n), return_inverse=True)
    said = np.bincount(number, np.repeat(log_odds(soft), 2), len(keys))
    at = np.searchsorted(keys, about).clip(max=max(len(keys) - 1, 0))
    if len(keys):
        p = expit(logit(p) + np.where(keys[at] == about, said[at], 0.0))
    sizes = np.bincount(labels[labels >= 0], minlength=n)
    gain = np.minimum(p, 1.0 - p) * np.sqrt(sizes[others])
    order = np.argsort(-gain, kind="stable")
    return rows[order], others[order], p[order], gain[order], heights[order]


def each_move(
    candidates: Candidates, places: Places, clusters: Groups, labels: Labels
) -> Iterator[GroupProposal]:
    """The same as proposals, but for those whose answer would rather say that two clusters are one.

    That is decided as in `misplaced`.
    """
    unit = candidates.unit
    for row, other, p, gain, height in zip(*moves(candidates, clusters, labels), strict=True):
        members = np.flatnonzero(labels == other)
        pairs = _with_surest(clusters, int(row), members, int(other))
        pairs = pairs[places.is_of_first(pairs)]
        if not len(pairs):
            continue
        yield GroupProposal(
            "move",
            np.array([row]),
            members,
            float(p),
            float(gain),
            unit * float(height),
            unit * candidates.cut,
            partial(tuple, [(int(i), int(j)) for i, j in pairs]),
            partial(candidates.nearest_pair, np.array([row]), members),
        )


def _about(pairs: IntArray, labels: Labels, n: int) -> Index:
    """For each pair (m, 2) the first row and the cluster of the second, and the other way round.

    Each is one number (2 m,), row n + cluster; -1 where the other row is in no cluster.
    """
    other = labels[pairs[:, ::-1]]
    return np.where(other >= 0, pairs * n + other, -1).ravel()


def _with_surest(clusters: Groups, row: int, members: Index, cluster: int) -> IntArray:
    """The row with those that are in the cluster most surely, the surest first (m, 2)."""
    p = clusters.of_values(clusters.tree.value_of[members])[:, [cluster]].toarray().ravel()
    surest = members[np.argsort(-p, kind="stable")[:CENTRAL]]
    return np.column_stack([np.full(len(surest), row), surest])
