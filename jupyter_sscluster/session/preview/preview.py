"""A session that can say what the answers to its open question would change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Query, Snapshot, Sorting
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.fit.fitting import Watch, failure_text, unheard
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, numbered, problem_of
from jupyter_sscluster.session.engine.open_questions import (
    SORTED,
    Question,
    open_pair,
    type_of,
)
from jupyter_sscluster.session.engine.placements_and_sortings import after_answer
from jupyter_sscluster.session.engine.present import snapshot_of
from jupyter_sscluster.session.engine.settings import ready_strategy
from jupyter_sscluster.session.preview.known_answers import (
    Choice,
    Foreseen,
    Foresight,
    Next,
    Piles,
)
from jupyter_sscluster.session.preview.outcome import Outcome, nothing_told
from jupyter_sscluster.session.read_access import Reading

KINDS = ("must", "cannot", "unknown")

NO_QUESTION = (
    "no question is open, so that nothing can be foreseen; "
    "call propose first, propose_placement or propose_sorting"
)

SLOW = 3.0
"""Seconds of a fit to all rows of a sample's data above which none is made ahead."""

DEAF = 0.3
"""Seconds for which a fit that cannot be stopped may get in the way of what is done meanwhile."""


class Foreseeing(Reading):
    """Outcomes of answers before they are given, and the questions after them.

    What was foreseen is used when it comes to pass: an answer whose fit is known leads to a record
    at once, the very one that a fit would have given, and so does the next question.
    """

    _foresight: Foresight | None = None

    @property
    def foreseeable(self) -> bool:
        """Whether anything can be foreseen without getting in the way.

        A question has to be open, and its clustering the present one. Clusterers that take long
        and cannot be stopped are left alone, and so are fits to data of which a sample is shown,
        where the last took more than three seconds.
        """
        with self._engine.lock:
            engine = self._engine
            return (
                self.question is not None
                and engine.ledger.fitted
                and not engine.fits.is_running
                and self._engine.journal.closed is None
                and engine.fits.uncancellable_seconds <= DEAF
                and (self.sample.all or self._seconds <= SLOW)
            )

    @property
    def _seconds(self) -> float:
        """Seconds that the fit which is shown took; 0 before the first."""
        shown = self._engine.ledger.shown
        return 0.0 if shown is None else shown.seconds

    def foreseen(self, answer: Choice, watch: Watch | None = None) -> Outcome:
        """What an answer to the open question would change.

        Its clustering is fitted, from where the session's own fit would start, and kept until
        something else changes: the answer is then shown without another fit. Nothing is recorded.

        Parameters
        ----------
        answer : "must", "cannot" or "unknown"; else what `place` or `sort` is given
            Of a placement a row of its representatives, None or "unknown"; of a sorting piles, as a
            list of lists of rows, or "unknown".
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
        >>> fit = session.history.current_fit
        >>> fit.labels.tolist() == must.labels.tolist(), fit.moved == must.moved
        (True, True)
        """
        answer = _hashable(answer)
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

    def question_after(
        self, answer: Choice, watch: Watch | None = None
    ) -> Query | Placement | Sorting | None:
        """The question that would be asked after an answer to the open one, of the same shape.

        That is the next open one of a batch, else the one that would be proposed. None if nothing
        would be left to ask, or nothing would be clustered. It is kept, and asked at once when it
        comes to that. For the parameters and errors see `foreseen`.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [4.4], [8.0], [9.0], [10.0]]
        >>> session = Session(X, "pckmeans", "random", n_clusters=2)
        >>> i, j = session.propose()[0].pair
        >>> after = session.question_after("must")
        >>> _ = session.answer(i, j, "must", source="question")
        >>> session.propose() == [after]
        True
        """
        answer = _hashable(answer)
        outcome = self.foreseen(answer, watch)
        with self._engine.lock:
            known = self._foresight_now(answer)
            found = known.answers.get(answer)
        if outcome.labels is None or found is None or found.after is None:
            return None
        of_the_batch = open_pair(found.after, self._state.questions)
        if of_the_batch is not None:
            return of_the_batch
        following = found.next
        if following is None:
            state, shape = found.after, type_of(known.question)
            snapshot = snapshot_of(state, self.sample, outcome.labels)
            with watching(watch):
                asked = _proposed(ready_strategy(state.settings), shape, snapshot)
            following = Next(snapshot, state.settings, shape, asked)
            known.add_next(answer, following)
        return None if following.question is None else self.sample.asked(following.question)

    def knows_next(self, shape: str = "pair") -> bool:
        """Whether the next question of this shape was worked out before: it is asked at once."""
        return self._foresight is not None and (
            self._known_next(shape, self._engine.now.snapshot()) is not None
        )

    # ------------------------------------------------------------------ inside

    def _foresight_now(self, answer: Choice) -> Foresight:
        """What is known about the present moment; called with the lock held."""
        question, shown = self.question, self._engine.ledger.shown
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
            self._engine.fits.precomputed = self._known_fits
            self._engine.known_question = self._known_next
        return known

    def _prepared(self, answer: Choice, known: Foresight) -> Foreseen:
        """The state after an answer, and the problem that it poses."""
        now, shown = self._engine.ledger.timeline, known.shown
        try:
            after = self._after(now, answer)
        except InputError as error:  # a contradiction is one as well
            return Foreseen(nothing_told(answer, str(error)))
        outcome = Outcome(
            answer,
            shown.labels,
            np.empty(0, dtype=np.intp),
            constraints=after.state.constraints,
            n_clusters=after.state.settings.n_clusters,
            next_action=len(after.actions) + 1,
        )
        if after.state.fit == now.state.fit:
            return Foreseen(outcome, after.state)
        unsolved = replace(outcome, labels=None)
        return Foreseen(unsolved, after.state, problem_of(self.X, after.state, shown))

    def _after(self, now: Timeline, answer: Choice) -> Timeline:
        """The line of states if the open question were answered."""
        engine, question = self._engine, self.question
        assert question is not None
        return after_answer(now, engine.now, engine.n_features, question, answer, engine.annotator)

    def _solved(self, found: Foreseen, known: Foresight, watch: Watch) -> Foreseen:
        """The same with its fit."""
        problem, state = found.problem, found.after
        assert problem is not None and state is not None
        try:
            solution = self._engine.fits.solve_aside(problem, watch)
        except FitCancelled:
            raise
        except Exception as error:
            reason, _ = failure_text(problem.clusterer, error)
            return replace(found, outcome=nothing_told(found.outcome.answer, reason))
        if not solution.heard:
            self._engine.fits.uncancellable_seconds = solution.seconds
        labels = numbered(self.X, solution, state, known.shown)
        labels.setflags(write=False)
        moved = np.flatnonzero(labels != known.shown.labels)
        return replace(
            found,
            outcome=replace(found.outcome, labels=labels, moved_points=moved),
            fit=Ahead(problem, state.settings, solution),
        )

    def _known_fits(self) -> list[Ahead]:
        return [] if self._foresight is None else self._foresight.fits

    def _known_next(self, shape: str, snapshot: Snapshot) -> tuple[Any, ...] | None:
        if self._foresight is None:
            return None
        known = self._foresight.next(shape, snapshot, self._state.settings)
        if known is None:
            return None
        return () if known.question is None else (known.question,)


