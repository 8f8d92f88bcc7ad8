"""Work in a thread of its own that stops soon after it was given up, and says how far it is."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable
from types import FrameType
from typing import Any

from jupyter_sscluster.projections.tsne import ITERATION, ITERATIONS

TIDIES_UP = frozenset(("__exit__", "__aexit__", "__del__", "release", "close"))
STANDARD = (sysconfig.get_path("stdlib"), "<frozen ")
INSTALLED = (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))
"""What must not be cut short: what it would have put right stays wrong. So it is with locks that
Python's own modules hold, of imports, of logging, of an event that others wait for, too."""


class GivenUp(BaseException):
    """Nobody waits for this work any more."""


class Stoppable:
    """One piece of work. It stops when it next calls a function, whatever calls what.

    So it stops between two iterations of t-SNE or UMAP, and anywhere in a function of Python's but
    those of the standard library, which may hold locks. A single call into these or into
    compiled code that does not return cannot be stopped.

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
        if self.given_up and _may_be_cut(frame, event, argument):
            raise GivenUp
        if event == "call" and frame.f_code.co_name in ITERATION and self._heard is not None:
            self._done += 1
            self._heard(min(self._done / ITERATIONS, 1.0))


def _may_be_cut(frame: FrameType, event: str, argument: Any) -> bool:
    """Whether a call may be left out, by its name and by all that waits for it."""
    is_python = event == "call"
    name = frame.f_code.co_name if is_python else getattr(argument, "__name__", "")
    if name in TIDIES_UP:
        return False
    caller = frame.f_back if is_python else frame
    while caller is not None and caller.f_code is not Stoppable.__call__.__code__:
        code = caller.f_code
        if code.co_name in TIDIES_UP or _is_standard(code.co_filename):
            return False
        caller = caller.f_back
    return True


def _is_standard(path: str) -> bool:
    return path.startswith(STANDARD) and not path.startswith(INSTALLED)
