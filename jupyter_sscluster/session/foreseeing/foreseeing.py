"""A session that can say what the answers to its open question would change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Query, Snapshot
from jupyter_sscluster.cluster.fitting.watching import FitCancelled, watching
from jupyter_sscluster.journal.timeline import Change, Timeline
from jupyter_sscluster.session import requested_changes
from jupyter_sscluster.session.foreseeing.foresight import (
    Choice,
    Foreseen,
    Foresight,
    Next,
)
from jupyter_sscluster.session.foreseeing.outcomes import Outcome, nothing_told
from jupyter_sscluster.session.open_questions import ASKED, placement_key
from jupyter_sscluster.session.placing import Placing
from jupyter_sscluster.session.run.ahead import Ahead, numbered, problem_of
from jupyter_sscluster.session.run.fitting import Watch, failure_text, unheard
from jupyter_sscluster.session.settings import ready_strategy

KINDS = ("must", "cannot", "unknown")

NO_QUESTION = (
    "no question about a pair, or where a point belongs, is open, so that nothing can be foreseen; "
    "call propose first, or propose_placement"
)

DEAF = 0.3
"""Seconds for which a fit that cannot be stopped may get in the way of what is done meanwhile."""


class Foreseeing(Placing):
    """Outcomes of answers before they are given, and the questions after them.

    What was foreseen is used when it comes to pass: an answer whose fit is known leads to a record
    at once, the very one that a fit would have given, and so does the next question.
    """

    _foresight: Foresight | None = None

    @property
    def foreseeable(self) -> bool:
        """Whether anything can be foreseen without getting in the way.

        A question about a pair, or where a point belongs, has to be open, and its clustering the
        present one. Clusterers that take long and cannot be stopped are left alone.
        """
        with self._engine.lock:
            engine = self._engine
            return (
                self._asked_now is not None
                and engine.ledger.fitted
                and not engine.fitting
                and self.ended is None
                and engine.deaf_for <= DEAF
            )

    def foreseen(self, answer: Choice, watch: Watch | None = None) -> Outcome:
        """What an answer to the open question would change.

        Its clustering is fitted, from where the session's own fit would start, and kept until
        something else changes: the answer is then shown without another fit. Nothing is recorded.

        Parameters
        ----------
        answer : "must", "cannot" or "unknown"; of a placement: a row of its representatives, None
            or "unknown", as `place` is given
        watch : callable, optional
            Called as ``watch(step, done, total)`` by the fit, as with `watching`; it may raise
            `FitCancelled` to abandon it, which is then raised here.

        Raises
        ------
        InputError
            If no question is open, or this is no answer to it, or the clustering shown is not that
            of the present answers.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [4.4], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "pckmeans", "random", n_clusters=2)
        >>> i, j = session.propose()[0].pair
        >>> must, unknown = session.foreseen("must"), session.foreseen("unknown")
        >>> unknown.moved, session.answers
        (0, ())
        >>> _ = session.answer(i, j, "must", source="question")
        >>> session.labels.tolist() == must.labels.tolist(), session.record.moved == must.moved
        (True, True)
        """
        with self._engine.lock:
            known = self._foresight_now(answer)
            found = known.answers.get(answer)
            if found is None:
                found = self._prepared(answer, known)
                known.answers[answer] = found
        if found.problem is None or found.fit is not None or found.outcome.reason:
            return found.outcome
        found = self._solved(found, known, watch or unheard)
        with self._engine.lock:
            known.answers[answer] = found
        return found.outcome

    def question_after(self, kind: str, watch: Watch | None = None) -> Query | None:
        """The question about a pair that would be asked after an answer to the open one.

        That is the next open one of the batch, else the one that would be proposed. None if nothing
        would be left to ask, or nothing would be clustered. It is kept, and asked at once when it
        comes to that. For the parameters and errors see `foreseen`.
        """
        if self.question is None:
            raise InputError(NO_QUESTION)
        outcome = self.foreseen(kind, watch)
        with self._engine.lock:
            known = self._foresight_now(kind)
            found = known.answers.get(kind)
        if outcome.labels is None or found is None or found.after is None:
            return None
        of_the_batch = self._standing_at(found.after)
        if of_the_batch is not None:
            return of_the_batch
        following = found.next
        if following is None:
            state = found.after
            snapshot = self._snapshot_of(state, outcome.labels)
            with watching(watch):
                queries = ready_strategy(state.settings).propose(snapshot, n_pairs=1)
            following = Next(snapshot, state.settings, tuple(queries))
            known.add_next(kind, following)
        return next((self.shown.asked(query) for query in following.queries), None)

    @property
    def knows_next(self) -> bool:
        """Whether `propose` would say at once what was worked out before."""
        return self._foresight is not None and (
            self._known_queries(self.snapshot(), n_pairs=1) is not None
        )

    # ------------------------------------------------------------------ inside

    @property
    def _asked_now(self) -> Query | Placement | None:
        """The open question whose answers can be foreseen."""
        return self.question or self.placement

    def _foresight_now(self, answer: Choice) -> Foresight:
        """What is known about the present moment; called with the lock held."""
        question, shown = self._asked_now, self._engine.ledger.shown
        if question is None:
            raise InputError(NO_QUESTION)
        _check_answer(question, answer)
        if shown is None or not self._engine.ledger.fitted:
            raise InputError(
                "the clustering shown is not that of the present answers, so that nothing can be "
                "foreseen; call wait, or refit where the last fit failed"
            )
        known = self._foresight
        if known is None or not known.is_of(self._state, shown, question):
            known = self._foresight = Foresight(self._state, shown, question)
            self._engine.foreseen = self._known_fits
        return known

    def _prepared(self, answer: Choice, known: Foresight) -> Foreseen:
        """The state after an answer, and the problem that it poses."""
        now, shown = self._engine.ledger.timeline, known.shown
        try:
            after = self._after(now, answer)
        except InputError as error:  # a contradiction is one as well
            return Foreseen(nothing_told(answer, str(error)))
        if after.state.fit == now.state.fit:
            outcome = Outcome(answer, shown.labels, np.empty(0, dtype=np.intp))
            return Foreseen(outcome, after.state)
        unsolved = Outcome(answer, None, np.empty(0, dtype=np.intp))
        return Foreseen(unsolved, after.state, problem_of(self.X, after.state, shown))

    def _after(self, now: Timeline, answer: Choice) -> Timeline:
        """The line of states if the open question were answered."""
        question = self._asked_now
        change: Change | None
        if isinstance(question, Placement):
            rows = list(question.representatives)
            say = self._placed(question.point, rows, answer)
            asked = placement_key(question.point, rows)
            manner = {"soft": None, "source": ASKED, "remove": ()}
            change, _ = self._planned(now, say, asked, manner)
        else:
            assert question is not None
            i, j = question.pair
            change, _ = requested_changes.answers(
                now,
                [(int(i), int(j), answer)],
                None,
                soft=None,
                source=ASKED,
                annotator=self._annotator,
            )
        return now if change is None else change.apply(now)

    def _solved(self, found: Foreseen, known: Foresight, watch: Watch) -> Foreseen:
        """The same with its fit."""
        problem, state = found.problem, found.after
        assert problem is not None and state is not None
        try:
            solution = self._engine.solve_ahead(problem, watch)
        except FitCancelled:
            raise
        except Exception as error:
            reason, _ = failure_text(problem.clusterer, error)
            return replace(found, outcome=nothing_told(found.outcome.answer, reason))
        if not solution.heard:
            self._engine.deaf_for = solution.seconds
        labels = numbered(self.X, solution, state, known.shown)
        labels.setflags(write=False)
        moved = np.flatnonzero(labels != known.shown.labels)
        return replace(
            found,
            outcome=Outcome(found.outcome.answer, labels, moved),
            fit=Ahead(problem, state.settings, solution),
        )

    def _known_fits(self) -> list[Ahead]:
        return [] if self._foresight is None else self._foresight.fits

    def _known_queries(self, snapshot: Snapshot, n_pairs: int) -> list[Query] | None:
        if self._foresight is None or n_pairs != 1:
            return None
        return self._foresight.queries(snapshot, self._state.settings)


def _check_answer(question: Query | Placement, answer: Choice) -> None:
    """Refuse what is no answer to a question."""
    choices: tuple[Choice, ...] = KINDS
    if isinstance(question, Placement):
        choices = (*map(int, question.representatives), None, "unknown")
    if isinstance(answer, bool) or answer not in choices:
        raise InputError(f"answer={answer!r} must be one of {', '.join(map(repr, choices))}")
