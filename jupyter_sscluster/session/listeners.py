"""Those who want to hear what happens in a session."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from .records import Event

Callback = Callable[[Event], None]

log = logging.getLogger(__name__)


class Listeners:
    """Callbacks, called in the order in which they came; one that fails harms nobody else."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: tuple[Callback, ...] = ()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Call ``callback(event)`` from now on; the returned function ends that."""

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
        for callback in self._callbacks:
            try:
                callback(event)
            except Exception:
                log.exception("a listener failed on %r", event.kind)
