"""Parts of the page's code that the page asks for."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.layer import PARTS
from jupyter_sscluster.widget.core.message_fields import Handler, Message, MessageError, field


def part(context: Context, message: Message) -> None:
    """Send one of them."""
    name = field(message, "name")
    if name not in PARTS:
        raise MessageError(
            f"the page asked for the part {name!r}, which is none of {', '.join(PARTS)}; "
            "reload the page and run the cell again"
        )
    context.replies.part(name)


ASKING: dict[str, Handler] = {"part": part}
