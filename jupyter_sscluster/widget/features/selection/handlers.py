"""Messages about the points that a lasso has caught."""

from collections.abc import Sequence

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.session import apart_links, links_to_cluster
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Statement
from jupyter_sscluster.widget.core.messages import (
    Handler,
    Message,
    MessageError,
    field,
    handler_for,
    handles,
    points,
)
from jupyter_sscluster.widget.core.recording import by_actions, record

KNOWN_ALREADY = "Nothing new: earlier answers already say this."


@handles("select")
def select(context: Context, message: Message) -> None:
    """A lasso was drawn; a first group goes on waiting for its second."""
    context.interaction.selection = points(context, message)


@handles("group")
def group(context: Context, message: Message) -> None:
    """What is to be done with the selection."""
    handler_for(field(message, "action"), ACTIONS, "group action")(context, message)


def _all_must(context: Context, message: Message) -> None:
    _selection(context)
    _add(context, context.view().spanning_links)


def _first_group(context: Context, message: Message) -> None:
    context.interaction.group, context.interaction.selection = _selection(context), ()


def _apart(context: Context, message: Message) -> None:
    first = context.interaction.group
    if not first:
        raise MessageError("there is no first group; draw a lasso around it first")
    _add(context, apart_links(context.session.constraints, first, points(context, message)))


def _label(context: Context, message: Message) -> None:
    session = context.session
    shown = len(context.view().cluster_sizes)
    cluster = check_count(field(message, "cluster"), "cluster", 0, shown - 1)
    links = links_to_cluster(session, _selection(context), cluster)
    _add(context, links, source=f"label:{cluster}")


def _new_cluster(context: Context, message: Message) -> None:
    session, rows = context.session, _selection(context)
    with by_actions(context, lambda: session.clusters.plan_group(rows)):
        session.clusters.group(rows)
    context.interaction.clear()


def _selection(context: Context) -> tuple[int, ...]:
    if not context.interaction.selection:
        raise MessageError("no points are selected; draw a lasso around some first")
    return context.interaction.selection


def _add(context: Context, links: Sequence[Statement], source: str = "lasso") -> None:
    if links:
        record(context, links, source)
    else:
        context.interaction.clear()
        context.interaction.notice = KNOWN_ALREADY


ACTIONS: dict[str, Handler] = {
    "must": _all_must,
    "cannot_first": _first_group,
    "cannot": _apart,
    "label": _label,
    "new": _new_cluster,
    "cancel": lambda context, _: context.interaction.clear(),
}
