"""Messages about questions of other shapes than a pair: which shape, and their answers."""

from __future__ import annotations

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import (
    Message,
    MessageError,
    field,
    handles,
    is_next,
    row_lists,
)
from jupyter_sscluster.widget.core.question_types import shape_now, shapes_of
from jupyter_sscluster.widget.core.recording import record_several
from jupyter_sscluster.widget.features.question_types import text as shape_words


@handles("shape")
def choose(context: Context, message: Message) -> None:
    """Another shape of question; one that is open is asked anew in that shape."""
    session, interaction = context.session, context.interaction
    shape, now = field(message, "shape"), shape_now(session, interaction)
    if shape not in shape_words.TITLES:
        raise MessageError(f"shape={shape!r} must be one of {', '.join(shape_words.TITLES)}")
    if shape not in shapes_of(session):
        raise InputError(shape_words.not_offered(session))
    interaction.shape = shape
    waits = interaction.asking or session.question is not None
    if shape != now:
        interaction.clear()
        interaction.exhausted = False
        if waits:
            session.questions.dismiss()
            context.event_loop.ask()


@handles("place")
def place(context: Context, message: Message) -> None:
    """A point was placed; an answer to a question that is not open any more is dropped."""
    session, question = context.session, context.session.question
    point, choice = field(message, "point"), field(message, "choice")
    if not isinstance(question, Placement) or not is_next(context, message):
        return
    if point != question.point:
        return
    among = question.representatives
    record_several(context, lambda **manner: session.place(question.point, among, choice, **manner))


@handles("sort")
def sort(context: Context, message: Message) -> None:
    """Points were sorted; piles of a question that is not open any more are dropped."""
    session, question = context.session, context.session.question
    piles = row_lists(message, "piles")
    if not isinstance(question, Sorting) or not is_next(context, message):
        return
    if not {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        return
    record_several(context, lambda **manner: session.sort(piles, **manner))


@handles("skip")
def skip(context: Context, message: Message) -> None:
    """Nothing can be told of the points that were to be sorted."""
    session = context.session
    if isinstance(session.question, Sorting) and is_next(context, message):
        record_several(context, lambda **manner: session.sort("unknown", **manner))
