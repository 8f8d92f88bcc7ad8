"""Those who want to hear what happens in a session."""

import logging
import sys
import threading
from collections.abc import Callable

from jupyter_sscluster._validation import InputTypeError
from jupyter_sscluster.session.engine.records import Event

Callback = Callable[[Event], None]

log = logging.getLogger(__name__)


class Listeners:
    """Callbacks, called in the order in which they came; one that fails harms nobody else."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: tuple[Callback, ...] = ()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Call ``callback(event)`` from now on; the returned function ends that."""
        if not callable(callback):
            raise InputTypeError(
                f"callback={callback!r} cannot be called; pass a function that takes an event"
            )

        def mine(event: Event) -> None:
            callback(event)

        def leave() -> None:
            with self._lock:
                self._callbacks = tuple(known for known in self._callbacks if known is not mine)

        with self._lock:
            self._callbacks = (*self._callbacks, mine)
        return leave

    def tell(self, event: Event) -> None:
        """Call them all, in this thread."""
        handled = sys.exc_info()[1]
        for callback in self._callbacks:
            try:
                callback(event)
            except Exception as error:
                _forget(error, handled)
                log.exception("a listener failed on %r", event.kind)


def _forget(error: BaseException, handled: BaseException | None) -> None:
    """Take out of an error's story the one that was being handled before it came up."""
    at: BaseException | None = error
    while at is not None and handled is not None:
        if at.__context__ is handled:
            at.__context__ = None
        at = at.__context__
