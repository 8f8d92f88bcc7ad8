"""The pair that is asked about, and the messages that ask for it, answer it and close it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active import Query
from jupyter_sscluster.journal.answer import ASKED
from jupyter_sscluster.session import BatchPair, Preview
from jupyter_sscluster.session.engine.open_questions import Question
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles, is_next, point, statement
from jupyter_sscluster.widget.core.recording import is_asked, record
from jupyter_sscluster.widget.core.row_content.tooltips import PATIENCE
from jupyter_sscluster.widget.core.view import FOUND, View

WHY_ASKED = {"sample": "checks", "doubt": "doubts"}
"""What a question is for, before the name of a function."""


def state(view: View) -> dict[str, Any]:
    """The open question, or None; whether one is being looked for; whether none is left."""
    query, number = view.session.question, view.question_number
    return {
        "question": card(view, query, number, view.labels) if isinstance(query, Query) else None,
        "asking": view.interaction.asking,
        "exhausted": view.interaction.exhausted,
        **_batch(view),
    }


def card(
    view: View,
    query: Query,
    number: int,
    labels: NDArray[np.integer[Any]],
    patience: float = PATIENCE,
) -> dict[str, Any]:
    """A question with both rows side by side, in the clusters that they are then in."""
    i, j = (int(point) for point in query.pair)
    a, b = view.name(i), view.name(j)
    extra = view.tips.pair(i, j, patience)
    clusters = [int(labels[i]), int(labels[j])]
    return {
        "number": number,
        "title": wording.question(a, b),
        "i": i,
        "j": j,
        "a": a,
        "b": b,
        "clusters": [view.cluster_called(cluster) for cluster in clusters],
        "cluster_ids": [cluster % (FOUND + 1) for cluster in clusters],
        "strategy": _asked_by(view, i, j),
        "reason": query.reason,
        "features": [] if any(added.rich for added in extra) else view.differences(i, j),
        "extra": [added.state() for added in extra],
    }


def _asked_by(view: View, i: int, j: int) -> str:
    """The strategy that asks, or that this is about what a function has said."""
    about = view.session.helpers.asked_about(i, j)
    if about is None:
        return title_of(view.strategy)
    name, why = about
    return f"{WHY_ASKED[why]} {wording.shortened(name)}"


def question_after(
    view: View, asked: Question, found: Preview, after: Question
) -> dict[str, Any] | None:
    """The reply with the pair that would be asked about after this answer."""
    if not (isinstance(asked, Query) and isinstance(after, Query)):
        return None
    i, j = (int(row) for row in asked.pair)
    labels, number = view.labels if found.labels is None else found.labels, view.question_number
    return {
        "type": "next",
        "number": number,
        "i": i,
        "j": j,
        "kind": found.answer,
        "question": card(view, after, number + 1, labels, patience=0.0),
    }


def asked(view: View) -> str:
    """The status line while a pair is asked about."""
    query = view.session.question
    if not isinstance(query, Query):
        return ""
    a, b = (view.name(point) for point in query.pair)
    listed = view.session.questions.batch
    place = next((k for k, each in enumerate(listed, 1) if each.query == query), 0)
    pair = f", pair {place} of {len(listed)}" if place else ""
    points = f"points {wording.shortened(a)} and {wording.shortened(b)}"
    return f"Question {view.question_number}{pair}: {points}. Press M, C or S."


SAID = {"must": "must-link", "cannot": "cannot-link", "unknown": "don't know"}


def _batch(view: View) -> dict[str, Any]:
    """The list, as long as one of its pairs is open."""
    found = view.session.questions.batch
    if not found:
        return {"batch": None}
    answered = sum(each.said is not None for each in found)
    title = f"{wording.count(len(found), 'pair')}, {answered} answered"
    return {"batch": {"title": title, "pairs": [_pair(view, each) for each in found]}}


def _pair(view: View, listed: BatchPair) -> dict[str, Any]:
    i, j = (int(row) for row in listed.query.pair)
    said = listed.said
    how = "" if listed.answer is not None else ", follows from other answers"
    return {
        "i": i,
        "j": j,
        "title": f"{wording.shortened(view.name(i))} – {wording.shortened(view.name(j))}",
        "said": said or "",
        "about": "" if said is None else f"{SAID[said]}{how}",
    }


@handles("suggest")
def suggest(context: Context, message: Message) -> None:
    """Ask the next question."""
    for worker in context.workers:
        worker.pause()
    context.interaction.clear()
    context.event_loop.next_question.ask()


@handles("answer")
def answer(context: Context, message: Message) -> None:
    """A question was answered; an answer to one that is not open any more is dropped."""
    i, j, kind = statement(context, message, ("must", "cannot", "unknown"))
    if not is_next(context, message) or not is_asked(context, i, j):
        return
    if record(context, [(i, j, kind)], ASKED):
        context.event_loop.next_question.go_on()


@handles("dismiss_question")
def dismiss(context: Context, message: Message) -> None:
    """The open question was closed without an answer."""
    context.event_loop.next_question.leave_off()


@handles("turn")
def turn(context: Context, message: Message) -> None:
    """Another pair of the list is to be asked about; one that is not open any more is not."""
    i, j = point(context, message, "i"), point(context, message, "j")
    if {i, j} in [set(query.pair) for query in context.session.questions.open]:
        context.session.questions.select(i, j)
