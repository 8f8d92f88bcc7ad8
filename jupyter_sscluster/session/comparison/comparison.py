"""Two clusterings of the same rows and constraints, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.journal.timeline import Configure, Refit, State, Timeline
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.fitting import FitProblem, Solution, Watch, unheard
from jupyter_sscluster.session.engine.precomputed_fits import Ahead, problem_of
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.scores import satisfaction
from jupyter_sscluster.session.engine.settings import describe, title_of
from jupyter_sscluster.session.engine.stable_labels import stable_labels
from jupyter_sscluster.session.read_access import Reading

NOT_YET = "nothing has been clustered yet, so that there is nothing to compare with; call wait()"
Solve = Callable[[FitProblem, Watch], Solution]

WAIT = "the clusters are being renewed; call wait() before another clustering is compared with them"


class NotYetError(InputError):
    """There is no clustering to compare with as yet; the clusterer asked for is a good one."""


@dataclass(frozen=True, eq=False)
class Side:
    """One of two clusterings.

    Attributes
    ----------
    title : str
        What the clusterer is called.
    n_clusters : int
        The number of clusters that was asked for.
    labels : (n_samples,) int array, read-only
    kept : float
        Share of the statements that the labels satisfy; 1.0 if there are none.
    violated : tuple of int
        Numbers of the answers that the labels violate.
    score : float or None
        As that of the records; None where it is not defined.
    seconds : float
    objective : float or None
        Final objective value, where the clusterer has one; of two clusterers they say nothing
        about each other.
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
    """What `Session.compare` finds.

    Attributes
    ----------
    shown, other : Side
        The clustering that is shown, and the one that it is compared with. Clusters of the other
        have the numbers that they keep once `adopt` shows them: of those that they share most
        points with, as far as these are below the number of clusters.
    differ : int array
        Rows that the two place differently, ascending, whatever the clusters are numbered: as few
        as remain where clusters of the two are matched one to one.
    n_agree : int
        Number of the other rows.
    adjusted_rand : float
        Agreement of the two on pairs of rows, corrected for chance; it asks for no numbers.
    n_constraints : int
        Statements that both were given.
    revision : int
        That of the session, at the time.
    clusterer : estimator
        The other one, as it was fitted, which is not to be changed.
    """

    shown: Side
    other: Side
    differ: np.ndarray
    n_agree: int
    adjusted_rand: float
    n_constraints: int
    revision: int
    ahead: Ahead
    change: Configure | Refit

    @property
    def clusterer(self) -> Any:
        """The other clusterer, fitted."""
        return self.ahead.solution.clusterer

    def __repr__(self) -> str:
        return (
            f"Comparison({self.shown.title} and {self.other.title} agree on {self.n_agree} of "
            f"{len(self.shown.labels)} points, adjusted Rand {self.adjusted_rand:.2f})"
        )


@dataclass(frozen=True, eq=False)
class Trial:
    """A comparison that is still to be fitted: all that it needs of one moment of a session."""

    X: np.ndarray
    state: State
    after: State
    record: FitRecord
    revision: int
    change: Configure | Refit
    score_of: Callable[[np.ndarray], float | None]
    solve: Solve

    @property
    def title(self) -> str:
        """What the other clusterer is called."""
        return title_of(self.after.settings.clusterer)

    @property
    def clusterer(self) -> Any:
        """The other clusterer, unfitted."""
        return self.after.settings.clusterer

    def poses(self, comparison: Comparison) -> bool:
        """Whether an earlier comparison has fitted just what is to be fitted now."""
        problem, settings = problem_of(self.X, self.after, self.record), self.after.settings
        same = describe("clusterers", settings.clusterer)
        ahead = comparison.ahead
        if "opaque" in str(same) or "class" in same:
            return ahead.solves(problem, settings)
        if describe("clusterers", ahead.settings.clusterer) != same:
            return False
        return ahead.solves(problem, replace(settings, clusterer=ahead.settings.clusterer))

    def fit(self, watch: Watch = unheard) -> Comparison:
        """Fit the other clusterer, in this thread; `watch` may raise `FitCancelled`."""
        problem = problem_of(self.X, self.after, self.record)
        solution = self.solve(problem, watch)
        score = self.score_of(solution.labels)
        return self._comparison(Ahead(problem, self.after.settings, solution), score)

    def against(self, comparison: Comparison) -> Comparison:
        """An earlier comparison's other clustering against what is shown and known now."""
        return self._comparison(comparison.ahead, comparison.other.score)

    def _comparison(self, ahead: Ahead, score: float | None) -> Comparison:
        record, solution, k = self.record, ahead.solution, ahead.problem.n_clusters
        # as they are numbered once they are shown
        labels = stable_labels(solution.labels, record.labels, k)
        labels.setflags(write=False)
        # any number of those shown means the same here, whatever K
        alike = stable_labels(labels, record.labels, max(k, int(record.labels.max()) + 1))
        differ = np.flatnonzero(alike != record.labels)
        title = title_of(ahead.settings.clusterer)
        other = self._side(title, k, labels, score, solution.seconds, solution.objective)
        shown = self._side(
            record.clusterer,
            record.n_clusters,
            record.labels,
            record.score,
            record.seconds,
            record.objective,
        )
        return Comparison(
            shown,
            other,
            differ,
            len(labels) - len(differ),
            adjusted_rand(record.labels, labels),
            len(self.state.constraints),
            self.revision,
            ahead,
            self.change,
        )

    def _side(
        self,
        title: str,
        n_clusters: int,
        labels: np.ndarray,
        score: float | None,
        seconds: float,
        objective: float | None,
    ) -> Side:
        kept, _ = satisfaction(labels, self.state.constraints)
        violated = tuple(a.number for a in self.state.answers if a.is_violated_by(labels))
        return Side(title, n_clusters, labels, kept, violated, score, seconds, objective)


