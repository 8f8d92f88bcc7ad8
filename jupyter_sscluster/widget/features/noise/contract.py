"""The points in no cluster, and the message that puts points out, or back."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point


class NoiseRow(TypedDict):
    """A point that was said to be in no cluster."""

    index: Point
    name: str


class NoCluster(TypedDict):
    """What is known of the points in no cluster."""

    size: int
    """How many there are, points that are not shown included."""
    lead: str
    rest: str
    """Together one sentence: how many, and who said so."""
    said: list[NoiseRow]
    """The first of those that a person put out."""
    more: str
    """How many others there are; empty if none."""


class State(TypedDict):
    """Keys of the state."""

    no_cluster: NoCluster | None
    """None where every point is in a cluster."""


class PutOut(TypedDict):
    """Points belong to no cluster; if that was said of all of them, they are put back."""

    type: Literal["no_cluster"]
    indices: list[Point]


Message = PutOut
