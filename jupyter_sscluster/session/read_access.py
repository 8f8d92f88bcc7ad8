"""What a session shows: everything about it that can be read without changing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.changes import Operation, Redo, Undo
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import State, Timeline
from jupyter_sscluster.session.engine.advice import number_note
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import (
    SORTED,
    Question,
    open_question,
)
from jupyter_sscluster.session.engine.placements_and_sortings import (
    StatementsOf,
    placed,
    planned,
    sorted_into,
)
from jupyter_sscluster.session.engine.present import Present
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.settings import (
    may_violate,
    ready_clusterer,
    ready_strategy,
    title_of,
    too_few_clusters,
)
from jupyter_sscluster.session.questions.asking import PairQuestion, ask
from jupyter_sscluster.session.questions.questions import Questions
from jupyter_sscluster.session.sample.sample import Sample


class Reading:
    """The values of a session at this moment."""

    _engine: Engine
    _noted: tuple[State, FitRecord | None, list[str]] | None = None

    @property
    def X(self) -> np.ndarray:
        """The data, (n_samples, n_features) float64, read-only; what came out of `preprocess`.

        Of a session with a `sample` it is the memory map or Dask array that was given, if it was.
        """
        values: np.ndarray = self._engine.data.X
        return values

    @property
    def preprocess(self) -> Any:
        """The fitted transformer that made `X` of the data as given, or None."""
        return self._engine.data.preprocess

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return len(self._engine.data.X)

    @property
    def sample(self) -> Sample:
        """The rows that are shown and asked about: `rows` are their numbers, None where all are.

        First those that were drawn or chosen, ascending, then those that came in by answers.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [2.0], [8.0], [9.0]], n_clusters=2, sample=[1, 3, 4])
        >>> answer = session.answer(0, 3, "cannot")
        >>> session.sample.rows.tolist(), len(session.labels)
        ([1, 3, 4, 0], 5)
        """
        return self._engine.sample

    @property
    def names(self) -> tuple[str, ...] | None:
        """Row names, or None."""
        return self._engine.data.names

    @property
    def feature_names(self) -> tuple[str, ...] | None:
        """What the columns of `X` are called, or None."""
        return self._engine.data.features

    @property
    def labels(self) -> np.ndarray:
        """Cluster of every point by the last finished fit, (n_samples,) int32, read-only.

        Clusters count from 0: what the page calls "Cluster 1" is 0 here.
        All 0 as long as no fit has finished; `history.current_fit` is None then.
        """
        return self._engine.labels

    @property
    def constraints(self) -> Constraints:
        """What is known about pairs."""
        return self._state.constraints

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers in force, in order."""
        return self._state.answers

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return self._state.settings.n_clusters

    @property
    def clusterer(self) -> Any:
        """The clusterer as it will be fitted: an unfitted copy with K and seed set."""
        return ready_clusterer(self._state.settings)

    @property
    def strategy(self) -> Any:
        """The strategy, a copy with the seed set."""
        return ready_strategy(self._state.settings)

    @property
    def fitted_clusterer(self) -> Any:
        """The clusterer as it was fitted for `labels`, which is not to be changed.

        None before the first fit, after a session was read from a file, and after several undos:
        only the last few are kept.
        """
        shown = self._engine.ledger.shown
        return None if shown is None else self._engine.fits.model(shown.fit)

    @property
    def path(self) -> str | None:
        """Where the journal is, or None."""
        path = self._engine.journal.path
        return None if path is None else str(path)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences that the person should see once: about too small a K, journal and data."""
        with self._engine.lock:
            state, shown = self._state, self._engine.ledger.shown
        if self._noted is None or self._noted[0] is not state or self._noted[1] is not shown:
            self._noted = (state, shown, _number_notes(state, shown))
        present = [] if self._engine.fits.error is not None else self._noted[2]
        return (*present, *self._engine.notes)

    # ------------------------------------------------------------------ questions

    @property
    def question(self) -> Question | None:
        """The question of any type that waits for an answer; None if none does.

        Of a batch it is the first open pair, from where the person is; see `questions.select`.
        """
        return open_question(self._engine.state)

    def ask(self, n: int) -> Iterator[PairQuestion]:
        """At most `n` questions about pairs, one after the other, each to be answered in turn.

        Ends earlier if nothing is left to ask. Each has `i` and `j`, two rows, and `answer(kind)`.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
        >>> for query in session.ask(2):
        ...     answer = query.answer("same" if (query.i < 2) == (query.j < 2) else "different")
        >>> len(session.answers)
        2
        """
        return ask(self._engine, self.questions, n)

    @cached_property
    def questions(self) -> Questions:
        """The pairs that were proposed together, and what the strategy can ask."""
        return Questions(self._engine)

    def propose(self, n_pairs: int = 1, *, among: Iterable[int | str] | None = None) -> list[Query]:
        """The pairs whose answer is worth most now; empty if nothing is left to ask.

        The first becomes `question`, the others follow; `questions.batch` lists them. If the
        session changes meanwhile, in another thread, the pairs are returned and `question` stays.
        With `among`, rows by number or by name, at least one point of each pair is one of these,
        whatever the
        strategy.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]
        >>> session = Session(X, strategy="random", n_clusters=2)
        >>> 4 in session.propose(among=[4])[0].pair
        True
        """
        return self.questions.propose_pairs(n_pairs, among)

    def propose_placement(self, *, among: Iterable[int | str] | None = None) -> Placement | None:
        """The point whose place is worth most to know, and members of the clusters it may be in.

        With `among` it is one of these rows. It becomes the `question`, in the place of an open
        question of any shape; `place` answers it. None if nothing is left to ask. As for `propose`,
        the `question` stays if the session changes meanwhile.

        Raises
        ------
        InputError
            If the strategy offers no placements: see `questions.types`.
        """
        return self.questions.propose_placement(among)

    def propose_sorting(
        self, size: int = SORTED, *, among: Iterable[int | str] | None = None
    ) -> Sorting | None:
        """Points, `size` of them at most, that are worth most to sort, and cards to sort them on.

        With `among` all of them are of these rows. It becomes the `question`, in the place of an
        open question of any type; `sort` answers it. None if nothing is left to ask. As for
        `propose`, the `question` stays if the session changes meanwhile.

        Raises
        ------
        InputError
            If the strategy offers no sortings: see `questions.types`.
        """
        return self.questions.propose_sorting(size, among)

    # ------------------------------------------------------------------ answers

    def answer(
        self,
        i: int | str,
        j: int | str,
        kind: str,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "user",
    ) -> Answer:
        """Record what is known of a pair: "must", "cannot" or "unknown".

        `i` and `j` are row numbers from 0, or names where rows have some: a text is always a name.
        `weight` is above 0 and at most 1e12. A link that was stated before, with the same weight
        or more, is known: its answer is returned and nothing changes. (One that only follows from
        others is recorded.) Where `soft` is left out, `default_soft` says whether it is.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; nothing is recorded. A soft answer never does, nor
            does one with the source "question" where the strategy asks about what follows from
            other answers, such as `RobustNPU`: what contradicts is then soft, see `accommodated`.
        """
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record([(i, j, kind)], None, manner)[0]

    def answer_many(
        self,
        pairs: Iterable[Sequence[Any]],
        kind: str | None = None,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "lasso",
    ) -> tuple[Answer, ...]:
        """Record several answers in one undo step, all or none.

        An item is a pair, for which ``kind`` holds, or a triple (i, j, kind); rows are given as to
        `answer`. The result has the answer to each; links stated before keep the one they have.
        """
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record(list(pairs), kind, manner)

    def remove(self, answers: int | Sequence[int]) -> None:
        """Take back one answer, or those of several numbers, whenever given; one undo step."""
        self._engine.record([], remove=_numbers(answers))

    def replace(
        self,
        number: int | Sequence[int],
        i: int | str,
        j: int | str,
        kind: str,
        *,
        weight: float = 1.0,
        soft: bool | None = None,
        source: str = "user",
    ) -> Answer:
        """Take back one answer, or those of several numbers, and record another: one undo step."""
        manner = {"weight": weight, "soft": soft, "source": source}
        return self._record([(i, j, kind)], None, manner, remove=_numbers(number))[0]

    def _record(
        self,
        statements: list[Any],
        kind: str | None,
        manner: dict[str, Any],
        remove: Sequence[int] = (),
    ) -> tuple[Answer, ...]:
        return self._engine.record(statements, kind, remove=remove, **manner)

    def place(
        self,
        point: int,
        among: Sequence[int],
        choice: int | str | None,
        *,
        soft: bool | None = None,
        instead_of: Sequence[int] = (),
        source: str = ASKED,
    ) -> tuple[Answer, ...]:
        """Record with which of some rows a point belongs.

        A must-link to the row chosen, and cannot-links to the others where they do not follow. None
        is none of these: cannot-links to all of them, and where they stand for all K clusters a new
        cluster, K + 1, in the same step. "unknown" is don't know, recorded for the pairs with all
        of them.

        Parameters
        ----------
        point : int
            The row in question.
        among : sequence of int
            Rows of different clusters, such as the representatives of an open placement.
        choice : int, None or "unknown"
            A row of `among`; None for none of these; "unknown" for don't know.
        soft : bool, optional
            Whether it is stated softly; by default as `default_soft` says.
        instead_of : sequence of int, default ()
            Numbers of answers to take back in the same step, such as those of a contradiction.
        source : str, default "question"
            Who answered. After an undo a question is open again, others are not.

        Returns
        -------
        tuple of Answer
            The answers that say so, earlier ones among them; empty if all of it was known.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; its `witness` is the chain, and nothing is recorded.
            To a question of a strategy that asks again, what contradicts is recorded softly.
        InputError
            If a row does not exist or occurs twice, or `choice` is not among them.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> X = [[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]]
        >>> session = Session(X, n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.place(0, [1, 3], 1)]
        [(0, 1, 'must'), (0, 3, 'cannot')]
        >>> _ = session.place(5, [1, 3], None)  # it belongs to neither of the two clusters
        >>> session.n_clusters
        3
        >>> session.undo(), session.n_clusters
        ('answers 3–4: 2 cannot-links, 3 clusters', 2)
        """
        return self._tell(lambda now: placed(now, point, among, choice), soft, instead_of, source)

    def sort(
        self,
        piles: Iterable[Iterable[int]] | str,
        *,
        unsure: Iterable[int] = (),
        soft: bool | None = None,
        instead_of: Sequence[int] = (),
        source: str = ASKED,
    ) -> tuple[Answer, ...]:
        """Record piles: the rows of one belong together, those of two do not.

        A must-link of each row with the first of its pile, and one cannot-link for each two piles
        where it does not follow. Rows in no pile say nothing. Where there are more piles than
        clusters K becomes their number, in the same step.

        Parameters
        ----------
        piles : iterable of iterables of int, or "unknown"
            Rows, each in one pile. A pile that a card stands for begins with the card; a card with
            no other row counts as a pile. "unknown" is don't know, for all points of the open
            sorting.
        unsure : iterable of int, default ()
            Rows that cannot be told: don't know, for their pairs with the first row of every pile,
            or among themselves if there are no piles.
        soft : bool, optional
            Whether it is stated softly; by default as `default_soft` says.
        instead_of : sequence of int, default ()
            Numbers of answers to take back in the same step, such as those of a contradiction.
        source : str, default "question"
            Who answered. After an undo a question is open again, others are not.

        Returns
        -------
        tuple of Answer
            The answers that say so, earlier ones among them; empty if nothing was said.

        Raises
        ------
        ConflictError
            If it contradicts earlier answers; its `witness` is the chain, and nothing is recorded.
            To a question of a strategy that asks again, what contradicts is recorded softly.
        InputError
            If a row does not exist or occurs twice, or "unknown" is said where no sorting is open.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.sort([[0, 1], [3]], unsure=[5])]
        [(1, 0, 'must'), (0, 3, 'cannot'), (5, 0, 'unknown'), (5, 3, 'unknown')]
        >>> session.undo()
        "answers 1–4: 1 must-link and 1 cannot-link and 2 × don't know"
        """
        left = list(unsure)
        return self._tell(
            lambda now: sorted_into(self.question, piles, left), soft, instead_of, source
        )

    def _tell(
        self,
        stated: Callable[[Present], tuple[StatementsOf, Callable[[], Asked]]],
        soft: bool | None,
        remove: Sequence[int],
        source: str,
    ) -> tuple[Answer, ...]:
        """Record what an answer about several points states, in one step."""
        engine = self._engine

        def plan(timeline: Timeline) -> tuple[Operation | None, tuple[Answer, ...]]:
            statements, key = stated(engine.now)
            asked = key() if source == ASKED else None
            change, said = planned(
                timeline,
                engine.n_features,
                statements,
                asked,
                remove=tuple(remove),
                soft=soft,
                source=source,
                annotator=engine.annotator,
            )
            if change is None:
                self.questions.close(asked)
            return change, said

        return engine.change(plan)

    # ------------------------------------------------------------------ undo and redo

    def undo(self) -> str | None:
        """Take back the last change; labels come back as they were. Says what it was.

        If that was an answer with the source "question", what was asked is open again.
        """
        return self._moved(Undo(), lambda now: now.undo_label)

    def redo(self) -> str | None:
        """Bring back what was undone last. Says what it was."""
        return self._moved(Redo(), lambda now: now.redo_label)

    def _moved(self, move: Undo | Redo, called: Callable[[Timeline], str | None]) -> str | None:
        engine = self._engine

        def plan(now: Timeline) -> tuple[Operation | None, tuple[str | None, Question | None]]:
            label = called(now)
            return (None if label is None else move), (label, open_question(now.state))

        label, before = engine.change(plan)
        after = open_question(engine.state)
        if after is not None and after is not before:
            engine.emit("question", after)
        return label

    @property
    def is_fitting(self) -> bool:
        """Whether a fit is running that will be shown."""
        return self._engine.fits.is_running

    def __repr__(self) -> str:
        settings = self._state.settings
        return (
            f"Session({self.n_samples} points, {type(settings.clusterer).__name__}, "
            f"{settings.n_clusters} clusters, {len(self.answers)} answers)"
        )

    @property
    def _n_features(self) -> int:
        n_features: int = self._engine.data.X.shape[1]
        return n_features

    @property
    def _state(self) -> State:
        return self._engine.ledger.state


def _number_notes(state: State, shown: FitRecord | None) -> list[str]:
    """Whether K is too small for the cannot-links, and whether the fit gave another one."""
    settings, notes = state.settings, [too_few_clusters(state.settings, state.constraints)]
    if shown is not None and shown.fit == state.fit:
        chosen, found = settings.clusterer, len(np.unique(shown.labels))
        if "n_clusters" in chosen.get_params(deep=False):
            stuck = not may_violate(chosen) or hasattr(chosen, "dead_end")
            known = state.constraints
            notes.append(number_note(title_of(chosen), settings.n_clusters, found, known, stuck))
    return [note for note in notes if note is not None]


def _numbers(number: Any) -> tuple[Any, ...]:
    return tuple(number) if isinstance(number, (list, tuple)) else (number,)
