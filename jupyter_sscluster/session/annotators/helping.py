"""What a function is asked beside a person, in a thread of its own, and how its answers count."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Mask
from jupyter_sscluster._threads import can_start
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import AskingFailed, CallableOracle, RobustNPU
from jupyter_sscluster.active.noisy_answers.pairs_in_doubt import pairs_in_doubt
from jupyter_sscluster.active.oracles.answer_cache import CachedAnswer
from jupyter_sscluster.active.oracles.answer_weights import (
    PERSON,
    error_rate,
    value_of_asking,
)
from jupyter_sscluster.journal.changes import Operation, Weigh
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.journal.sources import HELPED, Source, of_people, source_of
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.annotators.counting import judged
from jupyter_sscluster.session.annotators.foretelling import common_pairs, foretold
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.fitting import FitWorker
from jupyter_sscluster.session.engine.fit.without_source import beliefs_if, told_if

BATCH = 20
"""Pairs that a function is asked about after each answer of a person, or fewer, see `_batch`."""

SHARED = 40
"""The last pairs that people have decided, which a function is asked about too."""

PATIENCE = 60.0
"""Seconds that a round waits for the clusters of the answer before it, from which it goes on."""

SLOW = 0.5
"""Seconds of asking after which listeners are told that the function is being asked."""

IGNORANT = 20
"""Answers of which half are don't-knows, after which a function is not asked any more."""

log = logging.getLogger(__name__)

Pair = tuple[int, int]
Said = dict[Pair, CachedAnswer]


