"""The search in names and texts: what is typed, and what is found."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point


class Find(TypedDict):
    """Part of a name, a row's number, or words of a row's texts were typed."""

    type: Literal["find"]
    text: str
    start: int
    """How many of the hits are passed over: a view lists some of them at a time."""


class SelectFound(TypedDict):
    """All rows that were found last are to be selected."""

    type: Literal["select_found"]


class Hit(TypedDict):
    """A row that was found, or a cluster by its name."""

    index: Point | None
    """The row; None for a cluster."""
    cluster: int
    name: str
    pieces: list[str]
    """A text around the words found: every second piece is one of them."""


class Found(TypedDict):
    """What a text finds, the best first; there may be more once `unread` is 0."""

    type: Literal["found"]
    text: str
    start: int
    hits: list[Hit]
    total: int
    ringed: list[Point]
    """The rows with a ring: of very many the first."""
    rows: int
    """How many rows there are to be selected."""
    head: str
    rest: str
    """How many texts and names, as a sentence of two parts."""
    more: str
    """How many follow those that are listed, and where most of them are."""
    instead: str
    """What may have been meant, where nothing was found."""
    unread: int
    """Rows that are still to be searched."""


class State(TypedDict):
    """Keys of the state."""

    has_texts: bool
    """Whether there is more to be searched than names."""


Message = Find | SelectFound
Reply = Found
