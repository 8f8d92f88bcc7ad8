"""Fits the other clusterer in threads of its own, again whenever the session has changed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import Comparison, Session, engine_of
from jupyter_sscluster.session.comparison.comparison import ComparisonProblem
from jupyter_sscluster.session.engine.fit.fitting import failure_text
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.comparison import ComparisonState, Wish, first_wish
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.interaction import InteractionState, Moment
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread, Throttle
from jupyter_sscluster.widget.features.comparison import text as words

PROGRESS_EVERY = 0.25
"""Seconds between two pictures of how far the fit is; the first comes no sooner either."""


@dataclass(eq=False)
class _Job:
    """A comparison that is being fitted; it stops once it is no longer the comparer's."""

    problem: ComparisonProblem
    throttle: Throttle


class ComparisonWorker(FeatureWorker):
    """Keeps one comparison of a widget up to date, while there is one.

    It gives way to the session: nothing is begun while a fit runs, and a fit for an earlier moment
    is cancelled. The last result stays to be seen, against the present labels.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        owner_thread: OwnerThread,
        show: Callable[[], None],
    ) -> None:
        self._session, self._interaction, self._show = session, interaction, show
        self._owner_thread = owner_thread
        self._task = BackgroundTask(owner_thread, "ssc-compare")
        self._job: _Job | None = None
        self._done: tuple[Moment, Wish] | None = None
        self._last: Wish | None = None

    # ------------------------------------------------------------------ what the page asks for

    def open(self) -> None:
        """Compare with what was compared last, else with another clusterer than the one in use."""
        if self._interaction.compared is None:
            self.wish(self._last or first_wish(self._session))

    def wish(self, wish: Wish) -> None:
        """Compare with this from now on."""
        before = self._interaction.compared
        asking = before is not None and before.asking
        self._last = wish
        self._interaction.compared = ComparisonState(wish, asking=asking)
        self._job, self._done = None, None
        self.before_show()

    def cancel(self) -> None:
        """Abandon the fit on its way, until something changes."""
        if self._job is not None:
            self._job = None
            self._put(running=False, progress=None, problem=words.CANCELLED)

    def leave(self) -> None:
        """No view looks at it any more; questions among the points that differ go on."""
        compared = self._interaction.compared
        if compared is not None and not compared.asking:
            self._interaction.compared = self._job = self._done = None

    def ask_among(self, on: bool) -> None:
        """Keep questions among the points that differ, or let them be about all again."""
        self._put(asking=on)

    def use(self) -> None:
        """The other clusterer is the one in use."""
        compared = self._interaction.compared
        if compared is None or compared.found is None or compared.stale:
            raise InputError(words.NOT_YET)
        compared.found.adopt()
        self._interaction.compared = self._job = self._done = self._last = None

    def close(self) -> None:
        """Show no more."""
        self._job = None
        self._task.close()

    # ------------------------------------------------------------------ fits

    def before_show(self) -> None:
        """Fit what is not fitted yet at the present moment, if nothing else is to be done."""
        compared, session = self._interaction.compared, self._session
        if compared is None or self._task.closed or engine_of(session).journal.closed:
            self._job = None
            return
        if session.is_fitting or session.history.current_fit is None:
            return
        now = (moment_of(session), compared.wish)
        if now == self._done:
            return
        self._done = now
        self._begin(compared)

    def _begin(self, compared: ComparisonState) -> None:
        self._job = None
        try:
            problem = compared.wish.problem(self._session)
        except InputError as error:
            self._put(running=False, progress=None, problem=str(error), found=None)
            return
        found = None if compared.found is None else problem.updated(compared.found)
        again = compared.found is None or not problem.is_solved_by(compared.found)
        self._put(
            found=found,
            stale=again,
            running=again,
            progress=None,
            problem="",
            estimator=problem.clusterer,
            title=problem.title,
            n_clusters=problem.after.settings.n_clusters,
        )
        if again:
            job = self._job = _Job(problem, Throttle(PROGRESS_EVERY))
            job.throttle.wait(PROGRESS_EVERY)
            self._task.run_instead(
                lambda: job.problem.solve(lambda *step: self._watch(job, step)),
                lambda outcome: self._take(job, outcome),
            )

    def _watch(self, job: _Job, step: tuple[str, int, int]) -> None:
        if self._job is not job:
            raise FitCancelled("nobody compares with this any more")
        if job.throttle.due():
            self._owner_thread.run(lambda: self._tell(job, step))

    def _tell(self, job: _Job, step: tuple[str, int, int]) -> None:
        if self._job is job:
            self._put(progress=step)
            self._show()

    def _take(self, job: _Job, outcome: Any) -> None:
        if self._job is not job:
            return
        if isinstance(outcome, FitCancelled):
            self.cancel()
            return self._show()
        self._job = None
        if isinstance(outcome, Comparison):
            self._put(running=False, progress=None, found=outcome, stale=False)
        else:
            text = failure_text(job.problem.clusterer, outcome)[0]
            self._put(running=False, progress=None, problem=text, found=None)
        self._show()

    def _put(self, **changes: Any) -> None:
        if self._interaction.compared is not None:
            self._interaction.compared = replace(self._interaction.compared, **changes)


def start(context: Context) -> ComparisonWorker:
    """The comparison of one widget."""
    show = context.event_loop.show
    return ComparisonWorker(context.session, context.interaction, context.owner_thread, show)
