"""What the page is told of an answer before it is given."""

from typing import Any

from jupyter_sscluster.active import Placement, Query
from jupyter_sscluster.session import Preview, engine_of
from jupyter_sscluster.session.engine.open_questions import Question, rows_of
from jupyter_sscluster.session.preview.known_answers import Choice
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.widget.core import registry
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.question_types import faster_type
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.preview import text as words

Told = tuple[dict[str, Any], list[bytes]]
"""A reply and its buffers."""


def send(
    context: Context,
    question: Question,
    kind: Choice,
    outcome: Preview | None,
    after: Question | None,
) -> None:
    """Tell the page what an answer would change, or what would be asked after it."""
    view, layer = context.view(), context.layer
    if after is not None and outcome is not None:
        if faster_type(context.session, context.interaction) is not None:
            return  # the next question is of another type than this one
        context.replies.show_images(rows_of(after), patience=0.0)
        layer.send(registry.first("question_after", view, question, outcome, after))
    elif isinstance(question, Query):
        if outcome is None:
            layer.send(*counting(view, question, str(kind)))
        else:
            layer.send(*pair_outcome(view, question, outcome))
    elif isinstance(question, Placement) and outcome is not None:
        layer.send(*placed(view, question, outcome))


def counting(view: View, query: Query, kind: str) -> Told:
    """It is being worked out, or cannot be as things are."""
    counts = view.fitting or engine_of(view.session).part(Previews).is_quick
    dots = words.COUNTING if counts else ""
    return _reply(view, query, kind, dots, dots, ""), []


def pair_outcome(view: View, query: Query, found: Preview) -> Told:
    """The rows that an answer would move, ``uint32``, and their clusters then, ``uint16``."""
    kind = str(found.answer)
    effect = words.effect(found.moved)
    note, status, moves, buffers = _shown(view, words.ANSWERS[kind], found, effect)
    reply = _reply(view, query, kind, effect, note, status)
    return {**reply, "moves": moves}, buffers


def placed(view: View, question: Placement, found: Preview) -> Told:
    """The same of an answer to where a point belongs."""
    choice, effect = found.answer, words.effect(found.moved)
    name = words.NONE if choice is None else words.ANSWERS["unknown"]
    if isinstance(choice, int):
        name = f"Like {view.name(choice)}"
    note, status, moves, buffers = _shown(view, name, found, effect)
    reply = {
        "type": "placement_preview",
        "number": view.question_number,
        "point": int(question.point),
        "choice": choice,
        "effect": effect,
        "note": [words.lead(name), note],
        "moves": moves,
        "status": status,
    }
    return reply, buffers


def _shown(
    view: View, name: str, found: Preview, effect: str
) -> tuple[str, str, list[list[int]], list[bytes]]:
    """What the note and the status line say, the moves between clusters, and the buffers."""
    if found.labels is None:
        status = f"{name} changes nothing: {found.reason.rstrip('.')}."
        return found.reason, status, [], []
    moves = found.moves(view.labels)
    n_clusters = len(view.cluster_names)

    def called(cluster: int) -> str:
        return view.cluster_called(cluster) if cluster < n_clusters else words.NEW

    rows = view.shown.among(found.moved_points)
    places = view.shown.places(rows)
    buffers = [places.astype("<u4").tobytes(), found.labels[rows].astype("<u2").tobytes()]
    pairs = [[before, after] for before, after, _ in moves]
    return effect, words.status(name, moves, called), pairs, buffers


def _reply(
    view: View, query: Query, kind: str, effect: str, note: str, status: str
) -> dict[str, Any]:
    return {
        "type": "pair_preview",
        "number": view.question_number,
        "i": int(query.pair[0]),
        "j": int(query.pair[1]),
        "kind": kind,
        "effect": effect,
        "note": [words.lead(words.ANSWERS[kind]), note],
        "moves": [],
        "status": status,
    }
