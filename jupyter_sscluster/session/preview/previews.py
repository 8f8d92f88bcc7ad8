"""Previews of the answers to the open question of a session."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Snapshot, Sorting
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.fit.fitting import Watch, failure_text, unheard
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, numbered, problem_of
from jupyter_sscluster.session.engine.open_questions import (
    SORTED,
    Question,
    open_pair,
    open_question,
    type_of,
)
from jupyter_sscluster.session.engine.placements_and_sortings import after_answer
from jupyter_sscluster.session.engine.present import snapshot_of
from jupyter_sscluster.session.engine.sample.sample import question_by_row
from jupyter_sscluster.session.engine.settings import ready_strategy
from jupyter_sscluster.session.preview.known_answers import (
    Choice,
    KnownAnswer,
    KnownAnswers,
    NextQuestion,
    Piles,
)
from jupyter_sscluster.session.preview.preview import Preview, no_clustering

KINDS = ("must", "cannot", "unknown")

NO_QUESTION = (
    "no question is open, so there is no answer to preview; "
    "call propose first, propose_placement or propose_sorting"
)

CHANGED = (
    "next_question can only be computed while the question of the preview is open and the session "
    "is as it was; it has changed since: call preview again"
)

SLOW = 3.0
"""Seconds of a fit to all rows of a sample's data above which no answer is previewed unasked."""

UNCANCELLABLE = 0.3
"""Seconds for which a fit that cannot be cancelled may delay other work."""


