"""Comparison of two clusterings of the same rows and constraints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import alone
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.changes import Configure, Refit
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.fit.fitting import Solution, Watch, unheard
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, problem_of
from jupyter_sscluster.session.engine.fit.scores import satisfaction
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import describe, n_clusters_now, title_of
from jupyter_sscluster.session.engine.stable_labels import stable_labels

NOT_YET = "nothing has been clustered yet, so that there is nothing to compare with; call wait()"
WAIT = "the clusters are being renewed; call wait() before another clustering is compared with them"


class NotYetError(InputError):
    """There is no clustering to compare with yet; the clusterer itself is accepted."""


@dataclass(frozen=True, eq=False)
class Side:
    """One of two clusterings.

    Attributes
    ----------
    title : str
        What the clusterer is called.
    n_clusters : int
        The number of clusters that was set.
    labels : (n_samples,) int array, read-only
    kept : float
        Share of the statements that the labels satisfy; 1.0 if there are none.
    violated : tuple of int
        Numbers of the answers that the labels violate.
    score : float or None
        As `FitRecord.score`; None where it is not defined.
    seconds : float
    objective : float or None
        Final objective value, where the clusterer has one; not comparable between clusterers.
    """

    title: str
    n_clusters: int
    labels: np.ndarray
    kept: float
    violated: tuple[int, ...]
    score: float | None
    seconds: float
    objective: float | None


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two clusterings of the same constraints; `Session.compare` makes it.

    Attributes
    ----------
    shown, other : Side
        The clustering that is shown, and the other one. Clusters of the other have the numbers that
        they keep after `adopt`: of those that they share most points with, as far as these are
        below the number of clusters.
    changed : int array
        Rows that the two place differently, ascending, whatever the clusters are numbered: as few
        as remain where clusters of the two are matched one to one.
    n_agree : int
        Number of the other rows.
    adjusted_rand : float
        Agreement of the two on pairs of rows, corrected for chance; independent of numbers.
    n_constraints : int
        Number of statements that both were given.
    revision : int
        That of the session, at the time.
    """

    shown: Side
    other: Side
    changed: np.ndarray
    n_agree: int
    adjusted_rand: float
    n_constraints: int
    revision: int
    solved: Ahead = field(repr=False)
    operation: Configure | Refit = field(repr=False)
    _engine: Engine = field(repr=False)

    @property
    def clusterer(self) -> Any:
        """The other clusterer as it was fitted, which is not to be changed."""
        return self.solved.solution.clusterer

    def adopt(self) -> None:
        """Use the other clusterer in the session, in one undo step.

        This is `set_clusterer` with its parameters. Its fit is shown at once if the constraints are
        still the same, and repeated if they are not. The number of clusters stays as it is now,
        unless `compare` was given one.
        """
        asked, wanted = self.operation, self.solved.settings

        def plan(now: Timeline) -> Configure | Refit | None:
            operation = operations.settings(
                now,
                self._engine.n_features,
                clusterer=wanted.clusterer,
                n_clusters=None if isinstance(asked, Refit) else asked.n_clusters,
            )
            return asked if operation is None and isinstance(asked, Refit) else operation

        self._engine.apply(plan, self.solved)

    def __repr__(self) -> str:
        return (
            f"Comparison({self.shown.title} and {self.other.title} agree on {self.n_agree} of "
            f"{len(self.shown.labels)} points, adjusted Rand {self.adjusted_rand:.2f})"
        )


@dataclass(frozen=True, eq=False)
class ComparisonProblem:
    """A comparison before its fit: what it needs of one moment of a session."""

    engine: Engine
    state: State
    after: State
    record: FitRecord
    revision: int
    operation: Configure | Refit

    @property
    def title(self) -> str:
        """The name of the other clusterer."""
        return title_of(self.after.settings.clusterer)

    @property
    def clusterer(self) -> Any:
        """The other clusterer, unfitted."""
        return self.after.settings.clusterer

    def is_solved_by(self, comparison: Comparison) -> bool:
        """Whether an earlier comparison has the fit that is needed now."""
        problem, settings = problem_of(self.engine.X, self.after, self.record), self.after.settings
        same = describe("clusterers", settings.clusterer)
        solved = comparison.solved
        if "opaque" in str(same) or "class" in same:
            return solved.solves(problem, settings)
        if describe("clusterers", solved.settings.clusterer) != same:
            return False
        return solved.solves(problem, replace(settings, clusterer=solved.settings.clusterer))

    def solve(self, watch: Watch = unheard) -> Comparison:
        """Fit the other clusterer, in this thread; `watch` may raise `FitCancelled`."""
        problem = problem_of(self.engine.X, self.after, self.record)
        solution = self.engine.fits.solve_aside(problem, watch)
        score = self.engine.fits.score_of(solution.labels)
        return self._comparison(Ahead(problem, self.after.settings, solution), score)

    def updated(self, comparison: Comparison) -> Comparison:
        """The other clustering of an earlier comparison against what is shown and known now."""
        return self._comparison(comparison.solved, comparison.other.score)

    def _comparison(self, solved: Ahead, score: float | None) -> Comparison:
        record, solution, k = self.record, solved.solution, solved.problem.n_clusters
        # as they are numbered once they are shown
        labels = stable_labels(solution.labels, record.labels, k)
        labels.setflags(write=False)
        # any number of those shown means the same here, whatever K
        alike = stable_labels(labels, record.labels, max(k, int(record.labels.max()) + 1))
        changed = np.flatnonzero(alike != record.labels)
        settings, side = solved.settings, self._side
        other = title_of(settings.clusterer), n_clusters_now(settings, labels)
        return Comparison(
            side(record.clusterer, record.n_clusters, record.labels, record.score, record),
            side(*other, labels, score, solution),
            changed,
            len(labels) - len(changed),
            adjusted_rand(alone(record.labels), alone(labels)),
            len(self.state.constraints),
            self.revision,
            solved,
            self.operation,
            self.engine,
        )

    def _side(
        self,
        title: str,
        n_clusters: int,
        labels: np.ndarray,
        score: float | None,
        fit: FitRecord | Solution,
    ) -> Side:
        kept, _ = satisfaction(labels, self.state.constraints)
        violated = tuple(a.number for a in self.state.awake if a.is_violated_by(labels))
        return Side(title, n_clusters, labels, kept, violated, score, fit.seconds, fit.objective)


def compare(session: HasEngine, clusterer: Any = None, /, **params: Any) -> Comparison:
    """Fit another clusterer, or other parameters, to the same constraints; nothing changes."""
    return comparison_problem(session._engine, clusterer, params).solve()


def comparison_problem(engine: Engine, clusterer: Any, params: dict[str, Any]) -> ComparisonProblem:
    """What `compare` fits, so that it can be fitted in another thread."""
    with engine.lock:
        record, now = engine.ledger.shown, engine.timeline
        fitting = engine.fits.is_running
    if clusterer is None:
        wanted = operations.parameters(now, dict(params), engine.n_features)
    else:
        wanted = operations.clusterer(now, clusterer, dict(params), engine.n_features)
    operation: Configure | Refit = wanted or Refit(True)
    if record is None or fitting:
        raise NotYetError(NOT_YET if record is None else WAIT)
    after = operation.apply(now).state
    return ComparisonProblem(engine, now.state, after, record, now.revision, operation)
