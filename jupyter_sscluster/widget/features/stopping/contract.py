"""Whether more answers are worth their while, and where."""

from __future__ import annotations

from typing import Literal, TypedDict


class Bar(TypedDict):
    """How many points an answer has moved, and that as a height from 0 to 1."""

    answer: int
    moved: int
    height: float


class Enough(TypedDict):
    """What each answer has moved, and whether the next ten are likely to move much."""

    reached: bool
    last: str
    """What the last ten have moved, as a sentence; empty of fewer."""
    bars: list[Bar]
    ahead: float | None
    """The height of what the next ten should move, on the same scale; None where nobody knows."""
    unsure: str
    """The moment whose doubts can be asked for; empty where none are known."""


class AskUnsure(TypedDict):
    """A view wants to shade the points by how unsure the strategy is of them."""

    type: Literal["unsure"]


class Unsure(TypedDict):
    """How unsure the strategy is of every point."""

    type: Literal["unsure"]
    unsure: str
    """The moment that it was so."""
    levels: str
    """A digit from 0, sure, to 3 for every point; empty where nothing is known."""
    count: str
    status: str
    why_not: str
    """Why nothing is known."""
