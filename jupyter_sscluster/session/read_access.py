"""What a session shows: everything about it that can be read without changing it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from jupyter_sscluster.active import Placement, Query, Snapshot, Sorting
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.journal.open_questions import Asked
from jupyter_sscluster.journal.timeline import Operation, Redo, State, Timeline, Undo
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session.engine.advice import number_note
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import (
    SORTED,
    Question,
    open_pair,
    open_pairs,
    open_question,
    open_questions,
)
from jupyter_sscluster.session.engine.placements_and_sortings import (
    StatementsOf,
    n_clusters_if_none,
    placed,
    planned,
    sorted_into,
)
from jupyter_sscluster.session.engine.present import Present, snapshot_of
from jupyter_sscluster.session.engine.records import FitRecord
from jupyter_sscluster.session.engine.scores import SCORE_NAMES
from jupyter_sscluster.session.engine.settings import (
    may_violate,
    ready_clusterer,
    ready_strategy,
    title_of,
    too_few_clusters,
)
from jupyter_sscluster.session.engine.step_names import point_name
from jupyter_sscluster.session.questions.questions import BatchPair, Questions
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
    def sample(self) -> np.ndarray | None:
        """The rows that are shown and asked about, None where all are; their numbers in `X`.

        First those that were drawn or chosen, ascending, then those that came in by answers.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [2.0], [8.0], [9.0]], n_clusters=2, sample=[1, 3, 4])
        >>> answer = session.answer(0, 3, "cannot")
        >>> session.sample.tolist(), len(session.labels)
        ([1, 3, 4, 0], 5)
        """
        return self.shown.rows

    @property
    def shown(self) -> Sample:
        """The rows that are shown: all, or those of `sample`, with their places on a plot."""
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
        All 0 as long as no fit has finished; `record` is None then.
        """
        return self._engine.labels

    @property
    def constraints(self) -> Constraints:
        """What is known about pairs."""
        return self._state.constraints

    @property
    def unknown(self) -> tuple[tuple[int, int], ...]:
        """Pairs that were answered "don't know"."""
        return self._state.unknown

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers in force, in order."""
        return self._state.answers

    @property
    def next_number(self) -> int:
        """The number that the next answer will have."""
        return self._engine.ledger.timeline.next_number

    @property
    def next_action(self) -> int:
        """What `action_of` will say of the next answer."""
        return len(self._engine.ledger.timeline.actions) + 1

    def action_of(self, number: int) -> int:
        """The number of the action that recorded an answer, as the page shows it.

        All answers of a lasso, a placement or a sorting are one action. Like the numbers of
        answers, those of actions count from 1 and are never given twice, so that after an undo
        the next action leaves a gap.
        """
        return bisect_right(self._engine.ledger.timeline.actions, number)

    @property
    def revision(self) -> int:
        """Grows with every answer, setting, undo and redo."""
        return self._engine.ledger.timeline.revision

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return self._state.settings.n_clusters

    @property
    def softly(self) -> bool:
        """Whether answers are recorded as soft ones unless they are said to be hard."""
        return self._state.settings.softly

    @property
    def clusterer(self) -> Any:
        """The clusterer as it will be fitted: an unfitted copy with K and seed set."""
        return ready_clusterer(self._state.settings)

    @property
    def strategy(self) -> Any:
        """The strategy, a copy with the seed set."""
        return ready_strategy(self._state.settings)

    @property
    def history(self) -> tuple[FitRecord, ...]:
        """One record for every finished fit, in order of time; undo takes none away."""
        return tuple(self._engine.ledger.records.values())

    @property
    def record(self) -> FitRecord | None:
        """The fit that is shown, None before the first."""
        return self._engine.ledger.shown

    @property
    def branch(self) -> tuple[FitRecord, ...]:
        """The fits that led to the present state, without what was undone."""
        return self._engine.ledger.branch

    @property
    def fitted_clusterer(self) -> Any:
        """The clusterer as it was fitted for `labels`, which is not to be changed.

        None before the first fit, after a session was read from a file, and after several undos:
        only the last few are kept.
        """
        shown = self.record
        return None if shown is None else self._engine.fits.model(shown.fit)

    @property
    def score_name(self) -> str:
        """What the records' score is."""
        return SCORE_NAMES[self._engine.data.truth is not None]

    @property
    def path(self) -> str | None:
        """Where the journal is, or None."""
        path = self._engine.journal.path
        return None if path is None else str(path)

    @property
    def kept_axes(self) -> Viewed | None:
        """What the axes of a plot of this session showed last, None if none were chosen."""
        return self._engine.ledger.viewed

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences that the person should see once: about too small a K, journal and data."""
        with self._engine.lock:
            state, shown = self._state, self._engine.ledger.shown
        if self._noted is None or self._noted[0] is not state or self._noted[1] is not shown:
            self._noted = (state, shown, _number_notes(state, shown))
        present = [] if self.error is not None else self._noted[2]
        return (*present, *self._engine.notes)

    def display_name(self, i: int) -> str:
        """What a person calls a row."""
        return point_name(i, self.names)

    def statement(self, i: int, j: int, kind: str) -> Answer | None:
        """The first answer in force that says this of a pair, None if only others entail it."""
        return next(iter(self.statements(i, j, kind)), None)

    def statements(self, i: int, j: int, kind: str) -> tuple[Answer, ...]:
        """All answers in force that say this of a pair: more than one if its weight has grown."""
        said = ((min(i, j), max(i, j)), kind, False)
        return tuple(a for a in self.answers if (a.pair, a.kind, a.soft) == said)

    def chain(self, witness: Iterable[tuple[int, int, str]]) -> list[Answer | None]:
        """The answers behind the witness of a ConflictError, in its order."""
        return [self.statement(i, j, kind) for i, j, kind in witness]

    # ------------------------------------------------------------------ questions

    def snapshot(self) -> Snapshot:
        """What a strategy gets to see now: of a session with a `sample` these rows, by place."""
        return self._engine.now.snapshot()

    def _snapshot_of(self, state: State, labels: np.ndarray | None) -> Snapshot:
        return snapshot_of(state, self.shown, labels)

    @cached_property
    def _questions(self) -> Questions:
        return Questions(self._engine)

    @property
    def question(self) -> Query | None:
        """The question about a pair that waits for an answer; see `turn_to` for another one."""
        return open_pair(self._state)

    @property
    def questions(self) -> tuple[Query, ...]:
        """Those of the last proposal whose answer is not known by now."""
        return open_pairs(self._state)

    @property
    def placement(self) -> Placement | None:
        """The question where a point belongs that waits for an answer."""
        asked = open_questions(self._state)
        return next((each for each in asked if isinstance(each, Placement)), None)

    @property
    def sorting(self) -> Sorting | None:
        """The question how points are to be sorted that waits for an answer."""
        asked = open_questions(self._state)
        return next((each for each in asked if isinstance(each, Sorting)), None)

    @property
    def open_question(self) -> Question | None:
        """The question of whatever shape that waits for an answer."""
        return open_question(self._state)

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
        return self._questions.propose_pairs(n_pairs, among)

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
        return self._questions.propose_placement(among)

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
        return self._questions.propose_sorting(size, among)

    @property
    def shapes(self) -> tuple[str, ...]:
        """See `Questions.types`."""
        return self._questions.types

    @property
    def last_shape(self) -> str | None:
        """See `Questions.last_type`."""
        return self._questions.last_type

    @property
    def batch(self) -> tuple[BatchPair, ...]:
        """See `Questions.batch`."""
        return self._questions.batch

    def turn_to(self, i: int | str, j: int | str) -> Query:
        """See `Questions.select`."""
        return self._questions.select(i, j)

    def scores(self) -> np.ndarray:
        """See `Questions.scores`."""
        return self._questions.scores()

    def dismiss(self) -> bool:
        """See `Questions.dismiss`."""
        return self._questions.dismiss()

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
        others is recorded.) Where `soft` is left out, `softly` says whether it is.

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

    def take_back(self, number: int | Sequence[int]) -> None:
        """Take back one answer, or those of several numbers, whenever given; one undo step."""
        self._record([], None, {}, remove=_numbers(number))

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
            lambda now: sorted_into(self.sorting, piles, left), soft, instead_of, source
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
                self._questions.close(asked)
            return change, said

        return engine.change(plan)

    def n_clusters_if_none(self, point: int, among: Sequence[int], *, after: Any = None) -> int:
        """The number of clusters once a point belongs with none of some rows: K, or one more.

        Now, or `after` an answer that was `foreseen`.

        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [10.0], [11.0]], n_clusters=2)
        >>> session.n_clusters_if_none(5, [1, 3]), session.n_clusters_if_none(5, [1])
        (3, 2)
        """
        known, k, labels = self.constraints, self.n_clusters, self.labels
        if after is not None and after.constraints is not None and after.labels is not None:
            known, k, labels = after.constraints, after.n_clusters or k, after.labels
        return n_clusters_if_none(known, k, labels, point, list(among), softly=self.softly)

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

    # ------------------------------------------------------------------ undo and fits

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.undo_label is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self.redo_label is not None

    @property
    def undo_label(self) -> str | None:
        """What `undo` would take back."""
        return self._engine.ledger.timeline.undo_label

    @property
    def redo_label(self) -> str | None:
        """What `redo` would bring back."""
        return self._engine.ledger.timeline.redo_label

    @property
    def fitting(self) -> bool:
        """Whether a fit is running that will be shown."""
        return self._engine.fits.is_running

    @property
    def progress(self) -> tuple[str, int, int] | None:
        """(step, done, total) of the running fit, None if it has not said."""
        return self._engine.fits.progress

    @property
    def ended(self) -> str | None:
        """Why nothing can be recorded any more, None as long as the session is open."""
        return self._engine.journal.closed

    @property
    def error(self) -> str | None:
        """Why the present state has no labels of its own, if its fit failed."""
        return self._engine.fits.error

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
