"""Recording answers of the page: those that contradict earlier ones become a conflict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jupyter_sscluster.active import Query
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.journal.answer import ASKED
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict, Statement


def record(context: Context, statements: Sequence[Statement], source: str = "user") -> bool:
    """Record statements in one undo step; if they contradict, keep the conflict for the page."""
    session, interaction = context.session, context.interaction
    try:
        if len(statements) == 1:
            session.answer(*statements[0], source=source)
        else:
            session.answer_many(list(statements), source=source)
    except ConflictError as error:
        interaction.clear()
        interaction.conflict = Conflict(error, tuple(statements), source)
        return False
    interaction.clear()
    return True


def record_several(context: Context, give: Callable[..., Any]) -> None:
    """Record an answer about several points; if it contradicts, keep the conflict for the page."""
    interaction = context.interaction
    try:
        give()
    except ConflictError as error:
        interaction.clear()
        interaction.conflict = Conflict(error, (error.pair,), ASKED, again=give)
        return
    interaction.clear()
    context.event_loop.go_on()


def is_asked(context: Context, i: int, j: int) -> bool:
    """Whether the open question is about this pair."""
    query = context.session.question
    return isinstance(query, Query) and set(query.pair) == {i, j}
