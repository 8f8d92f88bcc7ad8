"""Messages about questions of other shapes than a pair: which shape, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session.engine.open_questions import ASKED
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict
from jupyter_sscluster.widget.core.message_fields import (
    Message,
    MessageError,
    field,
    point as row,
    row_lists,
)
from jupyter_sscluster.widget.features.question_types import text as shape_words
from jupyter_sscluster.widget.features.question_types.chosen import shape_now, shapes_of


def choose(context: Context, message: Message) -> None:
    """Another shape of question; one that is open is asked anew in that shape."""
    session, interaction = context.session, context.interaction
    shape, now = field(message, "shape"), shape_now(session, interaction)
    if shape not in shape_words.TITLES:
        raise MessageError(f"shape={shape!r} must be one of {', '.join(shape_words.TITLES)}")
    if shape not in shapes_of(session):
        raise InputError(shape_words.not_offered(session))
    interaction.shape = shape
    waits = interaction.asking or session.open_question is not None
    if shape != now:
        interaction.clear()
        interaction.exhausted = False
        if waits:
            session.dismiss()
            context.dispatcher.ask()


def turn(context: Context, message: Message) -> None:
    """Another pair of the list is to be asked about; one that is not open any more is not."""
    i, j = row(context, message, "i"), row(context, message, "j")
    if {i, j} in [set(query.pair) for query in context.session.questions]:
        context.session.turn_to(i, j)


def place(context: Context, message: Message) -> None:
    """A point was placed; an answer to a question that is not open any more is dropped."""
    session, question = context.session, context.session.placement
    point, choice = field(message, "point"), field(message, "choice")
    if question is None or not _is_next(context, message) or point != question.point:
        return
    among = question.representatives
    _told(context, lambda **manner: session.place(question.point, among, choice, **manner))


def sort(context: Context, message: Message) -> None:
    """Points were sorted; piles of a question that is not open any more are dropped."""
    session, question = context.session, context.session.sorting
    piles = row_lists(message, "piles")
    if question is None or not _is_next(context, message):
        return
    if not {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        return
    _told(context, lambda **manner: session.sort(piles, **manner))


def skip(context: Context, message: Message) -> None:
    """Nothing can be told of the points that were to be sorted."""
    session = context.session
    if session.sorting is not None and _is_next(context, message):
        _told(context, lambda **manner: session.sort("unknown", **manner))


def _told(context: Context, again: Callable[..., Any]) -> None:
    """Record an answer in one undo step; if it contradicts, keep the conflict for the page."""
    interaction = context.interaction
    try:
        again()
    except ConflictError as error:
        interaction.clear()
        interaction.conflict = Conflict(error, (error.pair,), ASKED, again=again)
        return
    interaction.clear()
    context.dispatcher.go_on()


def _is_next(context: Context, message: Message) -> bool:
    return bool(field(message, "number") == context.session.next_action)
