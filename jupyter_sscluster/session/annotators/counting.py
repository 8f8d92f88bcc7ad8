"""Whether the answers of a function count, and what they weigh."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jupyter_sscluster.active.oracles.answer_weights import (
    PERSON,
    log_odds_of_good,
    may_be_asked,
    may_count,
    weights_of,
)
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.sources import Source, of_people, with_source
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.annotators.foretelling import NEEDED, common_pairs
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.without_source import beliefs_if, told_if

CHANGED = 0.1
"""The share by which a weight must change before answers are weighed anew."""

OVERRULED = math.log((1.0 - PERSON) / PERSON)
"""The log-odds that an answer of a person is right."""

ONE_IN = 40
"""Of so many answers of people at most one may be overruled, and one in any case: people are taken
to err twice as often, and what is easy to predict adds up to any evidence in time."""


def judged(engine: Engine, state: State, source: Source) -> Source:
    """The source with the weights that it has earned, and whether its answers count.

    They do where it is unlikely that it errs a third of the time, and the log-odds that it helps
    reach `NEEDED`: the gain, those that it errs less than a fifth of the time, and against it those
    of the answers of people that are `overruled`, which may be one in forty at most.
    """
    sources = with_source(state.sources, source)
    common = common_pairs(state.answers, sources, source.name)
    weights = weights_of(common) if may_be_asked(common) else ()
    if _alike(weights, source.weights):
        weights = source.weights
    shown = source.gain + log_odds_of_good(common) - NEEDED
    weighed = replace(source, weights=weights, overruled=0, counts=False)
    if not weights or not may_count(common) or shown < 0:
        return weighed
    lost = overruled(engine, state, weighed)
    few = lost <= max(1, len(_decided(state, sources)) / ONE_IN)
    return replace(weighed, overruled=lost, counts=few and shown >= lost * OVERRULED)


def _decided(state: State, sources: Sequence[Source]) -> list[Answer]:
    """The answers of people that count, don't-knows left out."""
    return [a for a in of_people(state.awake, sources) if a.kind != "unknown"]


def _alike(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> bool:
    """Whether weights differ by less than a tenth."""
    if np.shape(one) != np.shape(other):
        return False
    new, old = np.array(one), np.array(other)
    return bool((np.abs(new - old) <= CHANGED * old).all())


def overruled(engine: Engine, state: State, source: Source) -> int:
    """How many more answers of people the clusters violate with the function's answers.

    Mistakes that go together are not found by an error rate: a function that takes two classes for
    one is wrong about few of the common pairs, and its answers outweigh those of people who have
    told the classes apart.
    """
    state = replace(state, sources=with_source(state.sources, source))
    said = _decided(state, state.sources)
    with_it, without = (told_if(state, source.name, counts) for counts in (True, False))
    if with_it == without:
        return 0
    shown, sample = engine.ledger.shown, engine.sample
    places = [(sample.place(a.i), sample.place(a.j), a.kind == "must") for a in said]
    violated: list[int] = []
    for told in (with_it, without):
        q = beliefs_if(engine.X, sample, state, shown, told)
        if q is None:
            return 0
        labels = q.argmax(axis=1)
        violated.append(sum(bool(labels[i] == labels[j]) != same for i, j, same in places))
    return max(0, violated[0] - violated[1])