def _proposed(strategy: Any, shape: str, snapshot: Snapshot) -> Question | None:
    """What a strategy asks in a shape."""
    found: Question | None
    if shape == "place":
        found = strategy.propose_placement(snapshot)
    elif shape == "sort":
        found = strategy.propose_sorting(snapshot, size=SORTED)
    else:
        found = next(iter(strategy.propose(snapshot, n_pairs=1)), None)
    return found


def _hashable(answer: Any) -> Choice:
    """Piles as tuples, anything else as it is."""
    if not isinstance(answer, list | tuple):
        choice: Choice = answer
        return choice
    if not all(isinstance(pile, list | tuple) for pile in answer):
        raise InputError(
            f"answer={answer!r} must be a list of lists of rows, such as [[0, 3], [5]]"
        )
    return tuple(tuple(int(row) for row in pile) for pile in answer)


def _check_answer(question: Question, answer: Choice) -> None:
    """Refuse what is no answer to a question."""
    if isinstance(question, Sorting) and isinstance(answer, tuple):
        return _check_piles(question, answer)
    choices: tuple[Choice, ...] = KINDS
    if isinstance(question, Placement):
        choices = (*map(int, question.representatives), None, "unknown")
    elif isinstance(question, Sorting):
        choices = ("unknown",)
    if isinstance(answer, bool) or answer not in choices:
        raise InputError(f"answer={answer!r} must be one of {', '.join(map(repr, choices))}")


def _check_piles(question: Sorting, piles: Piles) -> None:
    """Refuse piles of other rows than those of the question."""
    for row in (row for pile in piles for row in pile):
        if row not in question.points and row not in question.cards:
            raise InputError(
                f"answer={piles!r} must hold rows of the open question, not {row}; they are "
                f"{', '.join(str(int(each)) for each in (*question.points, *question.cards))}"
            )
