"""Answers from the true labels: what is shown of them, and what the page may ask for."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Point

OracleRunSpeed = Literal["1", "4", "max"]


class AgreementCurve(TypedDict):
    """How well a strategy's clustering agrees with the true labels, question by question."""

    title: str
    text: str
    """The strategy and its last value."""
    points: list[tuple[float, float]]
    """Places from 0 to 1, to the right and up."""


class AgreementChart(TypedDict):
    """The curves, the session's first, and marks of both scales: places and texts."""

    curves: list[AgreementCurve]
    levels: list[tuple[float, str]]
    steps: list[tuple[float, str]]


class AskedPair(TypedDict):
    """Two points, by number and by name."""

    i: Point
    j: Point
    a: str
    b: str


class OracleRun(TypedDict):
    """Automatic answers as they are now."""

    on: bool
    """They are being played."""
    speed: OracleRunSpeed
    asked: int
    goal: int | None
    """Questions after which it halts; None: when nothing is left to ask."""
    more: int
    """Questions that Play adds once all are asked; 0 before."""
    wrong: int
    """Per cent of the answers."""
    beside: list[str]
    """Strategies that ask beside the session's own."""
    chart: AgreementChart
    about: str
    lead: str
    """The number of the last question; empty before the first."""
    told: str
    after: str
    pair: AskedPair | None
    count: str
    """How many automatic answers are in force; empty where none is."""


class PlayOrPause(TypedDict):
    """Automatic answers begin, go on, or pause."""

    type: Literal["oracle_play", "oracle_pause"]


class ChooseSpeed(TypedDict):
    """Another speed."""

    type: Literal["oracle_speed"]
    value: OracleRunSpeed


class ChooseNumber(TypedDict):
    """Another number of questions, or as many as there are; another share of wrong answers."""

    type: Literal["oracle_goal", "oracle_wrong"]
    value: float | None


class ChooseStrategies(TypedDict):
    """Other strategies ask beside the session's own."""

    type: Literal["oracle_beside"]
    value: list[str]


class State(TypedDict):
    """Keys of the state."""

    oracle_run: OracleRun | None
    """Answers from the true labels; null where there are none."""


Message = PlayOrPause | ChooseSpeed | ChooseNumber | ChooseStrategies
