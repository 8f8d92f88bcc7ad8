"""Messages about pairs that annotators answer differently."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles, kind_of, point


@handles("settle")
def settle(context: Context, message: Message) -> None:
    """What some said of a pair stands."""
    i, j = point(context, message, "i"), point(context, message, "j")
    context.session.annotators.settle(i, j, kind_of(message, ("must", "cannot")))
    context.interaction.clear()
