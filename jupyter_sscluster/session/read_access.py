"""What a session shows: everything about it that can be read without changing it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

import numpy as np

from jupyter_sscluster.active import Placement, Query, Snapshot, Sorting
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session.engine.advice import number_note
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.open_questions import Question, still_open
from jupyter_sscluster.session.engine.present import snapshot_of
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
from jupyter_sscluster.session.sample.sample import Sample


class Reading:
    """The values of a session at this moment."""

    _engine: Engine
    _opened: tuple[Question, ...]
    _at: int = 0
    _shown_again: bool
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

    @property
    def question(self) -> Query | None:
        """The question about a pair that waits for an answer; see `turn_to` for another one."""
        return self._standing_at(self._state)

    def _standing_at(self, state: State) -> Query | None:
        """The first of the batch that is open in a state, from where one stands in it."""
        asked = still_open(self._opened, state, shown_again=self._shown_again)
        pairs = [each for each in asked if isinstance(each, Query)]
        after = [each for each in self._opened[self._at :] if each in pairs]
        return next(iter(after or pairs), None)

    @property
    def questions(self) -> tuple[Query, ...]:
        """Those of the last proposal whose answer is not known by now."""
        asked = self._still_open
        return tuple(question for question in asked if isinstance(question, Query))

    @property
    def placement(self) -> Placement | None:
        """The question where a point belongs that waits for an answer."""
        return next((each for each in self._still_open if isinstance(each, Placement)), None)

    @property
    def sorting(self) -> Sorting | None:
        """The question how points are to be sorted that waits for an answer."""
        return next((each for each in self._still_open if isinstance(each, Sorting)), None)

    @property
    def open_question(self) -> Question | None:
        """The question of whatever shape that waits for an answer."""
        return self.question or next(iter(self._still_open), None)

    @property
    def _still_open(self) -> tuple[Question, ...]:
        return still_open(self._opened, self._state, shown_again=self._shown_again)

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
