"""What an answer to the open question would change, told before it is given."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import AnswerKind, Point


class AskPreview(TypedDict):
    """A view has not heard what the answers to the open question would change."""

    type: Literal["preview"]


class AskPlacementPreview(TypedDict):
    """An answer to where a point belongs is pointed at."""

    type: Literal["preview_placement"]
    number: int
    point: Point
    choice: Point | str | None


class AskSortingPreview(TypedDict):
    """Piles stand as they may be recorded."""

    type: Literal["preview_sorting"]
    number: int
    piles: list[list[Point]]


class PlacementPreview(TypedDict):
    """What that answer would change, with buffers as of one about a pair."""

    type: Literal["placement_preview"]
    number: int
    point: Point
    choice: Point | str | None
    effect: str
    note: tuple[str, str]
    moves: list[tuple[int, int]]
    status: str


class PairPreview(TypedDict):
    """One answer to a question, by its number and its pair: on its button, in the note, in words.

    The buffers hold the rows that would move and their new clusters; none while it is computed.
    """

    type: Literal["pair_preview"]
    number: int
    i: Point
    j: Point
    kind: AnswerKind
    effect: str
    note: tuple[str, str]
    moves: list[tuple[int, int]]
    """From which cluster to which, most points first."""
    status: str


Message = AskPreview | AskPlacementPreview | AskSortingPreview
Reply = PairPreview | PlacementPreview
