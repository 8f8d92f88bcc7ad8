"""Messages about single answers: give one, resolve a conflict, take one back, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session import Answer
from jupyter_sscluster.session.engine.open_questions import ASKED
from jupyter_sscluster.session.review.weighing import ENFORCED
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict, Statement
from jupyter_sscluster.widget.core.message_fields import (
    Message,
    MessageError,
    field,
    kind_of,
    point,
)
from jupyter_sscluster.widget.core.parameter_text import step as step_text
from jupyter_sscluster.widget.core.view import GIVEN


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


def link(context: Context, message: Message) -> None:
    """A link was made between two points; one that was made before is only pointed out."""
    session, interaction = context.session, context.interaction
    i, j, kind = _statement(context, message, ("must", "cannot"))
    before = _stated(context, i, j, kind)
    if before is not None:
        a, b = session.display_name(i), session.display_name(j)
        interaction.clear()
        interaction.notice = wording.stated_already(
            a, b, kind, session.action_of(before.number), before.source == GIVEN
        )
        return
    asked = _is_asked(context, i, j)
    if record(context, [(i, j, kind)], ASKED if asked else "user") and asked:
        context.dispatcher.go_on()


def answer(context: Context, message: Message) -> None:
    """A question was answered; an answer to one that is not open any more is dropped."""
    i, j, kind = _statement(context, message, ("must", "cannot", "unknown"))
    number = field(message, "number")
    if number != context.session.next_action or not _is_asked(context, i, j):
        return
    if record(context, [(i, j, kind)], ASKED):
        context.dispatcher.go_on()


def dismiss(context: Context, message: Message) -> None:
    """The open question was closed without an answer."""
    context.dispatcher.leave_off()


def _statement(context: Context, message: Message, kinds: Sequence[str]) -> Statement:
    kind = kind_of(message, kinds)
    return point(context, message, "i"), point(context, message, "j"), kind


def _stated(context: Context, i: int, j: int, kind: str) -> Answer | None:
    """The answer that said this before; softly, while answers are soft."""
    session = context.session
    soft = session.softly
    said = {i, j}, kind
    again = (a for a in session.answers if soft and a.soft and ({a.i, a.j}, a.kind) == said)
    return session.statement(i, j, kind) or next(again, None)


def _is_asked(context: Context, i: int, j: int) -> bool:
    query = context.session.question
    return query is not None and set(query.pair) == {i, j}


def resolve(context: Context, message: Message) -> None:
    """A way out of a conflict was chosen; it may lead into another one."""
    session, interaction = context.session, context.interaction
    choice, conflict = field(message, "choice"), interaction.conflict
    if conflict is None:
        raise MessageError("there is no conflict to resolve; it was resolved or undone before")
    taken = conflict.taken
    try:
        if choice == "soft" and conflict.again is not None:
            conflict.again(soft=True)
        elif choice == "soft" and not conflict.grouped:
            session.answer(*conflict.error.pair, soft=True, source=conflict.source)
        elif choice != "take_back_new":
            taken += _earlier(context, choice, conflict)
            _replace(context, conflict, taken)
    except ConflictError as error:
        interaction.conflict = replace(conflict, error=error, taken=taken)
        return
    interaction.clear()


def _replace(context: Context, conflict: Conflict, taken: tuple[int, ...]) -> None:
    """Record the new statement instead of earlier ones; or one of them again, to be kept."""
    if conflict.again is not None:
        conflict.again(instead_of=taken)
        return
    numbers, weight = taken, 1.0
    if conflict.enforced is not None:
        numbers, weight = (*taken, conflict.enforced), ENFORCED
    pair = conflict.error.pair
    context.session.replace(numbers, *pair, weight=weight, soft=False, source=conflict.source)


def _earlier(context: Context, choice: Any, conflict: Conflict) -> tuple[int, ...]:
    """The numbers of all answers that say what the chosen step of the chain says."""
    session = context.session
    for step in [] if conflict.grouped else conflict.error.witness:
        numbers = tuple(answer.number for answer in session.statements(*step))
        if numbers and choice == f"take_back:{numbers[0]}":
            return numbers
    raise MessageError(
        f"the choice {choice!r} does not belong to this conflict; take one of those shown"
    )


def remove(context: Context, message: Message) -> None:
    """One answer is taken back, whenever it was given."""
    context.session.take_back(check_count(field(message, "answer"), "answer"))
    context.interaction.clear()


def remove_action(context: Context, message: Message) -> None:
    """All answers of one action are taken back that are still in force, in one step."""
    session, action = context.session, check_count(field(message, "number"), "number")
    numbers = [a.number for a in session.answers if session.action_of(a.number) == action]
    if not numbers:
        raise MessageError(f"nothing of action {action} is in force; it was taken back before")
    session.take_back(numbers)
    context.interaction.clear()


def enforce(context: Context, message: Message) -> None:
    """One answer is to be kept wherever that is possible; hard, it may contradict others."""
    session, interaction = context.session, context.interaction
    number = check_count(field(message, "answer"), "answer")
    try:
        session.enforce(number)
    except ConflictError as error:
        interaction.clear()
        interaction.conflict = Conflict(error, (error.pair,), enforced=number)
        return
    interaction.clear()


def undo(context: Context, message: Message) -> None:
    """One step back."""
    _walked(context, context.session.undo(), "Undone")


def redo(context: Context, message: Message) -> None:
    """One step forward again."""
    _walked(context, context.session.redo(), "Done again")


def _walked(context: Context, label: str | None, word: str) -> None:
    context.interaction.clear()
    if label is not None:
        told = step_text(context.view().renumbered(label))
        context.interaction.notice = f"{word}: {told}."
