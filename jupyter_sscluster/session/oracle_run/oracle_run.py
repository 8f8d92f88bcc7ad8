"""One run of answers from true labels, and how the agreement with them grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.active import BudgetExhausted
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Change, Timeline
from jupyter_sscluster.session.annotators.disagreements import checked_annotator
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.read_access import Reading

NOTHING_LEFT = "Nothing is left to ask."
KNOWN_PAIR = "The strategy asked about a pair that was answered before."
OVERTAKEN = "Something else was done, so that this run has ended; begin another."


class Curve(NamedTuple):
    """The adjusted Rand index that a strategy began with, and that after each of its questions.

    Where a clusterer fails, the clustering before it stays, and so does its index; None where
    nothing was clustered yet.
    """

    title: str
    scores: tuple[float | None, ...]


class Asker:
    """A strategy that asks an oracle, on a session of its own or on the one that is shown.

    Attributes
    ----------
    title : str
        The strategy's.
    answers : list of Answer
        As they were recorded.
    scores : list of float or None
        One more than answers.
    ended : str
        Why it asks no more; empty as long as it does.
    """

    def __init__(self, session: Reading, oracle: Any) -> None:
        self._session, self._oracle = session, oracle
        self._name = checked_source(oracle)
        self.title = title_of(session.strategy)
        self.answers: list[Answer] = []
        self.ended = ""
        session._engine.fits.wait()
        with session._engine.lock:
            self._revision = session.revision
            shown = session.record
            self.scores = [None if shown is None else shown.score]

    def ask(self, may: Callable[[], bool] = lambda: True) -> bool:
        """Ask the next question and have its answer recorded, fitted and scored; whether it was.

        `may` is asked last of all, while nothing else can change the session.
        """
        session = self._session
        session._engine.fits.wait()
        with session._engine.lock:
            if self.ended or self.overtaken or not may():
                return False
            snapshot, strategy, shown = session.snapshot(), session.strategy, session.shown
        queries = strategy.propose(snapshot)
        if not queries:
            self.ended = NOTHING_LEFT
            return False
        i, j = map(int, shown.asked(queries[0]).pair)
        try:
            kind, weight = weighed(self._oracle, i, j)
        except BudgetExhausted as error:
            self.ended = f"{error}."
            return False
        said: list[Answer] = []
        try:
            self._record((i, j, kind), weight, may, said)
            session._engine.fits.wait()
        finally:  # an answer stays recorded where its fit is interrupted
            with session._engine.lock:
                self.answers += said
                self.scores += map(self._score, said)
        return bool(said)

    def forget(self) -> None:
        """Keep no fit but the one that is shown."""
        ledger = self._session._engine.ledger
        with self._session._engine.lock:
            shown = ledger.shown
            ledger.records = {} if shown is None else {shown.fit: shown}

    @property
    def overtaken(self) -> bool:
        """Whether the session was changed by somebody else since."""
        with self._session._engine.lock:
            return self._session.revision != self._revision

    @property
    def fitted(self) -> bool:
        """Whether the present state of the session has its own labels."""
        return self._session._engine.ledger.fitted

    def _record(
        self,
        statement: tuple[int, int, str],
        weight: float,
        may: Callable[[], bool],
        said: list[Answer],
    ) -> None:
        """Have the answer on disk and in force, and put it into `said` if it is still wanted."""
        engine, before = self._session._engine, self._revision

        def plan(now: Timeline) -> Change | None:
            if now.revision != self._revision or not may():
                return None
            change, answers = operations.answers(
                now,
                [statement],
                None,
                weight=weight,
                soft=True if weight < 1 else None,
                source=AUTOMATIC,
                annotator=self._name,
            )
            if change is None:
                self.ended = KNOWN_PAIR
                return None
            self._revision += 1
            said.extend(answers)
            return replace(change, joins=bool(self.answers))

        try:
            engine.apply(plan)
        except BaseException:
            states = engine.ledger.timeline.states
            if not any(answer in state.answers for answer in said for state in states):
                self._revision = before
                said.clear()
            raise

    def _score(self, answer: Answer) -> float | None:
        """That of the fit to this answer; that before it, where it failed or was overtaken."""
        ledger = self._session._engine.ledger
        given = (state for state in ledger.timeline.past if answer in state.answers[-1:])
        first = next(given, None)
        record = None if first is None else ledger.records.get(first.fit)
        return self.scores[-1] if record is None else record.score


def checked_source(oracle: Any) -> str:
    """The name that an oracle's answers are signed with; "" for one without."""
    return checked_annotator(getattr(oracle, "source", None))


