"""The operations of a session, each of which makes the next timeline from the present one."""

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import ASKED, Answer, Confirmed
from jupyter_sscluster.journal.check_more import CheckMore, with_checks
from jupyter_sscluster.journal.checks import UNKNOWN, Checks, Look, not_drawn, rows_text
from jupyter_sscluster.journal.cluster_steps import Naming, Regrouped
from jupyter_sscluster.journal.constraints_from_answers import open_pairs, told, without
from jupyter_sscluster.journal.open_questions import (
    NOTHING_OPEN,
    Asked,
    Key,
)
from jupyter_sscluster.journal.row_changes import RowChange
from jupyter_sscluster.journal.sources import Source, of_people, weighed, with_source
from jupyter_sscluster.journal.timeline import FRESH_FIT, Settings, State, Timeline


@dataclass(frozen=True)
class Change:
    """Answers recorded and answers taken back, in one undo step.

    An answer taken back and recorded with the same number has become soft. ``n_clusters`` is the
    new K, or None; cluster names are kept unless the change ends one; ``regrouped`` says where its
    fit starts. A change that ``joins`` belongs to the undo step of the change before.
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
        answers = without(now.answers, self.remove) if self.remove else now.answers
        answers += self.add
        if self.remove:
            answers = tuple(sorted(answers, key=attrgetter("number")))
        grown, answered = self.n_clusters is not None, self._answered(now)
        state = replace(
            now,
            answers=answers,
            constraints=self._told(now, answers),
            unknown=open_pairs(of_people(answers, now.sources)),
            settings=self._grown(now.settings, timeline.next_fit),
            fresh=grown,
            cause=self.cause,
            kind="answers",
            asked=now.asked if self.joins and answered is None else answered,
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

    def _told(self, now: State, answers: tuple[Answer, ...]) -> Constraints:
        """What the answers say after this change."""
        if now.sources:
            return now.rows.told(now.constraints, weighed(answers, now.sources))
        constraints = now.constraints
        if self.remove:
            constraints = now.rows.told(constraints, without(now.answers, self.remove))
        return told(constraints, now.rows.awake(self.add))

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
    """Other settings, None for unchanged; ``refit`` if another strategy changes the constraints."""

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
        """The timeline with these settings."""
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
    """The same problem again, as after an answer or from the clusterer's own starts."""

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
    """The person reviewed an answer and confirmed it; the clustering stays."""

    name: ClassVar[str] = "confirm"
    confirmed: Confirmed
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with this answer confirmed."""
        now, number = timeline.state, self.confirmed.number
        if all(answer.number != number for answer in now.answers):
            raise InputError(f"answer {number} is not in force, so that it cannot be confirmed")
        known = tuple(each for each in now.confirmed if each.number != number)
        cause = f"answer {number} confirmed"
        state = replace(now, confirmed=(*known, self.confirmed), cause=cause, when=self.when)
        return timeline.push(replace(state, kind="settings", asked=None))


@dataclass(frozen=True)
class ChangeNoise:
    """Rows said to be in no cluster, and rows of which that is taken back."""

    name: ClassVar[str] = "noise"
    add: tuple[int, ...]
    remove: tuple[int, ...]
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with this noise; `InputError` where a must-link contradicts it."""
        now, known = timeline.state, timeline.state.constraints
        noise = {*known.noise.tolist()}
        said = noise - {*now.rows.excluded.tolist()}
        if not said.issuperset(self.remove):
            raise InputError(f"row {min({*self.remove} - said)} was not said to be in no cluster")
        after = (noise - {*self.remove}) | {*self.add}
        state = replace(now, constraints=known.with_noise(sorted(after)), cause=self.cause)
        state = replace(state, kind="settings", asked=None, regrouped=None, when=self.when)
        return timeline.push(replace(state, fresh=False))


