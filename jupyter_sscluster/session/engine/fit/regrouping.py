"""Labels to start a fit from, once a person has joined clusters or split one."""

from typing import Any

import numpy as np

from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.engine.sample.drawing import blocks, taken


def regrouped_labels(X: Any, labels: np.ndarray, regrouped: Regrouped) -> np.ndarray:
    """The labels with the rows of some clusters at the nearest of some rows, of equals the first.

    The first of these rows stands for the first cluster; the others take numbers that no row has.
    Where no clusters are given, the rows themselves are a new one.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [5.0], [6.0], [9.0]])
    >>> regrouped_labels(X, np.array([0, 0, 0, 1, 2]), Regrouped((0,), (1, 2)))
    array([0, 0, 3, 1, 2])
    >>> regrouped_labels(X, np.array([0, 0, 0, 1, 2]), Regrouped((2, 1), (3,)))
    array([0, 0, 0, 2, 2])
    >>> regrouped_labels(X, np.array([0, 0, 0, 1, 2]), Regrouped((), (3, 4)))
    array([0, 0, 0, 1, 1])
    """
    if not regrouped.clusters:
        changed = labels.copy()
        changed[list(regrouped.rows)] = -1
        free = np.setdiff1d(np.arange(len(np.unique(changed)) + 1), changed)
        changed[list(regrouped.rows)] = free[0]
        return changed
    inside = np.isin(labels, regrouped.clusters)
    ends, start, found = taken(X, np.array(regrouped.rows, dtype=np.int64)), 0, []
    for block in blocks(X):
        members = block[inside[start : start + len(block)]]
        start += len(block)
        found.append(_nearest(members, ends))
    return with_parts(labels, np.flatnonzero(inside), np.concatenate(found), regrouped.clusters[0])


def _nearest(members: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Which of some rows is nearest to each."""
    nearest = np.zeros(len(members), dtype=np.intp)
    best = np.full(len(members), np.inf)
    with np.errstate(over="ignore"):
        for place, end in enumerate(ends):
            distance = np.square(members - end).sum(axis=1)
            closer = distance < best
            nearest[closer], best[closer] = place, distance[closer]
    return nearest


def with_parts(
    labels: np.ndarray, members: np.ndarray, parts: np.ndarray, cluster: int
) -> np.ndarray:
    """The labels with some rows in parts: part 0 is the cluster, others take free numbers."""
    n_parts = int(parts.max(initial=0)) + 1
    taken = np.union1d(np.delete(labels, members), cluster)
    free = np.setdiff1d(np.arange(len(taken) + n_parts), taken)[: n_parts - 1]
    changed = labels.copy()
    changed[members] = np.array([cluster, *free], dtype=labels.dtype)[parts]
    return changed
