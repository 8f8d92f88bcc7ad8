"""Filters: which rows keep their colour. They never change the clustering."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import Mask
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session.colours.kinds import OTHERS, Kinds
from jupyter_sscluster.session.colours.scale import Scale
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
from jupyter_sscluster.widget.features.colours.columns import Column
from jupyter_sscluster.widget.features.colours.worker import ColourWorker

SELECTION, SEARCH = "selection", "search"


@dataclass(frozen=True, eq=False)
class ColumnFilter(RowFilter):
    """What is let through of a column: a range of positions, or kinds."""

    range: tuple[int, int] = (0, 0)
    kinds: frozenset[int] = frozenset()


def key_of(name: str) -> str:
    """The key of the filter of a column."""
    return f"column:{name}"


def of_column(view: View, name: str) -> ColumnFilter | None:
    """The filter of a column, if there is one."""
    found = view.interaction.filters.get(key_of(name))
    return found if isinstance(found, ColumnFilter) else None


def left(view: View, without: str = "") -> Mask | None:
    """Which of the points shown all filters let through, but for the one of a key."""
    rows = view.interaction.rows_left(without)
    if rows is None:
        return None
    inside = np.zeros(view.session.n_samples, dtype=bool)
    inside[rows] = True
    found: Mask = view.shown.of(inside)
    return found


@reads("colour_legend")
def ask_legend(context: Context, message: Message) -> None:
    """The legend is shown."""
    worker, view = context.of(ColourWorker), context.view()
    name, column = worker.shown, worker.column(worker.shown)
    if column is None:
        return
    own = of_column(view, name)
    chosen = None if own is None or not isinstance(column, Scale) else own.range
    kinds = frozenset[int]() if own is None else own.kinds
    among = left(view, without=key_of(name))
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
    value = words.between(*(column.text(column.value_at(at)) for at in (low, high)))
    _set(
        context,
        name,
        ColumnFilter(*_said(name, value), _rows(context, column.within(low, high)), (low, high)),
    )


def _kind(context: Context, message: Message) -> None:
    name, column = _column(context, message)
    if not isinstance(column, Kinds):
        raise MessageError(f"{name!r} has no kinds")
    kind = check_count(field(message, "kind"), "kind", OTHERS, len(column.names) - 1)
    before = of_column(context.view(), name)
    kinds = frozenset() if before is None else before.kinds
    kinds = kinds | {kind} if field(message, "on") else kinds - {kind}
    if not kinds:
        context.interaction.filters.pop(key_of(name), None)
        return
    named = [
        words.others(column) if each == OTHERS else column.names[each]
        for each in sorted(kinds, key=lambda kind: (kind == OTHERS, kind))
    ]
    _set(
        context,
        name,
        ColumnFilter(
            *_said(name, words.either(named)), _rows(context, column.of(kinds)), kinds=kinds
        ),
    )


def _said(name: str, value: str) -> tuple[str, str]:
    return words.TITLES.get(name, name), value


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


def _rows(context: Context, inside: Mask) -> np.ndarray:
    return np.array(context.session.sample.numbers, dtype=np.intp)[inside]


def _set(context: Context, name: str, made: ColumnFilter) -> None:
    context.interaction.filters[key_of(name)] = made


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