@dataclass(frozen=True)
class PlanCheck:
    """What clusters stand for, and how many rows are to be checked: a check begins, or goes on."""

    name: ClassVar[str] = "check"
    cards: tuple[tuple[int, ...], ...]
    classes: tuple[int, ...]
    seed: int
    n_rows: int
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with this check; `InputError` if it is not the one that was begun."""
        now, before = timeline.state, timeline.state.checks
        checks = Checks(self.cards, self.classes, self.seed, self.n_rows)
        if before is None:
            outside = not_drawn(now.constraints, checks).nonzero()[0]
            checks = replace(checks, outside=tuple(outside.tolist()))
        elif before.seed != self.seed or self.cards[: len(before.cards)] != before.cards:
            raise InputError("this is not the check that was begun")
        else:
            checks = replace(checks, outside=before.outside, looks=before.looks, more=before.more)
        return with_checks(timeline, checks, f"check of {self.n_rows} points", self.when)


@dataclass(frozen=True)
class AddCheck:
    """What a person said of a row that was drawn; the clustering is not told."""

    name: ClassVar[str] = "checked"
    look: Look
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with this check; `InputError` where no such check is possible."""
        now, look = timeline.state, self.look
        if now.checks is None:
            raise InputError("no check was begun; begin one with session.check()")
        known = {*now.checks.card_rows, *now.checks.rows} - {look.row}
        if look.said is not None and look.said != UNKNOWN and look.said not in known:
            raise InputError(f"row {look.said} stands for no class in this check")
        checks = replace(now.checks, looks=(*now.checks.looks, look))
        cause = f"check: {rows_text([look.row], now.constraints.names)}"
        return with_checks(timeline, checks, cause, self.when)


@dataclass(frozen=True)
class TellChecks:
    """The checks become answers, and no longer count as checks."""

    name: ClassVar[str] = "checks told"
    add: tuple[Answer, ...]
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with these answers in place of the checks."""
        if timeline.state.checks is None:
            raise InputError("there are no checks to tell")
        after = Change(self.add, (), self.cause, when=self.when).apply(timeline)
        told = after.state.told_checks + 1
        return after.with_present(replace(after.state, checks=None, told_checks=told))


@dataclass(frozen=True)
class Weigh:
    """The answers of a source count otherwise; one that `joins` is part of the undo step before."""

    name: ClassVar[str] = "weigh"
    source: Source
    cause: str
    joins: bool = False
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with the answers of this source weighed so."""
        now = timeline.state
        sources = with_source(now.sources, self.source)
        state = replace(
            now,
            sources=sources,
            constraints=now.rows.told(now.constraints, weighed(now.answers, sources)),
            fresh=False,
            cause=self.cause,
            kind=now.kind if self.joins else "settings",
            asked=now.asked if self.joins else None,
            regrouped=None,
            when=self.when,
        )
        return timeline.push(state, joined=self.joins)


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
        """The timeline one step on, along the branch visited last."""
        if timeline.redo_label is None:
            raise InputError("there is nothing to redo; redo follows an undo")
        now, there = timeline.state, timeline.go(timeline.after)
        answered = there.state.asked
        points = answered if isinstance(answered, Asked) else None
        return there.asking(now.questions.without(points))


@dataclass(frozen=True)
class Go:
    """Go to another moment on any branch, without a new state and with no open question.

    Later moments stay available to redo until something else is done there.
    """

    name: ClassVar[str] = "go"
    step: int

    def apply(self, timeline: Timeline) -> Timeline:
        """The tree, at another state."""
        there = timeline.go(check_count(self.step, "step", 0, timeline.tree.size - 1))
        return there.asking(NOTHING_OPEN)


Operation = (
    Change
    | Configure
    | Refit
    | Rename
    | Confirm
    | ChangeNoise
    | PlanCheck
    | AddCheck
    | CheckMore
    | TellChecks
    | Weigh
    | RowChange
    | Undo
    | Redo
    | Go
)


def stamped(operation: Operation, when: float) -> Operation:
    """The operation with its time, where it leads to a new moment."""
    return operation if isinstance(operation, (Undo, Redo, Go)) else replace(operation, when=when)
