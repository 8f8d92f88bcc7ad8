"""The parts of the state: what the page shows of each thing."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from jupyter_sscluster.widget.core.contract.kinds import Kind, ParamValue, Point
from jupyter_sscluster.widget.features.row_content.contract import Content


class Statement(TypedDict):
    """Two points, by number and by name, and what is said about them."""

    i: Point
    j: Point
    a: str
    b: str
    kind: Kind


class Link(Statement):
    """A statement in force."""

    answer: int
    number: int
    """Of the action that made it: all links of a lasso have the same."""
    violated: bool
    suspected: bool
    """More likely wrong than right, by what the other answers say."""
    why: str
    """Why it is violated or suspected, as a sentence; empty where nothing is known of it."""
    enforceable: bool
    soft: bool
    source: str
    who: str
    """Who answered; empty where nobody is named."""


class Feature(TypedDict):
    """One feature of two points: its values as text, and as the lengths of bars from 0 to 1."""

    name: str
    values: tuple[str, str]
    bars: tuple[float, float]


class Question(TypedDict):
    """The pair that is asked about: both points side by side, and why this pair."""

    number: int
    title: str
    i: Point
    j: Point
    a: str
    b: str
    clusters: tuple[str, str]
    cluster_ids: tuple[int, int]
    strategy: str
    reason: str
    features: list[Feature]
    extra: tuple[Content, Content]


class Param(TypedDict):
    """One field of a form."""

    name: str
    label: str
    help: str
    type: Literal["int", "real", "choice", "flag", "text"]
    value: ParamValue
    options: NotRequired[list[ParamValue]]
    option_names: NotRequired[list[str]]
    """What the menu calls them."""
    low: NotRequired[float | None]
    high: NotRequired[float | None]
    nullable: NotRequired[bool]


class Keys(TypedDict):
    """The letters of the keys."""

    must: str
    cannot: str
    unknown: str
    next: str
    lasso: str
    find: str
    help: str
    full: str
    side: str
