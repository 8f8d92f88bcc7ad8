"""Files that the page asks for."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, reads
from jupyter_sscluster.widget.features.export.worker import Exporter


@reads("export")
def export(context: Context, message: Message) -> None:
    """Send a file to the view that wants it."""
    context.of(Exporter).send_file(*(str(field(message, name)) for name in ("file", "form", "to")))
