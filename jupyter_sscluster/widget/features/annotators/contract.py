"""Who answers: people and functions, what is known of each, and where people do not agree."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind, Point


class Disagreement(TypedDict):
    """A pair that two people say different things about."""

    i: Point
    j: Point
    title: str
    said: str
    """Who said what."""
    answer: int
    """The first of the answers."""


class ErrorLine(TypedDict):
    """An error rate with its interval: places from 0 to 1 of a line, and the same in words."""

    begin: float
    at: float
    end: float
    text: str
    about: str


class Meter(TypedDict):
    """What was spent of a limit, as a part of it and in words."""

    label: str
    share: float | None
    """None without a limit."""
    text: str
    about: str


class Terms(TypedDict):
    """What an answer of a function costs, and how often it may be asked; None without a limit."""

    cost: float
    most: int | None


class SourceCard(TypedDict):
    """A function, or a person of whom something is to be told."""

    name: str
    """What its answers are signed with."""
    title: str
    kind: str
    answers: str
    condition: str
    """What it is doing, as a sentence; empty of a person."""
    is_failure: bool
    error: ErrorLine | None
    cost: Meter | None
    terms: Terms | None
    """None of a person."""
    notes: list[str]
    worse: str
    """That it is worse than chance; else empty."""
    turn: Literal["stop", "resume", "ask_more", ""]
    """Which of these can be done."""
    rest: Literal["set_aside", "count_again", ""]
    take_back: str
    """What taking back all its answers is called; empty where there are none."""


class WhoAnswers(TypedDict):
    """Who is asked, what is known of each, and what is left to the person."""

    current: Literal["people", "functions", "both"]
    functions: int
    """How many there are."""
    can_ask: bool
    about: str
    """What the choice means now."""
    cards: list[SourceCard]
    left: list[tuple[str, str, str]]
    """What a person is asked because of functions: what, a detail, how many."""
    left_total: str
    note: str


class Settle(TypedDict):
    """What some said of a pair stands, the contrary is taken back."""

    type: Literal["settle"]
    i: Point
    j: Point
    kind: Kind


class ChooseWhoAnswers(TypedDict):
    """Others are to answer."""

    type: Literal["who_answers"]
    value: Literal["people", "functions", "both"]


class TurnSource(TypedDict):
    """What becomes of one function or person, by name."""

    type: Literal["source"]
    name: str
    act: Literal["stop", "resume", "ask_more", "set_aside", "count_again", "take_back"]


class SetTerms(TypedDict):
    """What an answer of a function costs from now on, and how often it may be asked."""

    type: Literal["source_terms"]
    name: str
    cost: float | None
    """None where no number was given, which is refused."""
    most: float | None


class State(TypedDict):
    """Keys of the state."""

    disagreements: list[Disagreement]
    who_answers: WhoAnswers | None
    """None where no function answers and nothing is to be told of a person."""


Message = Settle | ChooseWhoAnswers | TurnSource | SetTerms
