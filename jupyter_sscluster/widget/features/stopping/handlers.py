"""A message that asks how unsure the strategy is of every point."""

from __future__ import annotations

from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, reads
from jupyter_sscluster.widget.features.stopping import state as enough


@reads("unsure")
def unsure(context: Context, message: Message) -> None:
    """Tell it, if it is known of this moment; else it is worked out from now on, and shown then."""
    interaction = context.interaction
    if interaction.findings.unsure_at == moment_of(context.session):
        context.layer.send(enough.unsure(context.view()))
    elif not interaction.shading:
        interaction.shading = True
        context.event_loop.show()
