"""Which points a question about several points shows."""

from collections.abc import Iterable
from itertools import chain, islice

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.question_types.placement_and_sorting import (
    MOST_SHOWN,
    Placement,
    Sorting,
)
from jupyter_sscluster.active.question_types.reasons import why_place, why_sort
from jupyter_sscluster.active.similarity.point_distances import distances_between, nearest_members
from jupyter_sscluster.active.snapshot import Snapshot
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


def placement(standing: ClassProbabilities) -> Placement | None:
    """The least certain point, and one point of every class that it may belong to.

    While classes are missing, the next point to explore instead. None where nothing is left.
    """
    if standing.n_met == 0:
        return _first_placement(standing)
    orders = [standing.exploring()] if standing.explores else []
    for point in chain(*orders, standing.uncertain()):
        shown = _representatives(standing, point)
        if shown:
            reason = why_place(standing, point, shown)
            return Placement(point, tuple(shown), float(standing.entropy[point]), reason)
    return None


def sorting(standing: ClassProbabilities, size: int) -> Sorting | None:
    """The `size` least certain points, one of them to explore while classes are missing.

    Until enough is known, points to explore alone. None where nothing is left.
    """
    cards = _Cards(standing)
    wanted = max(size, 2 - standing.n_met)
    if standing.explores:
        cards.take(standing.exploring(), wanted)
    elif standing.is_short:
        cards.take(standing.exploring(), 1)
    cards.take(standing.uncertain(), wanted)
    if not cards.points or len(cards.points) + standing.n_met < 2:
        return None
    points, shown = cards.points, cards.rows()
    score = float(standing.entropy[points].sum())
    return Sorting(tuple(points), tuple(shown), score, why_sort(standing, points, shown))


class _Cards:
    """The points of a sorting, and which members of every class may stand for it.

    A card for a point that is shown again is a member with which nothing was said about it, so that
    every showing says something new.
    """

    def __init__(self, standing: ClassProbabilities) -> None:
        self.standing, self.snapshot = standing, standing.snapshot
        self.left = [rows.tolist() for rows in standing.members]
        self.points, self.components = list[int](), set[int]()

    def take(self, order: Iterable[int], wanted: int) -> None:
        """Take points, no two of one component unless they are shown again, until enough."""
        ids = self.snapshot.constraints.component_ids
        if len(self.points) >= wanted:
            return
        for point in order:
            component = int(ids[point])
            again = bool(self.standing.placed[point])
            is_new = point not in self.points and (again or component not in self.components)
            if is_new and self._has_cards_for(point, again):
                self.points.append(point)
                self.components.add(component)
            if len(self.points) >= wanted:
                return

    def _has_cards_for(self, point: int, again: bool) -> bool:
        taken = _partners(self.snapshot, point) | {point}
        left = [[row for row in rows if row not in taken] for rows in self.left]
        if again and not all(left):
            return False
        self.left = [new or old for new, old in zip(left, self.left, strict=True)]
        return True

    def rows(self) -> list[int]:
        """The card of every class: of the surest members left the one in most hard must-links.

        So cards stay the same. Of several it is the one nearest to the mean of the class.
        """
        X, known, found = self.snapshot.X, self.snapshot.constraints, list[int]()
        n_must = np.bincount(known.must.ravel(), minlength=known.n_samples)
        for rows, left in zip(self.standing.members, self.left, strict=True):
            sure = self.standing.surest(np.array(left))
            sure = sure[n_must[sure] == n_must[sure].max()]
            found.append(_nearest_to(X[rows].mean(axis=0), X, sure))
        return found


def _first_placement(standing: ClassProbabilities) -> Placement | None:
    """Two points to explore: no class is certain, so that nothing else is known to be apart."""
    first, *others = [*islice(standing.exploring(), 2)] or [-1]
    if not others:
        return None
    return Placement(others[0], (first,), 0.0, why_place(standing, others[0], [first]))


def medoids(snapshot: Snapshot, without: Iterable[int] = ()) -> IntArray:
    """The point nearest to the mean of every cluster, largest cluster first, some left out."""
    assert snapshot.labels is not None
    X, labels = snapshot.X, snapshot.labels
    values, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    wanted = [k for k in order if values[k] >= 0 and int(values[k]) not in set(without)]
    rows = (np.flatnonzero(codes == k) for k in wanted)
    return np.array([_nearest_to(X[own].mean(axis=0), X, own) for own in rows], dtype=np.int64)


def _representatives(standing: ClassProbabilities, point: int) -> list[int]:
    """The nearest sure member of every class that a point may belong to, likeliest class first."""
    snapshot, again = standing.snapshot, bool(standing.placed[point])
    partners = _partners(snapshot, point) | {point}
    shown = list[int]()
    for number in np.argsort(-standing.posterior[point], kind="stable"):
        rows = standing.members[number]
        free = rows[~np.isin(rows, list(partners))]
        is_apart = snapshot.constraints.relation(point, int(rows[0])) == "cannot"
        if len(free) and (again or not is_apart):
            shown += nearest_members(snapshot.X, point, standing.surest(free), 1)
        elif again:
            return []
    return shown[:MOST_SHOWN]


def _partners(snapshot: Snapshot, point: int) -> set[int]:
    """Points with which something was said about a point, don't-knows included."""
    stated = stated_pairs(snapshot.constraints).pairs
    mine = stated[(stated == point).any(axis=1)]
    closed = {i if j == point else j for i, j in snapshot.unknown if point in (i, j)}
    return closed | set(mine.ravel().tolist())


def _nearest_to(place: Array, X: Array, rows: IntArray) -> int:
    return int(rows[distances_between(X[rows], place[None])[:, 0].argmin()])
