"""The functions that answer beside a person."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import CallableOracle, Query
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.journal.changes import Operation, Weigh
from jupyter_sscluster.journal.sources import Source, helper_names, of_people, source_of
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.annotators.helper import Helper, checked_cost, checked_most
from jupyter_sscluster.session.annotators.routing import (
    BY_CHANCE,
    DOUBTED,
    doubted_question,
    doubts,
    drawn_pair,
    is_turn,
    may_ask,
    turn,
)
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.fitting import solve
from jupyter_sscluster.session.engine.fit.precomputed_fits import numbered, problem_now
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.records import Event

WHO = PEOPLE, FUNCTIONS, BOTH = "people", "functions", "both"
"""Who may answer."""


@dataclass(frozen=True, eq=False)
class WithoutHelper:
    """The clustering without the answers of a function.

    Attributes
    ----------
    labels : (n_samples,) int array
    moved_points : int array
        Rows that are elsewhere than in the clustering shown.
    """

    labels: IntArray = field(repr=False)
    moved_points: IntArray


@dataclass(frozen=True)
class LeftToPeople:
    """Answers of functions that a person should look at.

    Attributes
    ----------
    unsure : int
        Those that the function was unsure of, or did not know.
    contradicted : int
        Those that are wrong with a probability above ½ by all other statements.
    """

    unsure: int = 0
    contradicted: int = 0


class Helpers:
    """Functions that answer beside people, weighed by how often they err; `session.helpers`.

    A function is first asked the same pairs as the person. Once both have answered six pairs, it is
    also asked about rows that may start a new class and about rows in doubt. Its answers count once
    an error rate of one third is unlikely and they have predicted the person's answers, unless the
    clusters would violate more than one answer of people, and more than one in forty, because of
    it. Once they have predicted more answers and errors are rare, they also guide the questions to
    the person. One question in five is then about a random pair that the function has answered,
    which estimates its error rate; other pairs that it answered first are no longer used for that.

    If 5 to 15 % of its answers are wrong, the clustering is usually better after as many answers of
    the person; with 30 to 40 % it hardly changes. `without` gives the clustering without it.

    Examples
    --------
    >>> import numpy as np
    >>> from jupyter_sscluster import Session
    >>> truth = np.repeat([0, 1, 2], 20)
    >>> X = np.random.default_rng(0).normal(truth[:, None] * 2.0, size=(60, 2))
    >>> session = Session(X, n_clusters=3, annotator="Ann")
    >>> helper = session.helpers.add(lambda a, b: bool(truth[a] == truth[b]), name="same topic?")
    >>> for question in session.ask(8):
    ...     same = truth[question.i] == truth[question.j]
    ...     answer = question.answer("must" if same else "cannot")
    ...     _ = session.helpers.wait()
    >>> helper.n_asked > 8, helper.text
    (True, 'same topic?: 0 of 8 wrong on what you both answered. ...')
    >>> helper.leave()
    >>> [answer.annotator for answer in session.answers] == ["Ann"] * 8
    True
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._helpers: dict[str, Helper] = {}
        self._about: dict[tuple[int, int], tuple[str, str]] = {}
        self._seen = 0
        engine.asked_first, engine.may_ask_first = self._question, is_turn
        engine.listeners.add(self._heard)

    def __repr__(self) -> str:
        return f"Helpers({', '.join(map(repr, self.names)) or 'none'})"

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Helper]:
        return iter([self[name] for name in self.names])

    def __getitem__(self, name: str) -> Helper:
        if name not in self.names:
            known = ", ".join(map(repr, self.names)) or "none has been added"
            raise InputError(f"there is no helper {name!r}; name one of those there are: {known}")
        return self._helpers.setdefault(name, Helper(self._engine, name))

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order; after loading a session also of functions that are not there."""
        return tuple(sorted(helper_names(self._engine.state.sources)))

    @property
    def spent(self) -> dict[str, float]:
        """What the answers have cost so far, those of people counting 1 each."""
        state = self._engine.state
        people = [answer.annotator for answer in of_people(state.answers, state.sources)]
        costs = {name: float(people.count(name)) for name in dict.fromkeys(people)}
        return costs | {helper.name: helper.spent for helper in self}

    # ------------------------------------------------------------------ who answers

    @property
    def who_answers(self) -> str:
        """Who answers: "people", "functions" or "both". Set it to have others answer.

        With "both" a function is asked after each answer of a person. With "functions" it goes on
        by itself until nothing useful is left to ask, or its limit is reached; people may answer
        all the same. "people" stops all functions. What changes is one undo step.

        Raises
        ------
        InputError
            If it is set to something else, or there is no function to ask.
        """
        asked = [helper for helper in self if helper.asks]
        if not asked:
            return PEOPLE
        alone = any(helper.asker is not None and helper.asker.alone for helper in asked)
        return FUNCTIONS if alone else BOTH

    @who_answers.setter
    def who_answers(self, who: str) -> None:
        if who not in WHO:
            raise InputError(f"who_answers={who!r} must be one of {', '.join(map(repr, WHO))}")
        there = [helper for helper in self if helper.asker and not helper.source.aside]
        if who != PEOPLE and not there:
            raise InputError("there is no function to ask; session.helpers.add adds one")
        for helper in there:
            if helper.asker is not None:
                helper.asker.alone = who == FUNCTIONS
        asked = [helper for helper in there if helper.asks]
        if who == PEOPLE:
            self._turn(asked, False, "functions stopped")
            return
        self._turn([] if asked else there, True, "functions asked again")
        for helper in there:
            helper.start()

    def _turn(self, helpers: list[Helper], asks: bool, cause: str) -> None:
        """Have these asked or not, in one undo step."""
        for place, helper in enumerate(helpers):
            if asks and helper.asker is not None:
                helper.asker.failure = ""
            helper.weigh(cause, joins=place > 0, asks=asks)

    @property
    @per_moment
    def left_to_people(self, now: Present) -> LeftToPeople:
        """The answers of functions that a person is to look at; it takes belief propagation."""
        active = [helper.source for helper in self if helper.counts]
        found = doubts(self._engine, now, active) if active else []
        contradicted = sum(each.contradicted for each in found)
        return LeftToPeople(len(found) - contradicted, contradicted)

    def asked_about(self, i: int, j: int) -> tuple[str, str] | None:
        """Why a person is asked about a pair: the name of a function, and "sample" or "doubt".

        None if the pair is asked about for other reasons.
        """
        return self._about.get((min(i, j), max(i, j)))

    # ------------------------------------------------------------------ adding and waiting

    def add(
        self,
        ask: Any,
        *,
        name: str | None = None,
        cost: float = 0.05,
        most: int | None = 600,
        items: Any = None,
        batch: int | None = None,
        cache: str | PathLike[str] | None = None,
    ) -> Helper:
        """Have a function answer beside the person; one undo step.

        Of a session that was loaded, functions are added again under their names: what they were
        asked and what is known of them is there.

        Parameters
        ----------
        ask : callable or oracle
            ``ask(a, b)`` of two items, as for `CallableOracle`; or anything with ``query(i, j)``.
        name : str, optional
            What its answers are signed with; by default the function's name. A function that
            answers differently, after a new prompt for example, is another one: give another name.
        cost : float, default 0.05
            Of an answer, in answers of a person; `Helper.cost` changes it.
        most : int or None, default 600
            How many pairs it is asked about at most, in all; `Helper.most` changes it.
        items : sequence or DataFrame, optional
            What it is given of each row; by default the texts of the session, else row numbers.
        batch, cache : optional
            As for `CallableOracle`.

        Returns
        -------
        Helper

        Raises
        ------
        InputError
            If an argument breaks a rule, or the person who answers has the same name.
        """
        engine = self._engine
        cost, most = checked_cost(cost), checked_most(most)
        oracle = self._oracle(ask, name, items, batch, cache)
        found = oracle.source
        if found == engine.annotator:
            raise InputError(f"name={found!r} is who answers now; give the function another name")

        def plan(now: Timeline) -> Operation | None:
            before = source_of(now.state.sources, found)
            if before.is_helper and (before.cost, before.most) == (cost, most):
                return None
            after = Source(found, cost=cost, most=most, asks=True)
            if before.is_helper:
                rest = {key: getattr(before, key) for key in ("aside", "asks", *KEPT)}
                after = Source(found, cost=cost, most=most, **rest)
            return Weigh(after, f"{found} answers beside you")

        engine.apply(plan)
        helper = self._helpers.setdefault(found, Helper(engine, found))
        helper.attach(oracle)
        helper.start()
        engine.emit("helper", found)
        return helper

    def terms(self, name: str) -> dict[str, Any]:
        """The cost and the limit that a function was added with, as arguments of `add`."""
        source = source_of(self._engine.state.sources, name)
        return {"cost": source.cost, "most": source.most} if source.is_helper else {}

    def _oracle(self, ask: Any, name: Any, items: Any, batch: Any, cache: Any) -> CallableOracle:
        engine = self._engine
        if callable(getattr(ask, "query", None)):
            check_oracle(ask, engine.n_samples)
            name = name or getattr(ask, "source", None) or type(ask).__name__
            asked: Callable[..., Any] = lambda i, j: tuple(weighed(ask, i, j))  # noqa: E731
            return CallableOracle(asked, n_samples=engine.n_samples, name=name, cache=cache)
        items = engine.data.texts if items is None else items
        n = engine.n_samples
        return CallableOracle(ask, items, n_samples=n, name=name, batch=batch, cache=cache)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until no function is asked and nothing is fitted; False if that takes longer.

        Functions are asked in threads of their own, so that nobody waits for them. In a program
        that answers by itself, wait after every answer: the result is then always the same.
        """
        end = None if timeout is None else time.monotonic() + timeout
        for helper in self._helpers.values():
            left = None if end is None else max(0.0, end - time.monotonic())
            if helper.asker is not None and not helper.asker.wait(left):
                return False
        left = None if end is None else max(0.0, end - time.monotonic())
        return self._engine.fits.wait(left)

    def without(self, name: str) -> WithoutHelper:
        """The clustering without the answers of one function, and the rows that it puts elsewhere.

        They are the clusters that setting it aside leads to. It takes a fit, or more of them where
        people have answered since it counts; nothing of the session changes.
        """
        helper, engine = self[name], self._engine
        with engine.lock:
            now, ledger = engine.now, engine.ledger
            if now.fit is None or not helper.counts:
                return WithoutHelper(now.labels, np.empty(0, dtype=np.intp))
            aside = Weigh(replace(helper.source, aside=True), "aside").apply(ledger.timeline)
            problem = problem_now(engine.X, aside, ledger.records, now.fit)
        labels = numbered(engine.X, solve(problem), aside.state, now.fit)
        return WithoutHelper(labels, np.flatnonzero(labels != now.labels))

    # ------------------------------------------------------------------ inside

    def _heard(self, event: Event) -> None:
        """Ask the functions what a person has just answered."""
        if event.kind != "answers" or not self._helpers:
            return
        state = self._engine.state
        people = of_people(state.answers, state.sources)
        last = max((a.number for a in people if a.manner != AUTOMATIC), default=0)
        if last > self._seen:
            self._seen = last
            for helper in self._helpers.values():
                helper.start()

    def _question(self, now: Present) -> Query | None:
        """What the person is asked about the functions' answers, by place; None if nothing."""
        active = [helper for helper in self if helper.counts]
        if not is_turn(now.state) or not may_ask(now):
            return None
        if turn(now.state) == DOUBTED:
            return self._doubted(now, active)
        helper = min(active, key=lambda each: each.n_audited)
        pair = drawn_pair(now.state, helper.source)
        if pair is None:
            return None
        self._about[pair] = (helper.name, "sample")
        for each in active:
            if each.asker is not None:
                drawn = each.asker.drawn if each is helper else each.asker.drawn_of_others
                drawn[pair] = None
        i, j = map(now.sample.place, pair)
        return Query((i, j), 0.0, BY_CHANCE.format(helper.name))

    def _doubted(self, now: Present, active: list[Helper]) -> Query | None:
        """A question about what some function said."""
        found = doubted_question(self._engine, now, [each.source for each in active])
        if found is None:
            return None
        name, query = found
        i, j = map(now.sample.row, query.pair)
        pair = (min(i, j), max(i, j))
        self._about[pair] = (name, "doubt")
        return query


KEPT = ("weights", "counts", "gain", "seen", "audited", "doubted", "overruled")
"""What stays known of a function whose cost is changed."""
