"""The operations that add rows, leave some out and bring them back, ready to be recorded."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray, Labels
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.cluster.fit.placing import Placed, placed
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.journal.row_changes import Exclude, Extend, Include, packed_labels
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.rows.fingerprints import data_entry
from jupyter_sscluster.session.engine.sample.drawing import BLOCK, draw_more, taken
from jupyter_sscluster.session.engine.sample.large_data import in_memory
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.session.engine.settings import takes_n_clusters
from jupyter_sscluster.session.engine.step_names import clusters_text, counted_points, point_name

REASON_LENGTH = 200
"""Characters of a reason at most."""


def extension(
    ledger: Ledger, data: Data, shown: Sample, back: IntArray = NO_ROWS, *, drawn: bool = False
) -> Extend:
    """The rows of `data` that the session does not know yet, in the clusters shown.

    The rows `back`, ascending, which are known from before and left out, come again: where they
    stood, if no fit was made since. Rows that still wait do not tell where a cluster is. Of a
    sample as large a share of the new rows is shown, unless those to show were `drawn` already.
    """
    n_before = ledger.state.constraints.n_samples
    new = np.concatenate([back, np.arange(n_before, data.n_samples)])
    names = None if data.names is None else data.names[n_before:]
    labels: Labels = np.zeros(len(new), dtype=np.int32)
    if ledger.shown is not None and (ledger.shown.labels >= 0).any():
        before = np.full(data.n_samples, -1, dtype=np.int32)
        before[:n_before] = ledger.shown.labels
        waiting = ledger.state.rows.new
        told = np.delete(ledger.shown.labels, waiting[waiting < n_before])
        by = before.copy()
        if (told >= 0).any():
            by[waiting] = -1
        stood = _where_they_stood(ledger, back)
        labels = np.concatenate([stood, np.full(len(new) - len(back), -1, dtype=np.int32)])
        lost = labels < 0
        if lost.any():
            labels[lost] = placed_rows(data.X, shown, by, new[lost])
        labels[np.isin(new, ledger.state.rows.noise)] = -1
    cause = f"{count(len(new), 'row')} added"
    given = data.given_fingerprints
    entry = data_entry(data.X[n_before:], names, None if given is None else given[n_before:])
    n, known = data.n_samples - n_before, tuple(back.tolist())
    more: tuple[int, ...] = ()
    if not (shown.all or drawn) and n:
        size, seed = math.ceil(n * len(shown) / n_before), ledger.state.settings.random_state
        more = tuple(draw_more(data.X, n_before, size, shown.X, seed).tolist())
    return Extend(n, entry, names, packed_labels(labels), cause, back=known, shown=more)


def placed_rows(X: Any, shown: Sample, labels: Labels, rows: IntArray) -> Labels:
    """The clusters that rows lie in, by all others; by those shown if rows are read in blocks."""
    if shown.rows is None or in_memory(X):
        return placed(X, labels, rows).labels
    by = shown.rows[labels[shown.rows] >= 0]
    return np.concatenate(
        [
            placed_by(X, labels, rows[start : start + BLOCK], by).labels
            for start in range(0, max(1, len(rows)), BLOCK)
        ]
    )


def placed_by(X: Any, labels: Labels, rows: IntArray, by: IntArray) -> Placed:
    """Where rows lie among the clusters of the rows `by`; no others are read."""
    values = np.concatenate([taken(X, by), taken(X, rows)])
    codes = np.concatenate([labels[by], np.full(len(rows), -1, dtype=labels.dtype)])
    places = np.arange(len(values))
    return placed(values, codes, places[len(by) :], places[: len(by)])


def exclusion(state: State, rows: Iterable[int], reason: str) -> Exclude | None:
    """Rows to leave out, or to leave out for another reason; None if they all are.

    Raises
    ------
    InputError
        If fewer rows than clusters would be left.
    """
    why = checked_reason(reason)
    out, reasons = {*state.rows.excluded.tolist()}, state.rows.reasons
    gone = sorted(row for row in {*rows} if row not in out or (why and reasons.get(row) != why))
    if not gone:
        return None
    known, settings = state.constraints, state.settings
    n_left = known.n_samples - len({*known.noise.tolist(), *gone})
    needed = settings.n_clusters if takes_n_clusters(settings.clusterer) else 1
    if n_left < needed:
        raise InputError(
            f"to leave out {counted_points(len(gone))} more would leave {counted_points(n_left)} "
            f"for {clusters_text(needed)}; leave at least {needed}"
            f"{', or choose fewer clusters first' if needed > 1 else ''}"
        )
    return Exclude(tuple(gone), why, f"Left out: {_called(gone, known.names)}")


def inclusion(ledger: Ledger, X: Any, shown_rows: Sample, rows: Iterable[int]) -> Include | None:
    """Rows to bring back; None if none of them is left out.

    A row stands where it stood, if no fit was made since; else in the cluster that it lies in.
    """
    state, shown = ledger.state, ledger.shown
    back = np.array(sorted({*rows} & {*state.rows.excluded.tolist()}), dtype=np.int64)
    if not len(back):
        return None
    labels: Labels = np.zeros(len(back), dtype=np.int32)
    if shown is not None and (shown.labels >= 0).any():
        labels = _where_they_stood(ledger, back)
        lost = labels < 0
        if lost.any():
            labels[lost] = placed_rows(X, shown_rows, shown.labels, back[lost])
    labels[np.isin(back, state.rows.noise)] = -1
    names = state.constraints.names
    return Include(
        tuple(back.tolist()),
        packed_labels(labels),
        f"Taken in again: {_called(back.tolist(), names)}",
    )


def _where_they_stood(ledger: Ledger, rows: IntArray) -> Labels:
    """The last labels of rows since the last fit, that one included; -1 where there is none."""
    found: Labels = np.full(len(rows), -1, dtype=np.int32)
    for step in reversed(ledger.timeline.tree.path(ledger.timeline.tree.at)):
        record = ledger.records.get(ledger.timeline.states[step].fit)
        if record is None:
            return found
        found = np.where(found >= 0, found, record.labels[rows])
        if not record.placed:
            return found
    return found


def checked_reason(reason: Any) -> str:
    """Why rows are left out, on one line; "" for no reason."""
    if not isinstance(reason, str):
        raise InputTypeError(f"reason={reason!r} must be a text, or be left out")
    clean = " ".join(reason.split())
    if len(clean) > REASON_LENGTH or not clean.isprintable():
        raise InputError(
            f"reason has {len(clean)} characters; give at most {REASON_LENGTH}, all printable"
        )
    return clean


def _called(rows: list[int], names: tuple[str, ...] | None) -> str:
    return counted_points(len(rows)) if rows[1:] else f"point {point_name(rows[0], names)}"
