"""Names that stay: number the clusters of a new fit after those of the last one."""

import numpy as np
from scipy.optimize import linear_sum_assignment


def stable_labels(
    raw: np.ndarray, previous: np.ndarray | None = None, n_clusters: int = 1
) -> np.ndarray:
    """Renumber ``raw`` so that each cluster keeps the number most of its points had.

    The numbers are those that maximise the count of points whose number does not change, found as
    a linear sum assignment on the table of old against new clusters. They stay below the larger of
    ``n_clusters`` and the number of clusters in ``raw``: when K grows, new clusters take the
    numbers that are free; when K shrinks, a cluster whose number no longer exists takes a free one.
    Without ``previous`` labels the clusters are only renumbered in ascending order, and not even
    that if they are already below ``n_clusters``. Rows of label -1 are in no cluster, and stay so.

    Examples
    --------
    >>> stable_labels([2, 2, 0, 0, 1], [0, 0, 1, 1, 2], n_clusters=3)
    array([0, 0, 1, 1, 2], dtype=int32)

    References
    ----------
    Kuhn, H. W. (1955). The Hungarian method for the assignment problem. Naval Research Logistics
    Quarterly 2, 83-97.
    """
    raw = np.asarray(raw)
    out = raw == -1
    if out.any():
        found, before = np.full(len(raw), -1, dtype=np.int32), previous
        if not out.all():
            before = None if previous is None else np.asarray(previous)[~out]
            found[~out] = stable_labels(raw[~out], before, n_clusters)
        return found
    if previous is None and raw.size and 0 <= raw.min() and raw.max() < n_clusters:
        return raw.astype(np.int32)
    names, ranks = np.unique(raw, return_inverse=True)
    if previous is None:
        return ranks.astype(np.int32)
    n_slots = max(n_clusters, len(names))
    overlap = _table(ranks, np.asarray(previous), len(names), n_slots)
    return _slots(overlap)[ranks]


def _table(ranks: np.ndarray, previous: np.ndarray, n_new: int, n_slots: int) -> np.ndarray:
    """Points in each new cluster that had each of the numbers still in use."""
    inside = (previous >= 0) & (previous < n_slots)
    cells = ranks[inside].astype(np.int64) * n_slots + previous[inside]
    return np.bincount(cells, minlength=n_new * n_slots).reshape(n_new, n_slots)


def _slots(overlap: np.ndarray) -> np.ndarray:
    """The number of each new cluster: best overlap first, then the lowest number that is free."""
    n_new, n_slots = overlap.shape
    slots = np.full(n_new, -1, dtype=np.int32)
    rows, columns = linear_sum_assignment(overlap, maximize=True)
    shared = overlap[rows, columns] > 0
    slots[rows[shared]] = columns[shared]
    free = np.setdiff1d(np.arange(n_slots), slots)
    homeless = np.flatnonzero(slots < 0)
    slots[homeless] = free[: len(homeless)]
    return slots


def renumbered(labels: np.ndarray, before: np.ndarray) -> tuple[tuple[int, int], ...]:
    """Clusters that had a number above all present ones, and the number that each has now.

    That is the number which most of its rows have, if no other cluster gave as many to it.

    Examples
    --------
    >>> renumbered(np.array([0, 0, 1, 1, 1]), np.array([0, 1, 2, 2, 1]))
    ((2, 1),)
    >>> renumbered(np.array([0, 0, 1, 1, 1]), np.array([0, 0, 1, 1, 2]))
    ()
    """
    both = (labels >= 0) & (before >= 0)
    if not both.all():
        return renumbered(labels[both], before[both]) if both.any() else ()
    n_slots, n_before = int(labels.max()) + 1, int(before.max()) + 1
    if n_before <= n_slots:
        return ()
    cells = before.astype(np.int64) * n_slots + labels
    overlap = np.bincount(cells, minlength=n_before * n_slots).reshape(n_before, n_slots)
    places = overlap.argmax(axis=1)
    return tuple(
        (old, int(new))
        for old, new in enumerate(places.tolist())
        if old >= n_slots
        and overlap[old, new]
        and (overlap[:, new] < overlap[old, new]).sum() == n_before - 1
    )
