"""The next question of a widget: looked for when a person wants one, and after each answer."""

from collections.abc import Callable
from typing import Any

from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.session import Event, Session, engine_of
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.question_types import (
    current_type,
    propose,
    turn_to_faster,
    turn_to_pairs,
)
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread


class QuestionSearch:
    """Looks for the next question in the background, and opens it.

    It begins once the session has settled, so that the question fits the clustering shown. A new
    choice ends the search that is under way: what it finds is never opened.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        owner_thread: OwnerThread,
        show: Callable[[], None],
    ) -> None:
        self._session, self._interaction, self._show = session, interaction, show
        self._task = BackgroundTask(owner_thread, "ssc-propose")
        self._sought: tuple[Any, ...] | None = None
        self._was_open = False

    @property
    def is_sought(self) -> bool:
        """Whether a question is looked for."""
        return self._sought is not None

    @property
    def closed(self) -> bool:
        """Whether no question is looked for any more."""
        return self._task.closed

    def ask(self) -> None:
        """Look for the question worth most, as soon as the session has settled."""
        self._interaction.asking, self._interaction.follows = True, False
        turn_to_faster(self._session, self._interaction)
        self.look()

    def go_on(self) -> None:
        """Ask the next question when the answer just given has been acted on."""
        self._interaction.follows = True
        self._interaction.asking = self._session.question is None
        if self._interaction.asking:
            self.look()

    def leave_off(self) -> None:
        """Close the open question and ask no other by itself."""
        self._interaction.asking = self._interaction.follows = self._was_open = False
        self._give_up()
        self._session.questions.dismiss()

    def cancel(self) -> bool:
        """End the search that is under way; False where there is none."""
        sought = self._interaction.asking
        if sought:
            self.leave_off()
            self._interaction.notice = wording.SEARCH_CANCELLED
        return sought

    def close(self) -> None:
        """Look for no more."""
        self._give_up()
        self._task.close()

    def react(self, event: Event) -> None:
        """Ask, or stop asking, after what has happened in the session."""
        interaction = self._interaction
        is_open = self._session.question is not None
        if event.kind in ("answers", "settings") and self._was_open and not is_open:
            interaction.asking = interaction.follows = True
            turn_to_faster(self._session, interaction)
        elif event.kind == "closed":
            interaction.asking = interaction.follows = False
        self._was_open = is_open
        if interaction.follows and is_open:
            interaction.asking = False  # an undo has opened the one before again
        if interaction.asking:
            self.look()

    def look(self) -> None:
        """Look for a question, unless it is sought, a fit runs or the session is closed."""
        session, interaction = self._session, self._interaction
        revision, kind = engine_of(session).revision, current_type(session, interaction)
        rows = interaction.rows_asked_about
        wanted = revision, kind, rows
        if self._sought == wanted:
            return
        self._give_up()
        if self.closed or engine_of(session).journal.closed or session.is_fitting:
            return
        self._sought = wanted
        interaction.question_type = interaction.question_type or kind
        if rows is None and engine_of(session).part(Previews).knows_next(kind):
            self._found(propose(session, kind), revision)
            return

        def heed(*_: object) -> None:
            if self._sought is not wanted:
                raise FitCancelled

        def search() -> Any:
            with watching(heed):
                return propose(session, kind, rows)

        self._task.run(search, lambda outcome: self._found(outcome, revision))

    def _give_up(self) -> None:
        """End the search; the lock is held, so that it has opened its question or never will."""
        with engine_of(self._session).lock:
            self._sought = None
        self._task.give_up()

    def _found(self, outcome: Any, revision: int) -> None:
        interaction, self._sought = self._interaction, None
        if isinstance(outcome, BaseException):
            interaction.asking, interaction.error = False, str(outcome)
        elif not outcome:
            if not turn_to_pairs(self._session, interaction):
                interaction.asking, interaction.exhausted = False, True
                interaction.notice = (
                    ""
                    if interaction.rows_asked_about is None
                    else wording.NOTHING_LEFT
                    if interaction.asks_filtered
                    else wording.NOTHING_AMONG
                )
        elif self._session.question is not None:
            interaction.asking = False
        elif engine_of(self._session).revision == revision:
            interaction.asking, interaction.error = False, wording.KNOWN_PAIR
        self._was_open = self._session.question is not None
        self._show()
        if interaction.asking:
            self.look()
