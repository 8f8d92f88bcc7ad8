"""From groups of points to as few links as say the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session.engine.sample.sample import Sample

Statement = tuple[int, int, str]

LARGEST_TREE = 2000
MOST_LINKS = 1000


class _SessionValues(Protocol):
    """What is read of a session."""

    @property
    def n_samples(self) -> int: ...
    @property
    def sample(self) -> Sample: ...
    @property
    def constraints(self) -> Constraints: ...
    @property
    def answers(self) -> tuple[Answer, ...]: ...
    @property
    def labels(self) -> np.ndarray: ...


def spanning_links(
    constraints: Constraints, indices: Sequence[int] | np.ndarray, X: np.ndarray | None = None
) -> list[Statement]:
    """Must-links that join a group: k - 1 of them, less those that already follow.

    With ``X`` they are the edges of a minimum spanning tree (of the Euclidean distances, what is
    linked already counting as distance 0), so that no line on a plot is longer than it need be.
    Without it, or above 2000 points, each part is linked to the next in order of row numbers.

    Parameters
    ----------
    constraints : Constraints
    indices : sequence of row numbers
    X : (n_samples, n_features) array, optional

    Returns
    -------
    list of (i, j, "must"), i < j

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> known = Constraints(5, must=[(0, 3)])
    >>> spanning_links(known, [0, 1, 3, 4])
    [(0, 1, 'must'), (1, 4, 'must')]

    References
    ----------
    Prim, R. C. (1957). Shortest connection networks and some generalizations. Bell System
    Technical Journal 36, 1389-1401.
    """
    rows = _rows(indices, constraints.n_samples)
    parts = constraints.component_ids[rows]
    if X is not None and len(rows) <= LARGEST_TREE:
        return _ordered(_tree(np.asarray(X)[rows], parts, rows), "must")
    _, first = np.unique(parts, return_index=True)
    return _ordered(pairwise(rows[np.sort(first)].tolist()), "must")


def spanning_shown(session: _SessionValues, indices: Sequence[int] | np.ndarray) -> list[Statement]:
    """The same of a session, along a spanning tree of rows that are shown."""
    shown = session.sample
    known = shown.known(session.constraints)
    places = shown.places(_rows(indices, session.n_samples))
    links = spanning_links(known, places, shown.X)
    return _ordered([(shown.row(i), shown.row(j)) for i, j, _ in links], "must")


def apart_links(
    constraints: Constraints,
    first: Sequence[int] | np.ndarray,
    second: Sequence[int] | np.ndarray,
) -> list[Statement]:
    """Cannot-links that keep every point of one group apart from every point of another.

    A link between two points holds for all that is must-linked with them, so one link is enough
    where each group is must-linked; otherwise there is one for each pair of must-linked parts,
    less those that already follow.

    Raises
    ------
    InputError
        If a point is in both groups, or if more than 1000 links were needed.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> known = Constraints(6, must=[(0, 1), (1, 2), (3, 4)])
    >>> apart_links(known, [0, 1, 2], [3, 4])
    [(0, 3, 'cannot')]
    >>> apart_links(known, [0, 1, 2], [3, 4, 5])
    [(0, 3, 'cannot'), (0, 5, 'cannot')]
    """
    one, other = (_rows(group, constraints.n_samples) for group in (first, second))
    both = np.intersect1d(one, other)
    if len(both):
        raise InputError(
            f"point {both[0]} is in both groups; a point cannot be apart from itself: draw the "
            "second group without it"
        )
    one, other = (_representatives(constraints, group) for group in (one, other))
    if len(one) * len(other) > 20 * MOST_LINKS:
        _refuse(len(one) * len(other))
    pairs = np.stack(np.meshgrid(one, other, indexing="ij"), axis=-1).reshape(-1, 2)
    pairs = pairs[constraints.relations(pairs) != -1]
    if len(pairs) > MOST_LINKS:
        _refuse(len(pairs))
    return _ordered(pairs.tolist(), "cannot")


def links_to_cluster(
    session: _SessionValues, indices: Sequence[int] | np.ndarray, cluster: int
) -> list[Statement]:
    """Links that place a group of points in a cluster.

    The group is must-linked, and linked to the points that were labelled with the same cluster
    before, or else to the member nearest to the cluster's mean. A cannot-link keeps it apart from
    each other cluster that points were labelled with. Record them with
    ``session.answer_many(links, source=f"label:{cluster}")``: the source is how labelled points
    are found again.
    """
    links = spanning_shown(session, indices)
    rows = _rows(indices, session.n_samples)
    if not len(rows):
        return []
    anchors = _labelled(session)
    own = anchors.pop(cluster, None)
    if own is None:
        own = _central(session, rows, cluster)
    head = int(rows[0])
    wanted = [] if own is None or own == head else [(head, own, "must")]
    wanted += [(head, other, "cannot") for other in anchors.values() if other != head]
    return links + _unknown_yet(session.constraints, wanted)


def _tree(X: np.ndarray, parts: np.ndarray, rows: np.ndarray) -> list[tuple[int, int]]:
    """Edges of a minimum spanning tree, grown point by point, less those inside a part."""
    several = len(np.unique(parts)) < len(parts)
    edges: list[tuple[int, int]] = []
    best = np.full(len(rows), np.inf)
    waiting = best.copy()  # the same of the points outside; those inside are never the nearest
    parent = np.zeros(len(rows), dtype=np.intp)
    newest = 0
    for _ in range(len(rows) - 1):
        distance = cdist(X[[newest]], X, "sqeuclidean")[0]  # one row: lassos hold many points
        if several:
            distance[parts == parts[newest]] = -1.0
        best[newest], waiting[newest] = -np.inf, np.inf
        closer = distance < best
        np.copyto(best, distance, where=closer)
        np.copyto(waiting, distance, where=closer)
        np.copyto(parent, newest, where=closer)
        newest = _first_outside(waiting, best)
        if best[newest] >= 0:
            edges.append((int(rows[parent[newest]]), int(rows[newest])))
    return edges


def _first_outside(waiting: np.ndarray, best: np.ndarray) -> int:
    """The nearest of the points outside; any of them where all are infinitely far."""
    nearest = int(waiting.argmin())
    return nearest if best[nearest] > -np.inf else int(best.argmax())


def from_mean(X: np.ndarray) -> np.ndarray:
    """The squared distance of each row from the mean of all."""
    with np.errstate(over="ignore"):
        squares: np.ndarray = np.square(X - X.mean(axis=0)).sum(axis=1)
        return squares


def _rows(indices: Any, n_samples: int) -> np.ndarray:
    """Row numbers, ascending, each once."""
    rows = np.asarray(unmasked(indices, "rows"))
    if rows.size == 0:
        return np.empty(0, dtype=np.int64)
    if rows.ndim != 1 or rows.dtype.kind not in "iu":
        raise InputError(f"a group is a list of row numbers such as [3, 17, 20], not {indices!r}")
    if rows.min() < 0 or rows.max() >= n_samples:
        wrong = rows.min() if rows.min() < 0 else rows.max()
        raise InputError(f"row {wrong} does not exist; use rows from 0 to {n_samples - 1}")
    return np.unique(rows).astype(np.int64)


def _representatives(constraints: Constraints, rows: np.ndarray) -> np.ndarray:
    """The first row of every must-linked part."""
    _, first = np.unique(constraints.component_ids[rows], return_index=True)
    return rows[np.sort(first)]


def _refuse(n_links: int) -> None:
    raise InputError(
        f"keeping these groups apart takes {n_links} links, more than {MOST_LINKS}; make each "
        "group all must-link first, and one link is enough"
    )


def _ordered(pairs: Any, kind: str) -> list[Statement]:
    return [(min(i, j), max(i, j), kind) for i, j in pairs]


def _labelled(session: _SessionValues) -> dict[int, int]:
    """For each cluster that points were labelled with, one such point."""
    anchors: dict[int, int] = {}
    out = {*session.constraints.noise.tolist()}
    for answer in session.answers:
        what, _, number = answer.manner.partition(":")
        if answer.i in out:
            continue
        if what == "label" and number.isdigit() and answer.kind == "must":
            anchors.setdefault(int(number), answer.i)
    return anchors


def _central(session: _SessionValues, rows: np.ndarray, cluster: int) -> int | None:
    """The member shown nearest to the cluster's mean that is not in the group itself."""
    shown = session.sample
    every = shown.among(np.flatnonzero(session.labels == cluster))
    members = np.setdiff1d(every, rows)
    if not len(members):
        return None
    X = shown.X[shown.places(members)]
    return int(members[np.argmin(from_mean(X))])


def _unknown_yet(constraints: Constraints, statements: list[Statement]) -> list[Statement]:
    """The statements that do not follow already; those that contradict stay, to be refused."""
    codes = {"must": 1, "cannot": -1}
    known = constraints.relations([(i, j) for i, j, _ in statements] or np.empty((0, 2), int))
    return [
        (min(i, j), max(i, j), kind)
        for (i, j, kind), code in zip(statements, known.tolist(), strict=True)
        if code != codes[kind]
    ]
