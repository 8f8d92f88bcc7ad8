"""How long a person takes for a question of each type, and how much it is expected to tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jupyter_sscluster.active.question_types.cost_model import CostModel
from jupyter_sscluster.active.question_types.placement_and_sorting import MOST_SHOWN
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.sources import of_people
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.open_questions import SORTED

LEAST_TIMED = 5
"""Answers from which on their median counts, and not what is assumed."""

LAST_TIMED = 20
"""The answers of a type that are looked at: the last ones, as people become faster."""

PAUSE = 120.0
"""More seconds than these between two answers are a pause."""


@dataclass(frozen=True)
class QuestionTime:
    """The seconds that one type of question takes, and what it is expected to tell in them.

    Attributes
    ----------
    type : {"pair", "place", "sort"}
    seconds : float
        From one answer to the next: the median of the last 20 of this type, without pauses of more
        than two minutes. Below five the seconds of `experiments.CostModel`, times how much longer
        than those the other types took.
    n_timed : int
        How many answers were timed, 20 at most.
    n_pairs : float or None
        How many questions about pairs are expected to tell as much: for a point to be placed those
        that are asked in order of likelihood until it is placed, for a sorting those of its four
        points. None where the strategy has no posterior, or too few answers.
    """

    type: str
    seconds: float
    n_timed: int
    n_pairs: float | None

    @property
    def is_timed(self) -> bool:
        """Whether the seconds are the person's own."""
        return self.n_timed >= LEAST_TIMED

    @property
    def seconds_per_pair(self) -> float | None:
        """Seconds for what one pair tells; None where that is unknown."""
        return None if self.n_pairs is None else self.seconds / self.n_pairs


def question_times(
    types: Iterable[str], past: Sequence[State], n_clusters: int, n_pairs: float | None
) -> tuple[QuestionTime, ...]:
    """The time of each type, where placing one point is expected to take so many pairs."""
    own, cost = _seconds_by_type(past), CostModel()
    assumed = {
        "pair": cost.seconds("pair"),
        "place": cost.seconds("place", n_cards=min(n_clusters, MOST_SHOWN)),
        "sort": cost.seconds("sort", SORTED, n_clusters),
    }
    told = {"pair": 1.0, "place": n_pairs, "sort": None if n_pairs is None else SORTED * n_pairs}
    timed = {kind: float(np.median(took)) for kind, took in own.items() if len(took) >= LEAST_TIMED}
    longer = [np.log(seconds / assumed[kind]) for kind, seconds in timed.items()]
    pace = float(np.exp(np.mean(longer))) if longer else 1.0
    return tuple(
        QuestionTime(kind, timed.get(kind, pace * assumed[kind]), len(own[kind]), told[kind])
        for kind in types
    )


def fastest(times: Sequence[QuestionTime]) -> str | None:
    """The type with the fewest seconds for what a pair tells; None where that is unknown."""
    known = [(t.seconds_per_pair, t.type) for t in times if t.seconds_per_pair is not None]
    return min(known)[1] if len(known) == len(times) and known else None


def type_answered(before: State, state: State) -> str | None:
    """The type of the question that a person answered between two states, if that was all."""
    if isinstance(state.asked, Asked):
        return state.asked.shape
    return "pair" if any(answer.manner == ASKED for answer in _new(before, state)) else None


def _new(before: State, state: State) -> tuple[Answer, ...]:
    """The last answer of a state, where the one before did not have it."""
    return state.answers[-1:] if state.answers[-1:] != before.answers[-1:] else ()


def _seconds_by_type(past: Sequence[State]) -> dict[str, list[float]]:
    """Seconds between two answers to questions that one person gave one after the other."""
    found, since, who = defaultdict[str, list[float]](list), None, ""
    for before, state in pairwise(past):
        new = _new(before, state)
        if not of_people(new, state.sources) and (new or state.sources is not before.sources):
            continue  # a function answered beside the person, or counts in another way now
        kind, annotator = type_answered(before, state), new[0].annotator if new else who
        if kind is None:
            since = None
            continue
        if since is not None and state.when is not None and annotator == who:
            took = state.when - since
            if 0.0 < took <= PAUSE:
                found[kind].append(took)
        since, who = state.when, annotator
    return defaultdict(list, {kind: took[-LAST_TIMED:] for kind, took in found.items()})
