"""Makes the parts of a widget, in the order in which they need each other."""

from typing import Any

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.projections.projection_spec import arranged, spec_of
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.preprocessing import Prepared
from jupyter_sscluster.session.engine.rows.arrivals import IN_TRAY
from jupyter_sscluster.session.engine.rows.growing import prepared_as_before
from jupyter_sscluster.session.engine.sample.sample import shown_rows
from jupyter_sscluster.widget.contents import Contents, hold
from jupyter_sscluster.widget.core import registry
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.looks import Looks
from jupyter_sscluster.widget.core.question_types import as_before
from jupyter_sscluster.widget.core.row_content.columns import split_columns
from jupyter_sscluster.widget.core.row_content.replies import Replies
from jupyter_sscluster.widget.core.row_content.shown_values import Shown, plotted, shown_values
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips
from jupyter_sscluster.widget.core.static_output import Still, picture
from jupyter_sscluster.widget.features.axes.columns import Columns, columns as axis_columns
from jupyter_sscluster.widget.features.axes.saved import reopened
from jupyter_sscluster.widget.features.axes.worker import FirstAxes, first_projection
from jupyter_sscluster.widget.features.colours.columns import columns_of, own_columns
from jupyter_sscluster.widget.features.colours.state import fills
from jupyter_sscluster.widget.features.colours.worker import first_name

registry.load()  # the handlers of messages add themselves to the table


def make_parts(
    context: Context,
    preprocess: Any,
    tooltip: Any,
    projection: Any,
    color: Any,
    options: dict[str, Any],
) -> None:
    """Make the session, the plot and what is known of points; nothing is begun yet."""
    context.contents = Contents(context.given, tooltip, color)
    X, columns, tooltip, taken = split_columns(context.given, tooltip)
    sampled = options["sample"] is not None
    before = {"sampled": sampled, "names": options["names"]}
    rows = prepared_as_before(X, preprocess, options["path"], **before)
    context.made_by = (taken, rows.preprocess)
    seen = rows if not rows.in_blocks else rows.seen_through(lambda: context.session.sample)
    shown = shown_values(X, seen)
    columns |= shown.texts
    tips = Tooltips(shown.numbers, shown.features, columns, tooltip, arrived=context.arrived)
    context.tips = context.keep(tips)
    own_colours = own_columns(color, len(rows))
    colours = columns_of(context.given, tips, own_colours)
    context.first_colours = (colours, first_name(color, colours, own_colours))
    axes = axis_columns(seen, shown)
    given = None if projection is None else spec_of(projection, axes.names, len(rows))
    if options["sample"] is None:
        every = shown_rows(rows.values, None, None)
        first = first_projection(given, *plotted(rows, shown), axes, every)
    # late: from here on there may be a journal on disk
    session = context.session = context.keep(
        Session(rows, background=True, texts=tips.texts, **options)
    )
    order = engine_of(session).data.order
    if order is not None:
        seen, shown, axes = _by_number(context, order)
        given = given and arranged(given, order)
    wish = reopened(given, engine_of(session).ledger.viewed, axes.names)
    if options["sample"] is not None or wish is not given or order is not None:
        first = first_projection(wish, *plotted(seen, shown), axes, session.sample)
    context.first_axes = FirstAxes(axes, wish, given)
    plot = context.plot = context.keep(Plot(first))
    context.keep(Looks())
    context.fills = lambda: fills(context.view())
    context.static_output = context.keep(Still(lambda: picture(session, plot, context.fills())))
    tips.names = session.names
    context.layer.columns = axes.names
    context.layer.rows = lambda: session.sample
    context.layer.tell_names(session.sample.names)
    context.interaction = as_before(session)
    context.interaction.dismissed |= {note for note in session.notes if note.endswith(IN_TRAY)}
    context.replies = Replies(context.layer, session, tips, context.view)


def _by_number(context: Context, order: IntArray) -> tuple[Prepared, Shown, Columns]:
    """Rows, values and columns to show, where a journal numbers the rows in another order."""
    rows, shown, colours = hold(context, context.contents.arranged(order, context.session.names))
    context.first_colours = (colours, context.first_colours[1])
    return rows, shown, axis_columns(rows, shown)
