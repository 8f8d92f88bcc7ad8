"""The engine of a session: one lock, changes that are written before they act, and events."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

import numpy as np

from jupyter_sscluster.active import Query, Snapshot
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.journal import Journal, Log
from jupyter_sscluster.journal.lines import JournalError, line
from jupyter_sscluster.journal.open_questions import NOTHING_OPEN, OpenQuestions
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.journal.viewed import Viewed, viewed_entry, viewed_of
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.entries import recorded
from jupyter_sscluster.session.engine.fit.fits import Fits
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead
from jupyter_sscluster.session.engine.fit.scores import scorer
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.listeners import Listeners
from jupyter_sscluster.session.engine.present import Present
from jupyter_sscluster.session.engine.records import Event
from jupyter_sscluster.session.engine.rows.arrivals import OF_LAST_STEP
from jupyter_sscluster.session.engine.rows.refusals import absent_rows
from jupyter_sscluster.session.engine.sample.sample import (
    Sample,
    grown_sample,
    shown_rows,
    with_answered_rows,
    with_rows,
)
from jupyter_sscluster.session.engine.settings import takes_n_clusters
from jupyter_sscluster.session.engine.step_names import point_name

Result = TypeVar("Result")
Part = TypeVar("Part")


class Engine:
    """Holds the state of a session, applies operations to it and notifies listeners.

    The parts of a session (`history`, `review` and so on) read and change it under its
    `lock`. A change is tried on the immutable timeline, written to the journal,
    published and then applied, so that an error leaves everything as it was.
    """

    def __init__(
        self,
        data: Data,
        ledger: Ledger,
        journal: Log,
        sample: Sample,
        *,
        annotator: str = "",
        background: bool = False,
    ) -> None:
        self.data = data
        self.ledger = ledger
        self.journal = journal
        self.annotator = annotator
        self.notes: list[str] = []
        self.advice: list[str] = []
        self.estimates_n_clusters = False
        """Whether the first number of clusters was estimated, as none was given."""
        self.lock = threading.RLock()
        self.listeners = Listeners()
        self.known_question: Callable[[str, Snapshot], tuple[Any, ...] | None] = nothing_known
        """What the strategy would ask of a snapshot, by type, where the preview knows it."""
        self.asked_first: Callable[[Present], Query | None] = lambda now: None
        """What a person is asked, by place, before the strategy: about what functions answered."""
        self.may_ask_first: Callable[[State], bool] = lambda state: False
        """Whether that may be so in a state that is not there yet."""
        ledger.timeline = ledger.timeline.asking(NOTHING_OPEN)
        self._sample = sample
        self._now: Present | None = None
        self._parts: dict[Callable[[Engine], Any], Any] = {}
        self.fits = Fits(self, scorer(sample, data.truth), background=background)
        if isinstance(journal, Journal):
            journal.on_superseded = self.retire

    # ------------------------------------------------------------------ reading

    @property
    def n_clusters_is_estimated(self) -> bool:
        """Whether the number of clusters of now is the one estimated at first."""
        first, now = self.timeline.states[0].settings.n_clusters, self.state.settings
        told = takes_n_clusters(now.clusterer)
        return self.estimates_n_clusters and told and now.n_clusters == first

    @property
    def X(self) -> Any:
        """The rows, (n_samples, n_features)."""
        return self.data.X

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return self.data.n_samples

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return self.data.n_features

    @property
    def names(self) -> tuple[str, ...] | None:
        """Row names, or None."""
        return self.data.names

    @property
    def timeline(self) -> Timeline:
        """All states, and which of them is the present one."""
        return self.ledger.timeline

    @property
    def state(self) -> State:
        """The present state: answers, constraints, settings."""
        return self.ledger.state

    @property
    def revision(self) -> int:
        """Grows with every answer, setting, undo and redo."""
        return self.ledger.timeline.revision

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers in force, in order."""
        return self.state.answers

    @property
    def labels(self) -> np.ndarray:
        """Cluster of every row by the fit that is shown; all 0 before the first."""
        return self.now.labels

    @property
    def sample(self) -> Sample:
        """The rows that are shown: all, or a sample of them, with their places on a plot."""
        with self.lock:
            states = self.timeline.states
            self._sample = with_answered_rows(self._sample, states, self.X, self.names)
            return self._sample

    @property
    def now(self) -> Present:
        """The present moment; the same object, with all that was computed, until it changes."""
        with self.lock:
            state, fit, sample = self.state, self.ledger.shown, self.sample
            step, known, revision = self.timeline.tree.at, self._now, self.revision
            is_same = known is not None and known.is_same(step, fit, sample)
            # An undo and its redo lead to the same state under another revision.
            if known is None or not is_same or (known.state, known.revision) != (state, revision):
                found = known.found if known is not None and is_same else {}
                self._now = known = Present(step, revision, state, fit, sample, found)
            return known

    def display_name(self, row: int) -> str:
        """What a person calls a row."""
        return point_name(row, self.names)

    def part(self, kind: Callable[[Engine], Part]) -> Part:
        """The one object of this class that the session has; made when first asked for."""
        with self.lock:
            if kind not in self._parts:
                self._parts[kind] = kind(self)
            found: Part = self._parts[kind]
            return found

    # ------------------------------------------------------------------ changing

    def change(
        self,
        plan: Callable[[Timeline], tuple[Operation | None, Result]],
        solved: Ahead | None = None,
        grown: Data | None = None,
    ) -> Result:
        """Apply the operation that ``plan(timeline)`` returns, and return its second value.

        An operation of None changes nothing. ``plan`` runs under the lock. The fit
        ``solved`` is used if it solves the problem of the new state. ``grown`` are the data with
        the rows that it adds.
        """
        with self.lock:
            before, told = self.timeline, [*self.notes]
            operation, result = plan(before)
            data = self.data if grown is None else grown
            if operation is None:
                self._know(before, data)
                return result
            self.journal.check_open()
            operation, text = recorded(operation, time.time(), self.n_samples)
            after = operation.apply(self._renamed(before, data))
            if not data.absent <= {*after.state.rows.excluded.tolist()}:
                raise absent_rows(after.state, data.absent, data.names)
            self.journal.append(text)
            if grown is not None:
                self._grow(grown, getattr(operation, "shown", ()))
            self.ledger.commit(after, operation)
            gone = {note for note in told if note.endswith(OF_LAST_STEP)}
            self.notes = [note for note in self.notes if note not in gone]
            job = self.fits.job_for(before, solved)
            placed = self.fits.placed(before)
        try:
            self.emit(*_news(before, after))
        finally:
            self.fits.release(job)
        self.fits.run_here(job)
        self.fits.tell(placed)
        return result

    def _renamed(self, timeline: Timeline, data: Data) -> Timeline:
        """The timeline where rows that were not in X have the names of `data`."""
        names = None if data.names is None else data.names[: self.n_samples]
        return timeline if names == self.names else timeline.grown(self.n_samples, names)

    def _know(self, timeline: Timeline, data: Data) -> None:
        """Go on with the values of rows that are left out and were not in X; the lock is held."""
        if data is not self.data:
            self.ledger.timeline = self._renamed(timeline, data)
            self._grow(data, ())

    def _grow(self, data: Data, shown: Sequence[int]) -> None:
        """Go on with more rows, some of which are shown; the lock is held."""
        self.data = data
        self._sample = grown_sample(self._sample, data.X, shown, data.names)
        self.fits.score_of = scorer(self._sample, data.truth)

    def correct(self, data: Data, entry: dict[str, Any]) -> None:
        """Go on with other values of the same rows, once the journal says so; no undo step."""
        with self.lock:
            self.journal.check_open()
            self.journal.append(line(entry))
            self.data = data
            shown = self._sample.rows
            self._sample = replace(shown_rows(data.X, shown, data.names), read=self._sample.read)
            self.fits.score_of = scorer(self._sample, data.truth)
            self.fits.forget()
        self.emit("settings", "rescaled")

    def apply(
        self, plan: Callable[[Timeline], Operation | None], solved: Ahead | None = None
    ) -> Operation | None:
        """Carry out the operation that ``plan`` makes, as `change` does; which it was, if any."""

        def planned(now: Timeline) -> tuple[Operation | None, Operation | None]:
            operation = plan(now)
            return operation, operation

        return self.change(planned, solved)

    def record(
        self,
        statements: Iterable[Any],
        kind: str | None = None,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "user",
        remove: Sequence[int] = (),
    ) -> tuple[Answer, ...]:
        """Record answers and remove others in one undo step; the answers that then say it.

        A statement is a pair, for which ``kind`` holds, or a triple (i, j, kind).
        """
        return self.change(
            lambda now: operations.answers(
                now,
                statements,
                kind,
                weight=weight,
                soft=soft,
                source=source,
                remove=remove,
                annotator=self.annotator,
            )
        )

    def show(self, rows: Iterable[int]) -> None:
        """Have these rows among those that are shown."""
        with self.lock:
            self._sample = with_rows(self.sample, rows, self.X, self.names)

    def ask(self, questions: OpenQuestions) -> None:
        """Have these questions open: no step to undo, and no line of the journal."""
        with self.lock:
            self.ledger.timeline = self.timeline.asking(questions)

    def view(self, viewed: Viewed) -> None:
        """Write down what the axes of a plot show, unless that is known."""
        with self.lock:
            if viewed != self.ledger.viewed:
                entry = viewed_entry(viewed)
                self.ledger.viewed = viewed_of(entry)
                self.note(entry)

    def note(self, entry: dict[str, Any]) -> bool:
        """Write a line that could be computed again; whether that worked."""
        try:
            self.journal.append(line(entry), durable=False)
        except JournalError as error:
            if self.journal.closed is None:
                self.notes.append(str(error))
            return False
        return True

    def retire(self, sentence: str) -> None:
        """End: no more changes, no more fits."""
        with self.lock:
            ended_before = self.journal.closed is not None
            self.journal.close(sentence)
            self.fits.drop()
        if not ended_before:
            self.emit("closed", sentence)

    def emit(self, kind: str, detail: Any = None) -> None:
        """Tell everybody, outside the lock."""
        self.listeners.tell(Event(kind, self.revision, detail))


class HasEngine(Protocol):
    """A session, as the functions see it that are methods of `Session`."""

    _engine: Engine


def nothing_known(kind: str, snapshot: Snapshot) -> tuple[Any, ...] | None:
    """No question is known before the strategy is asked."""
    return None


def _news(before: Timeline, after: Timeline) -> tuple[str, str]:
    """What kind of state came or went, and whether it was by undo, by redo or from elsewhere."""
    if len(after.states) > len(before.states):
        return after.state.kind, after.state.cause
    if after.tree.at == before.before:
        return before.state.kind, f"undo: {before.undo_label}"
    if after.tree.at == before.after:
        return after.state.kind, f"redo: {before.redo_label}"
    same = after.state.answers == before.state.answers
    return "settings" if same else "answers", f"back to: {after.state.cause}"
