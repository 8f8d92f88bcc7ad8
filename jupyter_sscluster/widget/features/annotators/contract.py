"""What several people say, where they do not agree."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind, Point


class Disagreement(TypedDict):
    """A pair that two people say different things about."""

    i: Point
    j: Point
    title: str
    said: str
    """Who said what."""
    answer: int
    """The first of the answers."""


class Settle(TypedDict):
    """What some said of a pair stands, the contrary is taken back."""

    type: Literal["settle"]
    i: Point
    j: Point
    kind: Kind


class State(TypedDict):
    """Keys of the state."""

    disagreements: list[Disagreement]


Message = Settle
