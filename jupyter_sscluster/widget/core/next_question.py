"""The next question of a widget: looked for when a person wants one, and after each answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jupyter_sscluster.session import Event, Session, engine_of
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.question_types import current_type, propose
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread


class QuestionSearch:
    """Looks for the next question in the background, and opens it.

    It begins once the session has settled, so that the question fits the clustering shown. A
    question that comes when none is wanted any more is closed again.
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
        self.is_sought = False
        self._unwanted = False
        self._was_open = False

    @property
    def closed(self) -> bool:
        """Whether no question is looked for any more."""
        return self._task.closed

    def ask(self) -> None:
        """Look for the question worth most, as soon as the session has settled."""
        self._interaction.asking, self._interaction.follows = True, False
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
        self._unwanted = self.is_sought
        self._session.questions.dismiss()

    def close(self) -> None:
        """Look for no more."""
        self._task.close()

    def react(self, event: Event) -> None:
        """Ask, or stop asking, after what has happened in the session."""
        interaction = self._interaction
        is_open = self._session.question is not None
        if event.kind in ("answers", "settings") and self._was_open and not is_open:
            interaction.asking = interaction.follows = True
        elif event.kind == "closed":
            interaction.asking = interaction.follows = False
        self._was_open = is_open
        if interaction.follows and is_open:
            interaction.asking = False  # an undo has opened the one before again
        if interaction.asking:
            self.look()

    def look(self) -> None:
        """Look for a question, unless one is sought, a fit runs or the session is closed."""
        session, interaction = self._session, self._interaction
        ended = self.closed or engine_of(session).journal.closed
        if self.is_sought or ended or session.is_fitting:
            return
        self.is_sought = True
        revision, kind = engine_of(session).revision, current_type(session, interaction)
        rows = interaction.rows_asked_about
        interaction.question_type = interaction.question_type or kind
        if rows is None and engine_of(session).part(Previews).knows_next(kind):
            self._found(propose(session, kind), revision, kind)
            return
        self._task.run(
            lambda: propose(session, kind, rows),
            lambda outcome: self._found(outcome, revision, kind),
        )

    def _found(self, outcome: Any, revision: int, kind: str) -> None:
        interaction, self.is_sought = self._interaction, False
        unwanted, self._unwanted = self._unwanted and not interaction.asking, False
        if unwanted or kind != current_type(self._session, interaction):
            self._session.questions.dismiss()
        elif isinstance(outcome, BaseException):
            interaction.asking, interaction.error = False, str(outcome)
        elif not outcome:
            interaction.asking, interaction.exhausted = False, True
            interaction.notice = (
                "" if interaction.rows_asked_about is None else wording.NOTHING_AMONG
            )
        elif self._session.question is not None:
            interaction.asking = False
        elif engine_of(self._session).revision == revision:
            interaction.asking, interaction.error = False, wording.KNOWN_PAIR
        self._was_open = self._session.question is not None
        self._show()
        if interaction.asking:
            self.look()
