"""The way to the present moment, step by step: what was done, what was known, what was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Settings, State
from jupyter_sscluster.session.history.records import FitRecord


@dataclass(frozen=True, eq=False)
class Step:
    """One moment of a session, after something was done.

    Attributes
    ----------
    cause : str
        What was done, such as ``"answer 6: 131 – 144, must-link"``; "start" for the first.
    answers : tuple of Answer
        Those in force, in order.
    constraints : Constraints
    settings : Settings
        What clusters and what asks.
    record : FitRecord or None
        The fit that is shown: the step's own, or the last one before it.
    own : bool
        Whether it is the step's own, which one that was overtaken, cancelled or failed has not.
    """

    cause: str
    answers: tuple[Answer, ...]
    constraints: Constraints
    settings: Settings
    record: FitRecord | None
    own: bool


def steps_of(states: Iterable[State], records: Mapping[int, FitRecord]) -> Iterator[Step]:
    """One step for each state, with the fit that was shown."""
    shown: FitRecord | None = None
    for state in states:
        own = state.fit in records
        shown = records[state.fit] if own else shown
        yield Step(state.cause, state.answers, state.constraints, state.settings, shown, own)
