"""The pair that is asked about, and pairs that were proposed together."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import AnswerKind, Content, Point


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


class BatchPair(TypedDict):
    """One of the pairs, and what is known of it by now."""

    i: Point
    j: Point
    title: str
    said: Literal["must", "cannot", "unknown", ""]
    """Empty while it is open."""
    about: str
    """The same in words, and whether it follows from other answers."""


class Batch(TypedDict):
    """The pairs in their order; which is asked about now says the question."""

    title: str
    pairs: list[BatchPair]


class TurnTo(TypedDict):
    """Another open pair of the batch is to be the question."""

    type: Literal["turn"]
    i: Point
    j: Point


class GiveAnswer(TypedDict):
    """A question was answered, by its number and its pair."""

    type: Literal["answer"]
    number: int
    i: Point
    j: Point
    kind: AnswerKind


class Next(TypedDict):
    """The question that would be asked after an answer to this one."""

    type: Literal["next"]
    number: int
    i: Point
    j: Point
    kind: AnswerKind
    question: Question


class AskOrDismiss(TypedDict):
    """The next question is wanted, or the open one is closed without an answer."""

    type: Literal["suggest", "dismiss_question"]


class State(TypedDict):
    """Keys of the state."""

    question: Question | None
    batch: Batch | None
    """The pairs that the open question was proposed with."""
    asking: bool
    """A question is being looked for."""
    exhausted: bool


Message = GiveAnswer | TurnTo | AskOrDismiss
Reply = Next
