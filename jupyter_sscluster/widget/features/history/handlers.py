"""Messages about the past: a moment is looked at, or gone to; a point of it is described."""

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles, point, reads
from jupyter_sscluster.widget.core.parameter_text import step as step_text
from jupyter_sscluster.widget.features.history import moment, text as words


@reads("describe")
def describe(context: Context, message: Message) -> None:
    """What there is to tell about a point, in the moment that the view shows."""
    present = message.get("step") is None
    context.replies.describe(
        point(context, message, "index"), None if present else _step(context, message)
    )


@reads("look")
def look(context: Context, message: Message) -> None:
    """A view wants to see a moment, maybe compared with another one; nothing changes."""
    now = message.get("compared") is None
    compared = None if now else _step(context, message, "compared")
    reply, labels = moment.reply(context.view(), _step(context, message), compared)
    context.layer.send(reply, [labels])


@handles("go")
def go(context: Context, message: Message) -> None:
    """What is done next follows a moment of the past."""
    session, step = context.session, _step(context, message)
    at_end = step in [branch.end for branch in session.history.branches]
    place = words.MomentText(context.view(), step)
    session.history.branch_from(step)
    context.interaction.clear()
    context.interaction.notice = place.switched if at_end else place.branched


def _step(context: Context, message: Message, name: str = "step") -> int:
    last = len(context.session.history) - 1
    return check_count(field(message, name), name, 0, last)


@handles("undo")
def undo(context: Context, message: Message) -> None:
    """One step back."""
    _walked(context, context.session.undo(), "Undone")


@handles("redo")
def redo(context: Context, message: Message) -> None:
    """One step forward again."""
    _walked(context, context.session.redo(), "Done again")


def _walked(context: Context, label: str | None, word: str) -> None:
    context.interaction.clear()
    if label is not None:
        told = step_text(context.view().renumbered(label))
        context.interaction.notice = f"{word}: {told}."
