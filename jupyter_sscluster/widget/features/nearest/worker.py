"""Finds the rows nearest to a point, beside the kernel's thread, and tells the page."""

from functools import partial
from typing import Any

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import Neighbour, engine_of
from jupyter_sscluster.session.nearest.nearest import METRICS, has_raw
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, point, reads
from jupyter_sscluster.widget.core.row_content.replies import NAME_LENGTH
from jupyter_sscluster.widget.core.text import shortened
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.nearest import text as words

LISTED = 10
TEXT = 120
"""Characters of a text that travel: one line shows no more."""


@reads("nearest")
def nearest(context: Context, message: Message) -> None:
    """A view shows the rows nearest to a point."""
    metric = field(message, "metric")
    if metric not in METRICS:
        raise MessageError(f"metric={metric!r} must be one of {', '.join(METRICS)}")
    context.of(NearestWorker).find(point(context, message, "index"), metric)


class NearestWorker(FeatureWorker):
    """Finds the rows that were asked for last, and tells again what comes late about them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-nearest")
        self._told: tuple[int, str, tuple[Neighbour, ...]] | None = None
        self._late: set[int] = set()

    def find(self, row: int, metric: Any) -> None:
        """Find them, in place of those before."""
        self._late.clear()
        work = partial(self._context.session.nearest, row, LISTED, metric)
        self._task.run_instead(work, partial(self._found, row, metric))

    def arrived(self, point: int) -> None:
        """The text or image of a listed row has come."""
        if point in self._late and self._told is not None:
            self._tell(*self._told)

    def close(self) -> None:
        """Find nothing more."""
        self._task.close()

    def _found(self, row: int, metric: str, outcome: Any) -> None:
        if isinstance(outcome, InputError):
            self._tell(row, metric, (), words.LOST if metric == "clustered" else str(outcome))
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            self._told = row, metric, outcome
            self._tell(row, metric, outcome)

    def _tell(self, row: int, metric: str, found: tuple[Neighbour, ...], problem: str = "") -> None:
        view = self._context.view()
        view.tips.want([each.row for each in found])
        distances = side_by_side([float(f"{each.distance:.3g}") for each in found] or [0.0])
        rows = [
            _row(view, each.row, distance) for each, distance in zip(found, distances, strict=False)
        ]
        self._late = {each["index"] for each in rows if each["pending"]}
        reply = {
            "type": "nearest",
            "index": row,
            "name": shortened(view.name(row), NAME_LENGTH),
            "metric": metric,
            "rows": rows,
            "no_raw": "" if has_raw(engine_of(view.session)) else words.NO_RAW,
            "problem": problem or ("" if found else words.NONE),
        }
        self._context.layer.send(reply)


def _row(view: View, row: int, distance: str) -> dict[str, Any]:
    added = view.tips.added(row, patience=0.0)
    text = added.text or " · ".join(value for _, value in added.rows)
    return {
        "index": row,
        "name": shortened(view.name(row), NAME_LENGTH),
        "distance": distance,
        "text": " ".join(text[: 2 * TEXT].split())[:TEXT],
        "image": added.address is not None,
        "pending": added.pending,
    }


def start(context: Context) -> NearestWorker:
    """What finds the nearest rows of one widget."""
    return NearestWorker(context)
