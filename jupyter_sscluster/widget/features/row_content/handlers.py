"""Messages that only ask: for names and images, for rows that a text finds."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.message_fields import (
    Handler,
    Message,
    MessageError,
    field,
    points,
    row_lists,
)


def _names(context: Context, message: Message) -> None:
    context.replies.names(points(context, message))


def _images(context: Context, message: Message) -> None:
    context.replies.images(points(context, message))


def _find(context: Context, message: Message) -> None:
    text = field(message, "text")
    if not isinstance(text, str):
        raise MessageError(f"text={text!r} must be a text, part of a name or a row's number")
    context.replies.find(text)


def _foresee(context: Context, message: Message) -> None:
    context.dispatcher.foreteller.tell_again()


def _foresee_place(context: Context, message: Message) -> None:
    """A card is pointed at; one of a question that is not open any more is not looked into."""
    question, choice = context.session.placement, field(message, "choice")
    point_now = None if question is None else question.point
    if field(message, "number") != context.session.next_action or question is None:
        return
    if field(message, "point") != point_now or isinstance(choice, bool):
        return
    if choice in (None, "unknown") or choice in question.representatives:
        context.dispatcher.foreteller.point_at(choice)


def _foresee_sort(context: Context, message: Message) -> None:
    """Piles stand as they may be recorded; those of another question are not looked into."""
    question = context.session.sorting
    if field(message, "number") != context.session.next_action or question is None:
        return
    piles = row_lists(message, "piles")
    if {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        context.dispatcher.foreteller.point_at(tuple(tuple(pile) for pile in piles))


ASKING: dict[str, Handler] = {
    "names": _names,
    "images": _images,
    "find": _find,
    "foresee": _foresee,
    "foresee_place": _foresee_place,
    "foresee_sort": _foresee_sort,
}
