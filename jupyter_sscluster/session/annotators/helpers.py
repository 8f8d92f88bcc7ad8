"""The functions that answer beside a person."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError, Real, check_count
from jupyter_sscluster.active import CallableOracle, Query
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.journal.changes import Operation, Weigh
from jupyter_sscluster.journal.sources import Source, helper_names, of_people, source_of
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.annotators.helper import Helper
from jupyter_sscluster.session.annotators.routing import (
    BY_CHANCE,
    DOUBTED,
    DRAWN,
    doubted_question,
    drawn_pair,
    may_ask,
    turn,
)
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.without_source import labels_if, told_if
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.session.engine.present import Present
from jupyter_sscluster.session.engine.records import Event

COST = Real(0.0)


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


class Helpers:
    """Functions that answer beside people, weighed by how often they err; `session.helpers`.

    A function is asked the same as the person first. Once six pairs are common, it is asked about
    rows in doubt too, and its answers count as soon as it is unlikely that it errs a third of the
    time and they have foretold the person's. One question in five to the person is then drawn at
    random among the pairs that it answered, which shows how often it errs.

    With a function that errs in 5 to 15 % of its answers the clustering is usually better after as
    many answers of the person, with one of 30 to 40 % it hardly changes; `without` shows the
    clustering that its answers have no part in.

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
        self._seen = 0
        engine.asked_first = self._question
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

    # ------------------------------------------------------------------ adding and waiting

    def add(
        self,
        ask: Any,
        *,
        name: str | None = None,
        cost: float = 0.05,
        most: int | None = 200,
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
            Of an answer, in answers of a person.
        most : int or None, default 200
            How many pairs it is asked about at most, in all.
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
        if not COST.check(cost):
            raise InputError(f"cost={cost!r} must be {COST.describe()}, in answers of a person")
        if most is not None:
            check_count(most, "most", 0, way_out="None means no limit")
        oracle = self._oracle(ask, name, items, batch, cache)
        found = oracle.source
        if found == engine.annotator:
            raise InputError(f"name={found!r} is who answers now; give the function another name")

        def plan(now: Timeline) -> Operation | None:
            before = source_of(now.state.sources, found)
            if before.is_helper and (before.cost, before.most) == (cost, most):
                return None
            after = Source(found, cost=float(cost), most=most, asks=True)
            if before.is_helper:
                rest = {key: getattr(before, key) for key in ("aside", "asks", *KEPT)}
                after = Source(found, cost=float(cost), most=most, **rest)
            return Weigh(after, f"{found} answers beside you")

        engine.apply(plan)
        helper = self._helpers.setdefault(found, Helper(engine, found))
        helper.attach(oracle)
        helper.start()
        return helper

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
        """The clustering without the answers of one function, and which rows are elsewhere then.

        It takes a fit, from the clusters shown; nothing of the session changes.
        """
        helper, now = self[name], self._engine.now
        if now.fit is None or not helper.counts:
            return WithoutHelper(now.labels, np.empty(0, dtype=np.intp))
        told = told_if(now.state, name, False)
        labels = labels_if(self._engine.X, now.state, now.fit, told)
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
        for helper in active:
            if helper.asker is not None:
                helper.asker.drawn = helper.asker.doubted = None
        at = turn(now.state)
        if not active or at not in (DRAWN, DOUBTED) or not may_ask(now):
            return None
        if at == DOUBTED:
            return self._doubted(now, active)
        helper = min(active, key=lambda each: each.n_audited)
        pair = drawn_pair(now.state, helper.source)
        if pair is None:
            return None
        if helper.asker is not None:
            helper.asker.drawn = pair
        i, j = map(now.sample.place, pair)
        return Query((i, j), 0.0, BY_CHANCE)

    def _doubted(self, now: Present, active: list[Helper]) -> Query | None:
        """A question about what some function said."""
        query = doubted_question(self._engine, now, [each.source for each in active])
        for helper in active if query is not None else ():
            if helper.asker is not None and query is not None:
                i, j = map(now.sample.row, query.pair)
                helper.asker.doubted = (min(i, j), max(i, j))
        return query


KEPT = ("weights", "counts", "gain", "seen", "audited", "doubted")
"""What stays known of a function whose cost is changed."""
