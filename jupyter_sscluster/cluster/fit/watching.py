"""Report the progress of fits in a block of code, and cancel them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Callback = Callable[[str, int, int], None]

_watcher: ContextVar[Callback | None] = ContextVar("watcher", default=None)


class FitCancelled(Exception):
    """Raised by a watcher to abandon the fit; the estimator stays as it was."""


@contextmanager
def watching(callback: Callback | None) -> Iterator[None]:
    """Call `callback(step, done, total)` for every start and iteration of fits in this block.

    `step` is "start" while one of several starts runs, and "iteration" where there is only one.
    The callback may raise `FitCancelled`.

    >>> from jupyter_sscluster.cluster import KMeans
    >>> steps = []
    >>> with watching(lambda step, done, total: steps.append((step, done, total))):
    ...     _ = KMeans(n_clusters=2, n_init=3, random_state=0).fit([[0.0], [1.0], [5.0]])
    >>> steps[0], steps[-1][:2]
    (('start', 1, 3), ('start', 3))
    """
    token = _watcher.set(callback)
    try:
        yield
    finally:
        _watcher.reset(token)


def watcher() -> Callback | None:
    """Who hears of the fits in this block: for work that fits under a watcher of its own."""
    return _watcher.get()


@contextmanager
def part_of(step: str, done: int, total: int) -> Iterator[None]:
    """Let whatever the fits in this block report be heard as this one step of a larger fit."""
    callback = _watcher.get()
    report(step, done, total)
    with watching(None if callback is None else lambda *_: callback(step, done, total)):
        yield


def report(step: str, done: int, total: int) -> None:
    """Tell the watcher, if there is one; called once a start and once an iteration."""
    callback = _watcher.get()
    if callback is not None:
        callback(step, done, total)
