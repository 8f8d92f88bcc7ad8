"""What a widget shows of its rows: made from the data at first, and anew when rows are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jupyter_sscluster._annotated_data import is_annotated
from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.checked_rows import Data, Given
from jupyter_sscluster.session.engine.preprocessing import Prepared, n_rows
from jupyter_sscluster.session.engine.rows.growing import joined, rows_taken
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.row_content.columns import split_columns
from jupyter_sscluster.widget.core.row_content.shown_values import Shown, shown_values
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips
from jupyter_sscluster.widget.features.axes.columns import columns as axis_columns
from jupyter_sscluster.widget.features.axes.projector import Projector
from jupyter_sscluster.widget.features.colours.columns import Make, columns_of, own_columns
from jupyter_sscluster.widget.features.colours.worker import ColourWorker

ANNOTATED = (
    "no rows are added to an AnnData that a widget shows; join both with anndata.concat, and make "
    "the widget again with that and the path= of this session, which session.save(path) writes"
)


@dataclass(frozen=True, eq=False)
class Contents:
    """The data, the tooltip and the colours as they were given."""

    given: Any
    tooltip: Any = None
    color: Any = None

    def with_more(self, more: Contents, names: Sequence[str] | None) -> Contents:
        """The same with more rows. Of a column that these have not, their values are missing."""
        if is_annotated(self.given):
            raise InputError(ANNOTATED)
        n = _n_rows(more.given)
        return Contents(
            joined(self.given, more.given, names),
            _longer(self.tooltip, more.tooltip, n, "tooltip", has_rows=self.has_tooltips),
            _longer(self.color, more.color, n, "color", has_rows=self.has_colours),
        )

    def taken(self, rows: IntArray) -> Contents:
        """Some of the rows."""
        parts = ((self.tooltip, self.has_tooltips), (self.color, self.has_colours))
        return Contents(
            rows_taken(self.given, rows),
            *(_taken(values, rows) if has_rows else values for values, has_rows in parts),
        )

    def arranged(self, order: IntArray, names: Sequence[str] | None) -> Contents:
        """The same by number: the places of the rows here, -1 for those of which nothing is known.

        `names` are what all rows are called.
        """
        absent, n = np.flatnonzero(order < 0), _n_rows(self.given)
        if not len(absent):
            return self.taken(order)
        called = None if names is None else [names[row] for row in absent.tolist()]
        places = order.copy()
        places[absent] = n + np.arange(len(absent))
        blank = Contents(_blank(self.given, len(absent)))
        return self.with_more(blank, called).taken(places)

    @cached_property
    def has_tooltips(self) -> bool:
        """Whether the tooltip has one value a row."""
        names_columns = bool(split_columns(self.given, self.tooltip)[3])
        return not (self.tooltip is None or callable(self.tooltip) or names_columns)

    @property
    def has_colours(self) -> bool:
        """Whether the colours have one value a row."""
        return not (self.color is None or isinstance(self.color, str))

    def texts(self, preprocess: Any) -> list[str]:
        """What each row says, in its tooltip and in columns that are not clustered."""
        X, columns, tooltip, _ = split_columns(self.given, self.tooltip)
        rows = Prepared(np.empty((n_rows(X), 0)), None, None, preprocess)
        shown = shown_values(X, rows)
        return Tooltips(rows.values, [], columns | shown.texts, tooltip).texts or []


class ContentsWorker(FeatureWorker):
    """Adds rows, and has those shown that the session has got since."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._data = engine_of(context.session).data
        self._coming: Contents | None = None

    def extend(self, more: Contents, names: Sequence[str] | None, y_true: Any) -> IntArray:
        """Add rows to the session, and return their numbers."""
        context, data = self._context, engine_of(self._context.session).data
        whole = context.contents.with_more(more, names)
        frame, taken = opened(more.given), context.made_by[0]
        some = () if frame is None else [label for label in taken if label in frame.labels]
        clustered = more.given if frame is None or not some else frame.without(some)
        texts = None if data.texts is None else whole.texts(data.preprocess)[data.n_samples :]
        before, self._coming = context.contents, whole
        try:
            rows = context.session.rows.extend(clustered, names, y_true=y_true, texts=texts)
        finally:
            self._coming = None
        n, back = data.n_samples, np.isin(rows, [*data.absent])
        new = np.flatnonzero((rows >= n) | back)
        if back.any() or 0 < len(new) < len(rows):  # others are known, and were left out
            called = context.session.names
            own = None if called is None else [called[row] for row in rows[new].tolist()]
            place = np.arange(context.session.n_samples)
            place[rows[new]] = n + np.arange(len(new))
            self._hold(before.with_more(more.taken(new), own).taken(place))
            context.event_loop.show()
        return rows

    def before_show(self) -> None:
        """Make anew what there is of each row, if rows were added or scaled anew."""
        context, data = self._context, engine_of(self._context.session).data
        if data is self._data:
            return
        n_before, n, self._data = self._data.n_samples, data.n_samples, data
        whole, self._coming = self._coming, None
        if n == n_before:  # other values of the same rows, by another scaling
            whole = context.contents
        elif whole is None or _n_rows(whole.given) != n:
            names = None if data.names is None else data.names[n_before:]
            whole = context.contents.with_more(Contents(_rows_from(data, n_before)), names)
        self._hold(whole)

    def _hold(self, whole: Contents) -> None:
        """Show what these say of the rows."""
        rows, shown, colours = hold(self._context, whole)
        self._context.of(ColourWorker).columns = colours
        self._context.of(Projector).hold(axis_columns(rows, shown))


