"""The methods of a session that ask its strategy for questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.active import Placement, Query, Snapshot, Sorting
from jupyter_sscluster.active.restrict_to_rows import propose_among
from jupyter_sscluster.cluster.fit.watching import again
from jupyter_sscluster.constraints.row_names import Row, row_number
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.sources import of_people
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.open_questions import (
    SORTED,
    Question,
    open_pair,
    open_question,
    opened,
)
from jupyter_sscluster.session.engine.sample.sample import Sample, question_by_row
from jupyter_sscluster.session.engine.settings import title_of
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


def ask(session: HasEngine, n: int) -> Iterator[PairQuestion]:
    """At most `n` questions about pairs, one after the other, each to be answered in turn.

    Parameters
    ----------
    n : int
        Number of questions, at most; 0 or more.

    Returns
    -------
    iterator of PairQuestion
        Each has `i` and `j`, two rows, and `answer(kind)`. It ends earlier if nothing is left to
        ask.

    Raises
    ------
    InputError
        If `n` is not such a number, or a question was not answered before the next one is asked
        for.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> for query in session.ask(2):
    ...     answer = query.answer("same" if (query.i < 2) == (query.j < 2) else "different")
    >>> len(session.answers)
    2
    """
    check_count(n, "n", 0)
    return _asked(session, n)


def _asked(session: HasEngine, n: int) -> Iterator[PairQuestion]:
    engine = session._engine
    for _ in range(n):
        engine.fits.wait()
        query = open_pair(engine.state) or next(iter(propose(session)), None)
        if query is None:
            return
        question = PairQuestion(engine, query)
        yield question
        if not question.is_answered and open_pair(engine.state) == query:
            raise InputError(
                f"the question about {question.i} and {question.j} was not answered; call its "
                'answer(kind), or answer("unknown") to go on to the next one'
            )


def propose(
    session: HasEngine, n_pairs: int = 1, *, among: Iterable[Row] | None = None
) -> list[Query]:
    """The pairs whose answer is worth most now; empty if nothing is left to ask.

    The first becomes the `question`, the others follow; `questions.batch` lists them.

    Parameters
    ----------
    n_pairs : int, default 1
        Number of pairs, at most.
    among : iterable of rows, optional
        At least one point of each pair is one of these rows.

    Returns
    -------
    list of Query

    Raises
    ------
    InputError
        If `n_pairs` or `among` breaks a rule.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> [query] = session.propose()
    >>> session.question.pair == query.pair
    True
    """
    check_count(n_pairs, "n_pairs")
    engine = session._engine
    rows = _places(engine, among)

    def found(strategy: Any, snapshot: Snapshot) -> list[Query]:
        if rows is not None:
            return propose_among(strategy, snapshot, rows, n_pairs)
        first = engine.asked_first(engine.now) if n_pairs == 1 else None
        if first is not None:
            return [first]
        known = engine.known_question("pair", snapshot) if n_pairs == 1 else None
        queries: list[Query] = (
            strategy.propose(snapshot, n_pairs=n_pairs) if known is None else list(known)
        )
        return queries

    queries: list[Query] = _proposed(engine, found)
    return queries


def propose_placement(
    session: HasEngine, *, among: Iterable[Row] | None = None
) -> Placement | None:
    """The point whose cluster is worth most to know, and a member of each possible cluster.

    It becomes the `question`, which `place` answers.

    Parameters
    ----------
    among : iterable of rows, optional
        The point is one of these rows.

    Returns
    -------
    Placement or None
        None if nothing is left to ask.

    Raises
    ------
    InputError
        If the strategy asks no questions of this type, or `among` breaks a rule.
    """
    engine = session._engine
    _check_type(engine, "place")
    only = _only(engine, among)

    def found(strategy: Any, snapshot: Snapshot) -> Any:
        known = None if only else engine.known_question("place", snapshot)
        if known is not None:
            return next(iter(known), None)
        return strategy.propose_placement(snapshot, **only)

    placement: Placement | None = _proposed(engine, found)
    return placement


def propose_sorting(
    session: HasEngine, size: int = SORTED, *, among: Iterable[Row] | None = None
) -> Sorting | None:
    """At most `size` points that are worth most to sort, and cards to sort them on.

    It becomes the `question`, which `sort` answers.

    Parameters
    ----------
    size : int
        Number of points, at most.
    among : iterable of rows, optional
        The points are among these rows.

    Returns
    -------
    Sorting or None
        None if nothing is left to ask.

    Raises
    ------
    InputError
        If the strategy asks no questions of this type, or an argument breaks a rule.
    """
    check_count(size, "size")
    engine = session._engine
    _check_type(engine, "sort")
    only = _only(engine, among)

    def found(strategy: Any, snapshot: Snapshot) -> Any:
        default = not only and size == SORTED
        known = engine.known_question("sort", snapshot) if default else None
        if known is not None:
            return next(iter(known), None)
        return strategy.propose_sorting(snapshot, size=size, **only)

    sorting: Sorting | None = _proposed(engine, found)
    return sorting


def _places(engine: Engine, among: Iterable[Row] | None) -> np.ndarray | None:
    """Rows, given by number or name, by their places in the sample, ascending."""
    if among is None:
        return None
    if isinstance(among, str) or not isinstance(among, Iterable):
        raise InputTypeError(
            f"among={among!r} must be several rows, by number or by name; "
            f"pass a list, such as among=[{among!r}]"
        )
    rows = {row_number(row, engine.n_samples, engine.names, "among") for row in among}
    return np.sort(engine.sample.places(rows))


def _only(engine: Engine, among: Iterable[Row] | None) -> dict[str, Any]:
    """The rows as a keyword, where there are any: a strategy of your own may not know it."""
    rows = _places(engine, among)
    return {} if rows is None else {"among": rows}


def _proposed(engine: Engine, ask: Callable[[Any, Snapshot], Any]) -> Any:
    """What the strategy asks, which becomes the open question unless the session changed."""
    now = engine.now
    proposal, questions = _by_row(ask(now.strategy, now.snapshot()), now.sample)
    with engine.lock:
        again()  # whoever watches may want it no more
        if engine.revision != now.revision and not _only_helped(now.state, engine.state):
            return proposal
        engine.ask(opened(questions, engine.state))
    engine.emit("question", open_question(engine.state))
    return proposal


def _only_helped(before: State, after: State) -> bool:
    """Whether nothing has changed but what functions answered: the question is still right."""
    mine, theirs = (of_people(each.answers, each.sources) for each in (before, after))
    same = before.settings is after.settings and before.rows is after.rows
    return same and bool(after.sources) and mine == theirs


def _check_type(engine: Engine, wanted: str) -> None:
    types = engine.part(Questions).types
    if wanted not in types:
        offered = " and ".join(f'"{each}"' for each in types)
        raise InputError(
            f"{title_of(engine.state.settings.strategy)} asks no questions of the type "
            f'"{wanted}", only {offered}; use a strategy that has it, such as '
            "set_strategy('npu')"
        )


def _by_row(proposal: Any, sample: Sample) -> tuple[Any, tuple[Question, ...]]:
    """What a strategy proposed, about rows instead of places, and the questions in it."""
    if proposal is None:
        return None, ()
    if isinstance(proposal, (Query, Placement, Sorting)):
        one = question_by_row(sample, proposal)
        return one, (one,)
    several: list[Query] = [question_by_row(sample, query) for query in proposal]
    return several, tuple(several)
