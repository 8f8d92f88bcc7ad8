"""The questions of a session: those that are open, and what the strategy can ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query, default_question_type
from jupyter_sscluster.active.neighbourhoods.certified import unknown_pairs_share
from jupyter_sscluster.constraints.row_names import Row, row_number
from jupyter_sscluster.journal.open_questions import NOTHING_OPEN
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import key_of, open_pairs, open_question
from jupyter_sscluster.session.engine.placements_and_sortings import n_clusters_if_none
from jupyter_sscluster.session.questions.question_times import (
    QuestionTime,
    fastest,
    question_times,
    type_answered,
)
from jupyter_sscluster.session.stopping.stopping import Stopping


@dataclass(frozen=True)
class BatchPair:
    """One pair of a batch, and what is known of it by now.

    Attributes
    ----------
    query : Query
    said : "must", "cannot", "unknown" or None
        None while it is open.
    answer : int or None
        The number of the answer that says so; None where it follows from others, or is open.
    """

    query: Query
    said: str | None = None
    answer: int | None = None


class Questions:
    """What a session asks: `session.questions.open`, the pairs that were proposed together.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
    >>> session = Session(X, strategy="random", n_clusters=2)
    >>> pairs = [query.pair for query in session.propose(3)]
    >>> last = session.questions.select(*pairs[2])
    >>> answer = session.answer(*last.pair, "unknown", source="question")
    >>> [each.said for each in session.questions.batch], session.question.pair == pairs[0]
    ([None, None, 'unknown'], True)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"Questions({len(self.open)} open of {len(self.batch) or len(self.open)})"

    def __len__(self) -> int:
        return len(self.open)

    def __iter__(self) -> Iterator[Query]:
        return iter(self.open)

    @property
    def open(self) -> tuple[Query, ...]:
        """The pairs of the last proposal whose answer is not known by now."""
        return open_pairs(self._engine.state)

    @property
    def batch(self) -> tuple[BatchPair, ...]:
        """The pairs that were proposed together, in their order, as long as one of them is open.

        They are answered one by one, in any order, each in an undo step of its own, with a new fit
        as always. Empty where no more than one pair was proposed, and once all are answered.
        """
        state = self._engine.state
        queries = [each for _, each in state.questions.entries if isinstance(each, Query)]
        is_open = {key_of(each) for each in open_pairs(state)}
        if len(queries) < 2 or not is_open:
            return ()
        said = {answer.pair: answer for answer in state.answers}
        found = []
        for query in queries:
            answer = said.get((min(query.pair), max(query.pair)))
            if key_of(query) in is_open:
                found.append(BatchPair(query))
            elif answer is None:
                found.append(BatchPair(query, state.constraints.relation(*query.pair)))
            else:
                found.append(BatchPair(query, answer.kind, answer.number))
        return tuple(found)

    def select(self, i: Row, j: Row) -> Query:
        """Have another open pair of the batch be the question; nothing is recorded.

        Once it is answered the next open one in the order of the batch follows, and the first one
        after the last.

        Raises
        ------
        InputError
            If the pair is not an open one of the batch.
        """
        engine = self._engine
        with engine.lock:
            first, second = sorted(
                row_number(row, engine.n_samples, engine.names) for row in (i, j)
            )
            pair = (first, second)
            wanted = next((each for each in self.open if key_of(each) == pair), None)
            if wanted is None:
                raise InputError(
                    f"{i!r} and {j!r} are no open pair of this batch; select one of "
                    "session.questions.open"
                )
            engine.ask(engine.state.questions.turned_to(pair))
        engine.emit("question", wanted)
        return wanted

    def dismiss(self) -> bool:
        """Close the open question, with the rest of its batch, unanswered; whether there was one.

        Nothing is recorded, and there is nothing to undo.
        """
        with self._engine.lock:
            was_open = open_question(self._engine.state) is not None
            self._engine.ask(NOTHING_OPEN)
        if was_open:
            self._engine.emit("question", None)
        return was_open

    @property
    def types(self) -> tuple[str, ...]:
        """The types of questions that the strategy offers: "pair", "place", "sort".

        A strategy of your own that does not say offers pairs.
        """
        return tuple(getattr(self._engine.state.settings.strategy, "question_types", ("pair",)))

    @property
    def last_type(self) -> str | None:
        """The type of the question that was answered last, in a journal too; None if none was."""
        found = map(type_answered, reversed(self._engine.timeline.past))
        return next(filter(None, found), None)

    @property
    def times(self) -> tuple[QuestionTime, ...]:
        """The seconds that each of the `types` takes this person, and what it is expected to tell.

        This person is `session.annotators.current`.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[x, y] for x in (0.0, 4.0, 8.0) for y in (0.0, 0.1, 0.2)]
        >>> session = Session(X, n_clusters=3)
        >>> [(each.type, each.seconds, each.n_timed) for each in session.questions.times]
        [('pair', 2.5, 0), ('place', 2.9, 0), ('sort', 6.6, 0)]
        """
        engine = self._engine
        with engine.lock:
            now, timeline, who, types = engine.now, engine.timeline, engine.annotator, self.types
        n_pairs = engine.part(Stopping).expected_changes.n_pairs
        return question_times(types, timeline, who, now.n_clusters, n_pairs)

    @property
    def fastest(self) -> str:
        """The type that is expected to tell most in a second of this person.

        That is `active.default_question_type` as long as the strategy cannot say what a question of
        each type is expected to tell.
        """
        known = fastest(self.times)
        return known or default_question_type(self._engine.now.n_clusters, self.types)

    def n_clusters_if_none(self, point: int, among: Sequence[int], *, after: Any = None) -> int:
        """The number of clusters once a point belongs with none of some rows: K, or one more.

        Now, or `after` an outcome of `Session.preview`.

        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]]
        >>> questions = Session(X, n_clusters=2).questions
        >>> questions.n_clusters_if_none(5, [1, 3]), questions.n_clusters_if_none(5, [1])
        (3, 2)
        """
        now = self._engine.now
        known, k, labels = now.constraints, now.n_clusters, now.labels
        if after is not None and after.constraints is not None and after.labels is not None:
            known, k, labels = after.constraints, after.n_clusters or k, after.labels
        softly = now.settings.softly
        return n_clusters_if_none(known, k, labels, point, list(among), softly=softly)

    def scores(self) -> np.ndarray:
        """How much is still unknown about each point by the strategy's measure, (n_samples,).

        0 where the place of a point is known, up to 1 where all is open. A strategy of your own
        without `scores` is given the share of the points whose relation to a point is open. Rows
        outside the sample are not asked about: 0.
        """
        now = self._engine.now
        snapshot, measure = now.snapshot(), getattr(now.strategy, "scores", None)
        found = unknown_pairs_share(snapshot.constraints) if measure is None else measure(snapshot)
        return now.sample.spread(found)
