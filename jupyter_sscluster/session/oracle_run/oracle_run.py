"""The strategy's questions answered by an oracle or from true labels, in one undo step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from jupyter_sscluster._validation import InputError, InputTypeError, Real, check_count
from jupyter_sscluster.active import BudgetExhausted, NoisyOracle, Oracle
from jupyter_sscluster.active.oracle_loop import check_oracle
from jupyter_sscluster.active.oracles.callable_oracle import weighed
from jupyter_sscluster.journal.answer import Answer, checked_annotator
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.journal import Log
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.journal.tree import Tree
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.session.engine.sample.sample import question_by_row
from jupyter_sscluster.session.engine.settings import build, title_of

SHARE = Real(0.0, 1.0)

NOTHING_LEFT = "Nothing is left to ask."
KNOWN_PAIR = "The strategy asked about a pair that was answered before."
OVERTAKEN = "Something else was done, so that this run has ended; begin another."


class Curve(NamedTuple):
    """Adjusted Rand index at the start of a strategy and after each of its questions.

    If a clusterer fails, the previous index is repeated; None before the first clustering.
    """

    title: str
    scores: tuple[float | None, ...]


class OracleRun:
    """Answers of an oracle or from true labels, removed by one undo; `Session.run_oracle` makes it.

    The session's own strategy asks; every answer is recorded with the source "automatic", and the
    session is fitted and scored after each. Other strategies ask as many questions on copies that
    start from the same answers, labels and settings; nothing of that is recorded. All get the same
    answer to the same pair, a wrong one too.

    A run ends when something else changes the session: another answer, a setting, an undo. A new
    run starts from there, with curves of its own.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from jupyter_sscluster import Session
    >>> iris = load_iris()
    >>> session = Session(iris.data, n_clusters=3, y_true=iris.target)
    >>> run = session.run_oracle(n_questions=10, beside=["random"])
    >>> run.n_asked, [curve.title for curve in run.curves]
    (10, ['Robust NPU', 'Random'])
    >>> [round(curve.scores[-1], 2) for curve in run.curves]
    [..., ...]
    >>> run.ask(5), len(session.answers)
    (5, 15)
    >>> session.undo(), len(session.answers)
    ('15 automatic answers', 0)
    """

    def __init__(self, engine: Engine, oracle: Any, copies: Sequence[Engine]) -> None:
        self._engine = engine
        self._own = _Asker(engine, oracle)
        self._beside = [_Asker(copy, oracle) for copy in copies]
        self._stopped = False

    def __repr__(self) -> str:
        scores = self.curves[0].scores
        first, last = (
            "none" if each is None else f"{each:.2f}" for each in (scores[0], scores[-1])
        )
        ended = f", ended: {self.ended}" if self.ended else ""
        asked = f"{self.n_asked} questions by {self._own.title}"
        return f"OracleRun({asked}, score {first} to {last}{ended})"

    @property
    def n_asked(self) -> int:
        """Number of questions asked on the session."""
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
        """Whether the last answer has its clustering: not if that failed or was cancelled."""
        return self._engine.ledger.fitted

    @property
    def ended(self) -> str:
        """Why no further question will be asked, as a sentence; empty as long as some may be."""
        return self._own.ended or (OVERTAKEN if self.overtaken else "")

    def ask(self, n_questions: int | None = None) -> int:
        """Ask so many further questions, or until nothing is left; returns how many were asked.

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
        """Ask one further question, unless the run was stopped; whether it was asked."""
        if not self._own.ask(lambda: not self._stopped):
            return False
        for each in self._beside:
            while len(each.answers) < self.n_asked and each.ask():
                each.forget()
        return True

    def stop(self) -> None:
        """Ask no more; on return no further answer is recorded, until `resume` or `ask`."""
        with self._engine.lock:
            self._stopped = True

    def resume(self) -> None:
        """Let `step` ask again after `stop`."""
        self._stopped = False


def run_oracle(
    session: HasEngine,
    oracle: Any = None,
    n_questions: int | None = None,
    *,
    wrong: float = 0.0,
    beside: Iterable[Any] = (),
    random_state: int | None = None,
) -> OracleRun:
    """Have the strategy's questions answered by an oracle or, for teaching, by true labels.

    All answers of a run are one undo step.

    Parameters
    ----------
    oracle : object, optional
        Anything with ``query(i, j)``, such as `CallableOracle`; by default the true labels.
    n_questions : int, optional
        How many; by default until nothing is left to ask. 0 only starts a run.
    wrong : float, default 0
        Share of wrong answers among those from true labels.
    beside : names, classes or instances of strategies
        They ask as many questions on copies of this session, for comparison.
    random_state : int, optional
        Seed of the wrong answers; by default the session's.
    """
    engine = session._engine
    listed = [beside] if isinstance(beside, str) else beside
    if not SHARE.check(wrong):
        raise InputError(f"wrong={wrong!r} must be {SHARE.describe()}, the share of wrong answers")
    if n_questions is not None:
        check_count(n_questions, "n_questions", 0, way_out="None asks until nothing is left")
    if not isinstance(listed, Iterable):
        raise InputTypeError(
            f"beside={beside!r} must be names, classes or instances of strategies; pass a "
            'list of them, such as beside=["random"]'
        )
    answering = _oracle(engine, oracle, wrong, random_state)
    engine.fits.wait()
    run = OracleRun(engine, answering, [in_memory_copy(engine, each) for each in listed])
    run.ask(n_questions)
    return run


