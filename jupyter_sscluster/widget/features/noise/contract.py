"""The points in no cluster, and the messages that put points out, back, or into clusters."""

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


class AskNearClusters(TypedDict):
    """A view shows the points in no cluster."""

    type: Literal["near_clusters"]


class TakeIn(TypedDict):
    """The points at a position of the slider join clusters."""

    type: Literal["take_in"]
    moment: str
    step: int
    """From 1; at 0 none would join."""


class ReachStep(TypedDict):
    """A position of the slider."""

    n: int
    """How many of the points in the buffers join: the first ones."""
    lead: str
    rest: str
    """Together what would happen: how many points, and how many clusters."""
    note: tuple[str, str]
    """The same beside the plot."""
    text: str
    """The same with the reach, as the slider's value for screen readers."""


class NearClusters(TypedDict):
    """What clusters would take in as they reach further.

    The buffers hold the points, those that join first at first, and the clusters that they join.
    """

    type: Literal["near_clusters"]
    moment: str
    """Of these clusters and answers; at another one nothing is taken in."""
    note: str
    """Why there is no position, as a sentence; empty if there is one, or nothing to say."""
    steps: list[ReachStep]


Message = PutOut | AskNearClusters | TakeIn
Reply = NearClusters
