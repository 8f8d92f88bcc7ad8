"""Several pairs that were proposed together: a list to go through in any order."""

from __future__ import annotations

from dataclasses import dataclass

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query
from jupyter_sscluster.session.engine.open_questions import key_of
from jupyter_sscluster.session.engine.rows import row_number
from jupyter_sscluster.session.questions import Questions


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


class Batches(Questions):
    """A session that asks about several pairs at once."""

    @property
    def batch(self) -> tuple[BatchPair, ...]:
        """The pairs that were proposed together, in their order, as long as one of them is open.

        They are answered one by one, in any order, each in an undo step of its own, with a new fit
        as always. Empty where no more than one pair was proposed, and once all are answered.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, strategy="random", n_clusters=2)
        >>> pairs = [query.pair for query in session.propose(3)]
        >>> last = session.turn_to(*pairs[2])
        >>> answer = session.answer(*last.pair, "unknown", source="question")
        >>> [each.said for each in session.batch], session.question.pair == pairs[0]
        ([None, None, 'unknown'], True)
        """
        with self._engine.lock:
            queries = [each for each in self._opened if isinstance(each, Query)]
            is_open = {key_of(each) for each in self.questions}
            said = {answer.pair: answer for answer in self.answers}
            known = self.constraints
        if len(queries) < 2 or not is_open:
            return ()
        found = []
        for query in queries:
            answer = said.get((min(query.pair), max(query.pair)))
            if key_of(query) in is_open:
                found.append(BatchPair(query))
            elif answer is None:
                found.append(BatchPair(query, known.relation(*query.pair)))
            else:
                found.append(BatchPair(query, answer.kind, answer.number))
        return tuple(found)

    def turn_to(self, i: int | str, j: int | str) -> Query:
        """Have another open pair of the batch be the `question`; nothing is recorded.

        Once it is answered the next open one in the order of the batch follows, and the first one
        after the last.

        Raises
        ------
        InputError
            If the pair is not an open one of the batch.
        """
        with self._engine.lock:
            pair = tuple(sorted(row_number(row, self.n_samples, self.names) for row in (i, j)))
            wanted = next((each for each in self.questions if key_of(each) == pair), None)
            if wanted is None:
                raise InputError(
                    f"{i!r} and {j!r} are no open pair of this batch; turn to one of "
                    "session.questions"
                )
            self._at = self._opened.index(wanted)
        self._engine.emit("question", wanted)
        return wanted
