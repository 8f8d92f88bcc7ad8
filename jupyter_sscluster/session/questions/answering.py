"""The methods of a session that record answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.row_names import Row, row_number
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.engine import Engine, HasEngine
from jupyter_sscluster.session.engine.open_questions import open_pair, open_question
from jupyter_sscluster.session.engine.placements_and_sortings import (
    StatementsOf,
    placed,
    planned,
    sorted_into,
)
from jupyter_sscluster.session.engine.present import Present

USER = "user"
"""The source of a pair that a person picked."""

Given = int | Answer | Sequence[int] | Sequence[Answer]
"""One answer or several, by number or as they are."""


def answer(
    session: HasEngine,
    i: Row,
    j: Row,
    kind: Any,
    *,
    weight: float = 1.0,
    soft: bool | None = None,
    source: str | None = None,
) -> Answer:
    """Record what is known of a pair: "must", "cannot" or "unknown".

    Parameters
    ----------
    i, j : int or str
        The two rows, by number from 0 or by name.
    kind : "must", "cannot" or "unknown"
    weight : float, default 1.0
        Above 0; an ordinary answer has weight 1.
    soft : bool, optional
        Whether it may be violated; by default as `default_soft` says.
    source : str, optional
        Where it comes from; by default "question" for the pair of the open question, and "user" for
        any other, which the person picked.

    Returns
    -------
    Answer
        The earlier answer if the link was stated before with at least this weight; then nothing
        changes.

    Raises
    ------
    InputError
        If a row does not exist, both are the same, or an argument breaks a rule.
    ConflictError
        If it contradicts earlier answers; nothing is recorded. Soft answers never do. With the
        source "question" and a strategy that asks about entailed pairs, such as `RobustNPU`, the
        contradictory answer is recorded as soft.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> session.answer(0, 3, "cannot").number
    1
    """
    engine = session._engine
    source = _source(engine, i, j) if source is None else source
    return engine.record([(i, j, kind)], weight=weight, soft=soft, source=source)[0]


def _source(engine: Engine, i: Row, j: Row) -> str:
    """Whether the open question is about these rows, or a person picked them."""
    asked = open_pair(engine.state)
    try:
        rows = {row_number(row, engine.n_samples, engine.names) for row in (i, j)}
    except InputError:  # to record the pair says what is wrong
        return USER
    return ASKED if asked is not None and rows == {*asked.pair} else USER


def answer_many(
    session: HasEngine,
    pairs: Iterable[Sequence[Any]],
    kind: Any = None,
    *,
    weight: float = 1.0,
    soft: bool | None = None,
    source: str = "lasso",
) -> tuple[Answer, ...]:
    """Record several answers in one undo step, all or none.

    Parameters
    ----------
    pairs : iterable of pairs or triples
        A pair (i, j), for which `kind` holds, or a triple (i, j, kind).
    kind : "must", "cannot" or "unknown", optional
        The answer to every pair.
    weight, soft, source
        As in `answer`; the default source is "lasso".

    Returns
    -------
    tuple of Answer
        One for each item.

    Raises
    ------
    InputError, ConflictError
        As `answer`; nothing is recorded.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> [each.kind for each in session.answer_many([(0, 1, "must"), (1, 2, "cannot")])]
    ['must', 'cannot']
    """
    return session._engine.record(list(pairs), kind, weight=weight, soft=soft, source=source)


def remove(session: HasEngine, answers: Given) -> None:
    """Take back one answer or several, in one undo step.

    Parameters
    ----------
    answers : int, Answer or a list of these
        By number, or as `answers` gives them.

    Raises
    ------
    InputError
        If there is no such answer in force.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> session.remove(session.answer(0, 1, "must"))
    >>> len(session.answers)
    0
    """
    session._engine.record([], remove=_numbers(answers))


def replace(
    session: HasEngine,
    answers: Given,
    i: Row,
    j: Row,
    kind: Any,
    *,
    weight: float = 1.0,
    soft: bool | None = None,
    source: str = "user",
) -> Answer:
    """Take back answers and record another one, in one undo step.

    Parameters
    ----------
    answers : int, Answer or a list of these
        What is taken back, as in `remove`.
    i, j, kind, weight, soft, source
        What is recorded, as in `answer`; the default source is "user".

    Returns
    -------
    Answer

    Raises
    ------
    InputError, ConflictError
        As `remove` and `answer`; nothing is changed then.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> wrong = session.answer(0, 1, "cannot")
    >>> session.replace(wrong, 0, 1, "must").kind, len(session.answers)
    ('must', 1)
    """
    return session._engine.record(
        [(i, j, kind)], weight=weight, soft=soft, source=source, remove=_numbers(answers)
    )[0]


def place(
    session: HasEngine,
    point: int,
    among: Sequence[int],
    choice: Row | None,
    *,
    soft: bool | None = None,
    instead_of: Sequence[int] = (),
    source: str = ASKED,
) -> tuple[Answer, ...]:
    """Record with which of some rows of different clusters a point belongs; see `question`.

    Parameters
    ----------
    point : int
        The row in question.
    among : sequence of int
        The rows shown, each of another cluster.
    choice : int, str or None
        One of `among`, None for none of these, or "unknown". If it is none of all K clusters, K
        grows by one in the same step.
    soft : bool, optional
        Whether the answers may be violated; by default as `default_soft` says.
    instead_of : sequence of int
        Numbers of answers that are taken back in the same step.
    source : str
        Where the answers come from.

    Returns
    -------
    tuple of Answer
        A must-link with the row chosen and cannot-links with the others; cannot-links with all if
        `choice` is None, "unknown" with each if it is "unknown". Links that follow from earlier
        answers are left out.

    Raises
    ------
    InputError
        If a row does not exist or occurs twice, or `choice` is not one of those above.
    ConflictError
        If it contradicts earlier answers; nothing is recorded then.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
    >>> [(a.i, a.j, a.kind) for a in session.place(0, [1, 3], 1)]
    [(0, 1, 'must'), (0, 3, 'cannot')]
    >>> _ = session.place(5, [1, 3], None)  # it belongs to neither of the two clusters
    >>> session.undo(), session.n_clusters
    ('answers 3–4: 2 cannot-links, 3 clusters', 2)
    """
    return _record(
        session._engine, lambda now: placed(now, point, among, choice), soft, instead_of, source
    )


def sort(
    session: HasEngine,
    piles: Iterable[Iterable[int]] | str,
    *,
    unsure: Iterable[int] = (),
    soft: bool | None = None,
    instead_of: Sequence[int] = (),
    source: str = ASKED,
) -> tuple[Answer, ...]:
    """Record piles of rows: those of one belong together, those of two do not.

    Parameters
    ----------
    piles : list of lists of int, or "unknown"
        The rows of each pile; a pile on a card begins with the card. "unknown" answers the whole
        open question with don't know. If there are more piles than clusters, K grows in the same
        step.
    unsure : iterable of int
        Rows that are answered with don't know.
    soft, instead_of, source
        As in `place`.

    Returns
    -------
    tuple of Answer
        Must-links within piles, cannot-links between them, and "unknown" for rows that are
        `unsure`. Links that follow from earlier answers are left out.

    Raises
    ------
    InputError
        If a row does not exist or occurs twice, or "unknown" is given while no sorting is open.
    ConflictError
        If it contradicts earlier answers; nothing is recorded then.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
    >>> [(a.i, a.j, a.kind) for a in session.sort([[0, 1], [3]], unsure=[5])]
    [(1, 0, 'must'), (0, 3, 'cannot'), (5, 0, 'unknown'), (5, 3, 'unknown')]
    """
    engine, left = session._engine, list(unsure)

    def stated(now: Present) -> tuple[StatementsOf, Callable[[], Asked]]:
        return sorted_into(open_question(engine.state), piles, left)

    return _record(engine, stated, soft, instead_of, source)


def _record(
    engine: Engine,
    stated: Callable[[Present], tuple[StatementsOf, Callable[[], Asked]]],
    soft: bool | None,
    instead_of: Sequence[int],
    source: str,
) -> tuple[Answer, ...]:
    """Record what an answer about several points states, in one step."""

    def plan(timeline: Timeline) -> tuple[Operation | None, tuple[Answer, ...]]:
        statements, key = stated(engine.now)
        asked = key() if source == ASKED else None
        change, answers = planned(
            timeline,
            engine.n_features,
            statements,
            asked,
            remove=tuple(instead_of),
            soft=soft,
            source=source,
            annotator=engine.annotator,
        )
        if change is None:
            engine.ask(engine.state.questions.without(asked))
        return change, answers

    return engine.change(plan)


def _numbers(answers: Any) -> tuple[Any, ...]:
    """The numbers of answers, given as such or as answers, one or several."""
    several = answers if isinstance(answers, (list, tuple)) else (answers,)
    return tuple(each.number if isinstance(each, Answer) else each for each in several)
