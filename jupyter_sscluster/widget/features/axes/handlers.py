"""Messages about axes: choose others, cancel those that are being made."""

from __future__ import annotations

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.projections.projection import TITLES
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles
from jupyter_sscluster.widget.features.axes.projector import Projector


@handles("axes")
def choose(context: Context, message: Message) -> None:
    """Show the points on other axes."""
    name = field(message, "name")
    if not isinstance(name, str) or name not in TITLES:
        raise MessageError(f"name={name!r} must be one of {', '.join(map(repr, TITLES))}")
    columns = message.get("columns")
    if columns is None:
        context.of(Projector).choose(name)
        return
    if not isinstance(columns, list) or len(columns) != 2:
        raise MessageError(f"columns={columns!r} must be a list of two column numbers")
    last = len(context.of(Projector).columns.names) - 1
    across, up = (check_count(column, "columns", 0, last) for column in columns)
    context.of(Projector).choose(name, (across, up))


@handles("cancel")
def cancel(context: Context, message: Message) -> None:
    """Cancel the fit, else the axes that are being made."""
    if not context.session.cancel():
        context.of(Projector).cancel()
