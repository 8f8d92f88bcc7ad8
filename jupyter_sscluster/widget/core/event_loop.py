"""The event loop of a widget: events of the session, from any thread, in its own and in order."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster.session import Event, Session
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.background_diagnostics import PAINTING, DiagnosticsWorker
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.next_question import QuestionSearch
from jupyter_sscluster.widget.core.threads import OwnerThread, Throttle

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

    @property
    def has_bar(self) -> bool:
        """Whether the bar of the page tells of this work as of a fit."""
        return False

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

    def end_work(self) -> bool:
        """Give up what the bar of the page shows; whether that was work of this feature."""
        return False

    def arrived(self, point: int) -> None:
        """What is known of a point has come after it was asked for."""

    def code_options(self) -> dict[str, Any]:
        """What exported code has to know of this feature, as options of `python_code`."""
        return {}

    def close(self) -> None:
        """Stop for good."""


class EventLoop:
    """Follows a session's events, and has the widget shown anew after them.

    Events that arrive while others are handled are handled after them and shown together. The
    start of a fit and the progress of a short one are not shown, and a fit
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
        self.next_question = QuestionSearch(session, interaction, self._owner_thread, self.show)
        self._finder = DiagnosticsWorker(session, interaction, self._owner_thread, self.show)
        self._throttle = Throttle(PROGRESS_EVERY)
        self._shown_fitting = False
        self._settled = threading.Event()
        self._sent: threading.Event | None = None
        self._events: deque[Event | None] = deque()
        self._turn = threading.Lock()
        self._unsubscribe = session.subscribe(self._hear)

    @property
    def at_rest(self) -> bool:
        """Whether no event waits for its turn and no question is looked for."""
        return not (self._events or self.next_question.is_sought)

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

    def close(self) -> None:
        """Hear no more."""
        self.next_question.close()
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
        while self._events and not self.next_question.closed:
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
        elif event.kind in SETTLED:
            interaction.notice = wording.CANCELLED if event.kind == "cancelled" else ""
            interaction.fitted = event.detail.fit if event.kind == "fitted" else None
            interaction.dismissed.discard(str(event.detail))
        elif event.kind == "closed":
            interaction.clear()
        self.next_question.react(event)
