"""Computes what the answers to the open question would change, while the kernel is idle."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import Preview, Session, engine_of
from jupyter_sscluster.session.engine.open_questions import Question, rows_of
from jupyter_sscluster.session.preview.known_answers import Choice
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.messages import Message, field, is_next, reads, row_lists
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread
from jupyter_sscluster.widget.features.preview.replies import send
from jupyter_sscluster.widget.features.preview.running_cells import BetweenCells, Cells

log = logging.getLogger(__name__)

KINDS = ("must", "cannot", "unknown")


class PreviewedQuestion(NamedTuple):
    """A question at a moment: its previews hold for this moment alone."""

    revision: int
    fit: int
    error: str | None
    query: Question


class Task(NamedTuple):
    """A piece of work: the fit of one answer, or the question after it."""

    kind: Choice
    next_question: bool


TASKS = tuple(Task(kind, after) for after in (False, True) for kind in KINDS)

QUICK = 0.5
"""Seconds that the last fit may have taken for every answer to a placement to be previewed."""

Finding = Preview | Question | None
Tell = Callable[[Question, Choice, Preview | None, Question | None], None]


class PreviewWorker(FeatureWorker):
    """Previews answers one at a time, in a thread that gives way to whatever a person does.

    Of a pair all answers are previewed, then the questions after them; of a placement, which has
    more answers, the same where fits are quick, and the one pointed at comes first; of a sorting
    the piles as they are.

    Work is stopped at its next report as soon as anything happens, or a cell runs, and begun again
    where that changed nothing about the question, once no cell runs. Nothing is done where no
    kernel has a thread to be kept free, or none can be started beside it, while a fit runs, or
    where it would get in the way, see `Previews.is_quick`.

    ``tell(query, kind, outcome, after)`` is called in the owner's thread, with an outcome of None
    while it is worked out, and the question that would be asked next once that is known.
    """

    def __init__(
        self, session: Session, interaction: InteractionState, owner_thread: OwnerThread, tell: Tell
    ) -> None:
        self._session, self._interaction, self._tell = session, interaction, tell
        self._owner_thread = owner_thread
        self._task = BackgroundTask(owner_thread, "ssc-preview")
        self._previews = engine_of(session).part(Previews)
        self._cells = Cells()
        self._wanted = object()
        self._asked: PreviewedQuestion | None = None
        self._found: dict[Task, Finding] = {}
        self._pointed: tuple[Task, ...] = ()
        self._doing: Task | None = None

    def point_at(self, choice: Choice) -> None:
        """Preview this answer first: it is pointed at, or the piles have changed."""
        self.look()
        self._pointed = _both(choice)
        for task in self._pointed:
            if self._asked is not None and task in self._found:
                self._tell_of(self._asked, task)
        if self._doing is not None and self._doing not in self._pointed:
            self.give_way()
        self.look()

    def look(self) -> None:
        """Go on with what is not known of the open question, if nothing else is to be done."""
        asked = self._present()
        if asked is None or self._task.closed or not self._has_room:
            return
        if asked != self._asked:
            self._asked, self._found, self._pointed = asked, {}, ()
            self._tell_unknown(asked)
        if self._doing is not None or not self._may_look():
            return
        task = next((each for each in self._tasks if each not in self._found), None)
        if task is not None:
            self._begin(asked, task)

    @property
    def _has_room(self) -> bool:
        """Whether there is a thread to be kept free, and one to work in meanwhile."""
        return self._owner_thread.has_loop and self._owner_thread.has_threads

    @property
    def done(self) -> bool:
        """Whether all was told of the open question."""
        asked = self._present()
        return asked is not None and asked == self._asked and set(self._tasks) <= set(self._found)

    def give_way(self) -> None:
        """Stop: something happens that matters more."""
        self._wanted = object()

    def tell_again(self) -> None:
        """Tell all that is known of the open question, for a page that has not heard it."""
        asked = self._asked
        if asked is None or asked != self._present():
            return
        self._tell_unknown(asked)
        for task in self._found:
            self._tell_of(asked, task)

    def arrived(self, point: int) -> None:
        """What a question shows of a point is there now: tell those that wait for it."""
        asked = self._asked
        for task, finding in self._found.items():
            if asked is None or finding is None or isinstance(finding, Preview):
                continue
            if point in rows_of(finding):
                self._tell_of(asked, task)

    def close(self) -> None:
        """Stop for good."""
        self._task.close()
        self.give_way()
        self._cells.close()

    # ------------------------------------------------------------------ inside

    def _may_look(self) -> bool:
        waits = self._interaction.asking or self._interaction.conflict is not None
        return not waits and self._previews.is_quick

    def _present(self) -> PreviewedQuestion | None:
        session = self._session
        query, record = session.question, session.history.current_fit
        if query is None or record is None:
            return None
        return PreviewedQuestion(
            engine_of(session).revision, record.fit, engine_of(session).fits.error, query
        )

    @property
    def _tasks(self) -> tuple[Task, ...]:
        query = None if self._asked is None else self._asked.query
        if query is None or isinstance(query, Query):
            return TASKS
        return (*self._pointed, *(each for choice in self._likely(query) for each in _both(choice)))

    def _likely(self, question: Question) -> list[Choice]:
        """The answers to a question about several points that are previewed unasked."""
        record = self._session.history.current_fit
        if record is None or record.seconds > QUICK:
            return []
        if isinstance(question, Placement):
            return [*map(int, question.representatives), "unknown", None]
        return ["unknown"]

    def _begin(self, asked: PreviewedQuestion, task: Task) -> None:
        self._doing, token = task, self._wanted
        turn = BetweenCells(self._cells, lambda: token is self._wanted)
        self._task.run(
            lambda: turn.do(lambda: self._work(task, turn.watch)),
            lambda outcome: self._ended(asked, task, outcome, token is self._wanted),
        )

    def _work(self, task: Task, watch: Callable[[str, int, int], None]) -> Finding:
        if not task.next_question:
            return self._previews.preview(task.kind, watch)
        return self._previews.next_question(task.kind, watch)

    def _ended(self, asked: PreviewedQuestion, task: Task, outcome: Any, wanted: bool) -> None:
        self._doing = None
        failed = isinstance(outcome, BaseException)
        if failed and wanted and not isinstance(outcome, (FitCancelled, InputError)):
            log.error("the preview of %r failed", task.kind, exc_info=outcome)
        if (wanted or not failed) and asked == self._asked == self._present():
            self._found[task] = None if failed else outcome
            self._tell_of(asked, task)
        self.look()

    def _tell_unknown(self, asked: PreviewedQuestion) -> None:
        if not isinstance(asked.query, Query):
            return
        for kind in KINDS:
            if Task(kind, False) not in self._found:
                self._tell(asked.query, kind, None, None)

    def _tell_of(self, asked: PreviewedQuestion, task: Task) -> None:
        finding, outcome = self._found[task], self._found.get(Task(task.kind, False))
        if finding is not None and isinstance(outcome, Preview):
            after = None if isinstance(finding, Preview) else finding
            self._tell(asked.query, task.kind, outcome, after)


def start(context: Context) -> PreviewWorker:
    """The previews of one widget, which tell its page."""
    tell = partial(send, context)
    return PreviewWorker(context.session, context.interaction, context.owner_thread, tell)


def _both(choice: Choice) -> tuple[Task, Task]:
    """The fit of an answer, and the question after it."""
    return Task(choice, next_question=False), Task(choice, next_question=True)


@reads("preview")
def preview(context: Context, message: Message) -> None:
    """A view has not heard what is known of the open question."""
    context.of(PreviewWorker).tell_again()


@reads("preview_placement")
def preview_placement(context: Context, message: Message) -> None:
    """A card is pointed at; one of a question that is not open any more is not looked into."""
    question, choice = context.session.question, field(message, "choice")
    if not isinstance(question, Placement) or not is_next(context, message):
        return
    if field(message, "point") != question.point or isinstance(choice, bool):
        return
    if choice in (None, "unknown") or choice in question.representatives:
        context.of(PreviewWorker).point_at(choice)


@reads("preview_sorting")
def preview_sorting(context: Context, message: Message) -> None:
    """Piles stand as they may be recorded; those of another question are not looked into."""
    question = context.session.question
    if not isinstance(question, Sorting) or not is_next(context, message):
        return
    piles = row_lists(message, "piles")
    if {row for pile in piles for row in pile} <= {*question.points, *question.cards}:
        context.of(PreviewWorker).point_at(tuple(tuple(pile) for pile in piles))
