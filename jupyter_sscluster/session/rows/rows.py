"""The rows of a session: added, left out, put back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import as_list
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.constraints.row_names import Row, row_numbers
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Operation
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.rows.arrivals import UNDONE
from jupyter_sscluster.session.engine.rows.extending import (
    exclusion,
    extension,
    inclusion,
)
from jupyter_sscluster.session.engine.rows.fingerprints import equal_rows
from jupyter_sscluster.session.engine.rows.growing import (
    RESCALE,
    grown,
    rows_taken,
    scaling_note,
)
from jupyter_sscluster.session.engine.rows.rescaling import rescaled, rescaled_entry
from jupyter_sscluster.session.engine.rows.returning import (
    added_before,
    left_by_itself,
    that_may_return,
    with_numbers,
)
from jupyter_sscluster.session.rows.fit_preview import FitPreview, FitPreviews, fit_preview
from jupyter_sscluster.session.rows.tray import Tray


class Rows:
    """The rows of a session, of which some may be new and some left out; `session.rows`.

    A row keeps its number for ever: new rows come after the last, and a row left out stays in `X`
    and in `labels`, where it has -1.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> answer = session.answer(0, 2, "cannot")
    >>> before = session.labels.copy()
    >>> session.rows.extend([[0.4], [8.6], [40.0]]).tolist()
    [4, 5, 6]
    >>> bool((session.labels[:4] == before).all()), bool(session.labels[4] == session.labels[0])
    (True, True)
    >>> session.rows.tray.far.tolist()
    [6]
    >>> session.rows.exclude([6], "broken sensor")
    >>> dict(session.rows.excluded), session.labels[6].item()
    ({6: 'broken sensor'}, -1)
    >>> session.undo(), session.undo(), len(session.answers)
    ('Left out: point 6', '3 rows added', 1)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __len__(self) -> int:
        return self._engine.n_samples - len(self._engine.state.rows.excluded)

    def __repr__(self) -> str:
        state = self._engine.state.rows
        return f"Rows({len(self)} in force, {len(state.excluded)} left out, {len(self.tray)} new)"

    # ------------------------------------------------------------------ added

    def extend(
        self,
        X_new: Any,
        names: Sequence[str] | None = None,
        *,
        y_true: Any = None,
        texts: Sequence[str] | None = None,
    ) -> IntArray:
        """Add rows after the last, in one undo step, and return their numbers.

        Nothing is fitted: each new row joins the cluster that it most likely belongs to as the
        clusters are, and no other row moves. The new rows wait in `tray` to be looked at. An undo
        leaves them out, and they keep their numbers, also if they are added again. So do rows that
        a journal knows and `X` did not have: they come back with what was said about them.

        Parameters
        ----------
        X_new : array-like or data frame of shape (n_new, n_columns)
            With the columns of `X` as it was given, in any order if they have names. A transformer
            of `preprocess` is applied, and not fitted again.
        names : sequence of str, optional
            By default the index of a frame; needed where the rows of the session have names.
        y_true, texts : sequence of length n_new, optional
            Needed where the session has them.

        Raises
        ------
        InputError
            If the rows do not fit those there are. Nothing is changed then.
        """
        engine = self._engine
        engine.fits.wait()
        with engine.lock:
            more = {"y_true": y_true, "texts": texts}
            data, rows = self._with_more(X_new, names, more)
            n_before, state = engine.n_samples, engine.state.rows
            known = np.sort(rows[rows < n_before])
            back = known[[left_by_itself(state, row) for row in known.tolist()]]
            operation: Operation | None = None
            if len(back) or data.n_samples > n_before:
                operation = extension(engine.ledger, data, engine.sample, back)
            before, notes = engine.notes, self._notes(data, len(known) - len(back))

            def plan(now: Timeline) -> tuple[Operation | None, None]:
                engine.notes = notes
                return operation, None

            try:
                engine.change(plan, grown=data)
            except Exception:
                engine.notes = before
                raise
        return rows

    def _notes(self, data: Data, n_out: int) -> list[str]:
        """The notes once the data are these; of the rows added so many stay left out."""
        engine = self._engine
        notes, n = _without_scaling(engine.notes), engine.n_samples
        if data.fitted is not None:
            notes += scaling_note(data, len(data.fitted), data.n_samples)
        if n_out:
            notes.append(_stay_out(n_out))
        new, others = np.arange(n, data.n_samples), self._in_force(np.arange(n))
        n_equal = len(equal_rows(data.row_fingerprints, new, others))
        return [*notes, _equal(n_equal, len(new))] if 2 * n_equal > len(new) else notes

    def _in_force(self, rows: IntArray) -> IntArray:
        return np.setdiff1d(rows, self._engine.state.rows.excluded)

    def _with_more(
        self, X_new: Any, names: Sequence[str] | None, more: Mapping[str, Any]
    ) -> tuple[Data, IntArray]:
        """The data with these rows, and their numbers: those known from before have theirs."""
        data, later = self._engine.data, that_may_return(self._engine.data, self._engine.state.rows)
        n_before = data.n_samples
        if not len(later):
            data = grown(data, X_new, names=names, **more)
            return data, np.arange(n_before, data.n_samples)
        given = X_new if hasattr(X_new, "shape") else np.asarray(X_new)
        rows = added_before(data, given, names, later)
        rows[rows < 0] = np.arange(n_before, n_before + (rows < 0).sum())
        there = (rows < n_before) & ~np.isin(rows, [*data.absent])
        others = np.flatnonzero(~there)
        if len(others) or not len(rows):
            some = {key: _some(values, others) for key, values in more.items()}
            part = given if len(others) == len(rows) else rows_taken(given, others)
            whole = grown(data, part, names=_some(names, others), **some)
            data = with_numbers(data, whole, rows[others])
        return data, rows

    @property
    def tray(self) -> Tray:
        """The new rows that nobody has looked at yet."""
        return self._engine.part(Tray)

    @property
    def order(self) -> IntArray:
        """The number of each row of `X` as it was passed: 0, 1, 2 … unless a journal has another.

        `labels[order]` are the labels in the order of the data that were passed, then of those that
        were added since.
        """
        order, n = self._engine.data.order, self._engine.n_samples
        if order is None:
            return np.arange(n)
        there = np.flatnonzero(order >= 0)
        passed = there[np.argsort(order[there])]
        return np.concatenate([passed, np.arange(len(order), n)])

    # ------------------------------------------------------------------ left out

    @property
    def excluded(self) -> Mapping[int, str]:
        """The rows that are left out, ascending, each with the reason; "" where none was given."""
        state = self._engine.state.rows
        return {row: state.reasons.get(row, "") for row in state.excluded.tolist()}

    @property
    def resting(self) -> tuple[Answer, ...]:
        """The answers about rows that are left out: they count again when these are back."""
        state = self._engine.state
        return tuple(answer for answer in state.answers if state.rows.rests(answer))

    def exclude(self, rows: Iterable[Row], reason: str = "") -> None:
        """Leave rows out, by number or name, in one undo step; nothing is fitted.

        They take no part in fits, questions and scores, and have the label -1. Answers about them
        rest until they are back.

        Raises
        ------
        InputError
            If there is no such row, or fewer rows than clusters would be left. Nothing is changed
            then.
        """
        chosen = row_numbers(rows, self._engine.n_samples, self._engine.names)
        self._engine.fits.wait()
        self._engine.apply(lambda now: exclusion(now.state, chosen, reason))

    def include(self, rows: Iterable[Row]) -> None:
        """Put rows back that are left out, in one undo step; nothing is fitted.

        A row stands where it stood, unless a fit was made since: then in the cluster that it most
        likely belongs to.

        Raises
        ------
        InputError
            If there is no such row, or one is not left out; `ConflictError` if an answer about one
            contradicts what was said meanwhile. Nothing is changed then.
        """
        engine = self._engine
        chosen = row_numbers(rows, engine.n_samples, engine.names)
        engine.fits.wait()

        def plan(now: Timeline) -> Operation | None:
            inside = sorted({*chosen} - {*now.state.rows.excluded.tolist()})
            if inside:
                raise InputError(
                    f"{engine.display_name(inside[0])} is not left out; name rows of "
                    "session.rows.excluded"
                )
            return inclusion(engine.ledger, engine.X, engine.sample, chosen)

        engine.apply(plan)

    # ------------------------------------------------------------------ the next fit

    def rescale(self) -> None:
        """Fit `preprocess` again, to all rows in force; it was fitted to the first ones.

        No row changes cluster until the next fit. This is no undo step: the values of before are
        gone, at earlier moments, too.

        Raises
        ------
        InputError
            If there is no transformer, or a check was begun, whose rows were drawn by their values.
        """
        engine = self._engine
        if any(state.checks is not None for state in engine.timeline.states):
            raise InputError(
                "a check was begun, and its rows were drawn by their values; begin a new session "
                "with all rows to scale them together"
            )
        engine.fits.wait()
        with engine.lock:
            rows = self._in_force(np.arange(engine.n_samples))
            data = rescaled(engine.data, rows)
            engine.notes = _without_scaling(engine.notes)
            engine.correct(data, rescaled_entry(data, rows))

    def preview_fit(self, fresh: bool = False) -> FitPreview:
        """What the next fit would move, with the rows added and left out; nothing is recorded.

        With `fresh` it uses the clusterer's own starts, as in `Session.fit`; `adopt` records it.

        Raises
        ------
        InputError
            If nothing has been clustered yet.
        """
        return fit_preview(self._engine, fresh=bool(fresh))

    def preview_fits(self) -> FitPreviews:
        """What the next fit and a fresh one would move, and whether the fresh one is ahead.

        Raises
        ------
        InputError
            If nothing has been clustered yet.
        """
        warm = self.preview_fit()
        return FitPreviews(warm, warm if warm.fresh else self.preview_fit(fresh=True))

    @property
    def moved_confirmed(self) -> IntArray:
        """The rows that the fit shown has moved although answers say where they belong, ascending.

        Hard answers of before it name them, and no later answer is about them; `notes` name them.
        """
        fit = self._engine.now.fit
        return NO_ROWS if fit is None else fit.moved_confirmed


def _stay_out(n: int) -> str:
    return (
        f"{count(n, 'row')} of X_new {'was' if n == 1 else 'were'} left out before and "
        f"{'stays' if n == 1 else 'stay'} so: session.rows.excluded says why, and "
        "session.rows.include puts rows back."
    )


def _without_scaling(notes: Iterable[str]) -> list[str]:
    return [note for note in notes if not note.endswith(RESCALE)]


def _equal(n: int, of: int) -> str:
    return (
        f"{n:,} of {count(of, 'row')} added {'has' if n == 1 else 'have'} the values of a row that "
        f"was there: {UNDONE}"
    )


def _some(values: Any, places: IntArray) -> Any:
    """Some of one value a row; None of None."""
    return None if values is None else [as_list(values)[place] for place in places.tolist()]
