"""Points that are a cluster of their own."""

import numpy as np

from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.clusters.plans import ClusterPlan, Promise, Situation, medoid
from jupyter_sscluster.session.engine.group_links import spanning_links
from jupyter_sscluster.session.engine.step_names import numbers_text


def gathered(now: Situation, rows: np.ndarray) -> ClusterPlan:
    """Must-links that span the rows, cannot-links to the remaining rows of their clusters.

    The cannot-links join medoids. K grows by one, less one for each cluster included as a whole.
    """
    if not len(rows):
        return ClusterPlan(reason="No points are given; name at least one.")
    free = now.without(now.giving_way(rows))
    against = free.stated("cannot", rows)
    if against:
        them = "it" if len(against) == 1 else "them"
        return ClusterPlan(
            reason=f"Some of these points are kept apart by {numbers_text(against)}; take {them} "
            "back, or leave points out.",
            answers=against,
        )
    held = _held(free, rows)
    if held:
        them = "it" if len(held) == 1 else "them"
        return ClusterPlan(
            reason="Must-links hold some of these points to points outside "
            f"({numbers_text(held)}); take {them} back, or take up what belongs together.",
            answers=held,
        )
    touched = [cluster for cluster in np.unique(now.labels[rows]).tolist() if cluster != -1]
    left = [np.setdiff1d(now.rows(cluster), rows) for cluster in touched]
    left = [rest for rest in left if len(rest)]
    if not left and len(touched) == 1 and (now.labels[rows] != -1).all():
        return ClusterPlan(reason=f"These points are all of {now.called(touched[0])} already.")
    centre = medoid(now.X, rows)
    ends = [medoid(now.X, rest) for rest in left]
    links = [(min(centre, end), max(centre, end), "cannot") for end in ends]
    inside = np.zeros(len(now.X), dtype=np.intp)
    inside[rows] = 1
    gone = now.cut(rows, inside)
    known = now.without(gone).known
    regrouped = Regrouped((touched[0],), (ends[0], centre)) if len(touched) == 1 else None
    return ClusterPlan(
        links=(
            *spanning_links(known, rows, now.X),
            *(link for link in links if known.relation(*link[:2]) != "cannot"),
        ),
        n_clusters=now.n_clusters + 1 - (len(touched) - len(left)),
        regrouped=regrouped,
        taken_back=gone,
        promise=Promise((rows,), (centre,), "these points a cluster of their own", tuple(ends)),
    )


def _held(now: Situation, rows: np.ndarray) -> tuple[int, ...]:
    """The answers that join rows to others of the clusters that they come from."""
    ids = now.known.component_ids
    touched = np.setdiff1d(now.labels[rows], [-1])
    rest = np.setdiff1d(now.rows(*touched.tolist()), rows)
    across = np.intersect1d(ids[rows], ids[rest])
    if not len(across):
        return ()
    return now.stated("must", np.flatnonzero(np.isin(ids, across)))
