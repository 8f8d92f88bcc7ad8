"""Questions of a session one after the other, each with a method to answer it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.active import Query
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import open_pair
from jupyter_sscluster.session.questions.questions import Questions


class PairQuestion:
    """A question about a pair that `Session.ask` gives.

    Attributes
    ----------
    i, j : int
        The two rows.
    names : (str, str)
        What they are called.
    reason : str
        Why the strategy asks this, in one sentence.
    """

    def __init__(self, engine: Engine, query: Query) -> None:
        self._engine = engine
        self.i, self.j = map(int, query.pair)
        self.names = (engine.display_name(self.i), engine.display_name(self.j))
        self.reason = query.reason
        self.is_answered = False

    def __repr__(self) -> str:
        return f"PairQuestion({self.i}, {self.j})"

    def answer(self, kind: Any, *, weight: float = 1.0, soft: bool | None = None) -> Answer:
        """Record the answer, as `Session.answer` does: "must", "cannot", or "unknown"."""
        found = self._engine.record(
            [(self.i, self.j, kind)], weight=weight, soft=soft, source=ASKED
        )
        self.is_answered = True
        return found[0]


def ask(engine: Engine, questions: Questions, n_questions: int) -> Iterator[PairQuestion]:
    """At most so many questions; see `Session.ask`."""
    check_count(n_questions, "n", 0)
    return _asked(engine, questions, n_questions)


def _asked(engine: Engine, questions: Questions, n_questions: int) -> Iterator[PairQuestion]:
    for _ in range(n_questions):
        engine.fits.wait()
        query = open_pair(engine.state) or next(iter(questions.propose_pairs(1, None)), None)
        if query is None:
            return
        question = PairQuestion(engine, query)
        yield question
        if not question.is_answered and open_pair(engine.state) == query:
            raise InputError(
                f"the question about {question.i} and {question.j} was not answered; call its "
                'answer(kind), or answer("unknown") to go on to the next one'
            )
