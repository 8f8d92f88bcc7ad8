"""Immutable states of a session, and the line of them that undo and redo walk along.

Every operation is a value with ``apply(timeline) -> timeline``. A live session and the reader of a
journal call the same ``apply``, so that replaying the operations gives the same session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.cluster_steps import UNNAMED, Naming, Regrouped

Pair = tuple[int, int]

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


@dataclass(frozen=True)
class Asked:
    """A question of another shape than a pair, which the answers of one step were given to.

    ``shape`` is "place", with one row in ``points`` and the representatives in ``cards``, or
    "sort", with the rows to be sorted and the cards they were sorted on.
    """

    shape: str
    points: tuple[int, ...]
    cards: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class State:
    """One moment: everything said so far, and the settings.

    ``fit`` numbers the clustering problem that the state poses; states that pose the same one (a
    don't-know between them, another strategy) share it, and with it the labels. ``asked`` is what
    the last step answered, where that was no pair. ``regrouped`` says where the fit starts, if
    neither from the labels before nor afresh. A state that has ``joined`` is part of the undo step
    of the state before.
    """

    answers: tuple[Answer, ...]
    constraints: Constraints
    unknown: tuple[Pair, ...]
    settings: Settings
    fit: int
    fresh: bool
    cause: str
    kind: str
    asked: Asked | None = None
    naming: Naming = UNNAMED
    regrouped: Regrouped | None = None
    joined: bool = False


@dataclass(frozen=True, eq=False)
class Timeline:
    """States in order, the place of the present one, and counters that never go back.

    ``actions`` holds, for each action that recorded answers, the number of its first; those that
    were given at the start are one action each.
    """

    states: tuple[State, ...]
    position: int
    revision: int
    next_number: int
    next_fit: int
    actions: tuple[int, ...] = ()

    @classmethod
    def start(cls, empty: Constraints, settings: Settings, answers: Sequence[Answer]) -> Timeline:
        """A line of one state."""
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
        )
        highest = max((answer.number for answer in given), default=0)
        return cls((first,), 0, 0, highest + 1, 2, tuple(range(1, highest + 1)))

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[self.position]

    @property
    def past(self) -> tuple[State, ...]:
        """The states from the first to the present one."""
        return self.states[: self.position + 1]

    @property
    def undo_label(self) -> str | None:
        """What undo would take back."""
        return self._called(self.before + 1, self.position) if self.position else None

    @property
    def redo_label(self) -> str | None:
        """What redo would bring again."""
        ahead = self.position + 1
        return self._called(ahead, self.after) if ahead < len(self.states) else None

    @property
    def before(self) -> int:
        """Where undo leads: to the state before those that belong to the present undo step."""
        first = self.position
        while self.states[first].joined:
            first -= 1
        return max(first - 1, 0)

    @property
    def after(self) -> int:
        """Where redo leads: to the last state of the undo step that comes next."""
        last = min(self.position + 1, len(self.states) - 1)
        while last + 1 < len(self.states) and self.states[last + 1].joined:
            last += 1
        return last

    def _called(self, first: int, last: int) -> str:
        """What the undo step of some states is called."""
        if first < last:
            return f"{last - first + 1} automatic answers"
        return self.states[last].cause

    def push(self, state: State, *, refit: bool = False, joined: bool = False) -> Timeline:
        """Go on to a new state; what had been undone is dropped."""
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
            states=(*self.past, state),
            position=self.position + 1,
            revision=self.revision + 1,
            next_fit=self.next_fit + (fit != now.fit),
        )

    def go(self, position: int) -> Timeline:
        """Walk along the line."""
        return replace(self, position=position, revision=self.revision + 1)


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
        grown = self.n_clusters is not None
        state = replace(
            now,
            answers=answers,
            constraints=told(constraints, self.add),
            unknown=open_pairs(answers),
            settings=self._grown(now.settings, timeline.next_fit),
            fresh=grown,
            cause=self.cause,
            kind="answers",
            asked=self.asked,
            naming=self.naming or now.naming,
            regrouped=self.regrouped,
        )
        highest = max((answer.number for answer in self.add), default=0)
        after = timeline.push(state, joined=self.joins)
        if highest < after.next_number:
            return after
        actions = (*after.actions, after.next_number)
        return replace(after, next_number=highest + 1, actions=actions)

    def _grown(self, settings: Settings, model: int) -> Settings:
        if self.n_clusters is None:
            return settings
        return replace(settings, n_clusters=self.n_clusters, model=model)


@dataclass(frozen=True, eq=False)
class Configure:
    """Other settings; what is None stays."""

    name: ClassVar[str] = "set"
    cause: str
    clusterer: Any = None
    strategy: Any = None
    n_clusters: int | None = None
    random_state: int | None = None
    softly: bool | None = None

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
            )
        )


@dataclass(frozen=True)
class Refit:
    """The same problem again, from the last centres or from the clusterer's own starts."""

    name: ClassVar[str] = "refit"
    fresh: bool

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
        )
        return timeline.push(state, refit=True)


@dataclass(frozen=True)
class Rename:
    """Other names of clusters; nothing is clustered anew."""

    name: ClassVar[str] = "rename"
    cause: str
    naming: Naming

    def apply(self, timeline: Timeline) -> Timeline:
        """The line with these names."""
        now = timeline.state
        return timeline.push(
            replace(now, naming=self.naming, cause=self.cause, kind="settings", asked=None)
        )


@dataclass(frozen=True)
class Undo:
    """One step back."""

    name: ClassVar[str] = "undo"

    def apply(self, timeline: Timeline) -> Timeline:
        """The line, one step back."""
        if timeline.undo_label is None:
            raise InputError("there is nothing to undo; this is where the session began")
        return timeline.go(timeline.before)


@dataclass(frozen=True)
class Redo:
    """One step forward again."""

    name: ClassVar[str] = "redo"

    def apply(self, timeline: Timeline) -> Timeline:
        """The line, one step on."""
        if timeline.redo_label is None:
            raise InputError("there is nothing to redo; redo follows an undo")
        return timeline.go(timeline.after)


Operation = Change | Configure | Refit | Rename | Undo | Redo


def told(constraints: Constraints, answers: Sequence[Answer]) -> Constraints:
    """The constraints after these answers; a don't-know adds nothing to them."""
    for kind, soft in (("must", False), ("cannot", False), ("must", True), ("cannot", True)):
        chosen = [a for a in answers if a.kind == kind and a.soft is soft]
        if chosen:
            pairs, weights = [a.pair for a in chosen], [a.weight for a in chosen]
            constraints = constraints.add_pairs(pairs, kind, weights, soft=soft)
    return constraints


def open_pairs(answers: Sequence[Answer]) -> tuple[Pair, ...]:
    """Pairs that were answered "don't know" and by nothing else."""
    unknown = dict.fromkeys(answer.pair for answer in answers if answer.kind == "unknown")
    if not unknown:
        return ()
    stated = {answer.pair for answer in answers if answer.kind != "unknown"}
    return tuple(pair for pair in unknown if pair not in stated)


def without(answers: Sequence[Answer], numbers: Sequence[int]) -> tuple[Answer, ...]:
    """The answers less those with the given numbers, each of which must be in force."""
    gone = set(numbers)
    missing = gone - {answer.number for answer in answers}
    if missing:
        raise InputError(
            f"answer {min(missing)} is not in force; take back one of the numbers in "
            "session.answers"
        )
    return tuple(answer for answer in answers if answer.number not in gone)
