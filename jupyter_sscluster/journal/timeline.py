"""Immutable states of a session, and the tree of them that undo and redo walk along.

Every operation is a value with ``apply(timeline) -> timeline``. Sessions and journal readers share
``apply``, so that replaying gives the same session. Undone states remain as branches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray, read_only
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer, Confirmed
from jupyter_sscluster.journal.checks import Checks
from jupyter_sscluster.journal.cluster_steps import UNNAMED, Naming, Regrouped
from jupyter_sscluster.journal.constraints_from_answers import open_pairs, told
from jupyter_sscluster.journal.open_questions import (
    NOTHING_OPEN,
    Asked,
    Entry,
    Key,
    OpenQuestions,
    Pair,
    still_open,
)
from jupyter_sscluster.journal.row_state import ALL_IN_FORCE, RowState
from jupyter_sscluster.journal.sources import Source, of_people, weighed
from jupyter_sscluster.journal.tree import NONE, Tree

FRESH_FIT = "fresh fit"
"""The cause of a fit from the clusterer's own starts, asked for by the person."""


@dataclass(frozen=True, eq=False)
class Settings:
    """Model and strategy; a changed ``model`` forbids a warm start; ``softly`` is the default."""

    clusterer: Any
    strategy: Any
    n_clusters: int
    random_state: int
    model: int = 1
    softly: bool = False


