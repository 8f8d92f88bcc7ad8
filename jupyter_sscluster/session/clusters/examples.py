"""The points of a cluster that show what it is: typical ones, and ones that are in doubt."""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Integers
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session.clusters.plans import at_most, medoid

TYPICAL, DOUBTFUL = 24, 12
"""Number of points at most."""

SPREAD_OVER = 500
"""Of more rows, so many are grouped: at even steps from the mean to the farthest."""

DOUBT = 0.1
"""The margin below which a row is doubtful: the other mean is at most a ninth farther away."""


class Margins(NamedTuple):
    """The margin of each row of a cluster, and the nearest other cluster, -1 for none."""

    margin: Array
    other: Index


class Examples(NamedTuple):
    """Typical and doubtful rows, the cluster that each of these could be in, and their number."""

    typical: tuple[int, ...]
    doubtful: tuple[int, ...]
    could_be: tuple[int, ...]
    n_doubtful: int


def examples(X: Array, labels: Integers, cluster: int) -> Examples:
    """The rows that show what a cluster is, by place: at most half of them each, and none twice.

    Doubtful are those of the smallest margins, the smallest first. Typical are those of the
    largest; of more than 48 rows the medoids of 24 parts, found by k-means, so that they are spread
    over the cluster, the largest margin first.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [2.0], [7.0]])
    >>> examples(X, np.array([0, 0, 0, 1]), 0)
    Examples(typical=(1,), doubtful=(2,), could_be=(1,), n_doubtful=0)
    """
    rows = np.flatnonzero(labels == cluster)
    if len(rows) < 2:
        return Examples(tuple(rows.tolist()), (), (), 0)
    margin, other = margins(X, labels, cluster)
    order = np.argsort(-margin, kind="stable")
    lowest = order[::-1][: min(DOUBTFUL, len(rows) // 2)]
    typical = order[: min(TYPICAL, len(rows) // 2)]
    if len(rows) > 2 * TYPICAL:
        sure = np.flatnonzero(margin >= DOUBT)
        sure = sure if len(sure) > 2 * TYPICAL else order[: len(rows) - len(lowest)]
        parts = _spread(X, rows[np.sort(sure)])
        typical = order[np.isin(rows[order], parts)]
    alone = other[0] < 0
    return Examples(
        tuple(rows[typical].tolist()),
        tuple(rows[lowest].tolist()),
        () if alone else tuple(other[lowest].tolist()),
        0 if alone else int((margin < DOUBT).sum()),
    )


def margins(X: Array, labels: Integers, cluster: int) -> Margins:
    """For each row of a cluster, how much nearer it is to its own mean than to the nearest other.

    From 1, at the own mean, over 0, between the two, to -1 at the other. Where there is no other
    cluster it is minus the distance to the mean.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [2.0], [7.0]])
    >>> margins(X, np.array([0, 0, 0, 1]), 0).margin.round(2).tolist()
    [0.86, 1.0, 0.8]
    """
    with np.errstate(over="ignore"):
        rows = X[labels == cluster]
        own = np.sqrt(np.square(rows - rows.mean(axis=0)).sum(axis=1))
        nearest, which = np.full(len(rows), np.inf), np.full(len(rows), -1)
        for other in np.unique(labels[(labels != cluster) & (labels != -1)]):
            away = np.sqrt(np.square(rows - X[labels == other].mean(axis=0)).sum(axis=1))
            which[away < nearest] = other
            np.minimum(nearest, away, out=nearest)
    if np.isinf(nearest).all():
        return Margins(-own, which)
    larger = np.maximum(own, nearest)
    found = np.divide(nearest - own, larger, out=np.zeros(len(rows)), where=larger > 0)
    return Margins(found, which)


def _spread(X: Array, rows: Index) -> list[int]:
    """The medoids of parts of some rows."""
    some = np.sort(at_most(X, rows, SPREAD_OVER))
    n_parts = min(TYPICAL, len(np.unique(X[some], axis=0)))
    parts = KMeans(n_parts, n_init=1, max_iter=20, random_state=0).fit_predict(X[some])
    return [medoid(X, some[parts == part]) for part in np.unique(parts)]
