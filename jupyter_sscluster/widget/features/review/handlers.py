"""Messages about an answer that was looked at again, and about pairs that people disagree about."""

from __future__ import annotations

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.message_fields import Handler, Message, field, kind_of, point

CONTRADICTS = (
    "The contrary contradicts other answers, so that it stays as it was: look at those first, "
    "or take one of them back."
)


def confirm(context: Context, message: Message) -> None:
    """It is right after all."""
    context.session.confirm(check_count(field(message, "answer"), "answer"))


def change(context: Context, message: Message) -> None:
    """Its contrary is right."""
    try:
        context.session.change_answer(check_count(field(message, "answer"), "answer"))
    except ConflictError as error:
        raise InputError(CONTRADICTS) from error
    context.interaction.clear()


def settle(context: Context, message: Message) -> None:
    """What some said of a pair stands."""
    i, j = point(context, message, "i"), point(context, message, "j")
    context.session.settle(i, j, kind_of(message, ("must", "cannot")))
    context.interaction.clear()


HANDLERS: dict[str, Handler] = {"confirm": confirm, "change_answer": change, "settle": settle}
