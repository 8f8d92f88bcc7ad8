"""What happens in a session, in any thread, reaches the widget in its own thread and in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster.session import Event, Session
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.interaction import Desk
from jupyter_sscluster.widget.owner_thread import Aside, Handover, Pace

PROGRESS_EVERY = 0.1
PROGRESS_AFTER = 0.3
"""Seconds that a fit may take before anybody wants to hear how far it is."""

PATIENCE = 0.02
"""Seconds that an answer waits for its fit, so that a quick one is shown together with it."""

SETTLED = ("fitted", "failed", "cancelled")


class Conductor:
    """Hears a session's events, asks for the next question, and has the widget shown anew.

    Events that arrive while others are dealt with are dealt with after them; one look at the
    session then shows them all. Progress is heard at most ten times a second. A question is
    looked for only once the session has settled, so that it always fits the clustering shown.
    What a person cannot see in time, the start of a fit and the progress of a short one, is not
    shown, and a fit of a few milliseconds is shown together with the answer that led to it: every
    picture costs the browser more than the kernel.

    Parameters
    ----------
    session : Session
    desk : Desk
    show : callable
        Brings the page up to date; called in the thread that made this object, if it has a loop.
    """

    def __init__(self, session: Session, desk: Desk, show: Callable[[], None]) -> None:
        self._session = session
        self._desk = desk
        self._show = show
        self._handover = Handover()
        self._aside = Aside(self._handover)
        self._pace = Pace(PROGRESS_EVERY)
        self._shown_fitting = False
        self._settled = threading.Event()
        self._events: deque[Event | None] = deque()
        self._turn = threading.Lock()
        self._looking = False
        self._unwanted = False
        self._asked = False
        self._closed = False
        self._unsubscribe = session.subscribe(self._hear)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Whatever happens inside is shown once, at its end."""
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
        """Look for the pair worth most, as soon as the session has settled."""
        self._desk.asking, self._desk.follows = True, False
        self._look()

    def go_on(self) -> None:
        """Ask the next question when the answer just given has been acted on."""
        self._desk.follows = True
        self._desk.asking = self._session.question is None
        if self._desk.asking:
            self._look()

    def leave_off(self) -> None:
        """Close the open question and ask no other by itself."""
        self._desk.asking = self._desk.follows = self._asked = False
        self._unwanted = self._looking
        self._session.dismiss()

    def close(self) -> None:
        """Hear no more."""
        self._closed = True
        self._unsubscribe()
        self._aside.close()

    # ------------------------------------------------------------------ events

    def _hear(self, event: Event) -> None:
        if event.kind == "fit_started":
            self._pace.wait(PROGRESS_AFTER)
            self._settled.clear()
        if self._is_old_news(event.kind):
            return
        self._events.append(event)
        if event.kind in SETTLED:
            self._settled.set()
        self._handover.run(self._catch_up)

    def _is_old_news(self, kind: str) -> bool:
        if kind == "fit_started":
            return self._shown_fitting
        return kind == "progress" and not self._pace.due()

    def _catch_up(self) -> None:
        while self._events and self._turn.acquire(blocking=False):
            try:
                self._deal()
            finally:
                self._turn.release()

    def _deal(self) -> None:
        while self._events and not self._closed:
            self._react_to_all()
            if self._session.fitting and not self._shown_fitting and self._handover.at_home:
                self._settled.wait(PATIENCE)
                self._react_to_all()
            self._shown_fitting = self._session.fitting
            self._show()
        self._events.clear()

    def _react_to_all(self) -> None:
        while self._events:
            event = self._events.popleft()
            if event is not None:
                self._react(event)

    def _react(self, event: Event) -> None:
        desk = self._desk
        if event.kind in ("answers", "settings"):
            desk.exhausted, desk.fitted = False, None
            if self._asked and self._session.question is None:
                desk.asking = desk.follows = True
        elif event.kind in SETTLED:
            desk.notice = wording.CANCELLED if event.kind == "cancelled" else ""
            desk.fitted = event.detail.fit if event.kind == "fitted" else None
            desk.dismissed.discard(str(event.detail))
        self._asked = self._session.question is not None
        if desk.follows and self._asked:
            desk.asking = False  # an undo has opened the one before again
        if desk.asking:
            self._look()

    # ------------------------------------------------------------------ questions

    def _look(self) -> None:
        if self._looking or self._closed or self._session.fitting:
            return
        self._looking = True
        revision = self._session.revision
        self._aside.run(self._session.propose, lambda outcome: self._found(outcome, revision))

    def _found(self, outcome: Any, revision: int) -> None:
        desk, self._looking = self._desk, False
        unwanted, self._unwanted = self._unwanted and not desk.asking, False
        if unwanted:
            self._session.dismiss()
        elif isinstance(outcome, Exception):
            desk.asking, desk.error = False, str(outcome)
        elif not outcome:
            desk.asking, desk.exhausted = False, True
        elif self._session.question is not None:
            desk.asking = False
        elif self._session.revision == revision:
            desk.asking, desk.error = False, wording.KNOWN_PAIR
        self._asked = self._session.question is not None
        self.show()
        if desk.asking:
            self._look()
