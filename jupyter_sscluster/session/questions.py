"""The questions of a session: proposed, put aside, and asked again after an undo."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.active import Query
from jupyter_sscluster.active.open_share import open_share
from jupyter_sscluster.journal.timeline import Pair, Timeline
from jupyter_sscluster.session.read_access import Reading, open_queries

ASKED = "question"
"""The source of answers to a question that the session asked."""

REOPENED = "This was asked before; its answer was undone."


class Questions(Reading):
    """What a session asks."""

    _asked: dict[Pair, Query]

    def propose(self, n_pairs: int = 1) -> list[Query]:
        """The pairs whose answer is worth most now; empty if nothing is left to ask.

        The first becomes `question`. If the session changes meanwhile, in another thread, the
        pairs are returned and `question` stays.
        """
        check_count(n_pairs, "n_pairs")
        with self._engine.lock:
            revision, snapshot, strategy = self.revision, self.snapshot(), self.strategy
        queries: list[Query] = strategy.propose(snapshot, n_pairs=n_pairs)
        with self._engine.lock:
            if self.revision != revision:
                return queries
            self._queries = tuple(queries)
            self._asked |= {_ordered(query.pair): query for query in queries}
        self._engine.emit("question", self.question)
        return queries

    def scores(self) -> np.ndarray:
        """How much is still unknown about each point by the strategy's measure, (n_samples,).

        0 where the place of a point is known, up to 1 where all is open. A strategy of your own
        without `scores` is given the share of the points whose relation to a point is open.
        """
        with self._engine.lock:
            snapshot, strategy = self.snapshot(), self.strategy
        measure = getattr(strategy, "scores", None)
        return open_share(snapshot.constraints) if measure is None else measure(snapshot)

    def dismiss(self) -> bool:
        """Close the open question, with the rest of its batch, unanswered; whether there was one.

        Nothing is recorded, and there is nothing to undo.
        """
        with self._engine.lock:
            was_open = self.question is not None
            self._queries = ()
        if was_open:
            self._engine.emit("question", None)
        return was_open

    def _reopened(self, now: Timeline) -> tuple[Query, ...]:
        """The question whose answer is the last step, or the batch it came in; empty if none is.

        One whose answer is known without that step too stays closed.
        """
        earlier = now.states[now.position - 1]
        numbers = {answer.number for answer in earlier.answers}
        new = [answer for answer in now.state.answers if answer.number not in numbers]
        if len(new) != 1 or new[0].source != ASKED:
            return ()
        query = self._asked.get(new[0].pair) or Query((new[0].i, new[0].j), 0.0, REOPENED)
        if not open_queries((query,), earlier):
            return ()
        return self._queries if query in self._queries else (query,)


def _ordered(pair: Sequence[int]) -> Pair:
    i, j = pair
    return (int(min(i, j)), int(max(i, j)))
