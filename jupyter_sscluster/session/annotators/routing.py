"""What a person is asked about the answers of functions: a random sample, and what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

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

BY_CHANCE = "One question in five is drawn at random."
CONTRADICTED = "What is known of {} and {} contradicts itself."
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


def may_ask(now: Present) -> bool:
    """Whether people are asked about functions: not before they have met all classes."""
    people = of_people(now.answers, now.state.sources)
    known = now.state.said_by_people
    return len(people) >= MET_BY * now.n_clusters or len(certified(known)) >= now.n_clusters


def doubted_question(engine: Engine, now: Present, sources: Sequence[Source]) -> Query | None:
    """A question about an answer that others contradict, or that its function is unsure of.

    Contradicted is what is wrong with a probability above ½ by all statements. The most doubtful
    comes first, by the entropy of P(together) what is unsure.
    """
    q = beliefs_if(engine.X, now.sample, now.state, now.fit, now.constraints)
    if q is None:
        return None
    found: list[tuple[float, Pair, str]] = []
    for source in sources:
        for answer in in_force(now.state, source.name):
            i, j = (now.sample.place(row) for row in answer.pair)
            together = float(q[i] @ q[j])
            wrong = 1.0 - together if answer.kind == "must" else together
            names = [engine.display_name(row) for row in answer.pair]
            if answer.kind != "unknown" and wrong > 0.5:
                found.append((1.0 + wrong, (i, j), CONTRADICTED.format(*names)))
            elif answer.kind == "unknown" or answer.weight < SURE:
                unclear = min(together, 1.0 - together)
                found.append((unclear, (i, j), UNSURE.format(source.name, *names)))
    score, pair, reason = max(found, default=(0.0, (0, 0), ""))
    return Query(pair, score, reason) if reason else None
