"""What the page is told of an answer before it is given."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.active import Query
from jupyter_sscluster.session import Outcome
from jupyter_sscluster.widget.ahead import words
from jupyter_sscluster.widget.panels import question
from jupyter_sscluster.widget.view import View

Told = tuple[dict[str, Any], list[bytes]]
"""A reply and its buffers."""


def counting(view: View, query: Query, kind: str) -> Told:
    """It is being worked out, or cannot be as things are."""
    counts = view.fitting or view.session.foreseeable
    dots = words.COUNTING if counts else ""
    return _reply(view, query, kind, dots, dots, ""), []


def outcome(view: View, query: Query, found: Outcome) -> Told:
    """The rows that an answer would move, ``uint32``, and their clusters then, ``uint16``."""
    kind = str(found.answer)
    effect = words.effect(found.moved)
    if found.labels is None:
        reason = words.not_fitted(kind, found.reason)
        return _reply(view, query, kind, effect, found.reason, reason), []
    moves = found.moves(view.labels)
    status = words.status(kind, moves, view.cluster_called)
    reply = _reply(view, query, kind, effect, effect, status)
    reply["ways"] = [[before, after] for before, after, _ in moves]
    rows = found.moved_points
    return reply, [rows.astype("<u4").tobytes(), found.labels[rows].astype("<u2").tobytes()]


def following(view: View, query: Query, found: Outcome, after: Query) -> Told:
    """The card of the question that would be asked next."""
    labels = view.labels if found.labels is None else found.labels
    card = question.card(view, after, view.question_number + 1, labels, patience=0.0)
    return {"type": "next", **_question(view, query), "kind": found.answer, "question": card}, []


def _reply(
    view: View, query: Query, kind: str, effect: str, note: str, status: str
) -> dict[str, Any]:
    return {
        "type": "foreseen",
        **_question(view, query),
        "kind": kind,
        "effect": effect,
        "note": [words.lead(kind), note],
        "ways": [],
        "status": status,
    }


def _question(view: View, query: Query) -> dict[str, int]:
    i, j = (int(row) for row in query.pair)
    return {"number": view.question_number, "i": i, "j": j}
