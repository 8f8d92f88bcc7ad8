"""Work in a thread of its own that stops soon after it was given up, and says how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from jupyter_sscluster.projections.tsne import ITERATION, ITERATIONS

TIDIES_UP = frozenset(("__exit__", "__aexit__", "__del__"))
"""What must not be cut short: what it would have put right stays wrong."""


class GivenUp(BaseException):
    """Nobody waits for this work any more."""


class Stoppable:
    """One piece of work. It stops when it next calls a function, whatever calls what.

    So it stops between two iterations of t-SNE or UMAP, and anywhere in a function of
    Python's. A single call into compiled code that does not return cannot be stopped.

    Parameters
    ----------
    work : callable
    heard : callable, optional
        Told, in the thread of the work, the share of the iterations that are done, where known.
    """

    def __init__(
        self, work: Callable[[], Any], heard: Callable[[float], None] | None = None
    ) -> None:
        self._work, self._heard = work, heard
        self._done = 0
        self.given_up = False

    def __call__(self) -> Any:
        """What the work gives.

        Raises
        ------
        GivenUp
            Once it was given up.
        """
        before = sys.getprofile()
        sys.setprofile(self._look)
        try:
            return self._work()
        finally:
            sys.setprofile(before)

    def _look(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in ("call", "c_call"):
            return
        if self.given_up and not _tidies_up(frame):
            raise GivenUp
        if event == "call" and frame.f_code.co_name in ITERATION and self._heard is not None:
            self._done += 1
            self._heard(min(self._done / ITERATIONS, 1.0))


def _tidies_up(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name in TIDIES_UP:
            return True
        frame = frame.f_back
    return False
