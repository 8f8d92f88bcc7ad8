"""Answers that are worth a second look."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Kind


class SecondThought(TypedDict):
    """An answer that the clustering, or the other answers, contradict."""

    answer: int
    title: str
    said: str
    """What was said, and what speaks against it."""
    kind: Kind


class LookAgain(TypedDict):
    """An answer is right after all, or its contrary is."""

    type: Literal["confirm", "change_answer"]
    answer: int


class State(TypedDict):
    """Keys of the state."""

    again: list[SecondThought]
    """Answers that are worth a second look, those contradicted most first."""


Message = LookAgain
