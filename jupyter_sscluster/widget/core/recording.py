"""Recording what a person says; refusals become a conflict, or name answers as the page does."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.journal.answer import ASKED
from jupyter_sscluster.session import ClusterPlan, engine_of
from jupyter_sscluster.session.engine.step_names import numbers_text
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Conflict, Statement


def record(context: Context, statements: Sequence[Statement], source: str = "user") -> bool:
    """Record statements in one undo step; if they contradict, keep the conflict for the page."""

    def give() -> None:
        if len(statements) == 1:
            context.session.answer(*statements[0], source=source)
        else:
            context.session.answer_many(list(statements), source=source)

    return recorded(context, give, lambda error: Conflict(error, tuple(statements), source))


def record_several(context: Context, give: Callable[..., Any]) -> None:
    """Record an answer about several points; if it contradicts, keep the conflict for the page."""
    if recorded(context, give, lambda error: Conflict(error, (error.pair,), ASKED, repeat=give)):
        context.event_loop.next_question.go_on()


def recorded(
    context: Context, give: Callable[[], Any], conflict: Callable[[ConflictError], Conflict]
) -> bool:
    """Record what `give` answers; whether it contradicts nothing, else the conflict is kept."""
    try:
        give()
    except ConflictError as error:
        context.interaction.clear()
        context.interaction.conflict = conflict(error)
        return False
    context.interaction.clear()
    return True


def is_asked(context: Context, i: int, j: int) -> bool:
    """Whether the open question is about this pair."""
    query = context.session.question
    return isinstance(query, Query) and set(query.pair) == {i, j}


@contextmanager
def by_actions(context: Context, planned: Callable[[], ClusterPlan]) -> Iterator[None]:
    """An error raised inside names answers by the numbers that the page shows."""
    try:
        yield
    except InputError as error:
        why = reason(planned(), engine_of(context.session).timeline.action_of)
        raise InputError(why or str(error)) from error


def reason(plan: ClusterPlan, action_of: Callable[[int], int]) -> str:
    """Why a plan is impossible, by the numbers that the page shows."""
    if not plan.answers:
        return plan.reason
    shown = numbers_text(actions(plan.answers, action_of))
    text = plan.reason.replace(numbers_text(plan.answers), shown)
    return text if " and " in shown else text.replace("take them back", "take it back")


def actions(answers: Sequence[int], action_of: Callable[[int], int]) -> list[int]:
    """The numbers that the page shows for answers."""
    return [*dict.fromkeys(map(action_of, answers))]
