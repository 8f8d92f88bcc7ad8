"""Answers about several points: placing one of them, and sorting them into piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import open_question
from jupyter_sscluster.session.engine.placements_and_sortings import (
    StatementsOf,
    placed,
    planned,
    sorted_into,
)
from jupyter_sscluster.session.engine.present import Present


def place(
    engine: Engine, point: int, among: Sequence[int], choice: int | str | None, **manner: Any
) -> tuple[Answer, ...]:
    """Record with which of some rows a point belongs; see `Session.place`."""
    return _record(engine, lambda now: placed(now, point, among, choice), **manner)


def sort(
    engine: Engine, piles: Iterable[Iterable[int]] | str, unsure: Iterable[int], **manner: Any
) -> tuple[Answer, ...]:
    """Record piles; see `Session.sort`."""
    left = list(unsure)
    return _record(
        engine, lambda now: sorted_into(open_question(engine.state), piles, left), **manner
    )


def _record(
    engine: Engine,
    stated: Callable[[Present], tuple[StatementsOf, Callable[[], Asked]]],
    *,
    soft: bool | None,
    instead_of: Sequence[int],
    source: str,
) -> tuple[Answer, ...]:
    """Record what an answer about several points states, in one step."""

    def plan(timeline: Timeline) -> tuple[Operation | None, tuple[Answer, ...]]:
        statements, key = stated(engine.now)
        asked = key() if source == ASKED else None
        change, answers = planned(
            timeline,
            engine.n_features,
            statements,
            asked,
            remove=tuple(instead_of),
            soft=soft,
            source=source,
            annotator=engine.annotator,
        )
        if change is None:
            engine.ask(engine.state.questions.without(asked))
        return change, answers

    return engine.change(plan)
