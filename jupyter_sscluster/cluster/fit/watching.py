"""Report the progress of fits in a block of code, and cancel them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from jupyter_sscluster.seeding.generator import drawing

Callback = Callable[[str, int, int], None]


class _Watcher:
    """A callback, and what it was told last."""

    def __init__(self, callback: Callback) -> None:
        self.callback = callback
        self.last = ("start", 1, 1)

    def again(self) -> None:
        self.callback(*self.last)


_watcher: ContextVar[_Watcher | None] = ContextVar("watcher", default=None)


class FitCancelled(Exception):
    """Raised by a watcher to abandon the fit; the estimator stays as it was."""


@contextmanager
def watching(callback: Callback | None) -> Iterator[None]:
    """Call `callback(step, done, total)` for every start and iteration of fits in this block.

    Where a step takes long, as the choice of many first centres does, it is called again and again.

    `step` is "start" while one of several starts runs, and "iteration" where there is only one.
    The callback may raise `FitCancelled`.

    >>> from jupyter_sscluster.cluster import KMeans
    >>> steps = []
    >>> with watching(lambda step, done, total: steps.append((step, done, total))):
    ...     _ = KMeans(n_clusters=2, n_init=3, random_state=0).fit([[0.0], [1.0], [5.0]])
    >>> steps[0], steps[-1][:2]
    (('start', 1, 3), ('start', 3))
    """
    watcher = None if callback is None else _Watcher(callback)
    token, busy = _watcher.set(watcher), drawing.set(None if watcher is None else watcher.again)
    try:
        yield
    finally:
        _watcher.reset(token)
        drawing.reset(busy)


def watcher() -> Callback | None:
    """Who hears of the fits in this block: for work that fits under a watcher of its own."""
    found = _watcher.get()
    return None if found is None else found.callback


@contextmanager
def part_of(step: str, done: int, total: int) -> Iterator[None]:
    """Let whatever the fits in this block report be heard as this one step of a larger fit."""
    watcher = _watcher.get()
    report(step, done, total)
    with watching(None if watcher is None else lambda *_: watcher.callback(step, done, total)):
        yield


def again() -> None:
    """Tell the watcher what it was told last: it may cancel the fit within a long step."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher.again()


def report(step: str, done: int, total: int) -> None:
    """Tell the watcher, if there is one; called once a start and once an iteration."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher.last = (step, done, total)
        watcher.again()
