"""A progress bar of text: in a terminal and a notebook it stays on one line."""

from __future__ import annotations

import sys
import time
from typing import TextIO

WIDTH = 30


class Bar:
    """Shows how many of `total` runs are done, and about how long the rest takes.

    Parameters
    ----------
    total : int
    stream : file, default sys.stderr
        Elsewhere than in a terminal or a notebook a line is written for every tenth.
    """

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done = total, 0
        self.stream = sys.stderr if stream is None else stream
        notebook = type(self.stream).__module__.startswith("ipykernel")
        self.live = notebook or self.stream.isatty()
        self.begun, self.tenth = time.monotonic(), 0

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        tenth = 10 * self.done // self.total
        if self.live or tenth > self.tenth:
            self.stream.write(("\r" if self.live else "") + self.text() + "\n" * (not self.live))
            self.stream.flush()
        self.tenth = tenth

    def text(self) -> str:
        """The bar as it is now."""
        filled = WIDTH * self.done // self.total
        spent = time.monotonic() - self.begun
        left = spent / max(self.done, 1) * (self.total - self.done)
        bar = "█" * filled + "░" * (WIDTH - filled)
        return f"{bar} {self.done} of {self.total} runs, about {_time(left)} left   "

    def close(self) -> None:
        """Leave the line."""
        if self.live and self.done:
            self.stream.write("\n")


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
