"""Work handed from thread to thread: widgets may only be changed from the one that made them."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from jupyter_sscluster._threads import can_start, running_loop


class OwnerThread:
    """Run callables in the thread that made this object, through its event loop.

    A kernel handles messages in its event loop's thread. Where no loop runs (a script, a test),
    callables run at once in the thread that hands them over. `has_threads` is False where Python
    runs in a browser.
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


MOST = 3
"""Threads of one task that run at a time, those with work that was given up included."""


class Piece(NamedTuple):
    """A piece of work, who hears what comes of it, and what makes it wanted."""

    work: Callable[[], Any]
    then: Callable[[Any], None]
    wanted: object


class BackgroundTask:
    """Does one piece of work after the other beside the owner's thread, and hands over the results.

    Work that is given up runs to its end, beside what comes next, and its result is dropped; where
    `MOST` threads run, what comes next waits for one of them. Without an event loop work is done at
    once; where no thread can be started, the loop does it between whatever else it has to do.
    Threads are daemons, and end when nothing waits.
    """

    def __init__(self, owner_thread: OwnerThread, name: str) -> None:
        self._owner_thread, self._name = owner_thread, name
        self._lock = threading.Lock()
        self._waiting: deque[Piece] = deque()
        self._wanted: object = object()
        self._server: object = None
        self._threads = self._busy = 0
        self.closed = False

    @property
    def is_full(self) -> bool:
        """Whether what is run now has to wait for work that was given up."""
        return self._busy >= MOST

    def run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Call `then`, in the owner's thread, with the result of `work` or what it raised."""
        if self.closed:
            return
        piece = Piece(work, then, self._wanted)
        if not self._owner_thread.has_loop:
            self._do(piece)
        elif self._owner_thread.is_shared:
            self._owner_thread.later(0, lambda: self._do(piece))
        else:
            with self._lock:
                self._waiting.append(piece)
                begin = self._server is None and self._threads < MOST
                if begin:
                    self._threads += 1
                    self._server = server = object()
            if begin:
                serve = partial(self._serve, server)
                threading.Thread(target=serve, name=self._name, daemon=True).start()

    def run_instead(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """The same, in place of all that is under way."""
        self.give_up()
        self.run(work, then)

    def give_up(self) -> None:
        """Drop the result of the work that is under way, and begin none that waits."""
        with self._lock:
            self._waiting.clear()
            self._wanted, self._server = object(), None

    def close(self) -> None:
        """Give up all work, and take no other."""
        self.closed = True
        self.give_up()

    def _do(self, piece: Piece) -> None:
        """In the owner's thread, unless it was given up before its turn came."""
        if piece.wanted is self._wanted:
            # sys.exit() is an outcome here, too; an interrupt is for the person whose thread it is
            self._hand_over(piece, outcome_of(piece.work, (Exception, SystemExit)))

    def _serve(self, server: object) -> None:
        """In a thread beside the owner's."""
        while (piece := self._next(server)) is not None:
            # whatever ends the work, sys.exit() too, is an outcome
            outcome = outcome_of(piece.work, BaseException)
            with self._lock:
                self._busy -= 1
            self._owner_thread.run(partial(self._hand_over, piece, outcome))

    def _next(self, server: object) -> Piece | None:
        """What a thread does next: nothing once another has taken its place."""
        with self._lock:
            self._server = self._server or server
            if self._server is server and self._waiting:
                self._busy += 1
                return self._waiting.popleft()
            self._server = None if self._server is server else self._server
            self._threads -= 1
            return None

    def _hand_over(self, piece: Piece, outcome: Any) -> None:
        if piece.wanted is self._wanted:
            piece.then(outcome)


def outcome_of(
    work: Callable[[], Any], caught: type[BaseException] | tuple[type[BaseException], ...]
) -> Any:
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
