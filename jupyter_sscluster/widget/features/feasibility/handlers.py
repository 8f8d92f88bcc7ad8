"""Messages about trouble: a way out was chosen."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.features.feasibility import state as trouble


@handles("way_out")
def take(context: Context, message: Message) -> None:
    """A way out was chosen. Whoever chose a clusterer that violates links has read that it does."""
    session, action = context.session, str(field(message, "way"))
    session.take_way_out(action)
    context.interaction.clear()
    found = session.trouble
    if action.startswith("clusterer:") and found is not None:
        context.interaction.dismissed.add(trouble.notice(context.view(), found))
