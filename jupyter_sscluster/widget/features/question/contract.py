"""Pairs that were proposed together: a list to go through."""

from __future__ import annotations

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract.kinds import AnswerKind, Point


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
