"""How long a person takes for a question of each type, and how much it is expected to tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

import numpy as np

from jupyter_sscluster.active.question_types.cost_model import CostModel
from jupyter_sscluster.active.question_types.placement_and_sorting import MOST_SHOWN
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.open_questions import SORTED

LEAST_TIMED = 5
"""Answers from which on their median counts, and not what is assumed."""

FASTER = 1.3
"""Another type is asked instead if it is expected to tell this many times as much per second."""

LAST_TIMED = 20
"""The answers of a type that are looked at: the last ones, as people become faster."""

LEAST_SECONDS = 0.2
"""Fewer seconds than these are a program's, which answers in place of a person."""

PAUSE = 120.0
"""More seconds than these between two answers are a pause."""


@dataclass(frozen=True)
class QuestionTime:
    """The seconds that one type of question takes, and what it is expected to tell in them.

    Attributes
    ----------
    type : {"pair", "place", "sort"}
    seconds : float
        From one answer to the next, don't-knows and fits included: the median of the last 20 of
        this type, without pauses of more than two minutes and without the answers of programs, in
        less than 0.2 s. Below five the seconds of `experiments.CostModel`, times how much longer
        than those the other types took.
    n_timed : int
        How many answers were timed, 20 at most.
    n_pairs : float or None
        How many questions about pairs are expected to tell as much as one of this type: those of
        `ExpectedChanges` for a placement, and four times as many for a sorting of four points. None
        where the strategy has no posterior, or too few answers.
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
    types: Iterable[str],
    timeline: Timeline,
    annotator: str,
    n_clusters: int,
    n_pairs: float | None,
) -> tuple[QuestionTime, ...]:
    """The time of each type, where placing one point is expected to take so many pairs."""
    own, cost = _seconds_by_type(timeline, annotator), CostModel()
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


def faster(times: Sequence[QuestionTime], kind: str) -> tuple[str, float] | None:
    """A type that is expected to tell clearly more per second than this one, and how many times.

    None where there is none, where that is unknown, and before five answers to this one were timed.
    """
    now, best = (next((t for t in times if t.type == k), None) for k in (kind, fastest(times)))
    if now is None or best is None or not now.is_timed:
        return None
    assert now.seconds_per_pair is not None and best.seconds_per_pair is not None
    gain = now.seconds_per_pair / best.seconds_per_pair
    return (best.type, gain) if gain >= FASTER else None


def type_answered(state: State) -> str | None:
    """The type of the question that the last step answered; None if it answered none."""
    if isinstance(state.asked, Asked):
        return state.asked.shape
    return None if state.asked is None else "pair"


def _seconds_by_type(timeline: Timeline, annotator: str) -> dict[str, list[float]]:
    """Seconds between two answers to questions that this person gave one after the other."""
    found, since, who = defaultdict[str, list[float]](list), None, ""
    for earlier, step in pairwise(timeline.tree.path(timeline.tree.at)):
        before, state = timeline.states[earlier], timeline.states[step]
        if state.joined:
            continue  # a function answered beside the person, or counts in another way now
        kind, last = type_answered(state), who
        if kind is None or step != earlier + 1:
            since = None  # something else was done meanwhile, or an answer that was undone
        if kind is None:
            continue
        new = _new(before, state)
        who = new[0].annotator if new else last  # none is new where the step raised K alone
        if new and all(answer.kind == "unknown" for answer in new) and who == last:
            continue  # the seconds of a don't-know belong to the next answer that tells something
        if since is not None and state.when is not None and who == last == annotator:
            took = state.when - since
            if LEAST_SECONDS <= took <= PAUSE:
                found[kind].append(took)
        since = state.when
    return defaultdict(list, {kind: took[-LAST_TIMED:] for kind, took in found.items()})


def _new(before: State, state: State) -> list[Answer]:
    """The answers of a step."""
    highest = before.answers[-1].number if before.answers else 0
    return [*takewhile(lambda answer: answer.number > highest, reversed(state.answers))]
