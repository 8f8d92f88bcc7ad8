"""Fits off the caller's thread: the latest wins, the others are told to stop and never heard."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

import numpy as np

from jupyter_sscluster._threads import running_loop, started
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.cluster.errors import NotFound
from jupyter_sscluster.cluster.fit.any_clusterer import (
    fitted_labels,
    starts_from_labels,
    warm_or_fresh,
    warm_start,
)
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.timeline import Settings
from jupyter_sscluster.session.engine.settings import (
    ready_strategy,
    takes_n_clusters,
    title_of,
)
from jupyter_sscluster.session.engine.stable_labels import stable_labels

MAX_THREADS = 3

Work = TypeVar("Work")

Found = TypeVar("Found")

Watch = Callable[[str, int, int], None]


def unheard(step: str, done: int, total: int) -> None:
    """The watcher of a fit that nobody watches."""


@dataclass(frozen=True, eq=False)
class FitProblem:
    """What a fit needs; `start` are labels to go on from, None for the clusterer's own starts.

    What was told `before` is fitted first, each from the labels of the last, and the fit goes on
    from there; `known` are labels that this has led to, by start and what was told.
    """

    fit: int
    X: np.ndarray
    constraints: Constraints
    clusterer: Any
    n_clusters: int
    start: np.ndarray | None
    strategy: Any = None
    before: tuple[Constraints, ...] = ()
    known: dict[Any, np.ndarray] = field(default_factory=dict)

    @cached_property
    def given(self) -> Constraints:
        """What the clusterer is told: what was told, and softly what the strategy infers of it."""
        return given_to_clusterer(self.X, self.constraints, self.strategy)


@dataclass(frozen=True, eq=False)
class Solution:
    """Result of a fit: labels as the clusterer numbered them, the clusterer, and its course.

    ``heard`` is true if the fit reported progress, so that it can be cancelled;
    ``warned`` holds the warnings that nobody received.
    """

    labels: np.ndarray
    clusterer: Any
    objective: float | None
    seconds: float
    fresh: bool
    heard: bool = True
    warned: tuple[str, ...] = ()


@dataclass(eq=False)
class Job:
    """A problem that runs once ``ready`` is set, unless it has a ``solution`` already."""

    problem: FitProblem
    progress: tuple[str, int, int] | None = None
    ready: threading.Event = field(default_factory=threading.Event)
    told: float = 0.0
    solution: Solution | None = None


def solve(problem: FitProblem, watch: Watch = unheard) -> Solution:
    """Fit, going on from the last centres where there are some; if that fails, start afresh."""
    problem = caught_up(problem, watch)
    begun, heard = time.perf_counter(), False

    def listen(step: str, done: int, total: int) -> None:
        nonlocal heard
        heard = True
        watch(step, done, total)

    (labels, objective, fitted), fresh = going_on(
        problem, listen, partial(_fitted, problem), lambda: watch("start", 0, 1)
    )
    return Solution(labels, fitted, objective, time.perf_counter() - begun, fresh, heard)


def caught_up(problem: FitProblem, watch: Watch = unheard) -> FitProblem:
    """The problem with what was told before fitted: `start` are the labels that this leads to.

    What could not be fitted is left out.
    """
    if not problem.before or not starts_from_labels(problem.clusterer):
        return replace(problem, before=()) if problem.before else problem
    labels = problem.start
    k = problem.n_clusters if takes_n_clusters(problem.clusterer) else 1
    for number, told in enumerate(problem.before):
        watch("start", number, len(problem.before))
        key = None if labels is None else labels.tobytes(), told
        if key not in problem.known:
            try:
                found = solve(replace(problem, constraints=told, start=labels, before=()), watch)
            except FitCancelled:
                raise
            except Exception:
                continue
            problem.known[key] = stable_labels(found.labels, labels, k)
        labels = problem.known[key]
    return replace(problem, start=labels, before=())


def going_on(
    problem: FitProblem,
    watch: Watch,
    fit: Callable[[Any], Found],
    on_failure: Callable[[], object] = lambda: None,
) -> tuple[Found, bool]:
    """What `fit` makes of a clone that goes on from the last labels; whether it started afresh."""
    clusterer = problem.clusterer
    with watching(watch):
        start = warm_start(
            clusterer, problem.X, problem.start, problem.n_clusters, column="pairwise"
        )
        return warm_or_fresh(clusterer, start, fit, on_failure)


def failure_text(clusterer: Any, error: Exception) -> tuple[str, bool]:
    """Why a fit failed, as a sentence, and whether that was foreseen."""
    if isinstance(error, (InputError, NotFound)):
        return str(error), True
    return f"{title_of(clusterer)} stopped with {type(error).__name__}: {error}", False


def _fitted(problem: FitProblem, estimator: Any) -> tuple[np.ndarray, float | None, Any]:
    """Labels and objective of an estimator that is fitted now, and the estimator."""
    found = fitted_labels(estimator, problem.X, problem.given)
    labels = _checked(found, estimator, len(problem.X))
    objective = getattr(estimator, "objective_", None)
    if objective is not None:
        objective = float(objective) if np.isfinite(objective) else None
    return labels, objective, estimator


def _checked(labels: np.ndarray, estimator: Any, n_samples: int) -> np.ndarray:
    if labels.shape != (n_samples,) or labels.dtype.kind not in "iu":
        raise InputError(
            f"{title_of(estimator)} gave labels of shape {labels.shape} and type {labels.dtype}; "
            f"one integer a point is needed, shape ({n_samples},): its labels_ must be corrected"
        )
    return labels


class FitWorker(Generic[Work]):
    """Runs the newest job handed in; of those that wait, only the newest is kept.

    A job that no longer matters is expected to end by itself. Where an estimator does not listen,
    its thread runs on beside at most ``MAX_THREADS - 1`` others; beyond that the newest job waits.
    Threads are daemons and end as soon as nothing waits. Where no thread can be started, the
    caller's event loop runs the job when it gets to it, or `run_here` does.
    """

    def __init__(self, run: Callable[[Work], None]) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._waiting: Work | None = None
        self._threads = 0
        self._left = False

    def submit(self, job: Work) -> None:
        """Take over a job; it replaces one that still waits."""
        with self._lock:
            self._waiting = job
            if self._threads >= MAX_THREADS:
                return
            self._threads += 1
        if started(self._loop, "session fit"):
            return
        with self._lock:
            self._threads -= 1
            self._left = True
        loop = running_loop()
        if loop is not None:
            loop.call_soon(self.run_here)

    def run_here(self) -> None:
        """Run what no thread has taken over; nothing where threads do the work."""
        with self._lock:
            if not self._left:
                return
            self._left = False
            self._threads += 1
        self._loop()

    def _loop(self) -> None:
        while True:
            with self._lock:
                job, self._waiting = self._waiting, None
                if job is None:
                    self._threads -= 1
                    return
            try:
                self._run(job)
            except BaseException:
                with self._lock:
                    self._threads -= 1
                raise


def tells_more(strategy: Any) -> bool:
    """Whether a clusterer is told what this strategy infers, besides the answers."""
    return bool(getattr(strategy, "propagate", False)) and hasattr(strategy, "clustered_with")


def inferring(settings: Settings) -> Any:
    """The strategy, ready, where clusters are made with what it infers; None else."""
    return ready_strategy(settings) if tells_more(settings.strategy) else None


def given_to_clusterer(X: np.ndarray, told: Constraints, strategy: Any) -> Constraints:
    """What was told, and what the strategy infers of it; None infers nothing."""
    if strategy is None:
        return told
    if not isinstance(X, np.ndarray):
        raise InputError(
            f"{title_of(strategy)} infers along all rows, and X comes in blocks; set "
            "propagate=False, or pass rows in memory"
        )
    given: Constraints = strategy.clustered_with(Snapshot(X, told))
    return given
