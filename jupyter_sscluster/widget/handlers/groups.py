"""Messages about the points that a lasso has caught."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.session import apart_links, label_links
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.handlers.answers import record
from jupyter_sscluster.widget.handlers.fields import MessageError, field, handler_for, points
from jupyter_sscluster.widget.interaction import Statement

if TYPE_CHECKING:
    from jupyter_sscluster.widget.explorer import ClusterExplorer
    from jupyter_sscluster.widget.handlers.fields import Handler, Message


def select(explorer: ClusterExplorer, message: Message) -> None:
    """A lasso was drawn; a first group goes on waiting for its second."""
    explorer.interaction.selection = points(explorer, message)


def group(explorer: ClusterExplorer, message: Message) -> None:
    """What is to be done with the selection."""
    handler_for(field(message, "action"), ACTIONS, "group action")(explorer, message)


def _all_must(explorer: ClusterExplorer, message: Message) -> None:
    _selection(explorer)
    _add(explorer, explorer.view().spanning_links)


def _first_group(explorer: ClusterExplorer, message: Message) -> None:
    explorer.interaction.group, explorer.interaction.selection = _selection(explorer), ()


def _apart(explorer: ClusterExplorer, message: Message) -> None:
    first = explorer.interaction.group
    if not first:
        raise MessageError("there is no first group; draw a lasso around it first")
    _add(explorer, apart_links(explorer.session.constraints, first, points(explorer, message)))


def _label(explorer: ClusterExplorer, message: Message) -> None:
    session = explorer.session
    shown = len(explorer.view().cluster_sizes)
    cluster = check_count(field(message, "cluster"), "cluster", 0, shown - 1)
    links = label_links(session, _selection(explorer), cluster)
    _add(explorer, links, source=f"label:{cluster}")


def _let_go(explorer: ClusterExplorer, message: Message) -> None:
    explorer.interaction.clear()


def _selection(explorer: ClusterExplorer) -> tuple[int, ...]:
    if not explorer.interaction.selection:
        raise MessageError("no points are selected; draw a lasso around some first")
    return explorer.interaction.selection


def _add(explorer: ClusterExplorer, links: Sequence[Statement], source: str = "lasso") -> None:
    if links:
        record(explorer, links, source)
    else:
        explorer.interaction.clear()
        explorer.interaction.notice = wording.KNOWN_ALREADY


ACTIONS: dict[str, Handler] = {
    "must": _all_must,
    "cannot_first": _first_group,
    "cannot": _apart,
    "label": _label,
    "cancel": _let_go,
}
