"""The fit that is shown, made again in the same way, step by step."""

from __future__ import annotations

from dataclasses import replace

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.any_clusterer import hears_steps
from jupyter_sscluster.session.engine.precomputed_fits import problem_of
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.fit_steps.traced_fit import TracedFit, TraceProblem
from jupyter_sscluster.session.read_access import Reading

WAIT = "The clusters are being renewed; step through the fit once it has ended."
NOT_CLUSTERED = (
    "The clusters shown are those of before the last change, whose clustering did not end; "
    "cluster again first, or undo the change."
)
ON_ALL_ROWS = (
    "The steps of a fit are told where all rows are shown; make a session of the sample alone to "
    "step through its fit: Session(X[session.sample])."
)


class Tracing(Reading):
    """A session whose last fit can be looked at step by step."""

    def trace(self, *, fresh: bool = False) -> TracedFit:
        """The steps of the fit that is shown, which is made once more; nothing is changed.

        It starts where that fit started, so that its last step has the labels that are shown:
        `same` says whether it has. With `fresh` it uses the clusterer's own starts instead, for a
        fit that went on from the clusters before has little to show.

        Raises
        ------
        InputError
            If there is no fit to be made again, or the clusterer tells no steps.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> from jupyter_sscluster.cluster import KMeans
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], KMeans(), n_clusters=2)
        >>> found = session.trace()
        >>> [type(step).__name__ for step in found.trace]
        ['Seeded', 'Assigned', 'Recentred', 'Assigned', 'Recentred']
        >>> found.labels(len(found) - 1).tolist() == session.labels.tolist()
        True
        """
        found = self.trace_problem(fresh=fresh).solve()
        if not len(found):
            raise InputError(no_steps(title_of(found.clusterer)))
        return found

    def trace_problem(self, *, fresh: bool = False) -> TraceProblem:
        """What `trace` solves, so that it can be solved in another thread.

        Raises
        ------
        InputError
            As `trace`.
        """
        if self.sample is not None:
            raise InputError(ON_ALL_ROWS)
        with self._engine.lock:
            ledger, X = self._engine.ledger, self._engine.X
            state, record = ledger.state, ledger.shown
            if self._engine.fits.is_running:
                raise InputError(WAIT)
            if record is None or not ledger.fitted:
                raise InputError(NOT_CLUSTERED)
            before = ledger.records.get(record.numbered_after)
        problem = problem_of(X, state, before)
        if not hears_steps(problem.clusterer):
            raise InputError(no_steps(title_of(problem.clusterer)))
        if fresh or record.fresh:
            problem = replace(problem, start=None)
        return TraceProblem(record.fit, record.labels, problem)


def no_steps(title: str) -> str:
    """Why there is nothing to step through."""
    return (
        f"{title} tells no steps: its fit takes no trace=, or calls it with none. All clusterers "
        "of this package do; choose one of them to step through a fit."
    )