class Comparing(Reading):
    """A session whose clustering can be held against that of another clusterer."""

    def compare(self, clusterer: Any = None, /, **params: Any) -> Comparison:
        """Fit another clusterer to the same constraints, and say where the two differ.

        The session stays as it is, and nothing is written to its journal. `adopt` uses what was
        found; `propose(among=comparison.differ)` asks about the points that the two place
        differently.

        Parameters
        ----------
        clusterer : str, class or instance, optional
            As for `set_clusterer`: by default the one in use, for other parameters.
        **params
            Its parameters; `n_clusters` is that of the session unless it is given here or the
            clusterer is an instance.

        Returns
        -------
        Comparison
            With the same clusterer and parameters it is that with its own starts, as
            `refit(fresh=True)` would fit it.

        Raises
        ------
        InputError
            If the clusterer or a parameter is refused, or there is no clustering to compare with.
            If the fit fails, its error.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "pckmeans", n_clusters=2)
        >>> found = session.compare("mpckmeans", n_clusters=3)
        >>> found.shown.title, found.other.title, found.n_agree, len(found.differ)
        ('PCK-means', 'MPCK-means', 5, 1)
        >>> round(found.adjusted_rand, 2), session.undo_label is None
        (0.71, True)
        >>> session.adopt(found)
        >>> session.n_clusters, session.undo_label
        (3, 'clusterer MPCK-means, 3 clusters')
        """
        return self.trial(clusterer, **params).fit()

    def trial(self, clusterer: Any = None, /, **params: Any) -> Trial:
        """What `compare` would fit, to be fitted elsewhere."""
        with self._engine.lock:
            record, now = self._engine.ledger.shown, self._engine.ledger.timeline
            fitting = self._engine.fits.is_running
        change = self._wanted(now, clusterer, params) or Refit(True)
        if record is None or fitting:
            raise NotYetError(NOT_YET if record is None else WAIT)
        return Trial(
            self.X,
            now.state,
            change.apply(now).state,
            record,
            now.revision,
            change,
            self._engine.fits.score_of,
            self._engine.fits.solve_aside,
        )

    def adopt(self, comparison: Comparison) -> None:
        """Use the clusterer that was compared with, in one undo step.

        That is `set_clusterer` with its parameters. What was fitted for the comparison is shown at
        once if the constraints are still those of then, and fitted again if they are not. The
        number of clusters stays as it is now, unless `compare` was asked for one.

        Raises
        ------
        InputError
            If it is no comparison, or one of other rows.
        """
        if not isinstance(comparison, Comparison):
            raise InputTypeError(
                f"comparison={comparison!r} must be what session.compare() returns; call "
                "session.compare(clusterer) first"
            )
        n_rows = len(comparison.other.labels)
        if comparison.ahead.problem.X is not self.X:
            raise InputError(
                f"comparison={comparison!r} is that of another session, of {n_rows} rows of its "
                f"own, and this one has {self.n_samples}; call compare() of this session"
            )
        asked, wanted = comparison.change, comparison.ahead.settings

        def plan(now: Timeline) -> Configure | Refit | None:
            change = operations.settings(
                now,
                self._n_features,
                clusterer=wanted.clusterer,
                n_clusters=None if isinstance(asked, Refit) else asked.n_clusters,
            )
            return asked if change is None and isinstance(asked, Refit) else change

        self._engine.apply(plan, comparison.ahead)

    def _wanted(self, now: Timeline, clusterer: Any, params: dict[str, Any]) -> Configure | None:
        if clusterer is None:
            return operations.parameters(now, dict(params), self._n_features)
        return operations.clusterer(now, clusterer, dict(params), self._n_features)
