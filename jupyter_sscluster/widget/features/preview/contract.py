"""What an answer to the open question would change, told before it is given."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import AnswerKind, Point


class AskAhead(TypedDict):
    """A view has not heard what the answers to the open question would change."""

    type: Literal["foresee"]


class AskPlaceAhead(TypedDict):
    """An answer to where a point belongs is pointed at."""

    type: Literal["foresee_place"]
    number: int
    point: Point
    choice: Point | str | None


class AskSortAhead(TypedDict):
    """Piles stand as they may be recorded."""

    type: Literal["foresee_sort"]
    number: int
    piles: list[list[Point]]


class ForeseenPlace(TypedDict):
    """What that answer would change, with buffers as of one about a pair."""

    type: Literal["foreseen_place"]
    number: int
    point: Point
    choice: Point | str | None
    effect: str
    note: tuple[str, str]
    ways: list[tuple[int, int]]
    status: str


class Foreseen(TypedDict):
    """One answer to a question, by its number and its pair: on its button, in the note, in words.

    The buffers hold the rows that would move and their new clusters; none while it is computed.
    """

    type: Literal["foreseen"]
    number: int
    i: Point
    j: Point
    kind: AnswerKind
    effect: str
    note: tuple[str, str]
    ways: list[tuple[int, int]]
    """From which cluster to which, most points first."""
    status: str


Message = AskAhead | AskPlaceAhead | AskSortAhead
Reply = Foreseen | ForeseenPlace
