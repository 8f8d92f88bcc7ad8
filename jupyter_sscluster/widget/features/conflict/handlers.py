"""Messages about a conflict: how to resolve it."""

from dataclasses import replace
from typing import Any

from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.operations import ENFORCED
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles


@handles("resolve")
def resolve(context: Context, message: Message) -> None:
    """A way out of a conflict was chosen; it may lead into another one."""
    session, interaction = context.session, context.interaction
    choice, conflict = field(message, "choice"), interaction.conflict
    if conflict is None:
        raise MessageError("there is no conflict to resolve; it was resolved or undone before")
    taken = conflict.taken
    try:
        if choice == "soft" and conflict.repeat is not None:
            conflict.repeat(soft=True)
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
    if conflict.repeat is not None:
        conflict.repeat(instead_of=taken)
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
        numbers = tuple(answer.number for answer in engine_of(session).now.statements(*step))
        if numbers and choice == f"take_back:{numbers[0]}":
            return numbers
    raise MessageError(
        f"the choice {choice!r} does not belong to this conflict; take one of those shown"
    )
