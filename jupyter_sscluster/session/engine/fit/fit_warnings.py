"""Warnings that come up in a fit beside the caller's thread, which nobody there would read."""

import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_here = threading.local()


@contextmanager
def collected(origins: dict[str, Any]) -> Iterator[list[str]]:
    """Collect this thread's warnings in the list instead of showing them; each text once.

    The user's warning filters and other threads are unaffected. Warnings attributed to
    the modules with these `origins` (their globals) are collected each time.
    """
    origins.pop("__warningregistry__", None)
    _listen()
    found: list[str] = []
    before = getattr(_here, "found", None)
    _here.found = found
    try:
        yield found
    finally:
        _here.found = before


def fresh(texts: list[str], known: list[str]) -> list[str]:
    """The texts that say something new: figures in them make no difference.

    >>> fresh(["stopped after 10 steps", "stopped after 12 steps"], ["2 rows are equal"])
    ['stopped after 10 steps']
    """
    told = {_shape(text) for text in known}
    new = []
    for text in texts:
        if _shape(text) not in told:
            told.add(_shape(text))
            new.append(text)
    return new


def _shape(text: str) -> str:
    return re.sub(r"\d+(\.\d+)?", "#", text)


def _listen() -> None:
    """Have warnings of collecting threads heard; whoever showed them before shows the others."""
    if getattr(warnings.showwarning, "_asks_threads", False):
        return
    before = warnings.showwarning

    def show(message: Any, *args: Any, **kwargs: Any) -> None:
        found = getattr(_here, "found", None)
        if found is None:
            before(message, *args, **kwargs)
        elif str(message) not in found:
            found.append(str(message))

    show._asks_threads = True  # type: ignore[attr-defined]
    warnings.showwarning = show
