"""A person's function of a row number, called off the main path, and what it has returned."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread

KEPT = 200
"""Values that are kept; of more, those that were asked for last."""

WAITING = 64
"""Rows that may wait for their turn; what was wanted before them is nobody's concern any more."""


@dataclass(frozen=True)
class Returned:
    """What a call returned, or the error that it raised."""

    value: Any = None
    error: BaseException | None = None


class Lazy:
    """Calls a function in a thread of its own, one row after the other, the last wanted first.

    Without a thread to hand work over to (a script, a test, Python in a browser) it is called at
    once. `arrived` is called, in the owner's thread, with every row whose value came too late for
    those who asked.
    """

    def __init__(
        self,
        function: Callable[[int], Any],
        owner_thread: OwnerThread,
        arrived: Callable[[int], None],
    ) -> None:
        self._function, self._owner_thread, self._arrived = function, owner_thread, arrived
        self._task = BackgroundTask(owner_thread, "ssc-tooltip")
        self._change = threading.Condition()
        self._known: OrderedDict[int, Returned] = OrderedDict()
        self._queue: list[int] = []
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
            begin = bool(self._queue) and not self._busy and not self._task.closed
            self._busy = self._busy or begin
        if begin:
            self._task.run(self._work, lambda outcome: None)

    def close(self) -> None:
        """Call the function no more."""
        with self._change:
            self._task.close()
            self._queue.clear()

    def _work(self) -> None:
        while (point := self._next()) is not None:
            self._keep(point, self._call(point))

    def _next(self) -> int | None:
        with self._change:
            self._busy = bool(self._queue)
            return self._queue[0] if self._queue else None

    def _call(self, point: int) -> Returned:
        try:
            return Returned(self._function(point))
        except BaseException as error:
            return Returned(error=error)

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