class AutomaticRun:
    """Answers of an oracle, or from true labels, that one undo takes back, and what they are worth.

    `Session.answer_automatically` makes it. The session's own strategy asks, every answer is
    recorded with the source "automatic", and the session is fitted and scored after each. Other
    strategies ask beside it, as many questions, on copies that start from the same answers, labels
    and settings; nothing of that is recorded. All get the same answer to the same pair, a wrong one
    too.

    A run ends once something else changes the session: another answer, a setting, an undo. Then a
    new one begins at what is known by then, with curves of its own.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from jupyter_sscluster import Session
    >>> iris = load_iris()
    >>> session = Session(iris.data, n_clusters=3, y_true=iris.target)
    >>> run = session.answer_automatically(10, beside=["random"])
    >>> run.n_asked, [curve.title for curve in run.curves]
    (10, ['Robust NPU', 'Random'])
    >>> [round(curve.scores[-1], 2) for curve in run.curves]
    [..., ...]
    >>> run.ask(5), len(session.answers)
    (5, 15)
    >>> session.undo(), len(session.answers)
    ('15 automatic answers', 0)
    """

    def __init__(self, session: Reading, oracle: Any, copies: Sequence[Reading]) -> None:
        self._session = session
        self._own = Asker(session, oracle)
        self._beside = [Asker(copy, oracle) for copy in copies]
        self._stopped = False

    @property
    def n_asked(self) -> int:
        """How many questions were asked on the session."""
        return len(self._own.answers)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers that were recorded, in order."""
        return tuple(self._own.answers)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """One for each strategy, the session's first; one with nothing left to ask is shorter."""
        return tuple(Curve(each.title, tuple(each.scores)) for each in (self._own, *self._beside))

    @property
    def overtaken(self) -> bool:
        """Whether something else has changed the session since."""
        return self._own.overtaken

    @property
    def fitted(self) -> bool:
        """Whether the last answer has its clustering: not where that failed or was cancelled."""
        return self._own.fitted

    @property
    def ended(self) -> str:
        """Why no question more will be asked, as a sentence; empty as long as some may be."""
        return self._own.ended or (OVERTAKEN if self.overtaken else "")

    def ask(self, n_questions: int | None = None) -> int:
        """Ask so many questions more, or until nothing is left; how many were asked.

        It ends early after `stop`, called from another thread, and when the run has ended.
        """
        if n_questions is not None:
            check_count(n_questions, "n_questions", 0, way_out="None asks until nothing is left")
        self.resume()
        before = self.n_asked
        while (n_questions is None or self.n_asked - before < n_questions) and self.step():
            pass
        return self.n_asked - before

    def step(self) -> bool:
        """Ask one question more, unless it was stopped; whether it was asked."""
        if not self._own.ask(lambda: not self._stopped):
            return False
        for each in self._beside:
            while len(each.answers) < self.n_asked and each.ask():
                each.forget()
        return True

    def stop(self) -> None:
        """Ask no more; on return no further answer is recorded, until `resume` or `ask`."""
        with self._session._engine.lock:
            self._stopped = True

    def resume(self) -> None:
        """Let `step` ask again after `stop`."""
        self._stopped = False
