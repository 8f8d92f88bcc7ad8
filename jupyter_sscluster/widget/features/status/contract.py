"""The status line."""

from __future__ import annotations

from typing import TypedDict


class Fit(TypedDict):
    """A fit on its way."""

    text: str
    fraction: float
