"""Messages about an answer that was looked at again."""

from __future__ import annotations

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles

CONTRADICTS = (
    "The contrary contradicts other answers, so that it stays as it was: look at those first, "
    "or take one of them back."
)


@handles("confirm")
def confirm(context: Context, message: Message) -> None:
    """It is right after all."""
    context.session.review.confirm(check_count(field(message, "answer"), "answer"))


@handles("change_answer")
def change(context: Context, message: Message) -> None:
    """Its contrary is right."""
    try:
        context.session.review.flip(check_count(field(message, "answer"), "answer"))
    except ConflictError as error:
        raise InputError(CONTRADICTS) from error
    context.interaction.clear()
