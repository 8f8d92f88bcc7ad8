"""Questions that wait for an answer: part of a state, written to no journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer

Pair = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """An answered question about several points; ``shape`` is "place" or "sort".

    The row in ``points`` is placed with a representative in ``cards``, or ``points`` are sorted on
    them.
    """

    shape: str
    points: tuple[int, ...]
    cards: tuple[int, ...]


Key = Pair | Asked
"""The rows of a question: a pair in ascending order, or the rows of a placement or a sorting."""

Entry = tuple[Key, Any]
"""A question by its rows, and as the strategy asked it; a pair where only a journal tells."""


@dataclass(frozen=True, eq=False)
class OpenQuestions:
    """Proposed questions: ``entries`` (key, question), in order, the current one ``at``.

    ``shown_again`` if all relations were known already: then only an answer closes the question.
    """

    entries: tuple[Entry, ...] = ()
    at: int = 0
    shown_again: bool = False

    def __contains__(self, key: Key) -> bool:
        return any(each == key for each, _ in self.entries)

    def turned_to(self, key: Key, pair: Pair | None = None) -> OpenQuestions:
        """The same, with the person at this one; this one alone where it is not among them."""
        keys = [each for each, _ in self.entries]
        if key not in keys:
            return OpenQuestions(((key, pair),))
        return replace(self, at=keys.index(key))

    def without(self, key: Key | None) -> OpenQuestions:
        """None, if this is one of them."""
        return NOTHING_OPEN if key is not None and key in self else self


NOTHING_OPEN = OpenQuestions()


def still_open(
    asked: OpenQuestions, answers: Sequence[Answer], known: Constraints, *, asks_again: bool
) -> tuple[Entry, ...]:
    """Those of the questions that neither the answers nor the constraints answer.

    None about a row that was said to be in no cluster is open. A pair is answered when its relation
    is known or was answered "unknown"; if the strategy `asks_again` about entailed pairs, when it
    has an answer. A point is placed when it must be with a representative, or all its pairs with
    them are answered; sorting, when all pairs are.
    """
    out = {*known.noise.tolist()} if asked.entries else set[int]()
    entries = tuple(entry for entry in asked.entries if out.isdisjoint(_rows(entry[0])))
    if not entries or asked.shown_again:
        return entries
    said = {answer.pair for answer in answers}
    return tuple(
        entry for entry in entries if _is_open(entry[0], said, known, asks_again=asks_again)
    )


def _is_open(key: Key, said: set[Pair], known: Constraints, *, asks_again: bool) -> bool:
    pairs = _pairs(key)
    is_pair = not isinstance(key, Asked)
    if is_pair and asks_again:
        return not said.issuperset(pairs)
    codes = known.relations(np.array(pairs, dtype=np.intp).reshape(-1, 2)).tolist()
    if isinstance(key, Asked) and key.shape == "place" and 1 in codes:
        return False
    return any(code == 0 and pair not in said for code, pair in zip(codes, pairs, strict=True))


def _rows(key: Key) -> tuple[int, ...]:
    """The rows that a question is about."""
    return (*key.points, *key.cards) if isinstance(key, Asked) else key


def _pairs(key: Key) -> list[Pair]:
    """The pairs that a question is about, each in ascending order."""
    if not isinstance(key, Asked):
        return [key]
    others = key.cards if key.shape == "place" else (*key.points, *key.cards)
    return list(dict.fromkeys((min(i, j), max(i, j)) for i in key.points for j in others if i != j))
