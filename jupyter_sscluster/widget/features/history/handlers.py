"""Messages about the past: a moment is looked at, or gone to; a point of it is described."""

from __future__ import annotations

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.message_fields import Handler, Message, field, point
from jupyter_sscluster.widget.features.history import moment, text as words


def describe(context: Context, message: Message) -> None:
    """What there is to tell about a point, in the moment that the view shows."""
    present = message.get("step") is None
    context.replies.describe(
        point(context, message, "index"), None if present else _step(context, message)
    )


def look(context: Context, message: Message) -> None:
    """A view wants to see a moment, maybe compared with another one; nothing changes."""
    now = message.get("compared") is None
    compared = None if now else _step(context, message, "compared")
    reply, labels = moment.reply(context.view(), _step(context, message), compared)
    context.replies.tell(reply, [labels])


ASKING: dict[str, Handler] = {"describe": describe, "look": look}


def go(context: Context, message: Message) -> None:
    """What is done next follows a moment of the past."""
    session, step = context.session, _step(context, message)
    at_end = step in [branch.end for branch in session.branches]
    place = words.Place(context.view(), step)
    session.branch_from(step)
    context.interaction.clear()
    context.interaction.notice = place.switched if at_end else place.branched


def _step(context: Context, message: Message, name: str = "step") -> int:
    last = context.session.n_steps - 1
    return check_count(field(message, name), name, 0, last)
