"""Runs long work in background threads; only the result of the newest work is used."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.text import too_many
from jupyter_sscluster.widget.core.threads import OwnerThread, outcome_of

MOST = 3


class Workbench:
    """Runs one piece of work after another and hands over what the last of them made.

    Work that was given up runs to its end, and its result is dropped; at most three threads run at
    a time. Without an event loop the work is done at once; where no thread can be started, it is
    done as soon as the loop is free.
    """

    def __init__(self) -> None:
        self._owner_thread = OwnerThread()
        self._threads: list[threading.Thread] = []
        self._wanted: object = None
        self._waiting: tuple[Callable[[], Any], Callable[[Any], None]] | None = None

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Call `then`, in the owner's thread, with the result or the exception of `work`.

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

        def run() -> None:
            # in a thread of its own whatever ends the work, sys.exit() too, is an outcome
            outcome = outcome_of(work, BaseException)
            self._owner_thread.run(lambda: self._ended(thread, token, outcome, then))

        thread = threading.Thread(target=run, name="ssc-axes", daemon=True)
        self._threads.append(thread)
        thread.start()

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
        """Drop the result of the work that is under way, and begin none that waits."""
        self._wanted = self._waiting = None

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
