"""Work that may never end, each in a thread that stops soon after it was given up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.interruptible import Stoppable
from jupyter_sscluster.widget.core.text import too_many
from jupyter_sscluster.widget.core.threads import OwnerThread, Throttle, outcome_of

MOST = 3
HEARD_EVERY = 0.3
"""Seconds between two looks at how far work is: each makes the page anew."""


class Workbench:
    """Runs one piece of work after another and hands over what the last of them made.

    Work that was given up stops at its next call of a function. What is inside one that does not
    return runs on unheard, beside at most two others, and ends with the kernel at the latest. Where
    no event loop runs, work is done at once; where no thread can be started, it waits for the loop
    to be free.
    """

    def __init__(self) -> None:
        self._owner_thread = OwnerThread()
        self._threads: list[threading.Thread] = []
        self._wanted: object = None
        self._running: Stoppable | None = None
        self._waiting: tuple[Callable[[], Any], Callable[[Any], None]] | None = None

    def run(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        heard: Callable[[float], None] | None = None,
    ) -> None:
        """Call `then`, in the owner's thread, with the result or the exception of `work`.

        `heard` is told there, now and then, which share of the work is done, where that is known.

        Raises
        ------
        InputError
            If too much is running that was given up.
        """
        if self._is_full():
            raise InputError(too_many(len(self._threads)))
        self.give_up()
        self._wanted = token = object()
        if not self._owner_thread.has_loop:
            self._hand_over(token, outcome_of(work), then)
            return
        if not self._owner_thread.has_threads:
            self._owner_thread.later(0, lambda: self._in_turn(token, work, then))
            return

        stoppable = Stoppable(work, None if heard is None else self._told(token, heard))

        def run() -> None:
            # in a thread of its own whatever ends the work, sys.exit() too, is an outcome
            outcome = outcome_of(stoppable, BaseException)
            self._owner_thread.run(lambda: self._ended(thread, token, outcome, then))

        thread = threading.Thread(target=run, name="ssc-axes", daemon=True)
        self._threads.append(thread)
        self._running = stoppable
        thread.start()

    def _told(self, token: object, heard: Callable[[float], None]) -> Callable[[float], None]:
        """What the work tells in its thread: not more often than anybody can look."""
        throttle = Throttle(HEARD_EVERY)

        def told(share: float) -> None:
            if throttle.due():
                self._owner_thread.run(lambda: heard(share) if self._wanted is token else None)

        return told

    def _in_turn(self, token: object, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """In the owner's loop, unless it was given up before its turn came."""
        if self._wanted is token:
            self._hand_over(token, outcome_of(work), then)

    def run_when_free(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """The same, as soon as not too much is running; of all that waits, only the newest runs."""
        if self._is_full():
            self._waiting = (work, then)
        else:
            self.run(work, then)

    def give_up(self) -> None:
        """Stop the work that is under way, and begin none that waits."""
        self._wanted = self._waiting = None
        if self._running is not None:
            self._running.given_up = True
            self._running = None

    def _is_full(self) -> bool:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads) >= MOST

    def _ended(
        self, thread: threading.Thread, token: object, outcome: Any, then: Callable[[Any], None]
    ) -> None:
        if thread in self._threads:
            self._threads.remove(thread)
        self._hand_over(token, outcome, then)
        if self._waiting is not None:
            self.run_when_free(*self._waiting)

    def _hand_over(self, token: object, outcome: Any, then: Callable[[Any], None]) -> None:
        if self._wanted is token:
            self._wanted = None
            then(outcome)
