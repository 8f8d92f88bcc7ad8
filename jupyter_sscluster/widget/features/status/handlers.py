"""Messages from the status line: an error was read."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles
from jupyter_sscluster.widget.features.status.state import trouble


@handles("dismiss_error", keeps_notice=True)
def dismiss(context: Context, message: Message) -> None:
    """The error was read."""
    interaction, text = context.interaction, trouble(context.view())
    if text is not None and text != interaction.error:
        interaction.dismissed.add(text)
    interaction.error = None
    interaction.refused = None
