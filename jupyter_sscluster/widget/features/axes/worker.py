"""The axes of a widget: what they show at first, and the trait that changes it."""

from typing import Any, NamedTuple

import numpy as np
from traitlets import TraitType

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.projections.features import project
from jupyter_sscluster.projections.inputs import ProjectionInputs
from jupyter_sscluster.projections.projection import TITLES, Projection
from jupyter_sscluster.projections.projection_spec import ProjectionSpec, spec_of_shown
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.axes.columns import Columns
from jupyter_sscluster.widget.features.axes.projector import Projector, granted_to, is_quick
from jupyter_sscluster.widget.features.axes.saved import in_code


class Projected(TraitType[Any, Any]):
    """What was wished for last; setting it has it made. What cannot be had is refused."""

    info_text = "a projection"

    def get(self, obj: Any, cls: Any = None) -> Any:
        """A name, two column names, or coordinates as they were given."""
        context = obj.__dict__.get("_context")
        return None if context is None else context.of(Projector).value

    def set(self, obj: Any, value: Any) -> None:
        """Have it shown as soon as it is made."""
        obj._context.of(Projector).set(value)


class FirstAxes(NamedTuple):
    """What may be an axis, what is wished for, and what the constructor was given."""

    columns: Columns
    wish: ProjectionSpec | None
    given: ProjectionSpec | None


class AxesWorker(FeatureWorker):
    """Begins with what takes longer than a first picture may wait for, and shows more rows."""

    def __init__(self, context: Context, first: FirstAxes) -> None:
        self._context, self._first = context, first

    def begin(self) -> None:
        """Make the first axes, or measure those that are shown."""
        projector, (_, wish, given) = self._context.of(Projector), self._first
        if wish is None or is_quick(wish):
            projector.measure()
        elif wish is given:
            projector.begin(wish)
        else:
            projector.begin_again(wish)

    def before_show(self) -> None:
        """Show rows that have come in by answers since."""
        if self._context.of(Projector).show_more():
            self._context.layer.tell_names(self._context.session.sample.names)

    def end_work(self) -> bool:
        """Give up other axes that are being made."""
        return self._context.of(Projector).cancel()

    def code_options(self) -> dict[str, Any]:
        """The axes that are shown."""
        projector, given = self._context.of(Projector), self._context.given
        return {"projection": in_code(projector.shown.wish, given, projector.columns.names)}


def start(context: Context) -> AxesWorker:
    """The axes of one widget; what is wished for at the start may be what was shown last."""
    columns, wish, given = first_axes = context.first_axes
    plot = context.plot
    first = spec_of_shown(plot.projection, columns.names)
    if wish is not None and is_quick(wish):
        first = wish
    projector = Projector(
        context.session,
        context.interaction,
        plot,
        columns,
        first,
        given,
        summary=lambda: _summary(context.view()),
        show=lambda: context.event_loop.show(),
        announce=lambda old, new: context.announce("projection", old, new),
    )
    context.keep(projector)
    return AxesWorker(context, first_axes)


def first_projection(
    wish: ProjectionSpec | None, X: Any, features: list[str], columns: Columns, shown: Sample
) -> Projection:
    """What the plot shows first: what is wished for, where that takes no time."""
    if wish is None or not is_quick(wish):
        return project(shown.of(X), features)
    none, table = np.empty(0, dtype=np.intp), shown.of(columns.table)
    return granted_to(shown, wish, ProjectionInputs(shown.of(X), table, columns.names, none))


def _summary(view: View) -> str:
    clusters = wording.count(len(view.cluster_sizes), "cluster")
    return f"{clusters}, {view.kept_text}"


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
    """Cancel what the page shows: a fit, else the search for a question, else other work."""
    like_fits = [worker for worker in context.workers if worker.has_bar]
    if context.session.cancel() or any(worker.end_work() for worker in like_fits):
        return
    if not context.event_loop.next_question.cancel():
        any(worker.end_work() for worker in context.workers)
