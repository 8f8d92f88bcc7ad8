"""Record the steps of a run while its fit is traced; each `Result` carries those of its run."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Integers

_traced: ContextVar[bool] = ContextVar("traced", default=False)


@dataclass(frozen=True, eq=False)
class StepRecord:
    """One step as a run knows it; `kind` says which of the others are there.

    "seeded": `centres`, `number` of `total` starts; "assigned": `labels`, and `how`; "recentred":
    `centres`; "learned": `metric`, and the one `before`; "merged": `pair`, `height`; "member":
    `labels`, `weight`; "round": `number` of pairs that were carried over.
    """

    kind: str
    objective: float | None = None
    labels: Integers | None = None
    centres: Array | None = None
    metric: Any = None
    before: Any = None
    how: str = ""
    number: int = 0
    total: int = 0
    weight: float = 0.0
    pair: tuple[int, int] = (0, 0)


Noted = tuple[StepRecord, ...]


class StepRecords:
    """The steps of a run; `share` of the pair weight is in force, objectives use all of it."""

    def __init__(self) -> None:
        self.share = 1.0
        self._notes: list[StepRecord] = []

    def __len__(self) -> int:
        return len(self._notes)

    def assigned(self, labels: Integers, cost: float, paid: float = 0.0) -> None:
        """Record new labels of this cost, to which the violated pairs, `paid`, are added."""
        self._notes.append(assigned(labels, cost + paid / self.share))

    def recentred(self, centres: Array, cost: float, paid: float = 0.0) -> None:
        """New centres."""
        self._notes.append(StepRecord("recentred", cost + paid / self.share, centres=centres))

    def learned(self, before: Any, metric: Any, cost: float, paid: float = 0.0) -> None:
        """A new metric."""
        self._notes.append(
            StepRecord("learned", cost + paid / self.share, metric=metric, before=before)
        )

    def until(self, count: int | None = None, objective: float | None = None) -> Noted:
        """The first notes, all of them by default, the last one with this objective."""
        found = self._notes[:count]
        if found and objective is not None:
            found[-1] = replace(found[-1], objective=objective)
        return tuple(found)


def notes() -> StepRecords | None:
    """For a run to write to; None where nobody traces."""
    return StepRecords() if _traced.get() else None


def of(
    notes: StepRecords | None, count: int | None = None, objective: float | None = None
) -> Noted:
    """What was noted, nothing where nobody traces."""
    return () if notes is None else notes.until(count, objective)


def if_traced(*found: StepRecord) -> Noted:
    """These notes, or none where nobody traces; they are to be cheap to make."""
    return found if _traced.get() else ()


def is_traced() -> bool:
    """Whether somebody traces this fit."""
    return _traced.get()


@contextmanager
def tracing(on: bool) -> Iterator[None]:
    """Record the steps of runs in this block, or not."""
    token = _traced.set(on)
    try:
        yield
    finally:
        _traced.reset(token)


def assigned(labels: Integers, objective: float | None, how: str = "") -> StepRecord:
    """New labels, kept in as few bytes as hold them."""
    return StepRecord("assigned", objective, labels=small(labels), how=how)


def small(labels: Integers) -> Integers:
    """A copy in the smallest type that holds these labels."""
    largest = int(labels.max(initial=0))
    kind = np.int8 if largest < 128 else np.int16 if largest < 1 << 15 else np.int32
    return labels.astype(kind)


def scaled(noted: Iterable[StepRecord], unit: float) -> Noted:
    """The same, objectives times `unit`."""
    return tuple(
        note if note.objective is None else replace(note, objective=unit * note.objective)
        for note in noted
    )


def without_objectives(noted: Iterable[StepRecord]) -> Noted:
    """The same, where these objectives are not the fit's own."""
    return tuple(replace(note, objective=None) for note in noted)
