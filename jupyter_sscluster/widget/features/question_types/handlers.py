"""Messages about the question type, and answers about several points."""

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
from jupyter_sscluster.widget.core.question_types import current_type, types_of
from jupyter_sscluster.widget.core.recording import record_several
from jupyter_sscluster.widget.features.question_types import text as words


@handles("question_type")
def choose(context: Context, message: Message) -> None:
    """Another question type; an open question is replaced by one of that type."""
    session, interaction = context.session, context.interaction
    chosen, now = field(message, "question_type"), current_type(session, interaction)
    if chosen not in words.TITLES:
        raise MessageError(f"question_type={chosen!r} must be one of {', '.join(words.TITLES)}")
    if chosen not in types_of(session):
        raise InputError(words.not_offered(session))
    interaction.question_type, interaction.type_is_fixed = chosen, True
    interaction.turned = None
    waits = interaction.asking or session.question is not None
    if chosen != now:
        interaction.clear()
        interaction.exhausted = False
        if waits:
            session.questions.dismiss()
            context.event_loop.next_question.ask()


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
