"""The fit that is shown, repeated step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.any_clusterer import hears_steps, knowledge
from jupyter_sscluster.cluster.fit.steps import MemberFound, Merged, Step
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.fit.fits import NOT_CLUSTERED
from jupyter_sscluster.session.engine.fit.fitting import (
    FitProblem,
    Watch,
    caught_up,
    going_on,
    unheard,
)
from jupyter_sscluster.session.engine.fit.precomputed_fits import problem_now
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.engine.stable_labels import stable_labels

WAIT = "The clusters are being renewed; step through the fit once it has ended."
ON_ALL_ROWS = (
    "The steps of a fit are told where all rows are shown; make a session of the sample alone to "
    "step through its fit: Session(X[session.sample.rows])."
)


@dataclass(frozen=True, eq=False)
class TracedFit:
    """The steps of one fit; clusters have the same numbers as in `session.labels`.

    Attributes
    ----------
    fit : int
        Number of the fit that is shown.
    clusterer : object
        As fitted here.
    constraints : Constraints
        The constraints of the fit, inferred pairs included; the statements of a step are places in
        their `stated_pairs`.
    trace : Trace
        The steps as the clusterer reports them, with its own numbers of clusters. Empty if it
        reports none.
    warm : bool
        Whether the fit started from the clusters shown before, not from the clusterer's own starts.
    same : bool
        Whether the last step has the labels that are shown.
    """

    fit: int
    clusterer: Any
    constraints: Constraints
    trace: Trace
    warm: bool
    same: bool
    shown: Labels
    numbers: Labels
    start: Labels | None = None

    def __len__(self) -> int:
        return len(self.trace)

    @property
    def merges(self) -> bool:
        """Whether its steps are merges of a dendrogram."""
        return len(self.trace) > 0 and isinstance(self.trace[0], Merged)

    def labels(self, step: int) -> Labels | None:
        """Clusters after this step, numbered as those shown.

        Before the first assignment they are those the fit went on from, None if it went on from
        none.
        """
        at: Step = self.trace[step]
        if isinstance(at, Merged):
            return self.cut(len(self.shown) - len(self.constraints.noise) - step - 1)
        if isinstance(at, MemberFound):
            return stable_labels(at.labels, self.shown, int(at.labels.max()) + 1)
        raw = self.trace.labels(step)
        return self.start if raw is None else np.where(raw == -1, -1, self.numbers[raw])

    def cut(self, n_clusters: int) -> Labels:
        """The dendrogram's labels for so many clusters, the largest parts numbered as now."""
        raw = self.clusterer.labels_at(n_clusters)
        return stable_labels(raw, self.shown, n_clusters)

    def centres(self, step: int) -> Array | None:
        """Centres after this step, in the order of the numbers shown; None where there are none."""
        raw = self.trace.centres(step)
        if raw is None:
            return None
        found = np.empty_like(raw)
        found[self.numbers[: len(raw)]] = raw
        return found


@dataclass(frozen=True, eq=False)
class TraceProblem:
    """What a traced fit needs; it can be solved in any thread."""

    fit: int
    shown: Labels
    problem: FitProblem

    def solve(self, watch: Watch = unheard) -> TracedFit:
        """Fit again in the same way and record each step; `watch` may raise `FitCancelled`."""
        problem = caught_up(self.problem, watch)
        (model, trace), fresh = going_on(problem, watch, partial(_fitted, problem))
        raw = np.asarray(model.labels_)
        last = stable_labels(raw, self.shown, problem.n_clusters)
        same = bool(np.array_equal(last, self.shown))
        numbers = _numbers(raw, last, trace, problem.n_clusters)
        known = problem.given
        start = None if fresh else problem.start
        return TracedFit(self.fit, model, known, trace, not fresh, same, self.shown, numbers, start)


def trace(session: HasEngine, *, fresh: bool = False) -> TracedFit:
    """Repeat the fit shown, or (`fresh`) one from the clusterer's own starts, step by step."""
    found = trace_problem(session._engine, fresh=fresh).solve()
    if not len(found):
        raise InputError(no_steps(title_of(found.clusterer)))
    return found


def trace_problem(engine: Engine, *, fresh: bool = False) -> TraceProblem:
    """What `trace` solves, so that it can be solved in another thread."""
    if not engine.now.sample.all:
        raise InputError(ON_ALL_ROWS)
    with engine.lock:
        ledger, X = engine.ledger, engine.X
        record = ledger.shown
        if engine.fits.is_running:
            raise InputError(WAIT)
        if record is None or not ledger.fitted:
            raise InputError(NOT_CLUSTERED)
        before = ledger.records.get(record.numbered_after)
        problem = problem_now(X, ledger.timeline, ledger.records, before)
    if not hears_steps(problem.clusterer):
        raise InputError(no_steps(title_of(problem.clusterer)))
    if fresh or record.fresh:
        problem = replace(problem, start=None, before=())
    return TraceProblem(record.fit, record.labels, problem)


def no_steps(title: str) -> str:
    """Why there is nothing to step through."""
    return (
        f"{title} tells no steps: its fit takes no trace=, or calls it with none. All clusterers "
        "of this package do; choose one of them to step through a fit."
    )


def _fitted(problem: FitProblem, estimator: Any) -> tuple[Any, Trace]:
    trace = Trace()
    told = {"trace": trace} if hears_steps(estimator) else {}
    estimator.fit(problem.X, **knowledge(estimator, problem.given), **told)
    return estimator, trace


def _numbers(raw: Labels, last: Labels, trace: Trace, n_clusters: int) -> Labels:
    """The number shown of each of the clusterer's own; those without rows have what is left."""
    most = max(int(raw.max()) + 1, n_clusters)
    for step in range(len(trace)):
        centres = trace.centres(step) if step == 0 else None
        most = most if centres is None else max(most, len(centres))
    numbers = np.full(most, -1, dtype=np.int32)
    numbers[raw[raw >= 0]] = last[raw >= 0]
    free = np.setdiff1d(np.arange(max(most, int(last.max()) + 1)), last)
    missing = np.flatnonzero(numbers < 0)
    numbers[missing] = free[: len(missing)]
    return numbers
