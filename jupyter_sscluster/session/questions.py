"""The questions of a session: proposed, put aside, and asked again after an undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.active import Placement, Query, Snapshot, Sorting
from jupyter_sscluster.active.neighbourhoods.certified import unknown_pairs_share
from jupyter_sscluster.active.restrict_to_rows import propose_among
from jupyter_sscluster.journal.timeline import Asked, Pair, State, Timeline
from jupyter_sscluster.session.engine.open_questions import (
    ASKED,
    REOPENED,
    SORTED,
    Question,
    asked_again,
    key_of,
    still_open,
)
from jupyter_sscluster.session.engine.rows import row_number
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.read_access import Reading
from jupyter_sscluster.session.sample.sample import Sample


class Questions(Reading):
    """What a session asks."""

    _asked: dict[Pair | Asked, Question]

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes of questions that the strategy offers: "pair", "place", "sort".

        A strategy of your own that does not say offers pairs.
        """
        return tuple(getattr(self._state.settings.strategy, "question_types", ("pair",)))

    @property
    def last_shape(self) -> str | None:
        """The shape of the question that was answered last, in a journal too; None if none was."""
        past = self._engine.ledger.timeline.past
        for before, state in zip(past[-2::-1], past[:0:-1], strict=True):
            if state.asked is not None:
                return state.asked.shape
            new = state.answers[-1:] if state.answers[-1:] != before.answers[-1:] else ()
            if any(answer.manner == ASKED for answer in new):
                return "pair"
        return None

    def propose(self, n_pairs: int = 1, *, among: Iterable[int | str] | None = None) -> list[Query]:
        """The pairs whose answer is worth most now; empty if nothing is left to ask.

        The first becomes `question`, the others follow; `batch` lists them. If the session changes
        meanwhile, in another thread, the pairs are returned and `question` stays. With `among`,
        rows by number or by name, at least one point of each pair is one of these, whatever the
        strategy.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, strategy="random", n_clusters=2)
        >>> 4 in session.propose(among=[4])[0].pair
        True
        """
        check_count(n_pairs, "n_pairs")
        rows = self._places(among)

        def ask(strategy: Any, snapshot: Snapshot) -> list[Query]:
            if rows is not None:
                return propose_among(strategy, snapshot, rows, n_pairs)
            known = self._known_next("pair", snapshot) if n_pairs == 1 else None
            queries: list[Query] = (
                strategy.propose(snapshot, n_pairs=n_pairs) if known is None else list(known)
            )
            return queries

        queries: list[Query] = self._proposed(ask)
        return queries

    def _known_next(self, shape: str, snapshot: Snapshot) -> tuple[Any, ...] | None:
        """What the strategy would propose, a question or none, where that was worked out before."""
        return None

    def propose_placement(self, *, among: Iterable[int | str] | None = None) -> Placement | None:
        """The point whose place is worth most to know, and members of the clusters it may be in.

        With `among` it is one of these rows. It becomes `placement`, in the place of an open
        question of any shape; `place` answers it. None if nothing is left to ask. As for `propose`,
        it stays as it is if the session changes meanwhile.

        Raises
        ------
        InputError
            If the strategy offers no placements: see `shapes`.
        """
        self._check_shape("place")
        only = self._only(among)

        def ask(strategy: Any, snapshot: Snapshot) -> Any:
            known = None if only else self._known_next("place", snapshot)
            if known is not None:
                return next(iter(known), None)
            return strategy.propose_placement(snapshot, **only)

        found: Placement | None = self._proposed(ask)
        return found

    def propose_sorting(
        self, size: int = SORTED, *, among: Iterable[int | str] | None = None
    ) -> Sorting | None:
        """Points, `size` of them at most, that are worth most to sort, and cards to sort them on.

        With `among` all of them are of these rows. It becomes `sorting`, in the place of an open
        question of any shape; `sort` answers it. None if nothing is left to ask. As for `propose`,
        it stays as it is if the session changes meanwhile.

        Raises
        ------
        InputError
            If the strategy offers no sortings: see `shapes`.
        """
        check_count(size, "size")
        self._check_shape("sort")
        only = self._only(among)

        def ask(strategy: Any, snapshot: Snapshot) -> Any:
            known = None if only or size != SORTED else self._known_next("sort", snapshot)
            if known is not None:
                return next(iter(known), None)
            return strategy.propose_sorting(snapshot, size=size, **only)

        found: Sorting | None = self._proposed(ask)
        return found

    def _places(self, among: Iterable[int | str] | None) -> np.ndarray | None:
        """Rows, given by number or name, by their places among those shown, ascending."""
        if among is None:
            return None
        if isinstance(among, str) or not isinstance(among, Iterable):
            raise InputTypeError(
                f"among={among!r} must be several rows, by number or by name; "
                f"pass a list, such as among=[{among!r}]"
            )
        rows = {row_number(row, self.n_samples, self.names, "among") for row in among}
        return np.sort(self.shown.places(rows))

    def _only(self, among: Iterable[int | str] | None) -> dict[str, Any]:
        """The rows as a keyword, where there are any: a strategy of your own may not know it."""
        rows = self._places(among)
        return {} if rows is None else {"among": rows}

    def _proposed(
        self,
        ask: Callable[[Any, Snapshot], Any],
    ) -> Any:
        """What the strategy asks, which becomes the open question unless the session changed."""
        with self._engine.lock:
            revision, snapshot, strategy = self.revision, self.snapshot(), self.strategy
            shown = self.shown
        proposal, questions = _by_row(ask(strategy, snapshot), shown)
        with self._engine.lock:
            if self.revision != revision:
                return proposal
            self._open(questions, self._state)
            self._asked |= {key_of(question): question for question in questions}
        self._engine.emit("question", self.open_question)
        return proposal

    def _check_shape(self, shape: str) -> None:
        if shape not in self.shapes:
            offered = " and ".join(f'"{each}"' for each in self.shapes)
            raise InputError(
                f'{title_of(self.strategy)} asks no questions of the shape "{shape}", only '
                f"{offered}; use a strategy that has it, such as set_strategy('npu')"
            )

    def scores(self) -> np.ndarray:
        """How much is still unknown about each point by the strategy's measure, (n_samples,).

        0 where the place of a point is known, up to 1 where all is open. A strategy of your own
        without `scores` is given the share of the points whose relation to a point is open. Rows
        that are not shown, of a session with a `sample`, are not asked about: 0.
        """
        with self._engine.lock:
            snapshot, strategy, shown = self.snapshot(), self.strategy, self.shown
        measure = getattr(strategy, "scores", None)
        found = unknown_pairs_share(snapshot.constraints) if measure is None else measure(snapshot)
        return shown.spread(found)

    def dismiss(self) -> bool:
        """Close the open question, with the rest of its batch, unanswered; whether there was one.

        Nothing is recorded, and there is nothing to undo.
        """
        with self._engine.lock:
            was_open = self.open_question is not None
            self._opened = ()
        if was_open:
            self._engine.emit("question", None)
        return was_open

    def _open(
        self, questions: tuple[Question, ...], state: State, first: Question | None = None
    ) -> None:
        """Have these wait for an answer, in the place of what waited before."""
        self._at = questions.index(first) if first in questions else 0
        shapes = tuple(each for each in questions if not isinstance(each, Query))
        self._opened, self._shown_again = questions, shapes != still_open(shapes, state)

    def _reopened(self, now: Timeline) -> tuple[Question, ...]:
        """The question whose answer is the last step, or the batch it came in; empty if none is.

        One whose answer is known without that step too stays closed.
        """
        question = self._last_answered(now)
        if question is None:
            return ()
        is_pair, earlier = isinstance(question, Query), now.states[now.before]
        if is_pair and not still_open((question,), earlier):
            return ()
        batch = {key_of(each) for each in self._opened}
        return self._opened if key_of(question) in batch else (question,)

    def _last_answered(self, now: Timeline) -> Question | None:
        """The question that the last step answered; None if it was no answer to one."""
        asked = now.state.asked
        if asked is not None:
            return self._asked.get(asked) or asked_again(asked)
        numbers = {answer.number for answer in now.states[now.before].answers}
        new = [answer for answer in now.state.answers if answer.number not in numbers]
        if len(new) != 1 or new[0].manner != ASKED:
            return None
        return self._asked.get(new[0].pair) or Query((new[0].i, new[0].j), 0.0, REOPENED)

    def _answered(self, asked: Asked | None) -> None:
        """Close the open question if it is this one, although some of it may be unknown still."""
        if asked is not None and any(key_of(question) == asked for question in self._opened):
            self._opened = ()

    @contextmanager
    def _opened_again_if_refused(self) -> Iterator[None]:
        """What was open before stays open if a change fails."""
        before = self._opened, self._shown_again, self._at
        try:
            yield
        except BaseException:
            self._opened, self._shown_again, self._at = before
            raise


def _by_row(proposal: Any, shown: Sample) -> tuple[Any, tuple[Question, ...]]:
    """What a strategy proposed, about rows instead of places, and the questions in it."""
    if proposal is None:
        return None, ()
    if isinstance(proposal, (Query, Placement, Sorting)):
        one = shown.asked(proposal)
        return one, (one,)
    several: list[Query] = [shown.asked(query) for query in proposal]
    return several, tuple(several)
