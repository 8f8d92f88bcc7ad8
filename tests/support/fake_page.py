"""A stand-in for the browser: sends what a page would send, and looks at what it would be shown."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from agreement import Message, Reply, State, faults

from jupyter_sscluster.widget.core.background_diagnostics import moment_of

WAIT = 20.0


class Page:
    """One page with one explorer on it.

    Every state that it is shown, every reply that it hears and every message of its own that is
    accepted is held against the contract; `faults` are the differences, of which a test may have
    none.
    """

    def __init__(self, explorer: Any) -> None:
        self.explorer = explorer
        self.sent: list[dict[str, Any]] = []
        self.wait(lambda state: state)  # another thread may be showing the first one just now
        self.faults = faults(explorer.layer.state, State, "state")
        explorer.layer.send = self._hear
        explorer.layer.observe(self._look, "state")

    def _hear(self, content: dict[str, Any], buffers: Any = None) -> None:
        self.sent.append(content)
        self.buffers = buffers
        self.faults += faults(content, Reply, "reply")

    def _look(self, change: Any) -> None:
        self.faults += faults(change.new, State, "state")

    @property
    def state(self) -> dict[str, Any]:
        return self.explorer.layer.state

    @property
    def labels(self) -> np.ndarray:
        kind = np.uint8 if self.state["labels_itemsize"] == 1 else "<u2"
        return np.frombuffer(self.explorer.layer.labels, dtype=kind)

    def send(self, type_: Any, **content: Any) -> dict[str, Any]:
        """A message, as JSON makes it; returns the state shown at once."""
        message = json.loads(json.dumps({"type": type_, **content}))
        self.raw(message)
        return self.state

    def answer(self, question: dict[str, Any], kind: str) -> dict[str, Any]:
        """The open question is answered."""
        asked = {name: question[name] for name in ("number", "i", "j")}
        return self.send("answer", kind=kind, **asked)

    def raw(self, message: Any) -> None:
        data = {"method": "custom", "content": message}
        self.explorer.layer._handle_msg({"content": {"data": data}, "buffers": []})
        if self.explorer.interaction.error is None:
            self.faults += faults(message, Message, "message")

    def settled(self) -> dict[str, Any]:
        """The state once nothing is fitted and no question is looked for."""
        return self.wait(lambda state: state["fit"] is None and not state["asking"])

    def found(self) -> dict[str, Any]:
        """The state once all that is found out about the present moment is shown, too."""
        self.settled()
        explorer = self.explorer
        self.wait(
            lambda _: explorer.interaction.findings.expected_at == moment_of(explorer.session)
        )
        with explorer.event_loop.acting():
            return self.state

    def wait(self, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first state shown of which the condition is true."""
        end = time.monotonic() + WAIT
        while not condition(state := self.state):
            assert time.monotonic() < end, state
            time.sleep(0.005)
        return state

    def pairs(self, kind: str) -> list[tuple[int, int]]:
        """The links shown, of one kind."""
        return [(link["i"], link["j"]) for link in self.state["links"] if link["kind"] == kind]
