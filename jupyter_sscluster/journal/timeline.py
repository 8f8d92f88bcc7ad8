"""Immutable states of a session, and the tree of them that undo and redo walk along.

Every operation is a value with ``apply(timeline) -> timeline``. A live session and the reader of a
journal call the same ``apply``, so that replaying the operations gives the same session. No state
is ever dropped: what was undone stays as a branch once something else is done.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.cluster_steps import UNNAMED, Naming, Regrouped
from jupyter_sscluster.journal.confirmed import Confirmed
from jupyter_sscluster.journal.constraints_from_answers import open_pairs, told, without
from jupyter_sscluster.journal.open_questions import (
    NOTHING_OPEN,
    Asked,
    Entry,
    Key,
    OpenQuestions,
    Pair,
    still_open,
)
from jupyter_sscluster.journal.tree import NONE, Tree

FRESH_FIT = "fresh fit"
"""The cause of a fit from the clusterer's own starts, asked for by the person."""


@dataclass(frozen=True, eq=False)
class Settings:
    """What clusters and what asks. ``model`` changes whenever a warm start would make no sense.

    ``softly`` says that answers are recorded as soft ones unless they are said to be hard.
    """

    clusterer: Any
    strategy: Any
    n_clusters: int
    random_state: int
    model: int = 1
    softly: bool = False


