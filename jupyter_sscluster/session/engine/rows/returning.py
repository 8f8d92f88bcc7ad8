"""Rows that are added again: found among those left out, and given their values back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import row_names
from jupyter_sscluster.journal.row_state import LATER, RowState
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.preprocessing import n_rows
from jupyter_sscluster.session.engine.rows.arrivals import GONE
from jupyter_sscluster.session.engine.rows.fingerprints import (
    given_fingerprints,
    name_fingerprints,
)
from jupyter_sscluster.session.engine.rows.growing import (
    arranged,
    columns_as_before,
    in_order,
)
from jupyter_sscluster.session.engine.rows.matching import both, places_of


def that_may_return(data: Data, rows: RowState) -> IntArray:
    """The rows left out that are known again once they are added: all but those of a person.

    A row that a person left out is one of them while it is not in X, as it has its number.
    """
    found = [
        row for row in rows.excluded.tolist() if row in data.absent or left_by_itself(rows, row)
    ]
    return np.array(found, dtype=np.int64)


def left_by_itself(rows: RowState, row: int) -> bool:
    """Whether a row is left out only because it came later, or was not in X."""
    reason = rows.reasons.get(row, "")
    return reason == LATER or reason.startswith(GONE)


def added_before(data: Data, X_new: Any, names: Any, rows: IntArray) -> IntArray:
    """Which of some rows each new row is, by its name and its values; -1 for none of them.

    >>> from jupyter_sscluster.session.engine.preprocessing import prepared
    >>> from jupyter_sscluster.session.engine.checked_rows import check_rows
    >>> data = check_rows(prepared([[0.0], [1.0], [2.0]]), None, None)
    >>> added_before(data, [[2.0], [7.0], [2.0]], None, np.array([1, 2])).tolist()
    [2, -1, -1]
    """
    none = np.full(n_rows(X_new), -1)
    if not len(rows):
        return none
    if data.given_columns is not None:
        X_new = columns_as_before(X_new, tuple(data.given_columns))
    known, key = data.given_fingerprints, "given"
    if known is None and data.row_fingerprints is not None:
        known, key = data.row_fingerprints, "rows"
        X_new = in_order(X_new, data.features)
    found = given_fingerprints(X_new)
    if found is None or known is None:
        return none
    absent = np.isin(rows, [*data.absent])
    known, lost = known[rows], rows[absent]
    told = None if data.known is None else getattr(data.known, key)
    if told is None:
        rows, known, lost = rows[~absent], known[~absent], rows[:0]
    else:
        known[absent] = told[lost]
    called = row_names(X_new) if names is None else names
    nameless = len(lost) > 0 and data.known.names is None  # names of lost rows are not known
    if data.names is not None and called is not None and len(called) == len(found) and not nameless:
        own = name_fingerprints([data.names[row] for row in rows.tolist()])
        if len(lost) and data.known.names is not None:
            own[absent] = data.known.names[lost]
        known, found = both(own, known), both(name_fingerprints([*map(str, called)]), found)
    places = places_of(found, known)
    return np.where(places >= 0, rows[places], -1) if len(rows) else none


def with_numbers(data: Data, whole: Data, rows: IntArray) -> Data:
    """The data where the last of all rows have these numbers; `data` are those without them.

    A number below those of `data` is that of a row that was not in X. Nothing is changed in place.
    """
    n = data.n_samples
    if (rows >= n).all():
        return whole
    place = np.arange(max(n, int(rows.max()) + 1))
    place[rows] = np.arange(n, n + len(rows))
    return replace(arranged(whole, place), order=_passed(data, len(rows))[place])


def _passed(data: Data, n_more: int) -> IntArray:
    """The place of each row in what was passed, then in what was added, and of so many more."""
    order = np.arange(data.n_samples) if data.order is None else data.order
    n_later = data.n_samples - len(order) + n_more
    start = int((order >= 0).sum())
    return np.concatenate([order, np.arange(start, start + n_later)])
