"""Questions that a session has asked: which are open still, and what a journal tells of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.journal.timeline import Asked, Pair, State

Question = Query | Placement | Sorting

ASKED = "question"
"""The source of answers to a question that the session asked."""

AUTOMATIC = "automatic"
"""The source of answers that true labels gave in a person's stead."""

SORTED = 4
"""Points to be sorted at once, where nobody says how many."""

REOPENED = "This was asked before; its answer was undone."


def key_of(question: Question) -> Pair | Asked:
    """What a question is found again by: its rows."""
    if isinstance(question, Query):
        i, j = question.pair
        return (int(min(i, j)), int(max(i, j)))
    if isinstance(question, Placement):
        return placement_key(question.point, question.representatives)
    return sorting_key(question.points, question.cards)


def shape_of(question: Question) -> str:
    """How a session calls the shape of a question: "pair", "place" or "sort"."""
    if isinstance(question, Query):
        return "pair"
    return "place" if isinstance(question, Placement) else "sort"


def rows_of(question: Question) -> list[int]:
    """The rows that a question is about: first those in question, then those to compare with."""
    if isinstance(question, Query):
        return [int(row) for row in question.pair]
    if isinstance(question, Placement):
        return [int(row) for row in (question.point, *question.representatives)]
    return [int(row) for row in (*question.points, *question.cards)]


def placement_key(point: int, among: Sequence[int]) -> Asked:
    """What a placement is found again by."""
    return Asked("place", (int(point),), tuple(int(row) for row in among))


def sorting_key(points: Sequence[int], cards: Sequence[int]) -> Asked:
    """What a sorting is found again by."""
    return Asked("sort", tuple(int(row) for row in points), tuple(int(row) for row in cards))


def asked_again(asked: Asked) -> Placement | Sorting:
    """The question that a journal tells of."""
    if asked.shape == "place":
        return Placement(asked.points[0], asked.cards, 0.0, REOPENED)
    return Sorting(asked.points, asked.cards, 0.0, REOPENED)


def still_open(
    questions: tuple[Question, ...], state: State, *, shown_again: bool = False
) -> tuple[Question, ...]:
    """Those of the questions that nothing in this state answers.

    A pair is answered when its relation is known, or was said to be unknown; where the strategy
    asks about what follows from other answers, when something was said of it. A point is placed
    when it must be with one of the representatives, or when all its pairs with them are answered;
    points are sorted when all their pairs, with each other and with the cards, are. Where points
    were `shown_again` although all that was known, only an answer of their shape closes that.
    """
    if not questions or shown_again:
        return questions
    said = {answer.pair for answer in state.answers}
    return tuple(each for each in questions if _is_open(each, state, said))


def _is_open(question: Question, state: State, said: set[Pair]) -> bool:
    pairs = _pairs(question)
    if isinstance(question, Query) and getattr(state.settings.strategy, "asks_again", False):
        return not said.issuperset(pairs)
    known = state.constraints.relations(np.array(pairs, dtype=np.intp).reshape(-1, 2)).tolist()
    if isinstance(question, Placement) and 1 in known:
        return False
    return any(code == 0 and pair not in said for code, pair in zip(known, pairs, strict=True))


def _pairs(question: Question) -> list[Pair]:
    """The pairs that a question is about, each in ascending order."""
    if isinstance(question, Query):
        points, others = [question.pair[0]], [question.pair[1]]
    elif isinstance(question, Placement):
        points, others = [question.point], list(question.representatives)
    else:
        points, others = list(question.points), [*question.points, *question.cards]
    return list(dict.fromkeys((min(i, j), max(i, j)) for i in points for j in others if i != j))
