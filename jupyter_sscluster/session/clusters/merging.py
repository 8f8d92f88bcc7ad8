"""Two clusters that are one."""

from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.clusters.plans import ClusterPlan, Promise, Situation, medoid
from jupyter_sscluster.session.engine.step_names import numbers_text


def merged(now: Situation, a: int, b: int) -> ClusterPlan:
    """A must-link between their medoids, and one cluster fewer: both hold together.

    Where the fit would part them, more links follow, see `promises.kept`.
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
    ends = [medoid(now.X, now.rows(cluster)) for cluster in (larger, smaller)]
    joined = now.known.relation(*ends) == "must"
    return ClusterPlan(
        links=() if joined else ((min(ends), max(ends), "must"),),
        n_clusters=now.n_clusters - 1,
        regrouped=Regrouped((larger, smaller), (medoid(now.X, rows),)),
        promise=Promise((rows,), (ends[0],), f"{name} and {other} together"),
    )
