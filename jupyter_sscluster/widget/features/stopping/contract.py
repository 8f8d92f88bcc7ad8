"""Whether more answers are worth their while, and where."""

from typing import Literal, TypedDict


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


Message = AskUnsure
Reply = Unsure
