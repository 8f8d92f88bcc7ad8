"""What a person has given about points besides their features: images, texts, names."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Content, Point


class AskAbout(TypedDict):
    """The names of these rows are needed, or their images to be drawn in place of the points."""

    type: Literal["names", "images"]
    indices: list[Point]


class Names(TypedDict):
    """What rows are called."""

    type: Literal["names"]
    names: list[tuple[Point, str]]


class Images(TypedDict):
    """Images of rows as `data:` addresses; empty where there is none to be shown."""

    type: Literal["images"]
    images: list[tuple[Point, str]]


class Describe(TypedDict):
    """The pointer or the cursor rests on a point."""

    type: Literal["describe"]
    index: Point
    step: int | None
    """The moment of the past that the view shows; None for the present one."""


class Description(Content):
    """What there is to tell about one point; features are left out where its content says more."""

    type: Literal["describe"]
    index: Point
    name: str
    title: str
    features: list[tuple[str, str]]
    step: int | None
    """Of which moment; None of the present one."""


Message = AskAbout | Describe
Reply = Description | Names | Images
