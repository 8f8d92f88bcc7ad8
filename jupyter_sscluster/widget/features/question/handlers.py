"""Messages about the open question: ask for one, answer it, close it."""

from __future__ import annotations

from jupyter_sscluster.journal.answer import ASKED
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles, point, statement
from jupyter_sscluster.widget.core.recording import is_asked, record


@handles("suggest")
def suggest(context: Context, message: Message) -> None:
    """Ask the next question."""
    for worker in context.workers:
        worker.pause()
    context.interaction.clear()
    context.event_loop.ask()


@handles("answer")
def answer(context: Context, message: Message) -> None:
    """A question was answered; an answer to one that is not open any more is dropped."""
    i, j, kind = statement(context, message, ("must", "cannot", "unknown"))
    number = field(message, "number")
    if number != engine_of(context.session).timeline.next_action or not is_asked(context, i, j):
        return
    if record(context, [(i, j, kind)], ASKED):
        context.event_loop.go_on()


@handles("dismiss_question")
def dismiss(context: Context, message: Message) -> None:
    """The open question was closed without an answer."""
    context.event_loop.leave_off()


@handles("turn")
def turn(context: Context, message: Message) -> None:
    """Another pair of the list is to be asked about; one that is not open any more is not."""
    i, j = point(context, message, "i"), point(context, message, "j")
    if {i, j} in [set(query.pair) for query in context.session.questions.open]:
        context.session.questions.select(i, j)
