"""A person's function of a row number, called off the main path, and what it has returned."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread

KEPT = 200
"""Values that are kept; of more, those that were asked for last."""

WAITING = 64
"""Rows that may wait for their turn; what was wanted before them is nobody's concern any more."""

OFTEN = 0.3
"""Seconds between two reports while rows are read that nobody looks at."""


@dataclass(frozen=True)
class Returned:
    """What a call returned, or the error that it raised."""

    value: Any = None
    error: BaseException | None = None


class Lazy:
    """Calls a function in a thread of its own, one row after the other, the last wanted first.

    Without a thread to hand work over to (a script, a test, Python in a browser) it is called at
    once. `arrived` is called, in the owner's thread, with every row whose value came too late for
    those who asked; `heard`, in the thread of the call, with every row and what was returned.
    """

    def __init__(
        self,
        function: Callable[[int], Any],
        owner_thread: OwnerThread,
        arrived: Callable[[int], None],
        heard: Callable[[int, Returned], None] = lambda point, outcome: None,
    ) -> None:
        self._function, self._owner_thread, self._arrived = function, owner_thread, arrived
        self._heard = heard
        self._task = BackgroundTask(owner_thread, "ssc-tooltip")
        self._change = threading.Condition()
        self._known: OrderedDict[int, Returned] = OrderedDict()
        self._queue: list[int] = []
        self._unread = deque[int]()
        self._report: Callable[[], None] = lambda: None
        self._awaited: set[int] = set()
        self._busy = False

    def get(self, point: int, patience: float = 0.0) -> Returned | None:
        """The outcome for a row; None if it is not there within so many seconds."""
        if self._owner_thread.is_shared and point not in self._known:
            self._keep(point, self._call(point))
        self.want([point])
        with self._change:
            if point not in self._awaited:  # who waited in vain once is told, and waits no more
                self._change.wait_for(lambda: point in self._known, patience)
            if point not in self._known:
                self._awaited.add(point)
                return None
            self._known.move_to_end(point)
            return self._known[point]

    def want(self, points: Sequence[int]) -> None:
        """Have the function called for these rows before all others that wait."""
        if self._owner_thread.is_shared:
            return  # what nobody looks at yet would keep everybody waiting
        with self._change:
            missing = [point for point in points if point not in self._known]
            others = [point for point in self._queue if point not in missing]
            self._queue = [*missing, *others][:WAITING]
        self._begin()

    def read(self, points: Sequence[int], report: Callable[[], None]) -> None:
        """Have it called for these rows too, in place of others, while no row is wanted.

        Their values are not kept. `report` is called in the owner's thread now and then, and at
        the end.
        """
        if self._owner_thread.is_shared:
            return
        with self._change:
            self._unread, self._report = deque(points), report
        self._begin()

    def close(self) -> None:
        """Call the function no more."""
        with self._change:
            self._task.close()
            self._queue.clear()
            self._unread.clear()

    def _begin(self) -> None:
        with self._change:
            begin = bool(self._queue or self._unread) and not self._busy and not self._task.closed
            self._busy = self._busy or begin
        if begin:
            self._task.run(self._work, lambda outcome: None)

    def _work(self) -> None:
        told = time.monotonic()
        while (following := self._next()) is not None:
            point, is_wanted = following
            outcome = self._call(point)
            if is_wanted:
                self._keep(point, outcome)
            elif not self._unread or time.monotonic() > told + OFTEN:
                told = time.monotonic()
                self._owner_thread.run(self._report)

    def _next(self) -> tuple[int, bool] | None:
        """The next row, and whether somebody looks at it."""
        with self._change:
            self._busy = bool(self._queue or self._unread)
            if self._queue:
                return self._queue[0], True
            return (self._unread.popleft(), False) if self._unread else None

    def _call(self, point: int) -> Returned:
        try:
            outcome = Returned(self._function(point))
        except BaseException as error:
            outcome = Returned(error=error)
        self._heard(point, outcome)
        return outcome

    def _keep(self, point: int, outcome: Returned) -> None:
        with self._change:
            self._known[point] = outcome
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
            if point in self._queue:
                self._queue.remove(point)
            awaited = point in self._awaited and not self._task.closed
            self._awaited.discard(point)
            self._change.notify_all()
        if awaited:
            self._owner_thread.run(lambda: self._arrived(point))
