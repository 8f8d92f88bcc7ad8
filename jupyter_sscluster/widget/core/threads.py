"""Work handed from thread to thread: widgets may only be changed from the one that made them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from jupyter_sscluster._threads import can_start, running_loop


class OwnerThread:
    """Run callables in the thread that made this object, through its event loop.

    A kernel handles messages in its event loop's thread. Where no loop runs (a script, a test),
    callables run at once in the thread that hands them over.

    Attributes
    ----------
    has_threads : bool
        Whether others can be started beside it: not where Python runs in a browser.
    """

    def __init__(self) -> None:
        self._owner = threading.get_ident()
        self._lock = threading.RLock()
        self._loop = running_loop()
        self.has_threads = can_start()

    @property
    def has_loop(self) -> bool:
        """Whether there is a thread to hand work over to."""
        return self._loop is not None

    def run(self, work: Callable[[], None]) -> None:
        """Run `work` now in the owner's thread, or as soon as its loop is free."""
        loop = self._loop
        if loop is None or threading.get_ident() == self._owner:
            with self._lock:
                work()
        elif not loop.is_closed():
            loop.call_soon_threadsafe(work)

    @property
    def is_shared(self) -> bool:
        """Whether work has to be done here that threads would do beside: its loop waits for it."""
        return self.has_loop and not self.has_threads

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Run `work` in the owner's thread after a while; called there, where a loop runs."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_later(seconds, work)


class WorkerThread:
    """Run work in a thread beside the owner's, and hand over what comes of it.

    Where none can be started the owner's loop does one piece after the other, and whatever else it
    has to do between them.
    """

    def __init__(self, owner_thread: OwnerThread, name: str) -> None:
        self._owner_thread = owner_thread
        self._name = name
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Call `then` with the result of `work`, or with the exception that it raised."""
        if not self._owner_thread.has_loop:
            then(outcome_of(work))
            return
        if self._owner_thread.is_shared:
            self._owner_thread.later(0, lambda: self._in_turn(work, then))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix=self._name)
        self._pool.submit(self._run, work, then)

    def close(self) -> None:
        """Forget what has not begun."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _in_turn(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        if not self._closed:
            then(outcome_of(work))

    def _run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        outcome = outcome_of(work)
        self._owner_thread.run(lambda: then(outcome))


def outcome_of(work: Callable[[], Any], caught: type[BaseException] = Exception) -> Any:
    """What work gives, or the exception that ended it."""
    try:
        return work()
    except caught as error:
        return error


class Throttle:
    """Let through at most one call in an interval."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0

    def wait(self, seconds: float) -> None:
        """Let nothing through for so long."""
        self._next = time.monotonic() + seconds

    @contextmanager
    def resting(self, share: float) -> Iterator[None]:
        """Let nothing through for `share` times as long as what happens inside takes."""
        begun = time.monotonic()
        yield
        ended = time.monotonic()
        self._next = max(self._next, ended + share * (ended - begun))

    def due(self) -> bool:
        """Whether enough time has gone since the last call that was due."""
        if time.monotonic() < self._next:
            return False
        self.wait(self._seconds)
        return True
