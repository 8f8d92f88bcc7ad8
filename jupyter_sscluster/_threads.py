"""Start threads where the platform has them; Python in a browser has none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable


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


def _nothing() -> None:
    """What a thread does that is only tried."""
