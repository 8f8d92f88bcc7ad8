"""Messages that ask what an answer would change."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, reads, row_lists
from jupyter_sscluster.widget.features.preview.worker import PreviewWorker


@reads("foresee")
def preview(context: Context, message: Message) -> None:
    """A view has not heard what is known of the open question."""
    context.of(PreviewWorker).tell_again()


@reads("foresee_place")
def preview_placement(context: Context, message: Message) -> None:
    """A card is pointed at; one of a question that is not open any more is not looked into."""
    question, choice = context.session.placement, field(message, "choice")
    point_now = None if question is None else question.point
    if field(message, "number") != context.session.next_action or question is None:
        return
    if field(message, "point") != point_now or isinstance(choice, bool):
        return
    if choice in (None, "unknown") or choice in question.representatives:
        context.of(PreviewWorker).point_at(choice)


@reads("foresee_sort")
def preview_sorting(context: Context, message: Message) -> None:
    """Piles stand as they may be recorded; those of another question are not looked into."""
    question = context.session.sorting
    if field(message, "number") != context.session.next_action or question is None:
        return
    piles = row_lists(message, "piles")
    if {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        context.of(PreviewWorker).point_at(tuple(tuple(pile) for pile in piles))
