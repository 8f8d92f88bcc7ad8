"""Rows that are new and rows that are left out, and the messages about them."""

from collections import Counter
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session.rows.tray import Tray
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles, points
from jupyter_sscluster.widget.core.text import percent, shortened
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.rows import text as words
from jupyter_sscluster.widget.features.rows.worker import RowsWorker

LISTED = 100
"""Rows that a panel lists."""

MARKED = 1000
"""Points, at most, that have a ring or a cross."""

NAME_LENGTH = 80

LEAST = 0.01
"""Least probability of a second cluster that is worth telling."""


def state(view: View) -> dict[str, Any]:
    """The new rows to look at, and the rows that are left out; None where there are none."""
    return {"new_rows": _new_rows(view), "left_out": _left_out(view)}


def news(view: View) -> str:
    """The status line after rows were left out or put back: no fit followed."""
    record = view.news
    return words.went(record.cause) if record is not None and record.placed else ""


def _new_rows(view: View) -> dict[str, Any] | None:
    tray = view.session.rows.tray
    rows, look, drawn = (each.tolist() for each in (tray.rows, tray.to_look_at, tray.drawn))
    if not rows:
        return None
    unclear, far, n_clear = {*look}, {*tray.far.tolist()}, len(rows) - len(look)
    drawn = [row for row in drawn if row in view.shown]
    seen = [row for row in look if row in view.shown][:LISTED]
    listed = [*seen, *(row for row in drawn if row not in unclear)]
    lead, rest = words.new_rows(len(rows), len(look))
    return {
        "size": len(rows),
        "lead": lead,
        "rest": rest,
        "note": words.note(view.answered, len(tray.equal), tray.outside),
        "listed": [
            _new_row(view, tray, row, row in far, drawn=row not in unclear, n_clear=n_clear)
            for row in listed
        ],
        "more": words.more(len(look) - len(seen)),
        "drawn": words.drawn(len(drawn)) if drawn else "",
        "accept": words.accept(n_clear),
        "new_cluster": len(view.cluster_sizes),
        "fit": _fit(view),
        "marks": [row for row in rows if row in view.shown][:MARKED],
    }


def _fit(view: View) -> dict[str, Any] | None:
    previews = view.part_of(RowsWorker).previews
    if previews is None:
        return None
    return {"text": previews.text, "fresh": previews.fresh_is_ahead}


def _new_row(
    view: View, tray: Tray, row: int, is_far: bool, *, drawn: bool, n_clear: int
) -> dict[str, Any]:
    first, *others = tray.likely(row) or [(0, 0.0)]
    likely = [first, *(each for each in others if each[1] >= LEAST)]
    names = [(str(cluster + 1), share) for cluster, share in likely]
    return {
        "index": row,
        "name": shortened(view.name(row), NAME_LENGTH),
        "drawn": drawn,
        "likely": [
            {
                "id": cluster,
                "name": view.cluster_names[cluster],
                "share": "" if is_far else percent(share),
            }
            for cluster, share in likely
        ],
        "status": words.status(view.name(row), names, is_far, n_clear, len(view.cluster_sizes) + 1),
    }


def _left_out(view: View) -> dict[str, Any] | None:
    rows = view.session.rows
    out = rows.excluded
    if not out:
        return None
    lead, rest = words.left_out(len(out), view.session.n_samples)
    shown = [row for row in out if row in view.shown]
    resting = Counter(row for answer in rows.resting for row in answer.pair)
    return {
        "size": len(out),
        "lead": lead,
        "rest": rest,
        "listed": [
            _row_out(view, row, out[row] or words.NO_REASON, resting[row]) for row in shown[:LISTED]
        ],
        "more": words.more(len(out) - len(shown[:LISTED])),
        "marks": shown[:MARKED],
    }


def _row_out(view: View, row: int, reason: str, n_resting: int) -> dict[str, Any]:
    name = view.name(row)
    return {
        "index": row,
        "name": shortened(name, NAME_LENGTH),
        "reason": reason,
        "rests": words.rests(name, n_resting),
        "status": words.out_status(name, reason),
    }


@handles("accept_rows")
def accept_rows(context: Context, message: Message) -> None:
    """Accept the new rows that lie clearly in one cluster."""
    tray = context.session.rows.tray
    n_clear = len(tray.clear)
    tray.accept()
    context.interaction.notice = words.accepted(n_clear)


@handles("place_row")
def place_row(context: Context, message: Message) -> None:
    """A new row belongs to a cluster: a must-link with its nearest member."""
    tray = context.session.rows.tray
    row, cluster = field(message, "index"), check_count(field(message, "cluster"), "cluster", 0)
    if row not in tray.rows.tolist():
        raise MessageError(f"index={row!r} is no new row any more; it was looked at before")

    tray.place(row, cluster)  # it contradicts nothing: no answer has named the row yet
    context.interaction.clear()
    view = context.view()
    context.interaction.notice = words.placed(view.name(row), view.cluster_called(cluster))


@handles("new_cluster")
def new_cluster(context: Context, message: Message) -> None:
    """A new row belongs to a cluster that is not there yet."""
    tray, row = context.session.rows.tray, field(message, "index")
    if row not in tray.rows.tolist():
        raise MessageError(f"index={row!r} is no new row any more; it was looked at before")
    answers = tray.new_cluster([row])
    context.interaction.clear()
    context.interaction.notice = words.alone(context.view().name(row), len(answers))


@handles("leave_out")
def leave_out(context: Context, message: Message) -> None:
    """Leave rows out, for a reason that may be empty."""
    _change(context, message, back=False)


@handles("put_back")
def put_back(context: Context, message: Message) -> None:
    """Put rows back that were left out."""
    _change(context, message, back=True)


def _change(context: Context, message: Message, *, back: bool) -> None:
    rows, session = points(context, message), context.session
    try:
        if back:
            session.rows.include(rows)
        else:
            session.rows.exclude(rows, field(message, "reason"))
    except InputError as error:
        raise InputError(context.view().renumbered(str(error))) from error
    context.interaction.clear()
