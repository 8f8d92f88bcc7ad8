"""Other axes, chosen on the page."""

from __future__ import annotations

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.projections.projection import TITLES
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles


@handles("axes")
def choose(context: Context, message: Message) -> None:
    """Show the points on other axes."""
    name = field(message, "name")
    if not isinstance(name, str) or name not in TITLES:
        raise MessageError(f"name={name!r} must be one of {', '.join(map(repr, TITLES))}")
    columns = message.get("columns")
    if columns is None:
        context.projector.choose(name)
        return
    if not isinstance(columns, list) or len(columns) != 2:
        raise MessageError(f"columns={columns!r} must be a list of two column numbers")
    last = len(context.projector.columns.names) - 1
    across, up = (check_count(column, "columns", 0, last) for column in columns)
    context.projector.choose(name, (across, up))
