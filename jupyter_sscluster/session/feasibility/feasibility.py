"""The problem of a session, if its answers cannot be clustered, and its remedies."""

from dataclasses import replace

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit import fitting
from jupyter_sscluster.session.engine.fit.fit_warnings import collected
from jupyter_sscluster.session.engine.fit.precomputed_fits import problem_of
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import may_violate
from jupyter_sscluster.session.engine.step_names import clusters_text
from jupyter_sscluster.session.feasibility.problem import Problem, Remedy, failed, too_few
from jupyter_sscluster.session.feasibility.remedies import Case, all_of, possible, remedies, stated

Key = tuple[int, int | None, Exception | None, bool]
"""What a problem depends on: the step, the fit shown, why the last one failed, whether one runs."""


class Feasibility:
    """Finds the problem of the present answers, and what each remedy would do."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._found: tuple[Key, Problem | None] | None = None

    @property
    def problem(self) -> Problem | None:
        """What prevents a clustering of the present answers, None if nothing does."""
        return self._find()[1]

    def apply(self, action: str) -> None:
        """Apply the remedy with this action, in one undo step.

        Raises
        ------
        InputError
            If it is not one of those that there are now.
        """

        def plan(now: Timeline) -> Operation | None:
            problem = self.problem
            here = () if problem is None else problem.remedies
            found = next((each for each in here if each.action == action), None)
            if found is None:
                raise InputError(
                    f"{action!r} is no remedy any more; apply one of session.problem.remedies"
                )
            return found.plan(now)

        self._engine.apply(plan)

    def try_remedies(self) -> tuple[Remedy, ...]:
        """Fit each remedy aside, and keep what it would do; see `Problem.try_remedies`."""
        key, problem = self._find()
        if problem is None:
            return ()
        tried: list[Remedy] = []
        for remedy in problem.remedies:
            detail = self._tried(remedy, key) if remedy.keeps_answers else None
            tried.append(remedy if detail is None else replace(remedy, detail=detail))
        with self._engine.lock:
            if self._found is not None and self._found[0] == key:
                self._found = (key, replace(problem, remedies=tuple(tried)))
        return tuple(tried)

    def _find(self) -> tuple[Key, Problem | None]:
        """The problem, computed outside the lock as it takes long where there are many points."""
        engine = self._engine
        with engine.lock:
            key, timeline, shown = self._key(), engine.timeline, engine.ledger.shown
            if self._found is not None and self._found[0] == key:
                return self._found
            error, failed_at = engine.fits.error, engine.fits.failed_at
            fitted = engine.ledger.fitted
        _, _, failure, is_fitting = key
        said = "" if failure is None else error or ""
        state, fitted = timeline.state, is_fitting or fitted
        found = too_few(state, shown, engine.names, fitted=fitted, said=said)
        if found is None and failure is not None and error is not None:
            found = failed(state, shown, error, failure)
        if found is not None:
            good, n_features = _good(timeline, shown), engine.n_features
            case = Case(found, timeline, good, shown, n_features, failure, failed_at)
            bound = (replace(each, carry_out=self.apply) for each in remedies(case))
            found = replace(found, remedies=tuple(bound), tried=self.try_remedies)
        with engine.lock:
            if self._found is not None and self._found[0] == key:
                return self._found
            if self._key() == key:
                self._found = (key, found)
        return key, found

    def _tried(self, remedy: Remedy, key: Key) -> str | None:
        """What a remedy would do, by fitting it aside; None if that cannot be told."""
        engine = self._engine
        with engine.lock:
            now, shown = engine.timeline, engine.ledger.shown
        if (now.tree.at, _fit_of(shown)) != key[:2] or not possible(remedy, now):
            return None
        operation = remedy.plan(now)
        state = now.state if operation is None else operation.apply(now).state

        def watch(step: str, done: int, total: int) -> None:
            if engine.timeline.tree.at != key[0] or engine.journal.closed is not None:
                raise FitCancelled("a newer change has overtaken this fit")

        try:
            with collected(fitting.__dict__):  # nobody has asked for this fit
                labels = fitting.solve(problem_of(engine.X, state, shown), watch).labels
        except FitCancelled:
            return None
        except Exception:
            return "It could not be fitted either."
        links = [answer for answer in state.awake if answer.kind != "unknown"]
        violated = sum(answer.is_violated_by(labels) for answer in links)
        if not links:
            return f"{clusters_text(len(set(labels.tolist())))} would be found.".capitalize()
        if not violated:
            return f"Keeps {all_of(len(links))}."
        some = "" if len(links) == 1 else f"{violated} of "
        return f"Would violate {some}{stated(len(links))}."

    def _key(self) -> Key:
        engine = self._engine
        failure = engine.fits.failure
        if engine.fits.is_running or engine.ledger.fitted:
            failure = None
        running = engine.fits.is_running and may_violate(engine.state.settings.clusterer)
        return engine.timeline.tree.at, _fit_of(engine.ledger.shown), failure, running


def _fit_of(record: FitRecord | None) -> int | None:
    """Its number: a record is replaced once its score is known."""
    return None if record is None else record.fit


def _good(timeline: Timeline, shown: FitRecord | None) -> State | None:
    """The newest state on the way here whose clustering is shown."""
    past = reversed(timeline.past)
    return next((state for state in past if shown and state.fit == shown.fit), None)
