"""Answers that are worth a second look."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind


class DoubtfulAnswer(TypedDict):
    """An answer that the clustering, or the other answers, contradict."""

    answer: int
    title: str
    said: str
    """What was said, and what speaks against it."""
    kind: Kind


class ReviewAnswer(TypedDict):
    """An answer is right after all, or its contrary is."""

    type: Literal["confirm", "change_answer"]
    answer: int


class State(TypedDict):
    """Keys of the state."""

    doubtful: list[DoubtfulAnswer]
    """Answers that are worth a second look, those contradicted most first."""


Message = ReviewAnswer
