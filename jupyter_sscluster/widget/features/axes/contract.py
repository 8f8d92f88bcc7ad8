"""The axes of the plot, and the menu of projections."""

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
    """Where clusters have names on the plot; the first has its name before the others."""


AxesName = Literal["pca", "features", "tsne", "umap", "metric", "discriminant", "own"]


class AxesOption(TypedDict):
    """An entry of the menu."""

    name: AxesName
    title: str
    about: str
    """A few words beside it: what it shows, how long it took, or why it cannot be had."""
    available: bool


class Making(TypedDict):
    """Axes on their way."""

    text: str


class Projections(TypedDict):
    """Which axes were chosen, and the menu."""

    name: AxesName
    """The one that is shown, or on its way."""
    options: list[AxesOption]
    columns: tuple[int, int]
    """The two features that are shown, or were last: numbers in `columns` of the model."""
    making: Making | None


class SetAxes(TypedDict):
    """Other axes were chosen."""

    type: Literal["axes"]
    name: AxesName


class SetColumns(TypedDict):
    """Two features were chosen as axes."""

    type: Literal["axes"]
    name: Literal["features"]
    columns: tuple[int, int]


class Cancel(TypedDict):
    """The fit, or the axes under way, are not waited for."""

    type: Literal["cancel"]


class State(TypedDict):
    """Keys of the state."""

    axes: Axes
    projections: Projections


Message = SetAxes | SetColumns | Cancel
