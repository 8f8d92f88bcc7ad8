"""Threads where the platform has them; Python in a browser has none."""

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import cache

from joblib import cpu_count


def started(work: Callable[[], object], name: str) -> bool:
    """Run `work` in a daemon thread of its own; False, with nothing run, where none can start."""
    try:
        threading.Thread(target=work, name=name, daemon=True).start()
    except RuntimeError:
        return False
    return True


def can_start() -> bool:
    """Whether this host starts threads; found out by starting one."""
    return started(_nothing, "ssc-try")


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs in this thread, if one does."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


_shared: ContextVar[bool] = ContextVar("shared", default=False)
"""Whether this is work of one of several threads already."""


@cache
def n_cores() -> int:
    """Cores that this process may use; fewer where OMP_NUM_THREADS says so, as in scikit-learn."""
    if not can_start():
        return 1
    most: int = cpu_count()
    wanted = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    return min(most, int(wanted) if wanted.isdigit() and int(wanted) else most)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n_cores() - 1, thread_name_prefix="ssc-rows")


if hasattr(os, "register_at_fork"):
    # A forked process has none of the threads that its pool would count on.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def on_all_cores(work: Callable[[slice], object], parts: Sequence[slice], least: int = 1) -> None:
    """Call `work` for each part, in any order and several at once; it writes to that part only.

    NumPy gives up the interpreter's lock for its loops, so that threads share the work. `least` is
    how many parts are worth waking a thread.
    """
    shares = 1 if _shared.get() else min(n_cores(), len(parts) // least)
    if shares < 2:
        for part in parts:
            work(part)
        return

    def run(start: int) -> None:
        _shared.set(True)
        for part in parts[start::shares]:
            work(part)

    own, others = [0], []
    for start in range(1, shares):
        # A context for each: NumPy's settings of errors are part of it.
        try:
            others.append(_pool().submit(copy_context().run, run, start))
        except RuntimeError:  # the interpreter is ending
            own.append(start)
    try:
        for start in own:
            copy_context().run(run, start)
    finally:
        for other in others:
            other.exception()
    for other in others:
        other.result()


def _nothing() -> None:
    """What a thread does that is only tried."""
