"""Whether the answers of a function predict those of a person."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.active.oracles.answer_weights import Common
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.sources import Source, of_people, source_of
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.without_source import beliefs_if, told_if

SURE = 0.05
"""P(together) is taken to be no nearer to 0 or 1 than this."""

NEEDED = 2.0
"""The log-odds from which answers count: the gain, and those of an error rate below a fifth."""

Pair = tuple[int, int]


class Foretold(NamedTuple):
    """The gain by all answers up to the one numbered `seen`, and which of them it left out.

    These are about pairs that may have been `chosen` because of what the function had said.
    """

    gain: float
    seen: int
    chosen: tuple[Pair, ...]


def common_pairs(answers: Sequence[Answer], sources: Sequence[Source], name: str) -> list[Common]:
    """The pairs that a function and people have decided, in the order of the function's answers.

    Not those that people were asked about because of what the function had said, as it errs more
    often there; nor what people have said whose answers are set aside.
    """
    resting = {source.name for source in sources if source.aside}
    people = [a for a in of_people(answers, sources) if a.annotator not in resting]
    truth = {a.pair: a.kind for a in people if a.kind != "unknown"}
    doubted = source_of(sources, name).doubted
    said = {a.pair: a for a in answers if a.annotator == name and a.kind != "unknown"}
    return [
        Common(answer.kind, truth[pair], answer.weight)
        for pair, answer in said.items()
        if pair in truth and pair not in doubted
    ]


def foretold(
    engine: Engine, timeline: Timeline, source: Source, drawn: Collection[Pair]
) -> Foretold:
    """The gain after the answers that people have given since.

    Each of their steps adds the mean over its pairs of log P(answer | with the function's answers)
    - log P(answer | without), from what was known before the step, P between .05 and .95. Pairs
    that were chosen because of what the function had said, and not `drawn`, are left out.
    """
    gain, seen, chosen = source.gain, source.seen, dict[Pair, None]()
    for step, before, new in _steps(timeline, seen):
        seen = max(seen, max(answer.number for answer in new))
        known = _chosen(before, source.name, new, drawn)
        chosen |= dict.fromkeys(known)
        left = [answer for answer in new if answer.pair not in known]
        gain += _gain(engine, step, before, source.name, left)
    return Foretold(gain, seen, tuple(chosen))


def _chosen(before: State, name: str, new: Sequence[Answer], drawn: Collection[Pair]) -> list[Pair]:
    """The pairs that people may have been asked about because of what the function had said.

    Where it leads to questions, these go where its answers leave doubt, which is more often about
    its mistakes than by chance: to go by such pairs would make it look worse than it is. Pairs
    that were `drawn` at random are not chosen so.
    """
    if not source_of(before.sources, name).leads:
        return []
    own = {a.pair for a in before.answers if a.annotator == name and a.kind != "unknown"}
    return [a.pair for a in new if a.pair in own and a.pair not in drawn]


def _steps(timeline: Timeline, seen: int) -> Iterator[tuple[int, State, list[Answer]]]:
    """The steps in which people decided pairs after an answer, and the states before them."""
    path = timeline.tree.path(timeline.tree.at)
    for before, after in pairwise(path):
        old, now = timeline.states[before], timeline.states[after]
        if not now.answers or now.answers[-1].number <= seen or now.answers is old.answers:
            continue
        known = {answer.number for answer in old.answers}
        given = of_people(now.answers, now.sources)
        new = [a for a in given if a.number > seen and a.number not in known]
        if new:
            yield before, old, [a for a in new if a.kind != "unknown"] or new


def _gain(engine: Engine, step: int, before: State, name: str, new: Sequence[Answer]) -> float:
    said = [answer for answer in new if answer.kind != "unknown"]
    source = source_of(before.sources, name)
    given = any(a.annotator == name and a.kind != "unknown" for a in before.answers)
    if not said or not source.weights or source.aside or not given:
        return 0.0
    with_it, without = (told_if(before, name, counts) for counts in (True, False))
    if with_it == without:
        return 0.0
    shown, sample = engine.ledger.shown_at(step), engine.sample
    found = [beliefs_if(engine.X, sample, before, shown, told) for told in (with_it, without)]
    if found[0] is None or found[1] is None:
        return 0.0
    places = [(sample.place(a.i), sample.place(a.j)) for a in said]
    return sum(
        _log_likelihood(found[0], pair, a.kind) - _log_likelihood(found[1], pair, a.kind)
        for pair, a in zip(places, said, strict=True)
    ) / len(said)


def _log_likelihood(q: Array, pair: Pair, kind: str) -> float:
    together = min(max(float(q[pair[0]] @ q[pair[1]]), SURE), 1.0 - SURE)
    return math.log(together if kind == "must" else 1.0 - together)
