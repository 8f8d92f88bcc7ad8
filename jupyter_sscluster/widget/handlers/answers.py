"""Messages about single answers: give one, resolve a conflict, take one back, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session.questions import ASKED
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.handlers.fields import MessageError, field, kind_of, point
from jupyter_sscluster.widget.interaction import Conflict, Statement
from jupyter_sscluster.widget.parameter_words import step as step_text
from jupyter_sscluster.widget.view import GIVEN

if TYPE_CHECKING:
    from jupyter_sscluster.widget.explorer import ClusterExplorer
    from jupyter_sscluster.widget.handlers.fields import Message


def record(
    explorer: ClusterExplorer, statements: Sequence[Statement], source: str = "user"
) -> bool:
    """Record statements in one undo step; if they contradict, keep the conflict for the page."""
    session, interaction = explorer.session, explorer.interaction
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


def link(explorer: ClusterExplorer, message: Message) -> None:
    """A link was made between two points; one that was made before is only pointed out."""
    session, interaction = explorer.session, explorer.interaction
    i, j, kind = _statement(explorer, message, ("must", "cannot"))
    before = session.statement(i, j, kind)
    if before is not None:
        a, b = session.display_name(i), session.display_name(j)
        interaction.clear()
        interaction.notice = wording.stated_already(
            a, b, kind, before.number, before.source == GIVEN
        )
        return
    asked = _is_asked(explorer, i, j)
    if record(explorer, [(i, j, kind)], ASKED if asked else "user") and asked:
        explorer.dispatcher.go_on()


def answer(explorer: ClusterExplorer, message: Message) -> None:
    """A question was answered; an answer to one that is not open any more is dropped."""
    i, j, kind = _statement(explorer, message, ("must", "cannot", "unknown"))
    number = field(message, "number")
    if number != explorer.session.next_number or not _is_asked(explorer, i, j):
        return
    if record(explorer, [(i, j, kind)], ASKED):
        explorer.dispatcher.go_on()


def dismiss(explorer: ClusterExplorer, message: Message) -> None:
    """The open question was closed without an answer."""
    explorer.dispatcher.leave_off()


def _statement(explorer: ClusterExplorer, message: Message, kinds: Sequence[str]) -> Statement:
    kind = kind_of(message, kinds)
    return point(explorer, message, "i"), point(explorer, message, "j"), kind


def _is_asked(explorer: ClusterExplorer, i: int, j: int) -> bool:
    query = explorer.session.question
    return query is not None and set(query.pair) == {i, j}


def resolve(explorer: ClusterExplorer, message: Message) -> None:
    """A way out of a conflict was chosen; it may lead into another one."""
    session, interaction = explorer.session, explorer.interaction
    choice, conflict = field(message, "choice"), interaction.conflict
    if conflict is None:
        raise MessageError("there is no conflict to resolve; it was resolved or undone before")
    i, j, kind = conflict.error.pair
    taken = conflict.taken
    try:
        if choice == "soft" and not conflict.grouped:
            session.answer(i, j, kind, soft=True, source=conflict.source)
        elif choice != "take_back_new":
            taken += _earlier(explorer, choice, conflict)
            session.replace(taken, i, j, kind, source=conflict.source)
    except ConflictError as error:
        interaction.conflict = replace(conflict, error=error, taken=taken)
        return
    interaction.clear()


def _earlier(explorer: ClusterExplorer, choice: Any, conflict: Conflict) -> tuple[int, ...]:
    """The numbers of all answers that say what the chosen step of the chain says."""
    session = explorer.session
    for step in [] if conflict.grouped else conflict.error.witness:
        numbers = tuple(answer.number for answer in session.statements(*step))
        if numbers and choice == f"take_back:{numbers[0]}":
            return numbers
    raise MessageError(
        f"the choice {choice!r} does not belong to this conflict; take one of those shown"
    )


def remove(explorer: ClusterExplorer, message: Message) -> None:
    """One answer is taken back, whenever it was given."""
    explorer.session.take_back(check_count(field(message, "answer"), "answer"))
    explorer.interaction.clear()


def undo(explorer: ClusterExplorer, message: Message) -> None:
    """One step back."""
    _walked(explorer, explorer.session.undo(), "Undone")


def redo(explorer: ClusterExplorer, message: Message) -> None:
    """One step forward again."""
    _walked(explorer, explorer.session.redo(), "Done again")


def _walked(explorer: ClusterExplorer, label: str | None, word: str) -> None:
    explorer.interaction.clear()
    explorer.interaction.notice = "" if label is None else f"{word}: {step_text(label)}."
