"""The clusters of COBRAS: which super-instances the answers join."""

from collections import defaultdict

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.active.superinstances.questions import SuperInstanceRounds, among
from jupyter_sscluster.constraints import Constraints


def partition(rounds: SuperInstanceRounds) -> IntArray:
    """Cluster of every row, from 0: that of its super-instance, by the component of its medoid.

    Components that may belong to one of the chosen ones are no clusters of their own: their
    super-instances join the nearest medoid that has a cluster. Then whole components are moved
    where hard constraints need it. Splitting and merging have gone as far as the answers go.
    """
    next(rounds.questions(), None)
    X = rounds.snapshot.X
    medoids, of = rounds.medoids, rounds.components
    chosen = _chosen(rounds)
    has = np.isin(of, chosen)
    nearest = distances_between(X[medoids], X[medoids[has]]).argmin(axis=1)
    of = np.where(has, of, of[has][nearest])
    labels = np.empty(len(X), dtype=np.int64)
    for group, component in zip(rounds.super_instances, of, strict=True):
        labels[group.rows] = component
    _keep(rounds, labels, {int(component): int(component) for component in chosen})
    return np.searchsorted(np.unique(labels), labels)


def _keep(rounds: SuperInstanceRounds, labels: IntArray, cluster_of: dict[int, int]) -> None:
    """Give the rows of every constrained component one cluster that it is not apart from.

    It is the cluster of its first row if possible, else that of the nearest possible medoid, else a
    new cluster. `cluster_of` has the components placed so far.
    """
    told, X, medoids = rounds.told, rounds.snapshot.X, rounds.medoids
    apart = defaultdict[int, set[int]](set)
    for a, b in told.component_edges.tolist():
        apart[a].add(b)
        apart[b].add(a)
    at_medoids = labels[medoids].tolist()
    for component, rows in _constrained(told):
        banned = {cluster_of[other] for other in apart[component] if other in cluster_of}
        nearest = distances_between(X[rows[:1]], X[medoids])[0].argsort(kind="stable")
        near = [int(labels[rows[0]]), *(at_medoids[k] for k in nearest)]
        fitting = [cluster for cluster in near if cluster not in banned]
        cluster_of.setdefault(component, fitting[0] if fitting else component)
        labels[rows] = cluster_of[component]


def _constrained(told: Constraints) -> list[tuple[int, IntArray]]:
    """Components that occur in constraints, with their rows; the largest first."""
    rows = told.touched
    rows = rows[np.argsort(told.component_ids[rows], kind="stable")]
    ids, starts = np.unique(told.component_ids[rows], return_index=True)
    members = np.split(rows, starts[1:]) if len(rows) else []
    found = list(zip(ids.tolist(), members, strict=True))
    return sorted(found, key=lambda entry: (-len(entry[1]), entry[0]))


def _chosen(rounds: SuperInstanceRounds) -> IntArray:
    """Components of medoids that are all apart from each other, the largest first."""
    ids, cluster = np.unique(rounds.components, return_inverse=True)
    sizes = np.bincount(cluster, [len(group) for group in rounds.super_instances])
    apart = among(ids, rounds.told.component_edges)
    chosen = list[int]()
    for k in np.argsort(-sizes, kind="stable").tolist():
        if apart[k, chosen].all():
            chosen.append(k)
    return ids[chosen]
