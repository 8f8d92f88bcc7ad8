"""The event loop of a widget: events of the session, from any thread, in its own and in order."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster.session import Event, Session, engine_of
from jupyter_sscluster.session.preview.previews import Previews
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.background_diagnostics import PAINTING, DiagnosticsWorker
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.question_types import current_type, propose
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread, Throttle

PROGRESS_EVERY = 0.1
PROGRESS_AFTER = 0.3
"""Seconds that a fit may take before anybody wants to hear how far it is."""

SHARE = 10
"""How many times as long as one picture takes to make lies between two that tell of progress."""

PATIENCE = 0.06
"""Seconds that an answer waits for its fit, so that a quick one is shown together with it."""

SETTLED = ("fitted", "failed", "cancelled")


class FeatureWorker:
    """A feature's background work; the event loop calls its methods."""

    def begin(self) -> None:
        """The page was shown for the first time."""

    def before_show(self) -> None:
        """The page is about to be shown anew."""

    def look(self) -> None:
        """The page was shown anew: go on with what is not known of the present state."""

    def give_way(self) -> None:
        """Something happens that matters more; called from any thread."""

    def pause(self) -> None:
        """The person goes on without it."""

    def arrived(self, point: int) -> None:
        """What is known of a point has come after it was asked for."""

    def code_options(self) -> dict[str, Any]:
        """What exported code has to know of this feature, as options of `python_code`."""
        return {}

    def close(self) -> None:
        """Stop for good."""


class EventLoop:
    """Follows a session's events, asks for the next question, and has the widget shown anew.

    Events that arrive while others are handled are handled after them and shown together. A
    question is looked for only once the session has settled, so that it always fits the
    clustering shown. The start of a fit and the progress of a short one are not shown, and a fit
    of a few milliseconds is shown together with the answer that led to it: every picture costs
    the browser more than the kernel.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        show: Callable[[], None],
        owner_thread: OwnerThread | None = None,
    ) -> None:
        self._session = session
        self._interaction = interaction
        self._show = show
        self._owner_thread = owner_thread or OwnerThread()
        self.workers: list[FeatureWorker] = []
        self._task = BackgroundTask(self._owner_thread, "ssc-propose")
        self._finder = DiagnosticsWorker(session, interaction, self._owner_thread, self.show)
        self._throttle = Throttle(PROGRESS_EVERY)
        self._shown_fitting = False
        self._settled = threading.Event()
        self._sent: threading.Event | None = None
        self._events: deque[Event | None] = deque()
        self._turn = threading.Lock()
        self._looking = False
        self._unwanted = False
        self._asked = False
        self._unsubscribe = session.subscribe(self._hear)

    @property
    def at_rest(self) -> bool:
        """Whether no event waits for its turn and no question is looked for."""
        return not (self._events or self._looking)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Whatever happens inside is shown once, at its end."""
        self._give_way()
        with self._turn:
            try:
                yield
            finally:
                self._events.append(None)
                self._deal()
        self._catch_up()

    def show(self) -> None:
        """Have the widget shown anew."""
        self._events.append(None)
        self._catch_up()

    def ask(self) -> None:
        """Look for the question worth most, as soon as the session has settled."""
        self._interaction.asking, self._interaction.follows = True, False
        self._look()

    def go_on(self) -> None:
        """Ask the next question when the answer just given has been acted on."""
        self._interaction.follows = True
        self._interaction.asking = self._session.question is None
        if self._interaction.asking:
            self._look()

    def leave_off(self) -> None:
        """Close the open question and ask no other by itself."""
        self._interaction.asking = self._interaction.follows = self._asked = False
        self._unwanted = self._looking
        self._session.questions.dismiss()

    def close(self) -> None:
        """Hear no more."""
        self._task.close()
        self._unsubscribe()
        self._finder.close()

    # ------------------------------------------------------------------ events

    def _hear(self, event: Event) -> None:
        sent = self._sent
        if event.kind in ("answers", "settings", "closed"):
            self._give_way()
            self._settled.clear()
        if event.kind == "fit_started":
            self._throttle.wait(PROGRESS_AFTER)
            self._settled.clear()
        if self._is_old_news(event.kind):
            return
        self._events.append(event)
        if event.kind in SETTLED:
            self._settled.set()
        self._owner_thread.run(self._catch_up)
        if event.kind == "fitted" and sent is not None and sent.wait(PAINTING):
            time.sleep(PAINTING)  # this is the fit's own thread, and the score comes next

    def _give_way(self) -> None:
        for worker in self.workers:
            worker.give_way()

    def _is_old_news(self, kind: str) -> bool:
        if kind == "fit_started":
            return self._shown_fitting
        return kind == "progress" and not self._throttle.due()

    def _catch_up(self) -> None:
        while self._events and self._turn.acquire(blocking=False):
            try:
                self._deal()
            finally:
                self._turn.release()

    def _deal(self) -> None:
        while self._events and not self._task.closed:
            self._react_to_all()
            with self._together():
                self._shown_fitting = self._session.is_fitting
                for worker in self.workers:
                    worker.before_show()
                with self._throttle.resting(SHARE):  # pictures of progress hold up no fit
                    self._show()
            self._finder.look()
            for worker in self.workers:
                worker.look()
        self._events.clear()

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Show what happens inside together with a fit that has just begun, if that is quick."""
        sent = threading.Event()
        try:
            if self._has_begun_beside():
                self._sent = sent
                self._settled.wait(PATIENCE)
                self._react_to_all()
            yield
        finally:
            self._sent = None
            sent.set()

    def _has_begun_beside(self) -> bool:
        """Whether a fit runs in another thread, of which nothing is shown yet."""
        owner = self._owner_thread
        beside = owner.has_loop and owner.has_threads
        return beside and self._session.is_fitting and not self._shown_fitting

    def _react_to_all(self) -> None:
        while self._events:
            event = self._events.popleft()
            if event is not None:
                self._react(event)

    def _react(self, event: Event) -> None:
        interaction = self._interaction
        if event.kind in ("answers", "settings"):
            interaction.exhausted, interaction.fitted = False, None
            if self._asked and self._session.question is None:
                interaction.asking = interaction.follows = True
        elif event.kind in SETTLED:
            interaction.notice = wording.CANCELLED if event.kind == "cancelled" else ""
            interaction.fitted = event.detail.fit if event.kind == "fitted" else None
            interaction.dismissed.discard(str(event.detail))
        elif event.kind == "closed":
            interaction.clear()
            interaction.asking = interaction.follows = False
        self._asked = self._session.question is not None
        if interaction.follows and self._asked:
            interaction.asking = False  # an undo has opened the one before again
        if interaction.asking:
            self._look()

    # ------------------------------------------------------------------ questions

    def _look(self) -> None:
        session, interaction = self._session, self._interaction
        ended = self._task.closed or engine_of(session).journal.closed
        if self._looking or ended or session.is_fitting:
            return
        self._looking = True
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
        interaction, self._looking = self._interaction, False
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
        self._asked = self._session.question is not None
        self.show()
        if interaction.asking:
            self._look()
