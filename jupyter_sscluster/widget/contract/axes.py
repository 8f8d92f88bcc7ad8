"""What the plot shows its points on."""

from __future__ import annotations

from typing import Literal, TypedDict


class Median(TypedDict):
    """The middle of a cluster, in the units of the axes, for its name and mark."""

    cluster: int
    place: tuple[float, float]


class Axes(TypedDict):
    """The plane on which the points stand, the horizontal axis first."""

    name: str
    """What the menu calls the projection."""
    note: str
    """What a person should know of it; empty if nothing."""
    titles: tuple[str, str]
    ticks: bool
    """Whether numbers along the axes mean anything."""
    home: tuple[tuple[float, float], tuple[float, float]]
    """The lowest and the highest value of each axis while all points are in view."""
    unit: tuple[tuple[float, float], tuple[float, float]]
    """The values that stand as 0 and 1 in the bytes `xy`: `home` without the outliers."""
    outliers: int
    """How many points take most of the room."""
    painter: Literal["svg", "marks", "squares"]
    """bqplot's nodes, marks on a canvas, or squares on it."""
    medians: list[Median]
    """Where points are squares, which show no shape."""
