"""The table of constraints, and messages about them: link, remove, enforce."""

from typing import Any

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.journal.answer import ASKED
from jupyter_sscluster.session import Answer, engine_of
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles, statement
from jupyter_sscluster.widget.core.recording import is_asked, record, recorded
from jupyter_sscluster.widget.core.view import GIVEN, Link, View


@handles("link")
def link(context: Context, message: Message) -> None:
    """A link was made between two points; one that was made before is only pointed out."""
    session, interaction = context.session, context.interaction
    i, j, kind = statement(context, message, ("must", "cannot"))
    before = _stated(context, i, j, kind)
    if before is not None:
        pair = wording.pair(*map(engine_of(session).display_name, (i, j)))
        number = engine_of(session).timeline.action_of(before.number)
        where = "given at the start" if before.source in GIVEN else f"answer {number}"
        interaction.clear()
        interaction.notice = f"{pair} is already a {wording.KINDS[kind]} ({where})."
        return
    asked = is_asked(context, i, j)
    if record(context, [(i, j, kind)], ASKED if asked else "user") and asked:
        context.event_loop.next_question.go_on()


def _stated(context: Context, i: int, j: int, kind: str) -> Answer | None:
    """The answer that said this before; softly, while answers are soft."""
    session = context.session
    soft = session.default_soft
    said = {i, j}, kind
    again = (a for a in session.answers if soft and a.soft and ({a.i, a.j}, a.kind) == said)
    return engine_of(session).now.statement(i, j, kind) or next(again, None)


@handles("remove")
def remove(context: Context, message: Message) -> None:
    """One answer is taken back, whenever it was given."""
    context.session.remove(check_count(field(message, "answer"), "answer"))
    context.interaction.clear()


@handles("remove_action")
def remove_action(context: Context, message: Message) -> None:
    """All answers of one action are taken back that are still in force, in one step."""
    session, action = context.session, check_count(field(message, "number"), "number")
    action_of = engine_of(session).timeline.action_of
    numbers = [a.number for a in session.answers if action_of(a.number) == action]
    if not numbers:
        raise MessageError(f"nothing of action {action} is in force; it was taken back before")
    session.remove(numbers)
    context.interaction.clear()


@handles("enforce")
def enforce(context: Context, message: Message) -> None:
    """One answer is to be kept wherever that is possible; hard, it may contradict others."""
    number = check_count(field(message, "answer"), "answer")
    recorded(
        context,
        lambda: context.session.review.enforce(number),
        lambda error: Conflict(error, (error.pair,), enforced=number),
    )


def state(view: View) -> dict[str, Any]:
    """Every explicit statement, in the order in which it was made."""
    return {"links": [_row(view, link) for link in view.links]}


def _row(view: View, link: Link) -> dict[str, Any]:
    return {
        "answer": link.answer,
        "number": link.number,
        "i": link.i,
        "j": link.j,
        "a": view.name(link.i),
        "b": view.name(link.j),
        "kind": link.kind,
        "violated": link.violated,
        "suspected": link.suspected,
        "why": link.why,
        "enforceable": link.enforceable,
        "soft": link.soft,
        "source": link.source,
        "who": link.who,
    }
