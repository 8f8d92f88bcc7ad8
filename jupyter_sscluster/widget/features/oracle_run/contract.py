"""Answers from the true labels: what is shown of them, and what the page may ask for."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point

AutoSpeed = Literal["1", "4", "max"]


class AutoCurve(TypedDict):
    """How well a strategy's clustering agrees with the true labels, question by question."""

    title: str
    text: str
    """The strategy and its last value."""
    points: list[tuple[float, float]]
    """Places from 0 to 1, to the right and up."""


class AutoChart(TypedDict):
    """The curves, the session's first, and marks of both scales: places and texts."""

    curves: list[AutoCurve]
    levels: list[tuple[float, str]]
    steps: list[tuple[float, str]]


class AskedPair(TypedDict):
    """Two points, by number and by name."""

    i: Point
    j: Point
    a: str
    b: str


class Auto(TypedDict):
    """Automatic answers as they are now."""

    on: bool
    """They are being played."""
    speed: AutoSpeed
    asked: int
    goal: int | None
    """Questions after which it halts; None: when nothing is left to ask."""
    wrong: int
    """Per cent of the answers."""
    beside: list[str]
    """Strategies that ask beside the session's own."""
    chart: AutoChart
    about: str
    lead: str
    """The number of the last question; empty before the first."""
    told: str
    after: str
    pair: AskedPair | None
    count: str
    """How many automatic answers are in force; empty where none is."""


class PlayAuto(TypedDict):
    """Automatic answers begin, go on, or pause."""

    type: Literal["auto_play", "auto_pause"]


class ChooseAutoSpeed(TypedDict):
    """Another speed."""

    type: Literal["auto_speed"]
    value: AutoSpeed


class ChooseAutoNumber(TypedDict):
    """Another number of questions, or as many as there are; another share of wrong answers."""

    type: Literal["auto_goal", "auto_wrong"]
    value: float | None


class ChooseAutoBeside(TypedDict):
    """Other strategies ask beside the session's own."""

    type: Literal["auto_beside"]
    value: list[str]


class State(TypedDict):
    """Keys of the state."""

    auto: Auto | None
    """Answers from the true labels; null where there are none."""


Message = PlayAuto | ChooseAutoSpeed | ChooseAutoNumber | ChooseAutoBeside