class Asker:
    """Asks one function after each answer of a person: about the same pair, then about others.

    What a round finds is recorded as part of the person's undo step. A function that hangs delays
    nobody else; one that fails is not asked again until `resume`.
    """

    def __init__(
        self, engine: Engine, name: str, oracle: CallableOracle, n_before: int = 0
    ) -> None:
        self._engine, self._name, self.oracle = engine, name, oracle
        self._n_before = n_before
        self.failure = ""
        self.drawn: dict[Pair, None] = {}
        """Pairs that a person was asked about because they were drawn at random, in order."""
        self.drawn_of_others: dict[Pair, None] = {}
        """The same of the answers of other functions."""
        self.alone = False
        """Whether it goes on without waiting for answers of a person."""
        self.nothing_left = False
        """Whether nothing was in doubt that its answers would tell more about."""
        self._worker = FitWorker(self._run)
        self._turn = threading.Lock()
        self._idle = threading.Condition()
        self._left = 0

    # ------------------------------------------------------------------ rounds

    def start(self) -> None:
        """Begin a round, after the one that is under way."""
        with self._idle:
            self._left += 1
            if self._left > 1:
                return
        self._worker.submit(True)

    @property
    def n_asked(self) -> int:
        """How often the function was asked, in sessions before too."""
        return self._n_before + self.oracle.queries_cnt

    @property
    def is_busy(self) -> bool:
        """Whether a round is under way."""
        return self._left > 0

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing is asked any more; False if that takes longer."""
        self._worker.run_here()
        with self._idle:
            return self._idle.wait_for(lambda: not self._left, timeout)

    def _run(self, _: bool) -> None:
        left = 1
        while left:
            with self._idle:
                begun = self._left
            try:
                self._round()
            except JournalError as error:  # the session has ended, or its disk is full
                self.failure = str(error)
            except Exception as error:
                log.exception("what a function is to be asked could not be computed")
                self.fail(f"{self._name} was stopped by {type(error).__name__}: {error}")
            finally:
                with self._idle:
                    self._left -= begun
                    left = self._left
                    self._idle.notify_all()
        self._engine.emit("helper", self._name)

    def _round(self) -> None:
        self._engine.fits.wait(PATIENCE)
        if self._active():
            self._ask(self._shared())
        self._judge()
        while self._active():
            self._engine.fits.wait(PATIENCE)
            pairs, before = self._in_doubt(), self._n_own()
            self.nothing_left = not pairs
            self._ask(pairs)
            if self._n_own() > before:
                self._engine.fits.wait(PATIENCE)
                self._judge()
            if not self.alone or self._n_own() == before:
                break

    def _n_own(self) -> int:
        return sum(answer.annotator == self._name for answer in self._engine.answers)

    def _active(self) -> bool:
        with self._engine.lock:
            timeline = self._engine.timeline
        source = source_of(timeline.state.sources, self._name)
        closed = self._engine.journal.closed is not None
        return source.asks and not source.aside and timeline.tree.ahead is None and not closed

    # ------------------------------------------------------------------ asking

    def _ask(self, pairs: Sequence[Pair]) -> None:
        """Have the function answer, and record what it says; it is not asked again if it fails."""
        said, failure = Said(), ""
        size = self.oracle.batch or 1
        for start in range(0, len(pairs), size):
            some = pairs[start : start + size]
            if not self._active():
                break
            self._limit()
            try:
                with self._telling():
                    self.oracle.prepare(some)
            except (AskingFailed, InputError) as error:
                failure = str(error)
            said |= self._heard(some)
            if failure:
                break
        if said:
            self._record(said)
        if failure:
            self.fail(failure)
        elif self._knows_little():
            self.fail(f"{self._name} did not know half of what it was asked.")

    def _limit(self) -> None:
        """Hold the oracle to the limit in force, which an undo or a person may have changed."""
        most = source_of(self._engine.state.sources, self._name).most
        self.oracle.max_queries_cnt = None if most is None else max(0, most - self._n_before)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell listeners that the function is asked, where it takes long to answer."""
        tell = threading.Timer(SLOW, lambda: self._engine.emit("helper", self._name))
        tell.daemon = True
        if can_start():
            tell.start()
        try:
            yield
        finally:
            tell.cancel()

    def _heard(self, pairs: Iterable[Pair]) -> Said:
        """What is known by now of these pairs, without asking."""
        found = {}
        for pair in pairs:
            answer = self.oracle.known(*pair)
            if answer is not None:
                found[pair] = answer
        return found

    def fail(self, sentence: str) -> None:
        """Ask no more, for this reason."""
        self.failure = sentence

        def plan(now: Timeline) -> Operation | None:
            source = source_of(now.state.sources, self._name)
            if not source.asks or now.tree.ahead is not None:
                return None
            stopped = replace(source, asks=False)
            return Weigh(stopped, f"{self._name} stopped", joins=now.state.kind == "answers")

        self._engine.apply(plan)

    def _knows_little(self) -> bool:
        own = [a for a in self._engine.answers if a.annotator == self._name]
        unknown = sum(answer.kind == "unknown" for answer in own)
        return len(own) >= IGNORANT and 2 * unknown > len(own)

    def _record(self, said: Said) -> None:
        """Record answers, as part of the undo step of the person's answer before them."""

        def plan(now: Timeline) -> Operation | None:
            state = now.state
            if now.tree.ahead is not None or not source_of(state.sources, self._name).asks:
                return None
            given = self._given(state)
            out = {*state.constraints.noise.tolist()}
            new = [pair for pair in said if pair not in given and out.isdisjoint(pair)]
            statements = [(*pair, said[pair].kind) for pair in new]
            change, answers = operations.answers(
                now, statements, None, soft=True, source=HELPED, annotator=self._name
            )
            if change is None:
                return None
            added = tuple(replace(a, weight=said[a.pair].weight) for a in answers)
            joins = state.kind == "answers" and bool(state.answers)
            return replace(change, add=added, joins=joins)

        self._engine.apply(plan)

    # ------------------------------------------------------------------ pairs to ask about

    def _given(self, state: State) -> set[Pair]:
        """The pairs that the function has answered, don't-knows among them."""
        return {a.pair for a in state.answers if a.annotator == self._name}

    def _shared(self) -> list[Pair]:
        """The last pairs that people have decided, and the function has not answered."""
        state = self._engine.state
        given = self._given(state)
        people = of_people(state.answers, state.sources)
        decided = list(dict.fromkeys(a.pair for a in people if a.kind != "unknown"))[-SHARED:]
        return [pair for pair in decided if pair not in given and self._can_ask(pair)]

    def _in_doubt(self) -> list[Pair]:
        """Pairs that the function's answers are worth more about than a person's, for the cost."""
        engine = self._engine
        with engine.lock:
            state, shown, sample = engine.state, engine.ledger.shown, engine.sample
        source = source_of(state.sources, self._name)
        self._limit()
        n = int(min(_batch(source.cost), self.oracle.remaining))
        if not source.weights or n < 1:
            return []
        common = common_pairs(state.answers, state.sources, self._name)
        with_it, without = (told_if(state, self._name, counts) for counts in (True, False))
        q = beliefs_if(engine.X, sample, state, shown, with_it)
        if q is None:
            return []
        strategy = RobustNPU(random_state=state.settings.random_state)
        people_said, heard_too = sample.known(without), sample.known(with_it)
        heard = replace(engine.now.snapshot(), constraints=people_said, evidence=heard_too)
        worth = _worth(error_rate(sum(c.wrong for c in common), len(common)), source.cost or 0)
        explored = strategy.exploring(heard, n) if worth(np.array([0.5])).all() else []
        first = self._new(state, [(sample.row(i), sample.row(j)) for i, j in explored])
        stand_ins = strategy.stand_ins(heard)
        if not stand_ins or len(first) == n:
            return first
        own = [_places(sample, a.pair) for a in state.answers if a.annotator == self._name]
        people = [_places(sample, a.pair) for a in of_people(state.answers, state.sources)]
        out = {place for pair in people for place in pair}
        out |= {*sample.known(state.constraints).noise.tolist()}
        found = pairs_in_doubt(
            sample.X,
            q,
            stand_ins,
            n - len(first),
            taken={*own, *people},
            out=out,
            asked=own,
            worth=worth,
        )
        rest = self._new(state, [(sample.row(i), sample.row(j)) for i, j in found])
        return list(dict.fromkeys((*first, *rest)))

    def _new(self, state: State, pairs: Iterable[Pair]) -> list[Pair]:
        """Those of the pairs, smaller row first, that it can be asked about and was not."""
        given = self._given(state)
        noise = {*state.constraints.noise.tolist()}
        ordered = [(min(pair), max(pair)) for pair in pairs]
        return [
            pair
            for pair in ordered
            if pair not in given and noise.isdisjoint(pair) and self._can_ask(pair)
        ]

    def _can_ask(self, pair: Pair) -> bool:
        return max(pair) < self.oracle.n_samples

    # ------------------------------------------------------------------ what it counts

    def _judge(self) -> None:
        """Weigh the answers by what is known of the function now."""
        with self._engine.lock:
            timeline = self._engine.timeline
        before = source_of(timeline.state.sources, self._name)
        if not before.is_helper or before.aside or timeline.tree.ahead is not None:
            return
        people = {a.pair for a in of_people(timeline.state.answers, timeline.state.sources)}
        audited = _with_answered(before.audited, self.drawn, people)
        others = (pair for source in timeline.state.sources for pair in source.audited)
        at_random = {*audited, *others, *self.drawn_of_others}
        gain, seen, chosen = foretold(self._engine, timeline, before, at_random)
        doubted = tuple(dict.fromkeys((*before.doubted, *chosen)))
        known = replace(before, gain=gain, seen=seen, audited=audited, doubted=doubted)
        after = judged(self._engine, timeline.state, known)

        def plan(now: Timeline) -> Operation | None:
            current = source_of(now.state.sources, self._name)
            on_the_way = timeline.tree.at in now.tree.path(now.tree.at)
            if current != before or not on_the_way or now.tree.ahead is not None:
                return None
            joins = now.state.kind == "answers" and bool(now.state.answers)
            return None if after == before else Weigh(after, weighed_text(before, after), joins)

        self._engine.apply(plan)