def hold(context: Context, whole: Contents) -> tuple[Prepared, Shown, dict[str, Make]]:
    """Have tooltips tell what these say of the rows of the session.

    Returns the rows, their values as they are shown, and the columns that may colour them.
    """
    data = engine_of(context.session).data
    context.contents, context.given = whole, whole.given
    X, columns, tooltip, _ = split_columns(whole.given, whole.tooltip)
    rows = Prepared(data.X, data.features, None, data.preprocess, X)
    shown = shown_values(X, rows)
    context.tips.hold(shown.numbers, columns | shown.texts, tooltip, data.names)
    own = own_columns(whole.color, data.n_samples)
    return rows, shown, columns_of(whole.given, context.tips, own)


def _blank(given: Any, n: int) -> Any:
    """As many rows of which nothing is known, for data of this kind."""
    frame = opened(given)
    if frame is not None:
        return {frame.names[0]: [None] * n}
    if isinstance(given, (list, tuple)) and all(isinstance(each, str) for each in given):
        return [""] * n
    return np.full((n, given.shape[1] if hasattr(given, "shape") else len(given[0])), np.nan)


def _n_rows(X: Any) -> int:
    return len(next(iter(X.values()))) if isinstance(X, Mapping) else n_rows(X)


def _taken(values: Any, rows: IntArray) -> Any:
    """Some of one value a row, or of several columns of them."""
    frame = opened(values)
    if frame is not None:
        return frame.rows(rows.tolist())
    if isinstance(values, Mapping):
        return {key: _taken(each, rows) for key, each in values.items()}
    given = list(as_list(values))
    return [given[row] for row in rows.tolist()]


def _rows_from(data: Data, first: int) -> Any:
    """The newest rows, as they were given or as they are clustered."""
    if isinstance(data.given, Given):
        return data.given.parts[-1]
    new = data.X[first:]
    return new if data.features is None else dict(zip(data.features, new.T, strict=True))


def _longer(values: Any, more: Any, n: int, name: str, *, has_rows: bool) -> Any:
    """One value a row, and as many more; None for each where none are given."""
    if not has_rows:
        if more is not None:
            raise InputError(
                f"{name}= was given, and that of the widget is not one value a row; leave it out"
            )
        return values
    frame = opened(values)
    columns = dict(zip(frame.names, frame.lists(), strict=True)) if frame else values
    if isinstance(columns, Mapping):
        other = opened(more)
        new = dict(zip(other.names, other.lists(), strict=True)) if other else more or {}
        return {
            key: _longer(each, new.get(key), n, f"{name}[{key!r}]", has_rows=True)
            for key, each in columns.items()
        }
    new = [None] * n if more is None else list(as_list(more))
    if len(new) != n:
        raise InputError(f"{name} has {len(new)} values for {n} new rows; give one value a row")
    return [*as_list(values), *new]
