"""What colours the points of a widget: the trait, the messages, and the columns made so far."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from traitlets import TraitType

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import as_list, is_missing
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.colours.kinds import Kinds, kinds_of
from jupyter_sscluster.session.colours.scale import Scale
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, field, handles, reads
from jupyter_sscluster.widget.core.row_content.shown_values import value_text
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.features.colours import text as words
from jupyter_sscluster.widget.features.colours.columns import (
    CLUSTER,
    DOUBT,
    LABELS,
    RESERVED,
    Column,
    Make,
)

KEPT = 8
"""Columns whose colours are kept."""


class ColoredBy(TraitType[Any, Any]):
    """What was wished for last; setting it has the points coloured. Unknown names are refused."""

    info_text = 'the name of a column, "cluster", "doubt" or "labels"'

    def get(self, obj: Any, cls: Any = None) -> Any:
        """A name."""
        context = obj.__dict__.get("_context")
        return None if context is None else context.of(ColourWorker).name

    def set(self, obj: Any, value: Any) -> None:
        """Have the points coloured by it."""
        obj._context.of(ColourWorker).set(value)


def first_name(color: Any, columns: dict[str, Make], given: dict[str, Make]) -> str:
    """What `color=` asks for: the column that it names, or the only one that it gives."""
    if isinstance(color, str):
        if color not in columns and color not in RESERVED:
            raise InputError(words.unknown(color, list(columns), "color"))
        return color
    return next(iter(given)) if len(given) == 1 else CLUSTER


class ColourWorker(FeatureWorker):
    """Makes the colours of columns beside the kernel's thread, and keeps those of the last.

    `name` is what was wished for, `shown` what the points show until that is made.
    """

    def __init__(self, context: Context, columns: dict[str, Make], name: str) -> None:
        self._context, self.columns = context, columns
        self.name = self.shown = name
        self._made: dict[tuple[Any, ...], Column] = {}
        self._abouts: tuple[int, dict[str, tuple[str, bool]]] = (-1, {})
        self._making = BackgroundTask(context.owner_thread, "ssc-colours")
        self._telling = BackgroundTask(context.owner_thread, "ssc-legend")

    def begin(self) -> None:
        """Have the doubt worked out, if the points are to show it from the start."""
        if self.name == DOUBT:
            self._context.interaction.shading = True
            self._context.event_loop.show()

    def close(self) -> None:
        """Tell no more."""
        self._making.close()
        self._telling.close()

    # ------------------------------------------------------------------ wishes

    def set(self, value: Any) -> None:
        """Colour the points by a column, or by what the page has of its own."""
        name = self._checked(value)
        before, self.name = self.name, name
        self._context.interaction.shading |= name == DOUBT
        if before != name:
            self._context.announce("color_by", before, name)
        if self._key(name) in self._made or name in (CLUSTER, DOUBT):
            self._making.give_up()
            self._take(name)
        else:
            self._making.run_instead(partial(self._codes, name), partial(self._receive, name))

    def _checked(self, value: Any) -> str:
        if value is None:
            return CLUSTER
        if not isinstance(value, str) or (value not in self.columns and value not in RESERVED):
            raise InputError(words.unknown(value, list(self.columns)))
        if value == LABELS and self._truth is None:
            raise InputError(
                'color_by="labels" needs true labels; give them to ClusterExplorer with y_true='
            )
        return value

    def _codes(self, name: str) -> Column | None:
        column = self.column(name)
        assert column is not None
        _ = column.codes  # worked out here, not where it is shown
        return column

    def _receive(self, name: str, outcome: Any) -> None:
        if isinstance(outcome, BaseException):
            before, self.name = self.name, self.shown
            self._context.interaction.error = words.failed(name, outcome)
            self._context.announce("color_by", before, self.name)
            self._context.event_loop.show()
        else:
            self._take(name)

    def _take(self, name: str) -> None:
        self.shown = name
        said = words.changed(words.SAID.get(name, name), self.column(name))
        self._context.interaction.notice = self.why_not or said
        self._context.event_loop.show()

    # ------------------------------------------------------------------ what there is

    @property
    def _truth(self) -> Any:
        return engine_of(self._context.session).data.given_truth

    def title(self, name: str) -> str:
        """What the page calls it."""
        return words.TITLES.get(name, name)

    def column(self, name: str) -> Column | None:
        """The values of a column for the rows that are shown; None of clusters."""
        if name == CLUSTER:
            return None
        key = self._key(name)
        if key not in self._made:
            self._made[key] = self._make(name)
            for old in list(self._made)[:-KEPT]:
                self._made.pop(old, None)
        return self._made[key]

    def _key(self, name: str) -> tuple[Any, ...]:
        shown = len(self._context.session.sample)
        found = self._context.interaction.findings
        return (name, shown, found.unsure_at if name == DOUBT else None)

    def _make(self, name: str) -> Column:
        shown = self._context.session.sample
        if name == DOUBT:
            found = self._context.interaction.findings.unsure
            if found is None or found.doubt is None:
                return Scale(np.full(len(shown), np.nan))
            doubt = shown.of(found.doubt)
            return Scale(doubt, given_ends=(0.0, max(0.5, float(doubt.max()))))
        if name == LABELS:
            labels = list(as_list(self._truth))
            some = labels if shown.all else [labels[row] for row in shown.numbers]
            return kinds_of(some, value_text, is_missing)
        return self.columns[name](shown)

    @property
    def why_not(self) -> str:
        """Why the doubt is not known."""
        if self.shown != DOUBT:
            return ""
        found = self._context.interaction.findings.unsure
        return words.COMING if found is None else found.text

    def codes(self) -> IntArray | None:
        """The code of every point shown; None where the cluster alone gives the colour."""
        column = self.column(self.shown)
        return None if column is None else column.codes

    # ------------------------------------------------------------------ replies

    def tell(self, work: Callable[[], dict[str, Any]]) -> None:
        """Send what is worked out beside the kernel's thread."""

        def send(outcome: Any) -> None:
            if isinstance(outcome, BaseException):
                raise outcome
            self._context.layer.send(outcome)

        self._telling.run(work, send)

    def options(self) -> dict[str, Any]:
        """The menu."""
        n_shown = len(self._context.session.sample)
        if self._abouts[0] != n_shown:
            shown = self._context.session.sample
            abouts = {name: _about(make, shown) for name, make in self.columns.items()}
            self._abouts = (n_shown, abouts)
        columns = [_option(name, name, *about) for name, about in self._abouts[1].items()]
        return {"type": "colour_options", "own": self._own(), "columns": columns}

    def _own(self) -> list[dict[str, Any]]:
        unsure = self._context.interaction.findings.unsure
        doubt = "" if unsure is None or unsure.doubt is None else words.unsure(unsure.n_unsure)
        labels = self.column(LABELS) if self._truth is not None else None
        about = words.NO_LABELS if labels is None else words.about(labels)
        return [
            _option(CLUSTER, self.title(CLUSTER), "", True),
            _option(DOUBT, self.title(DOUBT), doubt, True),
            _option(LABELS, self.title(LABELS), about, labels is not None),
        ]


def _about(make: Make, shown: Sample) -> tuple[str, bool]:
    try:
        column = make(shown)
        about = words.about(column)
    except Exception as error:  # of one column; the menu still offers the others
        return words.unusable(error), False
    usable = not (isinstance(column, Kinds) and (column.all_differ or not column.names))
    return about, usable


def _option(name: str, title: str, about: str, available: bool) -> dict[str, Any]:
    return {"name": name, "title": title, "about": about, "available": available}


def start(context: Context) -> ColourWorker:
    """The colours of one widget."""
    columns, name = context.first_colours
    if name == LABELS and engine_of(context.session).data.given_truth is None:
        raise InputError('color="labels" needs true labels; give them with y_true=')
    return ColourWorker(context, columns, name)


@handles("colour")
def choose(context: Context, message: Message) -> None:
    """Colour the points by something else."""
    context.of(ColourWorker).set(field(message, "name"))


@reads("colour_options")
def ask_options(context: Context, message: Message) -> None:
    """The menu is opened."""
    worker = context.of(ColourWorker)
    worker.tell(worker.options)