class Previews:
    """The previews of the answers to the open question, as `Session.preview` gives them.

    They are used when the answer is given: one whose fit is known leads to a record at once, the
    very one that a fit would have given, and so does the next question.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: KnownAnswers | None = None
        engine.fits.precomputed = self._known_fits
        engine.known_question = self._known_next

    @property
    def is_quick(self) -> bool:
        """Whether an answer can be previewed without delaying anything else.

        False without an open question or a current clustering, for slow clusterers that cannot be
        cancelled, and for sampled data whose last fit took more than three seconds.
        """
        with self._engine.lock:
            engine, shown = self._engine, self._engine.ledger.shown
            return (
                self._question is not None
                and engine.ledger.fitted
                and not engine.fits.is_running
                and engine.journal.closed is None
                and engine.fits.uncancellable_seconds <= UNCANCELLABLE
                and (engine.sample.all or shown is None or shown.seconds <= SLOW)
            )

    @property
    def _question(self) -> Question | None:
        return open_question(self._engine.state)

    def preview(self, answer: Any, watch: Watch | None = None) -> Preview:
        """As `preview` below; the fit calls ``watch(step, done, total)``.

        `watch` may raise `FitCancelled` to abandon the fit, which is then raised here.
        """
        answer = _hashable(answer)
        with self._engine.lock:
            known = self._known_now(answer)
            found = known.answers.get(answer)
            if found is None:
                found = self._prepared(answer, known)
                known.answers[answer] = found
        if found.problem is None or found.fit is not None or found.preview.reason:
            return found.preview
        found = self._solved(found, known, watch or unheard)
        with self._engine.lock:
            known.answers[answer] = found
        return found.preview

    def next_question(self, answer: Any, watch: Watch | None = None) -> Question | None:
        """As `Preview.next_question`; it is kept, and asked at once when it comes to that.

        None too where the answers of a function may come first.
        """
        answer = _hashable(answer)
        preview = self.preview(answer, watch)
        with self._engine.lock:
            known = self._known_now(answer)
            found = known.answers.get(answer)
        if preview.labels is None or found is None or found.after is None:
            return None
        of_the_batch = open_pair(found.after, self._engine.state.questions)
        if of_the_batch is not None:
            return of_the_batch
        if type_of(known.question) == "pair" and self._engine.may_ask_first(found.after):
            return None
        following, sample = found.next, self._engine.sample
        if following is None:
            state, question_type = found.after, type_of(known.question)
            snapshot = snapshot_of(state, sample, preview.labels)
            with watching(watch):
                asked = _proposed(ready_strategy(state.settings), question_type, snapshot)
            following = NextQuestion(snapshot, state.settings, question_type, asked)
            known.add_next(answer, following)
        return None if following.question is None else question_by_row(sample, following.question)

    def knows_next(self, question_type: str = "pair") -> bool:
        """Whether the next question of this type is known already: it is asked at once."""
        return self._known is not None and (
            self._known_next(question_type, self._engine.now.snapshot()) is not None
        )

    def _next_of(self, known: KnownAnswers, answer: Choice) -> Question | None:
        """As `next_question`, for an earlier preview whose question is still the open one."""
        with self._engine.lock:
            shown = self._engine.ledger.shown
            if not known.is_of(self._engine.state, shown, self._question):
                raise InputError(CHANGED)
        return self.next_question(answer)

    def _known_now(self, answer: Choice) -> KnownAnswers:
        """What is known about the present moment; called with the lock held."""
        question, shown = self._question, self._engine.ledger.shown
        if question is None:
            raise InputError(NO_QUESTION)
        _check_answer(question, answer)
        if shown is None or not self._engine.ledger.fitted:
            raise InputError(
                "the clustering shown is not that of the present answers, so there is nothing to "
                "compare with; call wait, or fit where the last fit failed"
            )
        known, state = self._known, self._engine.state
        if known is None or not known.is_of(state, shown, question):
            known = self._known = KnownAnswers(state, shown, question)
        return known

    def _prepared(self, answer: Choice, known: KnownAnswers) -> KnownAnswer:
        """The state after an answer, and the problem that it poses."""
        now, shown = self._engine.ledger.timeline, known.shown
        try:
            after = self._after(now, answer)
        except InputError as error:  # a contradiction is one as well
            return KnownAnswer(no_clustering(answer, str(error)))
        preview = Preview(
            answer,
            shown.labels,
            np.empty(0, dtype=np.intp),
            constraints=after.state.constraints,
            n_clusters=after.state.settings.n_clusters,
            next_action=len(after.actions) + 1,
            ask_next=partial(self._next_of, known, answer),
        )
        if after.state.fit == now.state.fit:
            return KnownAnswer(preview, after.state)
        unsolved = replace(preview, labels=None)
        return KnownAnswer(unsolved, after.state, problem_of(self._engine.X, after.state, shown))

    def _after(self, now: Timeline, answer: Choice) -> Timeline:
        """The line of states if the open question were answered."""
        engine, question = self._engine, self._question
        assert question is not None
        return after_answer(now, engine.now, engine.n_features, question, answer, engine.annotator)

    def _solved(self, found: KnownAnswer, known: KnownAnswers, watch: Watch) -> KnownAnswer:
        """The same with its fit."""
        problem, state = found.problem, found.after
        assert problem is not None and state is not None
        try:
            solution = self._engine.fits.solve_aside(problem, watch)
        except FitCancelled:
            raise
        except Exception as error:
            reason, _ = failure_text(problem.clusterer, error)
            return replace(found, preview=no_clustering(found.preview.answer, reason))
        if not solution.heard:
            self._engine.fits.uncancellable_seconds = solution.seconds
        labels = numbered(self._engine.X, solution, state, known.shown)
        labels.setflags(write=False)
        moved = np.flatnonzero(labels != known.shown.labels)
        return replace(
            found,
            preview=replace(found.preview, labels=labels, moved_points=moved),
            fit=Ahead(problem, state.settings, solution),
        )

    def _known_fits(self) -> list[Ahead]:
        return [] if self._known is None else self._known.fits

    def _known_next(self, question_type: str, snapshot: Snapshot) -> tuple[Any, ...] | None:
        if self._known is None:
            return None
        known = self._known.next(question_type, snapshot, self._engine.state.settings)
        if known is None:
            return None
        return () if known.question is None else (known.question,)


def preview(session: HasEngine, answer: Choice) -> Preview:
    """What an answer to the open question would change; nothing is recorded.

    `answer` is "must", "cannot" or "unknown", else what `place` or `sort` is given. The
    clustering is fitted, and used if the answer is given then.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> X = [[0.0], [1.0], [4.4], [8.0], [9.0], [10.0]]
    >>> session = Session(X, "pckmeans", "random", n_clusters=2)
    >>> i, j = session.propose()[0].pair
    >>> must = session.preview("must")
    >>> following = must.next_question
    >>> must.violated, session.preview("unknown").moved, session.answers
    (0, 0, ())
    >>> _ = session.answer(i, j, "must", source="question")
    >>> session.labels.tolist() == must.labels.tolist(), session.propose() == [following]
    (True, True)
    """
    return session._engine.part(Previews).preview(answer)


def _proposed(strategy: Any, question_type: str, snapshot: Snapshot) -> Question | None:
    """What a strategy asks of a type."""
    found: Question | None
    if question_type == "place":
        found = strategy.propose_placement(snapshot)
    elif question_type == "sort":
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
