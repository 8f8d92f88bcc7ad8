"""Whether a cell runs, so that nothing is previewed meanwhile."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from IPython import get_ipython

from jupyter_sscluster.cluster.fit.watching import FitCancelled

PAUSE = 0.05
"""Seconds between two looks at whether a cell still runs."""

Found = TypeVar("Found")


class Cells:
    """Reports when other cells of the notebook are running.

    Threads share one interpreter, so background work could double the time of a cell.
    """

    def __init__(self) -> None:
        self._rest = threading.Event()
        self._rest.set()
        shell = get_ipython()
        self._events: Any = getattr(shell, "events", None)
        if self._events is not None:
            self._events.register("pre_run_cell", self._begun)
            self._events.register("post_run_cell", self._ended)

    def wait(self, seconds: float) -> bool:
        """Wait until none runs; False if one still does after so many seconds."""
        return self._rest.wait(seconds)

    def close(self) -> None:
        """Listen no more."""
        events, self._events = self._events, None
        self._rest.set()
        if events is not None:
            events.unregister("pre_run_cell", self._begun)
            events.unregister("post_run_cell", self._ended)

    def _begun(self, info: Any) -> None:
        self._rest.clear()

    def _ended(self, result: Any) -> None:
        self._rest.set()


class BetweenCells:
    """Work of another thread that is done while no cell runs, as long as it is wanted.

    It is stopped at its next report when a cell begins, and begun again when that has ended. It
    never rests in between: it may hold a lock that the cell needs, such as a cached property's.
    """

    def __init__(self, cells: Cells, is_wanted: Callable[[], bool]) -> None:
        self._cells, self._is_wanted = cells, is_wanted
        self._in_the_way = False

    def watch(self, step: str, done: int, total: int) -> None:
        """To be called by the work whenever it can be stopped; raises FitCancelled."""
        self._in_the_way = not self._cells.wait(0)
        if self._in_the_way or not self._is_wanted():
            raise FitCancelled("something has happened meanwhile")

    def do(self, work: Callable[[], Found]) -> Found:
        """What the work gives; raises FitCancelled where it is wanted no more."""
        while True:
            while self._is_wanted() and not self._cells.wait(PAUSE):
                pass
            try:
                self.watch("", 0, 0)
                return work()
            except FitCancelled:
                if not (self._in_the_way and self._is_wanted()):
                    raise
