"""The rows nearest to a point: what is asked, and the list that the kernel replies."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point

Metric = Literal["clustered", "raw"]


class AskNearest(TypedDict):
    """The ten rows nearest to a point are wanted."""

    type: Literal["nearest"]
    index: Point
    metric: Metric


class NearRow(TypedDict):
    """One of them: its distance, and what is shown about it as far as that is known."""

    index: Point
    name: str
    distance: str
    text: str
    image: bool
    pending: bool
    """The person's function has not returned yet; the rest follows."""


class Nearest(TypedDict):
    """The rows nearest to a point, the nearest first."""

    type: Literal["nearest"]
    index: Point
    name: str
    metric: Metric
    rows: list[NearRow]
    no_raw: str
    """Why there are no distances by the features as given, as a sentence; empty if there are."""
    problem: str
    """Why there are no rows, as a sentence; empty if there are."""


Message = AskNearest
Reply = Nearest
