"""Messages about single answers: give one, resolve a conflict, take one back, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.widget.desk import Conflict, Statement
from jupyter_sscluster.widget.fields import MessageError, field, kind_of, point

if TYPE_CHECKING:
    from jupyter_sscluster.widget.explorer import ClusterExplorer
    from jupyter_sscluster.widget.fields import Message


def record(
    explorer: ClusterExplorer, statements: Sequence[Statement], source: str = "user"
) -> bool:
    """Record statements in one undo step; if they contradict, put the conflict on the desk."""
    session, desk = explorer.session, explorer.desk
    try:
        if len(statements) == 1:
            session.answer(*statements[0], source=source)
        else:
            session.answer_many(list(statements), source=source)
    except ConflictError as error:
        desk.clear()
        desk.conflict = Conflict(error, tuple(statements), source)
        return False
    desk.clear()
    return True


def link(explorer: ClusterExplorer, message: Message) -> None:
    """A link was made between two points."""
    _state(explorer, message, ("must", "cannot"))


def answer(explorer: ClusterExplorer, message: Message) -> None:
    """A question was answered."""
    _state(explorer, message, ("must", "cannot", "unknown"))


def _state(explorer: ClusterExplorer, message: Message, kinds: Sequence[str]) -> None:
    kind = kind_of(message, kinds)
    i, j = (point(explorer, message, name) for name in ("i", "j"))
    query = explorer.session.question
    asked = query is not None and set(query.pair) == {i, j}
    if record(explorer, [(i, j, kind)]) and asked:
        explorer.conductor.go_on()


def resolve(explorer: ClusterExplorer, message: Message) -> None:
    """A way out of a conflict was chosen; it may lead into another one."""
    session, desk = explorer.session, explorer.desk
    choice, conflict = field(message, "choice"), desk.conflict
    if conflict is None:
        raise MessageError("there is no conflict to resolve; it was resolved or undone before")
    i, j, kind = conflict.error.pair
    try:
        if choice == "soft" and not conflict.grouped:
            session.answer(i, j, kind, soft=True, source=conflict.source)
        elif choice != "take_back_new":
            session.replace(_earlier(explorer, choice, conflict), i, j, kind)
    except ConflictError as error:
        desk.conflict = Conflict(error, conflict.statements, conflict.source)
        return
    desk.clear()


def _earlier(explorer: ClusterExplorer, choice: Any, conflict: Conflict) -> int:
    chain = explorer.session.chain(conflict.error.witness)
    for given in chain if not conflict.grouped else []:
        if given is not None and choice == f"take_back:{given.number}":
            return given.number
    raise MessageError(
        f"the choice {choice!r} does not belong to this conflict; take one of those shown"
    )


def remove(explorer: ClusterExplorer, message: Message) -> None:
    """One answer is taken back, whenever it was given."""
    explorer.session.take_back(check_count(field(message, "answer"), "answer"))
    explorer.desk.clear()


def undo(explorer: ClusterExplorer, message: Message) -> None:
    """One step back."""
    _walked(explorer, explorer.session.undo(), "Undone")


def redo(explorer: ClusterExplorer, message: Message) -> None:
    """One step forward again."""
    _walked(explorer, explorer.session.redo(), "Done again")


def _walked(explorer: ClusterExplorer, label: str | None, word: str) -> None:
    explorer.desk.clear()
    explorer.desk.notice = "" if label is None else f"{word}: {label}."
