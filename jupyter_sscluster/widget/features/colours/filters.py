"""Filters: which rows keep their colour. They never change the clustering."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Mask
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session.colours.kinds import OTHERS, Kinds
from jupyter_sscluster.session.colours.scale import Scale
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import RowFilter
from jupyter_sscluster.widget.core.messages import (
    Handler,
    Message,
    MessageError,
    field,
    handler_for,
    handles,
    reads,
)
from jupyter_sscluster.widget.core.text import count
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.colours import legend, text as words
from jupyter_sscluster.widget.features.colours.columns import DOUBT, Column
from jupyter_sscluster.widget.features.colours.worker import ColourWorker

SELECTION, SEARCH = "selection", "search"


@dataclass(frozen=True, eq=False)
class ColumnFilter(RowFilter):
    """What is let through of a column: values from `low` to `high`, or kinds by their names.

    None is an end that lets all through, and the name of all kinds that share a colour. The rows
    are some of `n_shown`: of more the positions on the scale and the order of kinds may differ.
    """

    low: float | None = None
    high: float | None = None
    names: frozenset[str | None] = frozenset()
    n_shown: int = 0

    def positions(self, column: Scale) -> tuple[int, int]:
        """The range as positions of the slider."""
        low = 0 if self.low is None else column.position_of(self.low)
        high = column.n_positions if self.high is None else column.position_of(self.high)
        return low, high


def key_of(name: str) -> str:
    """The key of the filter of a column."""
    return f"column:{name}"


def of_column(view: View, name: str) -> ColumnFilter | None:
    """The filter of a column, if there is one."""
    found = view.interaction.filters.get(key_of(name))
    return found if isinstance(found, ColumnFilter) else None


def left(view: View, without: str = "") -> Mask | None:
    """Which of the points shown all filters let through, but for the one of a key."""
    _refresh(view)
    rows = view.interaction.rows_left(without)
    if rows is None:
        return None
    inside = np.zeros(view.session.n_samples, dtype=bool)
    inside[rows] = True
    found: Mask = view.shown.of(inside)
    return found


def _refresh(view: View) -> None:
    """Have the filters of columns take in new points; the doubt is that of their making."""
    shown, filters = view.session.sample, view.interaction.filters
    for key, each in filters.items():
        name = key.removeprefix(key_of(""))
        if isinstance(each, ColumnFilter) and each.n_shown != len(shown) and name != DOUBT:
            column = view.part_of(ColourWorker).column(name)
            assert column is not None
            filters[key] = _made(shown, name, column, each.low, each.high, each.names)


@reads("colour_legend")
def ask_legend(context: Context, message: Message) -> None:
    """The legend is shown."""
    worker, view = context.of(ColourWorker), context.view()
    name, column = worker.shown, worker.column(worker.shown)
    if column is None:
        return
    among, own = left(view, without=key_of(name)), of_column(view, name)
    chosen, kinds = None, frozenset[int]()
    if own is not None and isinstance(column, Scale):
        chosen = own.positions(column)
    elif own is not None and isinstance(column, Kinds):
        kinds = _kinds(column, own.names)
    labels, names, find = view.labels_shown, view.cluster_names, str(field(message, "find"))
    title = words.SAID.get(name, name)
    worker.tell(
        lambda: legend.reply(name, title, column, labels, names, find, chosen, kinds, among)
    )


@handles("filter")
def change(context: Context, message: Message) -> None:
    """Another filter, or none."""
    handler_for(field(message, "verb"), VERBS, "verb")(context, message)
    filters = context.interaction.filters
    context.interaction.asks_filtered &= bool(filters)
    view = context.view()
    inside = left(view)
    n_left = len(view.shown) if inside is None else int(inside.sum())
    context.interaction.notice = words.filtered([*filters.values()], n_left, len(view.shown))


def _range(context: Context, message: Message) -> None:
    name, column = _column(context, message)
    if not isinstance(column, Scale) or not column.n_positions:
        raise MessageError(f"{name!r} has no range of values")
    n = column.n_positions
    low = check_count(field(message, "low"), "low", 0, n)
    high = check_count(field(message, "high"), "high", low, n)
    if (low, high) == (0, n):
        context.interaction.filters.pop(key_of(name), None)
        return
    ends = column.value_at(low) if low else None, column.value_at(high) if high < n else None
    made = _made(context.session.sample, name, column, *ends)
    context.interaction.filters[key_of(name)] = made


def _kind(context: Context, message: Message) -> None:
    name, column = _column(context, message)
    if not isinstance(column, Kinds):
        raise MessageError(f"{name!r} has no kinds")
    kind = check_count(field(message, "kind"), "kind", OTHERS, len(column.names) - 1)
    before = of_column(context.view(), name)
    names = frozenset() if before is None else before.names
    own = {None if kind == OTHERS else column.names[kind]}
    names = names | own if field(message, "on") else names - own
    if not names:
        context.interaction.filters.pop(key_of(name), None)
        return
    made = _made(context.session.sample, name, column, names=names)
    context.interaction.filters[key_of(name)] = made


def _made(
    shown: Sample,
    name: str,
    column: Column,
    low: float | None = None,
    high: float | None = None,
    names: frozenset[str | None] = frozenset(),
) -> ColumnFilter:
    if isinstance(column, Scale):
        ends = column.ends or (0.0, 0.0)
        texts = [column.text(ends[k] if end is None else end) for k, end in enumerate((low, high))]
        value, inside = words.between(*texts), column.between(low, high)
    else:
        kinds = sorted(_kinds(column, names), key=lambda kind: (kind == OTHERS, kind))
        named = [words.others(column) if k == OTHERS else column.names[k] for k in kinds]
        value, inside = words.either(named), column.of(kinds)
    rows = np.array(shown.numbers, dtype=np.intp)[inside]
    what = words.TITLES.get(name, name)
    return ColumnFilter(what, value, rows, low, high, names, len(shown))


def _kinds(column: Kinds, names: frozenset[str | None]) -> frozenset[int]:
    known = {name: kind for kind, name in enumerate(column.names)}
    return frozenset(OTHERS if name is None else known[name] for name in names)


def _selection(context: Context, message: Message) -> None:
    rows = context.interaction.selection
    if not rows:
        raise InputError("no points are selected; draw a lasso around some first")
    value = count(len(rows), "point")
    context.interaction.filters[SELECTION] = RowFilter(
        "Selected", value, np.unique(np.array(rows, dtype=np.intp))
    )


def _search(context: Context, message: Message) -> None:
    text, rows = context.interaction.found
    if not rows:
        raise InputError("no points are found; search for something first")
    context.interaction.filters[SEARCH] = RowFilter(
        "Search", words.quoted(text), np.unique(np.array(rows, dtype=np.intp))
    )


def _drop(context: Context, message: Message) -> None:
    context.interaction.filters.pop(str(field(message, "key")), None)


def _ask(context: Context, message: Message) -> None:
    rows = context.interaction.rows_left()
    if rows is None or not len(rows):
        raise InputError("no points are left to ask about; take a filter away first")
    context.interaction.asks_filtered = True


def _ask_all(context: Context, message: Message) -> None:
    context.interaction.asks_filtered = False


def _column(context: Context, message: Message) -> tuple[str, Column]:
    name, worker = str(field(message, "name")), context.of(ColourWorker)
    if name != worker.shown or (column := worker.column(name)) is None:
        raise MessageError(f"name={name!r} is not what colours the points")
    return name, column


VERBS: dict[str, Handler] = {
    "range": _range,
    "kind": _kind,
    "selection": _selection,
    "search": _search,
    "drop": _drop,
    "clear": lambda context, _: context.interaction.filters.clear(),
    "ask": _ask,
    "ask_all": _ask_all,
}
