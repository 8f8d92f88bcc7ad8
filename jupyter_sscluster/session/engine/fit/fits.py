"""The fits of a session: at most one that will be shown, and those that finished."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from jupyter_sscluster._threads import running_loop
from jupyter_sscluster.cluster.fit.expected_cost import LONG
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.entries import fit_entry
from jupyter_sscluster.session.engine.fit import fitting
from jupyter_sscluster.session.engine.fit.fit_warnings import collected, fresh
from jupyter_sscluster.session.engine.fit.fitting import (
    FitProblem,
    FitWorker,
    Job,
    Solution,
    Watch,
    failure_text,
    inferring,
    solve,
)
from jupyter_sscluster.session.engine.fit.precomputed_fits import (
    Ahead,
    labels_to_go_on_from,
    numbered,
    problem_now,
)
from jupyter_sscluster.session.engine.fit.scores import satisfaction
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import ready_clusterer, title_of

PROGRESS_PAUSE = 0.05
MODELS_KEPT = 3
CANCELLED = "Cancelled. The last clustering stays."
NOT_CLUSTERED = (
    "The clusters shown are those of before the last change, whose clustering did not end; "
    "cluster again first, or undo the change."
)

TOO_FEW = "is too few to keep all cannot-links"
"""What clusterers warn of that `Session.problem` tells."""

log = logging.getLogger(__name__)


class Owner(Protocol):
    """What fits need of the engine: its lock, its states and its journal."""

    lock: threading.RLock
    ledger: Ledger
    notes: list[str]

    @property
    def X(self) -> Any:
        """The rows."""

    def emit(self, kind: str, detail: Any = None) -> None:
        """Tell everybody."""

    def note(self, entry: dict[str, Any]) -> bool:
        """Write a line that could be computed again; whether that worked."""


class Fits:
    """Fits the present state, in a thread or in the caller's; an overtaken fit is dropped."""

    def __init__(
        self,
        engine: Owner,
        score_of: Callable[[np.ndarray], float | None],
        *,
        background: bool,
    ) -> None:
        self._engine = engine
        self.score_of = score_of
        self.error: str | None = None
        self.failure: Exception | None = None
        self.failed_at: tuple[str, int, int] | None = None
        self.precomputed: Callable[[], Iterable[Ahead]] = tuple
        """Fits that may be asked for next, which the preview of answers has made."""
        self.uncancellable_seconds = 0.0
        """Longest time that the last fit ran without reporting progress."""
        self._models: dict[int, Any] = {}
        self._stages: dict[Any, np.ndarray] = {}
        self._stages_of = 0
        self._idle = threading.Condition(engine.lock)
        self._background = background
        self._worker = FitWorker(self._run)
        self._job: Job | None = None
        self._scoring: set[int] = set()
        self._written: set[int] = set(engine.ledger.records)

    @property
    def is_running(self) -> bool:
        """Whether a fit is on its way that will be shown."""
        return self._job is not None

    @property
    def progress(self) -> tuple[str, int, int] | None:
        """(step, done, total) of the running fit, None if it has not said."""
        job = self._job
        return None if job is None else job.progress

    def model(self, fit: int) -> Any:
        """The clusterer of one of the last fits; None of those before, and of those in a file."""
        return self._models.get(fit)

    def model_shown(self, state: State, shown: FitRecord) -> Any:
        """The clusterer of the fit shown, fitted again where it is lost: O(a fit).

        None if the fit is not that of this state, so that it cannot be made again.
        """
        model = self.model(shown.fit)
        if model is not None or shown.fit != state.fit:
            return model
        clusterer = ready_clusterer(state.settings)
        problem = FitProblem(
            shown.fit,
            self._engine.X,
            state.constraints,
            clusterer,
            shown.n_clusters,
            labels_to_go_on_from(shown, clusterer),
            inferring(state.settings),
        )
        return solve(problem).clusterer

    # ------------------------------------------------------------------ starting and ending

    def start(self) -> None:
        """Fit the present state unless it has its labels, or is about to."""
        with self._engine.lock:
            if self._engine.ledger.fitted or self._job is not None:
                return
            job = self._new_job()
        self.release(job)
        self.run_here(job)

    def job_for(self, before: Timeline, solved: Ahead | None) -> Job | None:
        """The fit that the new state needs. One that it shares with the old state goes on."""
        if self._engine.ledger.state.fit == before.state.fit:
            return None
        self.error = self.failure = None
        if not self._engine.ledger.fitted:
            return self._new_job(solved)
        self.drop()
        return None

    def placed(self, before: Timeline) -> FitRecord | None:
        """The record of a new state whose rows were placed without a fit, to be told and scored."""
        state, shown = self._engine.ledger.state, self._engine.ledger.shown
        is_new = state.fit == before.next_fit
        if not is_new or shown is None or not shown.placed or shown.fit != state.fit:
            return None
        self._written.add(shown.fit)
        return shown

    def tell(self, record: FitRecord | None) -> None:
        """Tell everybody of a record that needed no fit, and score it."""
        if record is not None:
            self._engine.emit("fitted", record)
            self._score(record, self.score_of)

    def _new_job(self, solved: Ahead | None = None) -> Job:
        state = self._engine.ledger.state
        ledger = self._engine.ledger
        problem = problem_now(self._engine.X, ledger.timeline, ledger.records, ledger.shown)
        if self._stages_of != state.settings.model:
            self._stages_of, self._stages = state.settings.model, {}
        problem = replace(problem, known=self._stages) if problem.before else problem
        self._job = Job(problem)
        for known in (solved, *self.precomputed()):
            if known is not None and known.solves(problem, state.settings):
                self._job.solution = known.solution
        if self._background:
            self._worker.submit(self._job)
        return self._job

    def release(self, job: Job | None) -> None:
        """Let a job run that was handed in while the lock was held."""
        if job is not None:
            job.ready.set()

    def run_here(self, job: Job | None) -> None:
        """Run a job in this thread where no other one does."""
        if job is None:
            return
        if not self._background:
            self._run(job)
        elif running_loop() is None:
            self._worker.run_here()

    def drop(self) -> None:
        """Forget the fit on its way; called with the lock held."""
        self._job = None
        self._idle.notify_all()

    def forget(self) -> None:
        """Forget the fitted clusterers: their rows have other values now."""
        self._models.clear()
        self._stages = {}

    def cancel(self) -> bool:
        """Drop the fit on its way; whether there was one."""
        with self._engine.lock:
            if self._job is None:
                return False
            self.drop()
        self._engine.emit("cancelled", CANCELLED)
        return True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing is fitted or scored any more; False if that takes too long."""
        self._worker.run_here()
        me = threading.get_ident()
        with self._engine.lock:
            return self._idle.wait_for(
                lambda: self._job is None and not self._scoring - {me}, timeout
            )

    # ------------------------------------------------------------------ running

    def _run(self, job: Job) -> None:
        job.ready.wait()
        if self._job is not job:
            return
        self._engine.emit("fit_started", title_of(job.problem.clusterer))
        try:
            with self._heard():
                solution = job.solution or solve(job.problem, partial(self._watch, job))
        except FitCancelled:
            if self._job is job:
                self.cancel()
        except Exception as error:
            self._failed(job, error)
        except BaseException:
            with self._engine.lock:
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
        new = [text for text in found if TOO_FEW not in text and LONG not in text]
        with self._engine.lock:
            self._engine.notes += fresh(new, self._engine.notes)

    def solve_aside(self, problem: FitProblem, watch: Watch) -> Solution:
        """Fit what is not shown yet; its warnings are kept until it is."""
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
            self._engine.emit("progress", job.progress)

    def _close(self, job: Job) -> bool:
        """Put the job aside; False if it had been overtaken."""
        if self._job is not job:
            return False
        self.drop()
        return True

    def _failed(self, job: Job, error: Exception) -> None:
        what, ours = failure_text(job.problem.clusterer, error)
        with self._engine.lock:
            if not self._close(job):
                return
            self.error, self.failure, self.failed_at = what, error, job.progress
        if not ours:
            log.info("fit failed", exc_info=error)
        self._engine.emit("failed", what)

    def _finished(self, job: Job, solution: Solution) -> None:
        me = threading.get_ident()
        with self._engine.lock:
            if not self._close(job):
                return
            record, score_of = self._publish(job.problem, solution), self.score_of
            self._scoring.add(me)
        try:
            self._engine.emit("fitted", record)
            self._score(record, score_of)
        finally:
            with self._engine.lock:
                self._scoring.discard(me)
                self._idle.notify_all()

    def _publish(self, problem: FitProblem, solution: Solution) -> FitRecord:
        ledger = self._engine.ledger
        shown = ledger.shown
        labels = numbered(self._engine.X, solution, ledger.state, shown)
        kept, violated = satisfaction(labels, problem.constraints)
        record = ledger.attach(
            labels,
            kept=kept,
            violated=violated,
            seconds=solution.seconds,
            objective=solution.objective,
            fresh=solution.fresh,
        )
        self._models[record.fit] = solution.clusterer
        self.uncancellable_seconds = 0.0 if solution.heard else solution.seconds
        for fit in list(self._models)[:-MODELS_KEPT]:
            del self._models[fit]
        base = shown if shown is not None and shown.fit in self._written else None
        if self._engine.note(fit_entry(record, base)):
            self._written.add(record.fit)
        self.error = self.failure = None
        return record

    def _score(self, record: FitRecord, score_of: Callable[[np.ndarray], float | None]) -> None:
        try:
            score = score_of(record.labels)
        except Exception:
            log.exception("the score could not be computed")
            return
        if score is None:
            return
        with self._engine.lock:
            record = self._engine.ledger.score(record.fit, score)
            if record.fit in self._written:
                self._engine.note({"do": "score", "fit": record.fit, "score": score})
        self._engine.emit("scored", record)
