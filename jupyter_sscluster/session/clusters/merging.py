"""Two clusters that are one."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.clusters.plans import ClusterPlan, Situation, at_most, medoid
from jupyter_sscluster.session.engine.group_links import LARGEST_TREE, spanning_links
from jupyter_sscluster.session.engine.step_names import numbers_text


def merged(now: Situation, a: int, b: int) -> ClusterPlan:
    """Must-links that span both clusters, and one cluster fewer.

    All rows of both are joined, as it is these that are one cluster to whoever says so: by a
    minimum spanning tree, less what follows from known links. Of more than 2000 rows 2000 are
    joined, shared out by size, each at even steps from the mean of its cluster to the farthest.
    """
    name, other = now.called(a), now.called(b)
    if a == b:
        return ClusterPlan(reason=f"{name} cannot be merged with itself; choose another cluster.")
    sizes = {cluster: len(now.rows(cluster)) for cluster in (a, b)}
    for cluster in (a, b):
        if not sizes[cluster]:
            return ClusterPlan(
                reason=f"{now.called(cluster)} has no points; choose another cluster."
            )
    against = now.stated("cannot", now.rows(a, b))
    if against:
        them = "it" if len(against) == 1 else "them"
        return ClusterPlan(
            reason=f"{name} and {other} are kept apart by {numbers_text(against)}; take {them} "
            "back, or choose another cluster.",
            answers=against,
        )
    larger = min((a, b), key=lambda cluster: (-sizes[cluster], cluster))
    smaller = b if larger == a else a
    rows = now.rows(a, b)
    return ClusterPlan(
        links=tuple(spanning_links(now.known, _joined(now, a, b), now.X)),
        n_clusters=now.n_clusters - 1,
        parts=(tuple(rows.tolist()),),
        regrouped=Regrouped((larger, smaller), (medoid(now.X, rows),)),
    )


def links_needed(now: Situation, a: int, b: int) -> int:
    """How many must-links `merged` would state, without a look at which."""
    ids = now.known.component_ids[_joined(now, a, b)]
    return max(0, len(np.unique(ids)) - 1)


def _joined(now: Situation, a: int, b: int) -> np.ndarray:
    """The rows that are joined: all, or a share of either cluster."""
    one, other = now.rows(a), now.rows(b)
    total = len(one) + len(other)
    if total <= LARGEST_TREE:
        return np.concatenate([one, other])
    share = min(LARGEST_TREE - 1, max(1, round(LARGEST_TREE * len(one) / total)))
    return np.concatenate([at_most(now.X, one, share), at_most(now.X, other, LARGEST_TREE - share)])
