"""Strategies do not ask about noise: they are shown the other rows only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar, cast

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.question_types.placement_and_sorting import Placement, Sorting
from jupyter_sscluster.active.question_types.point_uncertainty import Uncertainty
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all
from jupyter_sscluster.constraints.noise_rows import other_rows

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Part(NamedTuple):
    """The snapshot of some `rows` of a `whole` one; rows are known by their places in it."""

    snapshot: Snapshot
    rows: IntArray
    whole: Snapshot

    def places(self, rows: Any) -> IntArray:
        """The places of those of some rows that are in it."""
        return np.flatnonzero(np.isin(self.rows, rows))

    def of_all_rows(self, found: Any) -> Any:
        """The same answer of a strategy with rows for places; values of other rows are 0."""
        if isinstance(found, list):
            return [self.of_all_rows(each) for each in found]
        if isinstance(found, Query):
            i, j = self.rows[list(found.pair)].tolist()
            return replace(found, pair=(i, j))
        if isinstance(found, Placement):
            among = tuple(self.rows[list(found.representatives)].tolist())
            return replace(found, point=int(self.rows[found.point]), representatives=among)
        if isinstance(found, Sorting):
            points, cards = (self.rows[[*rows]].tolist() for rows in (found.points, found.cards))
            return replace(found, points=tuple(points), cards=tuple(cards))
        if isinstance(found, Uncertainty):
            return replace(found, doubt=self.of_all_rows(found.doubt))
        if isinstance(found, Constraints):
            known = self.whole.constraints
            return about_all(found, known.n_samples, self.rows, known.names)
        if isinstance(found, np.ndarray):
            spread = np.zeros(self.whole.n_samples, dtype=found.dtype)
            spread[self.rows] = found
            return spread
        return found


def part_of(snapshot: Snapshot, rows: IntArray) -> Part:
    """The snapshot of some rows: of the pairs answered "don't know", those within."""
    place = np.full(snapshot.n_samples, -1)
    place[rows] = np.arange(len(rows))
    ends = place[np.array(snapshot.unknown, dtype=np.intp).reshape(-1, 2)]
    part = Snapshot(
        snapshot.X[rows],
        snapshot.constraints[rows].with_noise(()),
        labels=None if snapshot.labels is None else snapshot.labels[rows],
        clusterer=snapshot.clusterer,
        unknown=tuple((i, j) for i, j in ends.tolist() if i >= 0 and j >= 0),
        n_clusters=snapshot.n_clusters,
        names=[snapshot.name(row) for row in rows.tolist()],
        evidence=None if snapshot.evidence is None else snapshot.evidence[rows].with_noise(()),
    )
    return Part(part, rows, snapshot)


def clustered_part(snapshot: Snapshot) -> Part | None:
    """The snapshot without the rows that are noise; None where there are none.

    Where all are, one stays, about which there is nothing to ask.

    >>> known = Constraints(3, cannot=[(0, 2)], noise=[1])
    >>> part = clustered_part(Snapshot([[0.0], [9.0], [1.0]], known, unknown=[(0, 1)]))
    >>> part.snapshot.X.tolist(), part.snapshot.constraints.cannot.tolist(), part.snapshot.unknown
    ([[0.0], [1.0]], [[0, 1]], ())
    >>> part.of_all_rows(Query((1, 0), 1.0, "Why not?")).pair
    (2, 0)
    """
    known, n = snapshot.constraints, snapshot.n_samples
    if not len(known.noise):
        return None
    if len(known.noise) == n:
        return part_of(snapshot, np.zeros(1, dtype=np.int64))
    return part_of(snapshot, other_rows(known.noise, n))


class Asking(Protocol):
    """A strategy."""

    def _sees_noise(self) -> bool: ...


Self = TypeVar("Self", bound=Asking)


def about_clustered_rows(
    method: Callable[Concatenate[Self, Snapshot, Given], Found],
) -> Callable[Concatenate[Self, Snapshot, Given], Found]:
    """Have a method of a strategy, given a snapshot with noise, look at the other rows only."""

    def restricted(
        self: Self, snapshot: Snapshot, /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Found:
        noise = isinstance(snapshot, Snapshot) and not self._sees_noise()
        part = clustered_part(snapshot) if noise else None
        if part is None:
            return method(self, snapshot, *args, **kwargs)
        if kwargs.get("among") is not None:
            kwargs["among"] = part.places(kwargs["among"])
        return cast("Found", part.of_all_rows(method(self, part.snapshot, *args, **kwargs)))

    return wraps(method)(restricted)
