"""The moving part of a session: one lock, changes written before they act, fits, and events."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._threads import running_loop
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.journal.journal import Journal, Log
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.journal.operations import operation_entry
from jupyter_sscluster.journal.timeline import Operation, Timeline, stamped
from jupyter_sscluster.journal.viewed import Viewed, viewed_entry
from jupyter_sscluster.session.engine import fitting
from jupyter_sscluster.session.engine.entries import fit_entry
from jupyter_sscluster.session.engine.fit_warnings import collected, fresh
from jupyter_sscluster.session.engine.fitting import (
    FitProblem,
    Job,
    Solution,
    Watch,
    Worker,
    failure_text,
    solve,
)
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.listeners import Listeners
from jupyter_sscluster.session.engine.precomputed_fits import Ahead, numbered, problem_of
from jupyter_sscluster.session.engine.records import Event, FitRecord
from jupyter_sscluster.session.engine.scores import satisfaction
from jupyter_sscluster.session.engine.settings import describe, title_of

PROGRESS_PAUSE = 0.05
MODELS_KEPT = 3
CANCELLED = "Cancelled. The last clustering stays."

TOO_FEW = "is too few to keep all cannot-links"
"""What clusterers warn of that `Session.trouble` tells."""

log = logging.getLogger(__name__)


class Engine:
    """Applies operations, keeps the labels up to date, and tells who listens.

    A change goes through in this order: it is tried on the (immutable) timeline, written to the
    journal, published, and only then acted on. Whatever raises on the way leaves all as it was.
    """

    def __init__(
        self,
        X: np.ndarray,
        ledger: Ledger,
        journal: Log,
        scorer: Callable[[np.ndarray], float | None],
        *,
        background: bool,
    ) -> None:
        self.X = X
        self.ledger = ledger
        self.journal = journal
        self.error: str | None = None
        self.failure: Exception | None = None
        self.failed_at: tuple[str, int, int] | None = None
        self.notes: list[str] = []
        self.foreseen: Callable[[], Iterable[Ahead]] = tuple
        """Fits that may be asked for next."""
        self.deaf_for = 0.0
        """Seconds for which the last fit told nothing, and could not have been stopped."""
        self.lock = threading.RLock()
        self._models: dict[int, Any] = {}
        self._idle = threading.Condition(self.lock)
        self.score_of = scorer
        self._background = background
        self._worker = Worker(self._run)
        self._job: Job | None = None
        self._scoring: set[int] = set()
        self._written: set[int] = set(ledger.records)
        self.listeners = Listeners()
        if isinstance(journal, Journal):
            journal.on_superseded = self.retire

    # ------------------------------------------------------------------ changes

    def change(
        self, plan: Callable[[Timeline], Operation | None], ahead: Ahead | None = None
    ) -> Operation | None:
        """Carry out what ``plan`` makes of the present timeline; None changes nothing.

        A fit that was made ``ahead`` is taken where it is of the problem that the new state poses.
        """
        with self.lock:
            before = self.ledger.timeline
            operation = plan(before)
            if operation is None:
                return None
            self.journal.check_open()
            operation = stamped(operation, time.time())
            after = operation.apply(before)
            self.journal.append(operation_entry(operation, describe))
            self.ledger.commit(after)
            job = self._job_for(before, ahead)
        try:
            self.emit(*_news(before, after))
        finally:
            _release(job)
        self._run_here(job)
        return operation

    def fit_again(self) -> None:
        """Fit the present state unless it has its labels, or is about to."""
        with self.lock:
            if self.ledger.fitted or self._job is not None:
                return
            job = self._new_job()
        _release(job)
        self._run_here(job)

    def _job_for(self, before: Timeline, ahead: Ahead | None) -> Job | None:
        """The fit that the new state needs. One that it shares with the old state goes on."""
        if self.ledger.state.fit == before.state.fit:
            return None
        self.error = self.failure = None
        if not self.ledger.fitted:
            return self._new_job(ahead)
        self._job = None
        self._idle.notify_all()
        return None

    def _new_job(self, ahead: Ahead | None = None) -> Job:
        state = self.ledger.state
        problem = problem_of(self.X, state, self.ledger.shown)
        self._job = Job(problem)
        for known in (ahead, *self.foreseen()):
            if known is not None and known.solves(problem, state.settings):
                self._job.solution = known.solution
        if self._background:
            self._worker.submit(self._job)
        return self._job

    def _run_here(self, job: Job | None) -> None:
        if job is None:
            return
        if not self._background:
            self._run(job)
        elif running_loop() is None:
            self._worker.run_here()

    # ------------------------------------------------------------------ fits

    @property
    def fitting(self) -> bool:
        """Whether a fit is on its way that will be shown."""
        return self._job is not None

    @property
    def progress(self) -> tuple[str, int, int] | None:
        """How far that fit is."""
        job = self._job
        return None if job is None else job.progress

    def model(self, fit: int) -> Any:
        """The clusterer of one of the last fits; None of those before, and of those in a file."""
        return self._models.get(fit)

    def cancel(self) -> bool:
        """Drop the fit on its way; whether there was one."""
        with self.lock:
            if self._job is None:
                return False
            self._job = None
            self._idle.notify_all()
        self.emit("cancelled", CANCELLED)
        return True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing is fitted or scored any more; False if that takes too long."""
        self._worker.run_here()
        me = threading.get_ident()
        with self.lock:
            return self._idle.wait_for(
                lambda: self._job is None and not self._scoring - {me}, timeout
            )

    def retire(self, sentence: str) -> None:
        """End: no more changes, no more fits."""
        with self.lock:
            ended_before = self.journal.closed is not None
            self.journal.close(sentence)
            self._job = None
            self._idle.notify_all()
        if not ended_before:
            self.emit("closed", sentence)

    def _run(self, job: Job) -> None:
        job.ready.wait()
        if self._job is not job:
            return
        self.emit("fit_started", title_of(job.problem.clusterer))
        try:
            with self._heard():
                solution = job.solution or solve(job.problem, partial(self._watch, job))
        except FitCancelled:
            if self._job is job:
                self.cancel()
        except Exception as error:
            self._failed(job, error)
        except BaseException:
            with self.lock:
                self._close(job)
            raise
        else:
            self._note_warnings(solution.warned)
            self._finished(job, solution)

    @contextmanager
    def _heard(self) -> Iterator[None]:
        """In a thread of our own, warnings become notes, once each."""
        if not self._background:
            yield
            return
        with collected(fitting.__dict__) as found:
            yield
        self._note_warnings(found)

    def _note_warnings(self, found: Iterable[str]) -> None:
        new = [text for text in found if TOO_FEW not in text]
        with self.lock:
            self.notes += fresh(new, self.notes)

    def solve_ahead(self, problem: FitProblem, watch: Watch) -> Solution:
        """Fit what nobody has asked for; what it warns of is told once somebody does."""
        if not self._background:
            return solve(problem, watch)
        with collected(fitting.__dict__) as found:
            solution = solve(problem, watch)
        return replace(solution, warned=tuple(found))

    def _watch(self, job: Job, step: str, done: int, total: int) -> None:
        if self._job is not job:
            raise FitCancelled("a newer change has overtaken this fit")
        job.progress = (step, done, total)
        now = time.monotonic()
        if now - job.told >= PROGRESS_PAUSE:
            job.told = now
            self.emit("progress", job.progress)

    def _close(self, job: Job) -> bool:
        """Put the job aside; False if it had been overtaken."""
        if self._job is not job:
            return False
        self._job = None
        self._idle.notify_all()
        return True

    def _failed(self, job: Job, error: Exception) -> None:
        what, ours = failure_text(job.problem.clusterer, error)
        with self.lock:
            if not self._close(job):
                return
            self.error, self.failure, self.failed_at = what, error, job.progress
        if not ours:
            log.info("fit failed", exc_info=error)
        self.emit("failed", what)

    def _finished(self, job: Job, solution: Solution) -> None:
        me = threading.get_ident()
        with self.lock:
            if not self._close(job):
                return
            record = self._publish(job.problem, solution)
            self._scoring.add(me)
        try:
            self.emit("fitted", record)
            self._score(record)
        finally:
            with self.lock:
                self._scoring.discard(me)
                self._idle.notify_all()

    def _publish(self, problem: FitProblem, solution: Solution) -> FitRecord:
        shown, state = self.ledger.shown, self.ledger.state
        labels = numbered(self.X, solution, state, shown)
        kept, violated = satisfaction(labels, problem.constraints)
        record = self.ledger.attach(
            labels,
            kept=kept,
            violated=violated,
            seconds=solution.seconds,
            objective=solution.objective,
            fresh=solution.fresh,
        )
        self._models[record.fit] = solution.clusterer
        self.deaf_for = 0.0 if solution.heard else solution.seconds
        for fit in list(self._models)[:-MODELS_KEPT]:
            del self._models[fit]
        base = shown if shown is not None and shown.fit in self._written else None
        if self._note(fit_entry(record, base)):
            self._written.add(record.fit)
        self.error = self.failure = None
        return record

    def _score(self, record: FitRecord) -> None:
        try:
            score = self.score_of(record.labels)
        except Exception:
            log.exception("the score could not be computed")
            return
        if score is None:
            return
        with self.lock:
            record = self.ledger.score(record.fit, score)
            if record.fit in self._written:
                self._note({"do": "score", "fit": record.fit, "score": score})
        self.emit("scored", record)

    def _note(self, entry: dict[str, Any]) -> bool:
        """Write down what could be computed again; whether that worked."""
        try:
            self.journal.append(entry, durable=False)
        except JournalError as error:
            if self.journal.closed is None:
                self.notes.append(str(error))
            return False
        return True

    def view(self, viewed: Viewed) -> None:
        """Write down what the axes of a plot show, unless that is known."""
        with self.lock:
            if viewed != self.ledger.viewed:
                self.ledger.viewed = viewed
                self._note(viewed_entry(viewed))

    def emit(self, kind: str, detail: Any = None) -> None:
        """Tell everybody, outside the lock."""
        self.listeners.tell(Event(kind, self.ledger.timeline.revision, detail))


def _release(job: Job | None) -> None:
    """Let a job run that was handed in while the lock was held."""
    if job is not None:
        job.ready.set()


def _news(before: Timeline, after: Timeline) -> tuple[str, str]:
    """What kind of state came or went, and whether it was by undo, by redo or from elsewhere."""
    if after.states is not before.states:
        return after.state.kind, after.state.cause
    if after.tree.at == before.before:
        return before.state.kind, f"undo: {before.undo_label}"
    if after.tree.at == before.after:
        return after.state.kind, f"redo: {before.redo_label}"
    same = after.state.answers == before.state.answers
    return "settings" if same else "answers", f"back to: {after.state.cause}"
