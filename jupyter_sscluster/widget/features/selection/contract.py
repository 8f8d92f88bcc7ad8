"""The points that a lasso has selected, and what is done with them."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point


class LassoGroup(TypedDict):
    """The points that a lasso holds."""

    indices: list[Point]
    count: int
    preview_must: list[tuple[Point, Point]]
    must_links: int
    cannot_links: int | None
    """What keeping this group and the first one apart would add."""
    group: list[Point] | None
    """The first group, while a second one is drawn."""


class Select(TypedDict):
    """A lasso holds these points now."""

    type: Literal["select"]
    indices: list[Point]


class Group(TypedDict):
    """All of the selection is must-linked, waits for a second group, is a cluster, or is let go."""

    type: Literal["group"]
    action: Literal["must", "cannot_first", "new", "cancel"]


class GroupApart(TypedDict):
    """The first group and these points are cannot-linked."""

    type: Literal["group"]
    action: Literal["cannot"]
    indices: list[Point]


class GroupLabel(TypedDict):
    """The selection joins a cluster."""

    type: Literal["group"]
    action: Literal["label"]
    cluster: int


class Row(TypedDict):
    """One row of the table of selected points."""

    index: Point
    name: str
    cluster: int
    cells: list[str]


class Selected(TypedDict):
    """The selected points as a table."""

    columns: list[str]
    rows: list[Row]
    more: int
    """How many points are not listed."""


class State(TypedDict):
    """Keys of the state."""

    lasso: LassoGroup | None
    selected: Selected | None


Message = Select | Group | GroupApart | GroupLabel
