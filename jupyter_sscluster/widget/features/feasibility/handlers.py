"""Messages about a problem: a remedy was chosen."""

from __future__ import annotations

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.features.feasibility import state as trouble


@handles("way_out")
def take(context: Context, message: Message) -> None:
    """Apply a remedy. Who chose a clusterer that violates links has read that it does."""
    session, action = context.session, str(field(message, "way"))
    problem = session.problem
    remedies = () if problem is None else problem.remedies
    remedy = next((each for each in remedies if each.action == action), None)
    if remedy is None:
        raise InputError(f"{action!r} is no remedy any more; choose one of those shown")
    remedy.apply()
    context.interaction.clear()
    found = session.problem
    if action.startswith("clusterer:") and found is not None:
        context.interaction.dismissed.add(trouble.notice(context.view(), found))
