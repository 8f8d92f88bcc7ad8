"""Computes in the background what takes longer than a fit: remedies, doubts, expected changes."""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jupyter_sscluster.active import Uncertainty
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.widget.core.interaction import Findings, InteractionState, Moment
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread

log = logging.getLogger(__name__)

REST = 0.4
"""Seconds without news after which the outlook is worked out: it may take as long as a question."""

PAINTING = 0.12
"""Seconds that what was just sent takes to be on the screen: nothing else is worked out meanwhile,
for it would take the processor from those who send, receive and paint."""


def moment_of(session: Session) -> Moment:
    """The present one."""
    record = session.history.current_fit
    return engine_of(session).revision, None if record is None else record.fit


class DiagnosticsWorker:
    """Computes findings in the background, one at a time: remedies, doubts, expected changes.

    Nothing is begun while a fit runs or a question is looked for. Findings about an earlier moment
    are not shown, and the page is not shown anew where it would look the same.
    """

    def __init__(
        self,
        session: Session,
        interaction: InteractionState,
        owner_thread: OwnerThread,
        show: Callable[[], None],
    ) -> None:
        self._session, self._interaction, self._show = session, interaction, show
        self._task = BackgroundTask(owner_thread, "ssc-find")
        self._owner_thread = owner_thread
        beside = owner_thread.has_loop and owner_thread.has_threads
        self._rest, self._painting = (REST, PAINTING) if beside else (0.0, 0.0)
        self._news = threading.Event()
        self._busy = False

    def look(self) -> None:
        """Work out what is not known of the present moment, if nothing else is to be done."""
        self._news.set()
        if self._busy or not self._may_look():
            return
        moment, findings = moment_of(self._session), self._interaction.findings
        problem = None if findings.remedies_at == moment else self._session.problem
        if problem is not None and problem.remedies:
            self._begin(lambda: self._remedies(moment))
            return
        if moment[1] is not None and findings.moment != moment:
            self._begin(lambda: self._doubts(moment))
        elif moment[1] is not None and findings.expected_at != moment:
            self._begin(lambda: self._outlook(moment), REST)
        elif moment[1] is not None and self._interaction.shading and findings.unsure_at != moment:
            self._begin(lambda: self._unsure(moment))

    def close(self) -> None:
        """Show no more."""
        self._task.close()
        self._news.set()

    def _may_look(self) -> bool:
        session, interaction = self._session, self._interaction
        ended = self._task.closed or engine_of(session).journal.closed
        return not (ended or session.is_fitting or interaction.asking or interaction.oracle_run.on)

    def _begin(self, work: Callable[[], Findings | None], rest: float = 0.0) -> None:
        self._busy = True
        self._news.clear()
        if rest and self._owner_thread.is_shared:  # nothing may rest in the loop itself
            self._owner_thread.later(rest, lambda: self._task.run(work, self._take))
        else:
            self._task.run(work, self._take)

    def _remedies(self, moment: Moment) -> Findings | None:
        """Try each remedy; None if the session has not kept what they would do.

        It keeps nothing of a problem that has become another one meanwhile.
        """
        try:
            problem = self._session.problem
            tried = () if problem is None else problem.try_remedies()
            now = self._session.problem
            if now is None or now.remedies != tried:
                return None
        except Exception:
            log.exception("the remedies could not be tried")
        return replace(self._interaction.findings, remedies_at=moment)

    def _doubts(self, moment: Moment) -> Findings | None:
        """The findings with what is doubtful; None if there was news before it was begun."""
        if self._news.wait(self._painting):
            return None
        try:
            found = {each.number: each for each in self._session.review.suspicions}
        except Exception:
            log.exception("it could not be worked out which answers are doubtful")
            found = {}
        return replace(self._interaction.findings, moment=moment, suspicions=found)

    def _outlook(self, moment: Moment) -> Findings | None:
        """The findings with the outlook; None if there was news before it was begun."""
        if self._news.wait(self._rest) or not self._may_look():
            return None
        try:
            who, found = self._session.annotators.current, self._session.stopping.expected_changes
            times = self._session.questions.times
        except Exception:
            log.exception("the outlook could not be worked out")
            who, found, times = "", None, ()
        now = self._interaction.findings
        return replace(now, expected_at=moment, outlook=found, times=times, times_of=who)

    def _unsure(self, moment: Moment) -> Findings:
        try:
            found = self._session.stopping.uncertainty
        except Exception:
            log.exception("it could not be worked out what is unsure")
            found = Uncertainty(None, "It could not be worked out.")
        return replace(self._interaction.findings, unsure_at=moment, unsure=found)

    def _take(self, found: Any) -> None:
        self._busy = False
        before, now = self._interaction.findings, moment_of(self._session)
        if found is not None and now in (
            found.expected_at,
            found.moment,
            found.remedies_at,
            found.unsure_at,
        ):
            self._interaction.findings = found
            if _looks_other(before, found):
                self._show()
        self.look()


def _looks_other(before: Findings, after: Findings) -> bool:
    doubts = any(each.why for one in (before, after) for each in one.suspicions.values())
    asked = (before.remedies_at, before.unsure_at) != (after.remedies_at, after.unsure_at)
    told = (before.outlook, before.times) != (after.outlook, after.times)
    return asked or told or (doubts and before.moment != after.moment)
