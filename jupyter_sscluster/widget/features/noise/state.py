"""The points in no cluster, and the message that puts points out, or back."""

from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.noise.noise import SOURCE
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles, points
from jupyter_sscluster.widget.core.text import shortened
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.noise import text as words

LISTED = 20
"""Points that the panel lists."""

NAME_LENGTH = 80


def state(view: View) -> dict[str, Any]:
    """How many points are in no cluster, and those that a person put out."""
    said = sorted(view.noise)
    others = [*said, *view.left_out]
    found = view.n_in_none - sum(int(view.labels[row]) == -1 for row in others)
    if not said and not found:
        return {"no_cluster": None}
    size = len(said) + found
    lead, rest = words.told(size, view.session.n_samples, found, len(said))
    listed = [row for row in said if row in view.shown][:LISTED]
    rows = [{"index": row, "name": shortened(view.name(row), NAME_LENGTH)} for row in listed]
    more = words.more(len(said) - len(listed))
    return {"no_cluster": {"size": size, "lead": lead, "rest": rest, "said": rows, "more": more}}


def news(view: View) -> str:
    """The status line after the fit that followed."""
    record = view.news
    if record is None or not record.cause.startswith(words.CAUSES):
        return ""
    taken = [each.i for each in view.answers if each.source.startswith(SOURCE)]
    moved = np.setdiff1d(record.moved_points, taken if record.cause.startswith(words.IN) else [])
    others = int(np.count_nonzero(view.labels[moved.astype(np.int64)] != -1))
    return words.fitted(record.cause, others)


@handles("no_cluster")
def no_cluster(context: Context, message: Message) -> None:
    """Put these points out of all clusters; back, if all of them are out."""
    rows, session = points(context, message), context.session
    out = {*session.noise.stated.tolist()}
    back = bool(rows) and out.issuperset(rows)
    names = [context.view().name(row) for row in rows]
    try:
        if back:
            session.noise.remove(rows)
        else:
            session.noise.add(rows)
    except InputError as error:
        raise InputError(context.view().renumbered(str(error))) from error
    context.interaction.clear()
    context.interaction.notice = words.put_back(names) if back else words.put_out(names)
