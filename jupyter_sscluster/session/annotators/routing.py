"""What a person is asked about the answers of functions: a random sample, and what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jupyter_sscluster.active import Query
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.sources import Source, of_people
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.without_source import beliefs_if
from jupyter_sscluster.session.engine.present import Present

EVERY = 5
"""One question in so many is drawn at random, and one is about what is in doubt."""

DRAWN, DOUBTED = 4, 2
"""Which of them these are, counted from 0."""

SURE = 0.8
"""The confidence below which a function is unsure of its own answer."""

MET_BY = 4
"""Answers a class after which people are asked about functions although classes are not met."""

BY_CHANCE = "Drawn at random among the answers of {}, to see how often it errs: one in five is."
CONTRADICTED = "{} and other answers contradict each other about {} and {}."
UNSURE = "{} is unsure about {} and {}."

Pair = tuple[int, int]


def in_force(state: State, name: str) -> list[Answer]:
    """The answers of a function that nobody else has answered, don't-knows among them."""
    said = {a.pair for a in of_people(state.answers, state.sources)}
    own = [a for a in state.rows.awake(state.answers) if a.annotator == name]
    return [answer for answer in own if answer.pair not in said]


def drawn_pair(state: State, source: Source) -> Pair | None:
    """The next pair of the random sample of a function's answers; None if none is left.

    Pairs have random keys, and that with the least key comes first, so that the sample grows as
    there are more answers.
    """
    pairs = [a.pair for a in in_force(state, source.name) if a.kind != "unknown"]
    seed = state.settings.random_state
    return min(pairs, key=lambda pair: _key(seed, *pair), default=None)


@lru_cache(maxsize=10_000)
def _key(seed: int, i: int, j: int) -> float:
    return float(np.random.default_rng([seed, i, j]).random())


def turn(state: State) -> int:
    """Which of five questions comes next: it depends on the answers of people alone."""
    return len(of_people(state.answers, state.sources)) % EVERY


def is_turn(state: State) -> bool:
    """Whether the next question is about functions, of which some lead to questions."""
    return any(source.leads for source in state.sources) and turn(state) in (DRAWN, DOUBTED)


def may_ask(now: Present) -> bool:
    """Whether people are asked about functions: not before they have met all classes."""
    people = of_people(now.answers, now.state.sources)
    known = now.state.said_by_people
    return len(people) >= MET_BY * now.n_clusters or len(certified(known)) >= now.n_clusters


class Doubt(NamedTuple):
    """An answer of a function that a person should look at; the most doubtful has most of it."""

    doubt: float
    answer: Answer
    contradicted: bool


def doubts(engine: Engine, now: Present, sources: Sequence[Source]) -> list[Doubt]:
    """The answers that others contradict, and those that their functions are unsure of.

    Contradicted is what is wrong with a probability above ½ by all statements. What is unsure comes
    after that, ordered by the smaller of P(together) and 1 - P(together).
    """
    q = beliefs_if(engine.X, now.sample, now.state, now.fit, now.constraints)
    if q is None:
        return []
    found = []
    for source in sources:
        for answer in in_force(now.state, source.name):
            i, j = (now.sample.place(row) for row in answer.pair)
            together = float(q[i] @ q[j])
            wrong = 1.0 - together if answer.kind == "must" else together
            if answer.kind != "unknown" and wrong > 0.5:
                found.append(Doubt(1.0 + wrong, answer, True))
            elif answer.kind == "unknown" or answer.weight < SURE:
                found.append(Doubt(min(together, 1.0 - together), answer, False))
    return found


def doubted_question(
    engine: Engine, now: Present, sources: Sequence[Source]
) -> tuple[str, Query] | None:
    """The question about the most doubtful answer, after who gave it; None if there is none."""
    found = doubts(engine, now, sources)
    if not found:
        return None
    doubt, answer, contradicted = max(found, key=lambda each: (each.doubt, each.answer.pair))
    i, j = (now.sample.place(row) for row in answer.pair)
    names = [engine.display_name(row) for row in answer.pair]
    text = CONTRADICTED if contradicted else UNSURE
    name = answer.annotator
    return name, Query((i, j), doubt, text.format(name, *names))