@dataclass(frozen=True, eq=False)
class State:
    """One moment: everything said so far, and the settings.

    ``fit`` numbers the clustering problem that the state poses; states that pose the same one (a
    don't-know between them, another strategy) share it, and with it the labels. ``asked`` is the
    question that the last step answered. ``regrouped`` says where the fit starts, if
    neither from the labels before nor afresh. A state that has ``joined`` is part of the undo step
    of the state before. ``when`` is the time in seconds from 1970, None where the journal does not
    say. ``questions`` are those that were proposed in this state, or in one before it: they make no
    step and are in no journal.
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
    questions: OpenQuestions = NOTHING_OPEN

    @cached_property
    def open_questions(self) -> tuple[Entry, ...]:
        """Those of the questions that nothing in this state answers."""
        return self.still_open(self.questions)

    def still_open(self, questions: OpenQuestions) -> tuple[Entry, ...]:
        """Those of some questions that nothing in this state answers."""
        asks_again = bool(getattr(self.settings.strategy, "asks_again", False))
        return still_open(questions, self.answers, self.constraints, asks_again=asks_again)

    def reopened(self, answered: Key) -> State:
        """The state with this question open, as it is once its answer is undone.

        A pair whose answer is known without that step stays closed.
        """
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
    """States in the order of their making, which followed which, and counters that only grow.

    ``actions`` holds, for each action that recorded answers, the number of its first; those that
    were given at the start are one action each.
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

        All answers of a lasso, a placement or a sorting are one action. Like the numbers of
        answers, those of actions count from 1 and are never given twice, so that after an undo
        the next action leaves a gap.
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
        many = len(self.tree.path(last)) - len(self.tree.path(start))
        return f"{many} automatic answers" if many > 1 else self.states[last].cause

    def push(self, state: State, *, refit: bool = False, joined: bool = False) -> Timeline:
        """Go on to a new state; what had been undone is a branch of its own from now on."""
        now = self.state
        same_problem = (
            not refit
            and state.settings.model == now.settings.model
            and state.constraints == now.constraints
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

    def go(self, step: int) -> Timeline:
        """Go to a state that there is already."""
        return replace(self, tree=self.tree.moved(step), revision=self.revision + 1)


@dataclass(frozen=True)
class Change:
    """Answers recorded and answers taken back, in one undo step.

    An answer that is taken back and recorded with the same number has become a soft one.
    ``n_clusters`` is the new K where the answers have found clusters, None where it stays. So are
    the names of the clusters where the change ends one; ``regrouped`` says where its fit starts.
    One that ``joins`` belongs to the undo step of the change before, which was of answers, too.
    """

    name: ClassVar[str] = "change"
    add: tuple[Answer, ...]
    remove: tuple[int, ...]
    cause: str
    n_clusters: int | None = None
    asked: Asked | None = None
    naming: Naming | None = None
    regrouped: Regrouped | None = None
    joins: bool = False
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The line with the answers of this change; raises ConflictError."""
        now = timeline.state
        if self.joins and now.kind != "answers":
            raise InputError(f"{self.cause!r} cannot join {now.cause!r}, which was no answer")
        answers, constraints = now.answers, now.constraints
        if self.remove:
            answers = without(answers, self.remove)
            constraints = told(Constraints(constraints.n_samples, names=constraints.names), answers)
        answers += self.add
        if self.remove:
            answers = tuple(sorted(answers, key=attrgetter("number")))
        grown, answered = self.n_clusters is not None, self._answered(now)
        state = replace(
            now,
            answers=answers,
            constraints=told(constraints, self.add),
            unknown=open_pairs(answers),
            settings=self._grown(now.settings, timeline.next_fit),
            fresh=grown,
            cause=self.cause,
            kind="answers",
            asked=answered,
            naming=self.naming or now.naming,
            regrouped=self.regrouped,
            when=self.when,
            questions=now.questions.without(self.asked),
        )
        highest = max((answer.number for answer in self.add), default=0)
        if answered is not None:
            timeline = timeline.with_present(now.reopened(answered))
        after = timeline.push(state, joined=self.joins)
        if highest < after.next_number:
            return after
        actions = (*after.actions, after.next_number)
        return replace(after, next_number=highest + 1, actions=actions)

    def _answered(self, now: State) -> Key | None:
        """The question that this answers, a pair as it was given; open again after an undo."""
        if self.asked is not None:
            return self.asked
        numbers = {answer.number for answer in now.answers}
        new = [answer for answer in self.add if answer.number not in numbers]
        is_asked = len(new) == 1 and new[0].manner == ASKED
        return (new[0].i, new[0].j) if is_asked else None

    def _grown(self, settings: Settings, model: int) -> Settings:
        if self.n_clusters is None:
            return settings
        return replace(settings, n_clusters=self.n_clusters, model=model)


@dataclass(frozen=True, eq=False)
class Configure:
    """Other settings; what is None stays.

    ``refit`` says that another strategy has the clusterer told something else.
    """

    name: ClassVar[str] = "set"
    cause: str
    clusterer: Any = None
    strategy: Any = None
    n_clusters: int | None = None
    random_state: int | None = None
    softly: bool | None = None
    when: float | None = None
    refit: bool = False

    def apply(self, timeline: Timeline) -> Timeline:
        """The line with these settings."""
        now = timeline.state
        given = {
            key: value
            for key in ("clusterer", "strategy", "n_clusters", "random_state", "softly")
            if (value := getattr(self, key)) is not None
        }
        settings = replace(now.settings, **given)
        if not set(given) <= {"strategy", "softly"}:
            settings = replace(settings, model=timeline.next_fit)
        return timeline.push(
            replace(
                now,
                settings=settings,
                fresh=True,
                cause=self.cause,
                kind="settings",
                asked=None,
                regrouped=None,
                when=self.when,
                questions=now.questions if self.strategy is None else NOTHING_OPEN,
            ),
            refit=self.refit,
        )


@dataclass(frozen=True)
class Refit:
    """The same problem again, from the last centres or from the clusterer's own starts."""

    name: ClassVar[str] = "refit"
    fresh: bool
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The line with a state that poses its problem anew."""
        cause = FRESH_FIT if self.fresh else "refit"
        state = replace(
            timeline.state,
            fresh=self.fresh,
            cause=cause,
            kind="settings",
            asked=None,
            regrouped=None,
            when=self.when,
        )
        return timeline.push(state, refit=True)


@dataclass(frozen=True)
class Rename:
    """Other names of clusters; nothing is clustered anew."""

    name: ClassVar[str] = "rename"
    cause: str
    naming: Naming
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The line with these names."""
        named = replace(timeline.state, naming=self.naming, cause=self.cause, when=self.when)
        return timeline.push(replace(named, kind="settings", asked=None))


@dataclass(frozen=True)
class Confirm:
    """An answer was looked at again and is right; nothing is clustered anew."""

    name: ClassVar[str] = "confirm"
    confirmed: Confirmed
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The line on which that is known."""
        now, number = timeline.state, self.confirmed.number
        if all(answer.number != number for answer in now.answers):
            raise InputError(f"answer {number} is not in force, so that it cannot be confirmed")
        known = tuple(each for each in now.confirmed if each.number != number)
        cause = f"answer {number} confirmed"
        state = replace(now, confirmed=(*known, self.confirmed), cause=cause, when=self.when)
        return timeline.push(replace(state, kind="settings", asked=None))


@dataclass(frozen=True)
class Undo:
    """One step back. What is open stays open, unless the step answered a question: that reopens."""

    name: ClassVar[str] = "undo"

    def apply(self, timeline: Timeline) -> Timeline:
        """The line, one step back."""
        if timeline.undo_label is None:
            raise InputError("there is nothing to undo; this is where the session began")
        now, back = timeline.state, timeline.go(timeline.before)
        return back.asking(now.questions) if now.asked is None else back


@dataclass(frozen=True)
class Redo:
    """One step forward again. What is open stays open, unless the step answers it."""

    name: ClassVar[str] = "redo"

    def apply(self, timeline: Timeline) -> Timeline:
        """The line, one step on, along the branch that was gone along last."""
        if timeline.redo_label is None:
            raise InputError("there is nothing to redo; redo follows an undo")
        now, there = timeline.state, timeline.go(timeline.after)
        answered = there.state.asked
        points = answered if isinstance(answered, Asked) else None
        return there.asking(now.questions.without(points))


@dataclass(frozen=True)
class Go:
    """To another moment, on whatever branch. Like undo and redo this makes no state.

    What came after that moment stays ahead of it for redo, until something else is done there.
    No question is open there.
    """

    name: ClassVar[str] = "go"
    step: int

    def apply(self, timeline: Timeline) -> Timeline:
        """The tree, at another state."""
        there = timeline.go(check_count(self.step, "step", 0, timeline.tree.size - 1))
        return there.asking(NOTHING_OPEN)


Operation = Change | Configure | Refit | Rename | Confirm | Undo | Redo | Go


def stamped(operation: Operation, when: float) -> Operation:
    """The operation with its time, where it leads to a new moment."""
    return operation if isinstance(operation, (Undo, Redo, Go)) else replace(operation, when=when)
