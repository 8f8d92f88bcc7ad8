"""Rows that are new and rows that are left out, and the messages about them."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point


class LikelyCluster(TypedDict):
    """A cluster that a new row may belong to, and how likely that is."""

    id: int
    name: str
    share: str
    """Empty for a row that is far from all clusters."""


class NewRow(TypedDict):
    """A new row to look at."""

    index: Point
    name: str
    drawn: bool
    """Whether it is listed because it was drawn at random."""
    likely: list[LikelyCluster]
    status: str
    """What is known of it, and the keys, as a sentence."""


class RowsFit(TypedDict):
    """The fit that would come next."""

    text: str
    """What it would move; and a fresh fit, where that is ahead."""
    fresh: bool
    """Whether a fresh fit is ahead."""


class NewRows(TypedDict):
    """The new rows that nobody has looked at yet."""

    size: int
    lead: str
    rest: str
    note: str
    listed: list[NewRow]
    """Those to look at, then those drawn at random."""
    more: str
    """How many others there are to look at; empty if none."""
    drawn: str
    """What those drawn at random are for; empty if none are left."""
    accept: str
    """What accepting does; empty if no row lies clearly in a cluster."""
    new_cluster: int
    """The number of a cluster that is not there yet, from 0."""
    fit: RowsFit | None
    """None until it is known, and after a fit."""
    marks: list[Point]
    """The points with a ring, of very many new ones the first."""


class LeftOutRow(TypedDict):
    """A row that is left out."""

    index: Point
    name: str
    reason: str
    rests: str
    """Which answers rest as long, as a sentence; empty if none."""
    status: str


class LeftOut(TypedDict):
    """The rows that are left out."""

    size: int
    lead: str
    rest: str
    listed: list[LeftOutRow]
    more: str
    """How many others there are; empty if none."""
    marks: list[Point]


class State(TypedDict):
    """Keys of the state."""

    new_rows: NewRows | None
    left_out: LeftOut | None


class AcceptRows(TypedDict):
    """The new rows that lie clearly in one cluster are accepted as they stand."""

    type: Literal["accept_rows"]


class PlaceRow(TypedDict):
    """A new row belongs to a cluster."""

    type: Literal["place_row"]
    index: Point
    cluster: int


class NewCluster(TypedDict):
    """A new row belongs to a cluster that is not there yet."""

    type: Literal["new_cluster"]
    index: Point


class FitRows(TypedDict):
    """The fit that was previewed is shown."""

    type: Literal["fit_rows"]
    fresh: bool


class LeaveOut(TypedDict):
    """Rows are left out."""

    type: Literal["leave_out"]
    indices: list[Point]
    reason: str


class PutBack(TypedDict):
    """Rows that are left out take part again."""

    type: Literal["put_back"]
    indices: list[Point]


Message = AcceptRows | PlaceRow | NewCluster | FitRows | LeaveOut | PutBack
