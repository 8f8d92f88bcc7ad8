"""A session that says what is in the way of its clustering, and takes a way out."""

from __future__ import annotations

from dataclasses import replace

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.journal.timeline import Operation, State, Timeline
from jupyter_sscluster.session.clusters.clusters import InHand
from jupyter_sscluster.session.engine import fitting
from jupyter_sscluster.session.engine.fit_warnings import collected
from jupyter_sscluster.session.engine.precomputed_fits import problem_of
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import may_violate
from jupyter_sscluster.session.feasibility.problem import Trouble, clusters, failed, too_few
from jupyter_sscluster.session.feasibility.remedies import (
    Case,
    WayOut,
    all_of,
    possible,
    stated,
    ways_out,
)

Known = tuple[State, int | None, Exception | None, bool]
"""What trouble depends on: the state, the fit shown, why the last one failed, whether one runs."""

Found = tuple[Known, Trouble | None, tuple[WayOut, ...]]


class WaysOut(InHand):
    """A session with ways out where its clustering is in trouble."""

    _found: Found | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What is in the way of a clustering of the present answers, None if nothing is.

        Either there are more points all apart from each other than clusters: then no clusterer can
        keep all answers. Or the clusterer could not be fitted. The last clustering stays
        meanwhile, and the answers are recorded; `ways_out` says what can be done.
        """
        return self._trouble()[1]

    @property
    def ways_out(self) -> tuple[WayOut, ...]:
        """What can be done about `trouble`; first a way that keeps all answers, if there is one.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]]
        >>> session = Session(X, "copkmeans", n_clusters=2)
        >>> _ = session.answer_many([(0, 2), (2, 4), (0, 4)], "cannot")
        >>> session.trouble.title
        '2 clusters cannot keep 3 points apart'
        >>> [way.text for way in session.ways_out]
        ['Use 3 clusters', 'Take back answer 3', 'Use Adaptive PCK-means']
        >>> session.take_way_out(0)
        'Use 3 clusters'
        >>> session.trouble is None, session.undo_label
        (True, '3 clusters')
        """
        return self._trouble()[2]

    @property
    def lasting_notes(self) -> tuple[str, ...]:
        """The `notes` about journal and data, without what `trouble` tells."""
        return tuple(self._engine.notes)

    def take_way_out(self, way: int | str | WayOut) -> str:
        """Take one of the `ways_out`: its place, its action, or itself; one undo step.

        Returns what it says.

        Raises
        ------
        InputError
            If it is not one of those that there are now.
        """
        wanted = way.action if isinstance(way, WayOut) else way
        chosen: list[WayOut] = []

        def plan(now: Timeline) -> Operation | None:
            here = self._trouble()[2]
            found = [one for k, one in enumerate(here) if wanted in (one.action, k)]
            if isinstance(wanted, bool) or not found:
                raise InputError(
                    f"way={wanted!r} is none of the ways out; take one of those that "
                    "session.ways_out has now"
                )
            chosen.append(found[0])
            return found[0].plan(now)

        self._engine.apply(plan)
        return chosen[0].text

    def foresee_ways_out(self) -> tuple[WayOut, ...]:
        """The ways out, with what each would do: each of those that change the clusterer is fitted.

        `ways_out` tells the same from then on, as long as nothing changes. A change meanwhile ends
        it, and what was found out until then is returned.
        """
        known, _, ways = self._trouble()
        seen: list[WayOut] = []
        for way in ways:
            detail = None if not way.keeps_answers else self._foreseen(way, known)
            seen.append(way if detail is None else replace(way, detail=detail))
        with self._engine.lock:
            if self._found is not None and self._found[0] == known:
                self._found = (known, self._found[1], tuple(seen))
        return tuple(seen)

    def _foreseen(self, way: WayOut, known: Known) -> str | None:
        """What a way out would do, by doing it aside; None where it does not say."""
        with self._engine.lock:
            now, shown = self._engine.ledger.timeline, self._engine.ledger.shown
        if (now.state, fit_of(shown)) != known[:2] or not possible(way, now):
            return None
        operation = way.plan(now)
        state = now.state if operation is None else operation.apply(now).state

        def watch(step: str, done: int, total: int) -> None:
            if self._engine.ledger.state is not known[0] or self.ended:
                raise FitCancelled("a newer change has overtaken this look ahead")

        try:
            with collected(fitting.__dict__):  # nobody has asked for this fit
                labels = fitting.solve(problem_of(self.X, state, shown), watch).labels
        except FitCancelled:
            return None
        except Exception:
            return "It could not be fitted either."
        links = [answer for answer in state.answers if answer.kind != "unknown"]
        violated = sum(answer.is_violated_by(labels) for answer in links)
        if not links:
            return f"{clusters(len(set(labels.tolist())))} would be found.".capitalize()
        if not violated:
            return f"Keeps {all_of(len(links))}."
        some = "" if len(links) == 1 else f"{violated} of "
        return f"Would violate {some}{stated(len(links))}."

    def _trouble(self) -> Found:
        """Worked out outside the lock: it takes long where there are many points."""
        engine = self._engine
        with engine.lock:
            timeline, shown, known = engine.ledger.timeline, engine.ledger.shown, self._known()
            if self._found is not None and self._found[0] == known:
                return self._found
            error, failed_at, fitted = (
                engine.fits.error,
                engine.fits.failed_at,
                engine.ledger.fitted,
            )
        state, _, failure, is_fitting = known
        said = "" if failure is None else error or ""
        fitted = is_fitting or fitted
        trouble = too_few(state, shown, self.names, fitted=fitted, said=said)
        if trouble is None and failure is not None and error is not None:
            trouble = failed(state, shown, error, failure)
        ways: tuple[WayOut, ...] = ()
        if trouble is not None:
            good, n = _good(timeline, shown), self._n_features
            ways = ways_out(Case(trouble, timeline, good, shown, n, failure, failed_at))
        found = known, trouble, ways
        with engine.lock:
            if self._found is not None and self._found[0] == known:
                return self._found
            if self._known() == known:
                self._found = found
        return found

    def _known(self) -> Known:
        engine = self._engine
        state, failure = engine.ledger.state, engine.fits.failure
        if engine.fits.is_running or engine.ledger.fitted:
            failure = None
        is_fitting = engine.fits.is_running and may_violate(state.settings.clusterer)
        return state, fit_of(engine.ledger.shown), failure, is_fitting


def fit_of(record: FitRecord | None) -> int | None:
    """Its number: a record is replaced once its score is known."""
    return None if record is None else record.fit


def _good(timeline: Timeline, shown: FitRecord | None) -> State | None:
    """The newest state on the way here whose clustering is shown."""
    past = reversed(timeline.past)
    return next((state for state in past if shown and state.fit == shown.fit), None)
