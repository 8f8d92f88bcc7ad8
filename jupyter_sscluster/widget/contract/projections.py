"""What the axes show, and what else they may show."""

from __future__ import annotations

from typing import Literal, TypedDict

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
    fraction: float | None
    """How far they are, where that is known."""


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