@dataclass(frozen=True, eq=False)
class State:
    """One moment: all answers so far, and the settings.

    ``fit`` numbers the clustering problem; states with the same one (a don't-know between them,
    another strategy) share it and its labels. ``asked`` is the question that the last step
    answered. ``regrouped`` says where the fit starts, if neither warm nor fresh. A ``joined`` state
    is part of the undo step before. ``when`` is in seconds from 1970, None if unknown.
    ``checks`` are apart from the answers; ``told_checks`` counts how often some became answers.
    ``sources`` say how answers count, where they do not count as stated.
    ``questions``, proposed here or in a state before, make no step and are in no journal.
    """

    answers: tuple[Answer, ...]
    constraints: Constraints
    unknown: tuple[Pair, ...]
    settings: Settings
    fit: int
    fresh: bool
    cause: str
    kind: str
    asked: Key | None = None
    naming: Naming = UNNAMED
    regrouped: Regrouped | None = None
    joined: bool = False
    when: float | None = None
    confirmed: tuple[Confirmed, ...] = ()
    checks: Checks | None = None
    told_checks: int = 0
    questions: OpenQuestions = NOTHING_OPEN
    rows: RowState = ALL_IN_FORCE
    sources: tuple[Source, ...] = ()

    @property
    def awake(self) -> tuple[Answer, ...]:
        """The answers that count, as they count: no row left out, and no source, has them rest."""
        return self.heard(self.answers)

    def heard(self, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """Those of some answers that count, as they count."""
        return self.rows.awake(weighed(answers, self.sources))

    @cached_property
    def said_by_people(self) -> Constraints:
        """What people said; the same as `constraints` where no function's answers count."""
        if not any(each.counts for each in self.sources if each.is_helper):
            return self.constraints
        people = of_people(self.awake, self.sources)
        return self.rows.told(self.constraints, people)

    @cached_property
    def said_by_leading(self) -> Constraints:
        """What people and the functions said that questions go by."""
        helpers = [source for source in self.sources if source.is_helper and source.counts]
        if all(source.leads for source in helpers):
            return self.constraints
        if not any(source.leads for source in helpers):
            return self.said_by_people
        sources = [replace(s, counts=s.leads) if s in helpers else s for s in self.sources]
        return self.rows.told(self.constraints, weighed(self.answers, sources))

    @property
    def stated_noise(self) -> IntArray:
        """The rows that were said to be in no cluster, those left out among them."""
        return self.rows.stated_noise(self.constraints)

    @cached_property
    def open_questions(self) -> tuple[Entry, ...]:
        """Those of the questions that nothing in this state answers."""
        return self.still_open(self.questions)

    def still_open(self, questions: OpenQuestions) -> tuple[Entry, ...]:
        """Those of some questions that nothing in this state answers."""
        asks_again = bool(getattr(self.settings.strategy, "asks_again", False))
        people = of_people(self.answers, self.sources)
        return still_open(questions, people, self.said_by_people, asks_again=asks_again)

    def reopened(self, answered: Key) -> State:
        """The state with this question open again; pairs known without its answer stay closed."""
        pair = None if isinstance(answered, Asked) else answered
        key = answered if pair is None else (min(pair), max(pair))
        if pair is not None and not self.still_open(OpenQuestions(((key, None),))):
            return self
        questions = self.questions.turned_to(key, pair)
        if pair is None:
            again = replace(questions, shown_again=False)
            questions = replace(again, shown_again=not self.still_open(again))
        return replace(self, questions=questions)


@dataclass(frozen=True, eq=False)
class Timeline:
    """States in order of creation, their tree, and counters that only grow.

    ``actions`` are the first answer numbers of each action; each initial answer is an action.
    """

    states: tuple[State, ...]
    tree: Tree
    revision: int
    next_number: int
    next_fit: int
    actions: tuple[int, ...] = ()

    @classmethod
    def start(
        cls,
        empty: Constraints,
        settings: Settings,
        answers: Sequence[Answer],
        when: float | None = None,
    ) -> Timeline:
        """A tree of one state."""
        given = tuple(answers)
        first = State(
            answers=given,
            constraints=told(empty, given),
            unknown=open_pairs(given),
            settings=settings,
            fit=1,
            fresh=True,
            cause="start",
            kind="settings",
            when=when,
        )
        highest = max((answer.number for answer in given), default=0)
        return cls((first,), Tree(), 0, highest + 1, 2, tuple(range(1, highest + 1)))

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[self.tree.at]

    @property
    def next_action(self) -> int:
        """What `action_of` gives for the next answer."""
        return len(self.actions) + 1

    def action_of(self, number: int) -> int:
        """The number of the action that recorded an answer, as the page shows it.

        All answers of a lasso, a placement or a sorting are one action. Numbers count from 1 and
        are never reused: after an undo there is a gap.
        """
        return bisect_right(self.actions, number)

    @cached_property
    def past(self) -> tuple[State, ...]:
        """The states that led to the present one, from the first to the present one."""
        return tuple(self.states[step] for step in self.tree.path(self.tree.at))

    @property
    def undo_label(self) -> str | None:
        """What undo would take back."""
        return self._called(self.before, self.tree.at) if self.tree.at else None

    @property
    def redo_label(self) -> str | None:
        """What redo would bring again."""
        return None if self.tree.ahead is None else self._called(self.tree.at, self.after)

    @property
    def before(self) -> int:
        """Where undo leads: to the state before those that belong to the present undo step."""
        first = self.tree.at
        while self.states[first].joined:
            first = self.tree.parents[first]
        return max(self.tree.parents[first], 0)

    @property
    def after(self) -> int:
        """Where redo leads: to the last state of the undo step that comes next."""
        last = self.tree.at if self.tree.ahead is None else self.tree.ahead
        while (on := self.tree.taken[last]) != NONE and self.states[on].joined:
            last = on
        return last

    def _called(self, start: int, last: int) -> str:
        """What the undo step is called that leads from one state to another."""
        steps = self.tree.path(last)[len(self.tree.path(start)) :]
        first = self.states[steps[0]]
        if len(steps) == 1 or first.sources:  # what joins a person's answer follows from it
            return first.cause
        return f"{len(steps)} automatic answers"

    def push(self, state: State, *, refit: bool = False, joined: bool = False) -> Timeline:
        """Add a new state after the present one; undone states become a branch of their own."""
        now = self.state
        same_problem = (
            not refit
            and state.settings.model == now.settings.model
            and state.constraints == now.constraints
            and np.array_equal(state.constraints.by_hand, now.constraints.by_hand)
        )
        fit = now.fit if same_problem else self.next_fit
        begun = now if same_problem else state
        state = replace(state, fit=fit, fresh=begun.fresh, regrouped=begun.regrouped, joined=joined)
        return replace(
            self,
            states=(*self.states, state),
            tree=self.tree.grown(),
            revision=self.revision + 1,
            next_fit=self.next_fit + (fit != now.fit),
        )

    def asking(self, questions: OpenQuestions) -> Timeline:
        """The same moment with these questions open, in the place of those that were."""
        if questions is self.state.questions:
            return self
        return self.with_present(replace(self.state, questions=questions))

    def with_present(self, state: State) -> Timeline:
        """The timeline with the present state replaced; nothing else changes."""
        at = self.tree.at
        return replace(self, states=(*self.states[:at], state, *self.states[at + 1 :]))

    def grown(self, n_samples: int, names: tuple[str, ...] | None) -> Timeline:
        """The same moments where there are more rows, which are in force at none of them."""
        n_before = self.state.constraints.n_samples
        later, seed = np.arange(n_before, n_samples), self.state.settings.random_state
        noise: dict[int, IntArray] = {}
        out: dict[int, RowState] = {}
        checked: dict[int, Checks | None] = {}
        states = []
        for state in self.states:  # most of them share their noise, checks and rows left out
            known, rows, checks = state.constraints, state.rows, state.checks
            if id(checks) not in checked:
                checked[id(checks)] = None if checks is None else checks.grown(later)
            if id(known.noise) not in noise:
                noise[id(known.noise)] = read_only(np.concatenate([known.noise, later]))
            if id(rows) not in out:
                out[id(rows)] = rows.grown(n_before, n_samples, seed)
            grown = known.grown(n_samples, names, noise[id(known.noise)])
            checks = checked[id(checks)]
            states.append(replace(state, constraints=grown, rows=out[id(rows)], checks=checks))
        return replace(self, states=tuple(states))

    def go(self, step: int) -> Timeline:
        """Go to a state that there is already."""
        return replace(self, tree=self.tree.moved(step), revision=self.revision + 1)