def _oracle(engine: Engine, oracle: Any, wrong: float, random_state: int | None) -> Any:
    """The oracle that answers, checked: by default the true labels."""
    if oracle is not None:
        check_oracle(oracle, engine.n_samples)
        checked_annotator(getattr(oracle, "source", None))
        if wrong:
            raise InputError(
                f"wrong={wrong!r} is about answers from true labels; put NoisyOracle around the "
                "oracle instead"
            )
        return oracle
    if engine.data.given_truth is None:
        raise InputError(
            "there are no true labels to answer from; pass y_true= where the session is made, "
            "or oracle= here"
        )
    seed = engine.state.settings.random_state if random_state is None else random_state
    return NoisyOracle(Oracle(engine.data.given_truth, None), wrong, seed)


def in_memory_copy(engine: Engine, strategy: Any) -> Engine:
    """An engine in memory with the same answers, labels and settings, and another strategy.

    It fits in the caller's thread. Its changes are not written and do not change this engine.
    """
    asking = build("strategies", strategy, {})
    with engine.lock:
        timeline, now = engine.timeline, engine.now
    settings = replace(timeline.state.settings, strategy=asking)
    state = replace(timeline.state, settings=settings, joined=False)
    ledger = Ledger(replace(timeline, states=(state,), tree=Tree()))
    if now.fit is not None:
        ledger.records[now.fit.fit] = ledger.shown = now.fit
    return Engine(engine.data, ledger, Log(), now.sample)


class _Asker:
    """A strategy that asks an oracle, on the engine of the session or on a copy.

    `scores` begins with that before the first answer; `ended` says why it asks no more.
    """

    def __init__(self, engine: Engine, oracle: Any) -> None:
        self._engine, self._oracle = engine, oracle
        self._name = checked_annotator(getattr(oracle, "source", None))
        self.title = title_of(engine.now.strategy)
        self.answers: list[Answer] = []
        self.ended = ""
        engine.fits.wait()
        with engine.lock:
            self._revision = engine.revision
            shown = engine.now.fit
            self.scores = [None if shown is None else shown.score]

    def ask(self, may: Callable[[], bool] = lambda: True) -> bool:
        """Ask the next question and have its answer recorded, fitted and scored; whether it was.

        `may` is asked last, while nothing else can change the session.
        """
        engine = self._engine
        engine.fits.wait()
        with engine.lock:
            if self.ended or self.overtaken or not may():
                return False
            now = engine.now
        queries = now.strategy.propose(now.snapshot())
        if not queries:
            self.ended = NOTHING_LEFT
            return False
        i, j = map(int, question_by_row(now.sample, queries[0]).pair)
        try:
            kind, weight = weighed(self._oracle, i, j)
        except BudgetExhausted as error:
            self.ended = f"{error}."
            return False
        recorded: list[Answer] = []
        try:
            self._record((i, j, kind), weight, may, recorded)
            engine.fits.wait()
        finally:  # an answer stays recorded where its fit is interrupted
            with engine.lock:
                self.answers += recorded
                self.scores += map(self._score, recorded)
        return bool(recorded)

    def forget(self) -> None:
        """Keep no fit but the one that is shown."""
        ledger = self._engine.ledger
        with self._engine.lock:
            shown = ledger.shown
            ledger.records = {} if shown is None else {shown.fit: shown}

    @property
    def overtaken(self) -> bool:
        """Whether something else has changed the session since."""
        with self._engine.lock:
            return self._engine.revision != self._revision

    def _record(
        self,
        statement: tuple[int, int, str],
        weight: float,
        may: Callable[[], bool],
        recorded: list[Answer],
    ) -> None:
        """Write the answer and put it into `recorded`, if it is still wanted."""
        engine, before = self._engine, self._revision

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
            recorded.extend(answers)
            return replace(change, joins=bool(self.answers))

        try:
            engine.apply(plan)
        except BaseException:
            states = engine.timeline.states
            if not any(answer in state.answers for answer in recorded for state in states):
                self._revision = before
                recorded.clear()
            raise

    def _score(self, answer: Answer) -> float | None:
        """That of the fit to this answer; that before it, if it failed or was overtaken."""
        ledger = self._engine.ledger
        given = (state for state in ledger.timeline.past if answer in state.answers[-1:])
        first = next(given, None)
        record = None if first is None else ledger.records.get(first.fit)
        return self.scores[-1] if record is None else record.score
