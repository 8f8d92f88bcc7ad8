"""Why a journal is not opened with some data, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.lines import JournalError, line_of
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.rows.fingerprints import (
    column_fingerprints,
    fingerprints_of,
    row_fingerprints,
)
from jupyter_sscluster.session.engine.step_names import point_name

LISTED = 3
"""Rows and columns that a sentence names."""

WAY_OUT = "pass the data it was made with, and the same preprocess=, or give another path"

CHANGED = (
    "pass changed='keep' if they are the same rows with other values, changed='new' if they are "
    "others, or the data it was made with"
)


def other_values(
    path: Path, known: Any, rows: IntArray, order: IntArray, data: Data
) -> JournalError:
    """Rows with other values: names the first, and the columns in which those at first differ."""
    row, parts = int(rows[0]), known.parts
    told = _columns_that_differ(path, known, order, data)
    name = str(row) if data.names is None else data.names[order[row]]
    have = "has" if len(rows) == 1 else "have"
    n_known = sum(part["shape"][0] for part in parts)
    return JournalError(
        f"the journal {path} belongs to other data: {len(rows):,} of {count(n_known, 'row')} "
        f"{have} other values: first row {name}{told}; {CHANGED}"
    )


def _columns_that_differ(path: Path, known: Any, order: IntArray, data: Data) -> str:
    """The columns in which rows differ that were there at first, to follow a sentence."""
    first, features = order[: known.parts[0]["shape"][0]], data.features
    with line_of(path, 1):
        columns = fingerprints_of(known.parts[0], "columns")
    if columns is None or (first < 0).any():
        return ""
    differ = np.flatnonzero(column_fingerprints(data.X[first]) != columns)
    called = [repr(features[at]) if features else str(at) for at in differ.tolist()]
    return f", column{'s' if len(called) > 1 else ''} {_listed(called, differ)}" if called else ""


def renamed_values(
    path: Path, known: Any, names: Sequence[str], order: IntArray, data: Data
) -> JournalError:
    """Rows that are called as before and have other values."""
    one = len(names) == 1
    where = f"{_listed(names, names)}{_columns_that_differ(path, known, order, data)}"
    return JournalError(
        f"{count(len(names), 'row')} of the journal {path} {'is' if one else 'are'} called as "
        f"before and {'has' if one else 'have'} other values ({where}); {CHANGED}"
    )


def not_there(path: Path, known: Any, here: int, of: int, data: Data) -> JournalError:
    """Fewer than half of the rows in force are in X."""
    return other_columns(path, known, data) or JournalError(
        f"the journal {path} belongs to other data: {here:,} of its {count(of, 'row')} "
        f"{'is' if here == 1 else 'are'} in X; {WAY_OUT}"
    )


def other_columns(path: Path, known: Any, data: Data) -> JournalError | None:
    """The sentence if columns have other names, or rows went through another `preprocess`."""
    columns, then = data.given_columns, known.columns
    if then is not None and columns is not None and {*then} != {*columns}:
        lost, more = _differ(then, columns), _differ(columns, then)
        names = [f"X has no column {lost}"] if lost else []
        names += [f"it has no {more}"] if more else []
        return JournalError(
            f"the journal {path} belongs to other data: {', and '.join(names)}; {WAY_OUT}"
        )
    wanted = known.rows if known.given is None else known.given
    found = data.given_fingerprints
    if found is None and isinstance(data.X, np.ndarray):
        found = row_fingerprints(data.X)
    if wanted is None or found is None or 2 * np.isin(wanted, found).sum() < len(wanted):
        return None
    if data.preprocess is None:
        told = "were clustered as a preprocess= made them; pass the same preprocess="
    elif known.given is None:
        told = "were clustered without a preprocess=; leave it out"
    else:
        return other_preprocess(path)
    return JournalError(
        f"the journal {path} belongs to other data: its rows are in X, and {told}, or give "
        "another path"
    )


def renamed(then: Sequence[str] | None, now: Sequence[str] | None) -> str | None:
    """A sentence if columns with the same values are called otherwise than in a journal."""
    if then is None or now is None or {*then} == {*now}:
        return None
    before, after = _differ(then, now), _differ(now, then)
    return f"Columns have other names than in the journal, and the same values: {before} → {after}."


def _differ(some: Sequence[str], others: Sequence[str]) -> str:
    """The first names that others are not."""
    found = [repr(name) for name in dict.fromkeys(some) if name not in {*others}]
    return _listed(found, found)


def missing_rows(path: Path, called: Sequence[str], n_answers: int, n_checks: int) -> JournalError:
    """Rows that something was said about are not in X."""
    said = [count(n_answers, "answer")] if n_answers else []
    said += [count(n_checks, "check")] if n_checks else []
    one = n_answers + n_checks == 1
    return JournalError(
        f"{count(len(called), 'row')} of the journal {path} that {' and '.join(said)} "
        f"{'is' if one else 'are'} about {'is' if len(called) == 1 else 'are'} not in X "
        f"({_listed(called, called)}); pass missing='exclude' to go on without "
        f"{'it' if len(called) == 1 else 'them'}, or the data it was made with"
    )


def other_preprocess(path: Path) -> JournalError:
    """The rows are the same as they were given, and what comes out of `preprocess` is not."""
    return JournalError(
        f"the journal {path} belongs to other data: its rows are in X, and have other values as if "
        f"another preprocess= had been fitted; {WAY_OUT}"
    )


def other_shape(path: Path, known: Any, data: Data) -> JournalError:
    """Another number of columns."""
    (n, d), X = known.parts[0]["shape"], data.X
    return other_columns(path, known, data) or JournalError(
        f"the journal {path} belongs to other data: {n} × {d} values, and X has "
        f"{X.shape[0]} × {X.shape[1]}; {WAY_OUT}"
    )


def known_as_a_whole(path: Path, parts: Sequence[dict[str, Any]], X: Any) -> JournalError:
    """Other rows, where the journal has no fingerprints of single rows."""
    n, d = parts[0]["shape"]
    if len(parts) == 1 and [n, d] != [*X.shape]:
        shown = f"{n} × {d} values, and X has {X.shape[0]} × {X.shape[1]}"
        return JournalError(
            f"the journal {path} belongs to other data: {shown}; it knows its rows only as a "
            f"whole, so that with more rows they must be the first, as they were: {WAY_OUT}"
        )
    return JournalError(
        f"the journal {path} belongs to other data of the same shape; pass exactly the values "
        "it was made with, and the same preprocess=, or give another path"
    )


def absent_rows(state: State, absent: frozenset[int], names: Sequence[str] | None) -> InputError:
    """Why a moment cannot be gone to at which rows that are not in X take part."""
    rows = sorted(absent - {*state.rows.excluded.tolist()})
    called = [point_name(row, names) for row in rows]
    return InputError(
        f"{count(len(rows), 'row')} would take part that {'is' if len(rows) == 1 else 'are'} not "
        f"in X ({_listed(called, called)}); open the session with data that have "
        f"{'it' if len(rows) == 1 else 'them'}"
    )


def _listed(first: Sequence[str], all_of_them: Sequence[Any] | IntArray) -> str:
    more = len(all_of_them) - LISTED
    return ", ".join(first[:LISTED]) + (f" and {more:,} more" if more > 0 else "")
