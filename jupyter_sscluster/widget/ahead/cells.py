"""Whether a cell runs, so that nothing is worked out ahead meanwhile."""

from __future__ import annotations

import threading
from typing import Any

from IPython import get_ipython


class Cells:
    """Says when other cells of the notebook have the kernel to themselves.

    Two threads of Python share one interpreter, so that a cell would take up to twice as long as
    without the other. Where no kernel runs, no cell does.
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