def _with_answered(
    pairs: tuple[Pair, ...], asked: Iterable[Pair], people: Collection[Pair]
) -> tuple[Pair, ...]:
    """The pairs, and those that were asked about and people have answered by now."""
    return (*pairs, *(pair for pair in list(asked) if pair in people and pair not in pairs))


def weighed_text(before: Source, after: Source) -> str:
    """What changed, as a step is called."""
    if after.counts == before.counts:
        return f"{after.name}: weighed"
    return f"{after.name}: {'counts' if after.counts else 'does not count'}"


def _places(sample: Any, pair: Pair) -> Pair:
    i, j = (sample.place(row) for row in pair)
    return (min(i, j), max(i, j))


def _batch(cost: float | None) -> int:
    """How many questions to a function cost no more than an answer of a person; one at least.

    >>> _batch(0.05), _batch(0.2), _batch(3.0), _batch(None)
    (20, 5, 1, 20)
    """
    return min(BATCH, max(1, int(1.0 / cost + 1e-9))) if cost else BATCH


def _worth(error: float, cost: float) -> Callable[[Array], Mask]:
    """Whether the function's answer tells more for its cost than a person's."""

    def worth(p: Array) -> Mask:
        better: Mask = value_of_asking(p, error) >= cost * value_of_asking(p, PERSON)
        return better

    return worth
