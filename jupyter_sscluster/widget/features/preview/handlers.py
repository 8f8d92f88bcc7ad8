"""Messages that ask what an answer would change."""

from __future__ import annotations

from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.session import engine_of
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
    question, choice = context.session.question, field(message, "choice")
    if not isinstance(question, Placement) or not _is_next(context, message):
        return
    if field(message, "point") != question.point or isinstance(choice, bool):
        return
    if choice in (None, "unknown") or choice in question.representatives:
        context.of(PreviewWorker).point_at(choice)


@reads("foresee_sort")
def preview_sorting(context: Context, message: Message) -> None:
    """Piles stand as they may be recorded; those of another question are not looked into."""
    question = context.session.question
    if not isinstance(question, Sorting) or not _is_next(context, message):
        return
    piles = row_lists(message, "piles")
    if {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        context.of(PreviewWorker).point_at(tuple(tuple(pile) for pile in piles))


def _is_next(context: Context, message: Message) -> bool:
    return bool(field(message, "number") == engine_of(context.session).timeline.next_action)
