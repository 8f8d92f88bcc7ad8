"""Work that may never end, each in a thread that ends with the kernel at the latest."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.axes import words
from jupyter_sscluster.widget.threads import OwnerThread

MOST = 3


class Workbench:
    """Runs one piece of work after another and hands over what the last of them made.

    A thread cannot be stopped from outside: work that was given up runs on unheard, beside at most
    two others. Where no event loop runs, work is done at once.
    """

    def __init__(self) -> None:
        self._owner_thread = OwnerThread()
        self._threads: list[threading.Thread] = []
        self._wanted: object = None

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Call `then`, in the owner's thread, with the result or the exception of `work`.

        Raises
        ------
        InputError
            If too much is running that was given up.
        """
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) >= MOST:
            raise InputError(words.too_many(len(self._threads)))
        self._wanted = token = object()
        if not self._owner_thread.has_loop:
            self._hand_over(token, _outcome(work), then)
            return

        def run() -> None:
            outcome = _outcome(work)
            self._owner_thread.run(lambda: self._hand_over(token, outcome, then))

        thread = threading.Thread(target=run, name="ssc-axes", daemon=True)
        self._threads.append(thread)
        thread.start()

    def give_up(self) -> None:
        """Hear no more of the work that is under way."""
        self._wanted = None

    def _hand_over(self, token: object, outcome: Any, then: Callable[[Any], None]) -> None:
        if self._wanted is token:
            self._wanted = None
            then(outcome)


def _outcome(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Exception as error:
        return error
