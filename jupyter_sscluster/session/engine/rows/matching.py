"""Which rows of the data a journal knows already: by their place, their names or their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray, Prints
from jupyter_sscluster._number_text import count
from jupyter_sscluster.journal.lines import Entry, JournalError, damaged, line_of
from jupyter_sscluster.session.engine.rows.fingerprints import (
    column_fingerprints,
    fingerprint,
    fingerprints_of,
    name_fingerprints,
    row_fingerprints,
)

LISTED = 3
"""Rows and columns that a sentence names."""

WAY_OUT = "pass the data it was made with, and the same preprocess=, or give another path"


@dataclass(frozen=True, eq=False)
class Matched:
    """The rows of X in the order of their numbers: those that a journal knows, then the others.

    Attributes
    ----------
    order : (n,) int array
        The place in X of each row, by number.
    n_known : int
        How many the journal knows; the others are new.
    """

    order: IntArray
    n_known: int

    @property
    def moved(self) -> bool:
        """Whether a row has another number than its place in X."""
        return bool((self.order != np.arange(len(self.order))).any())

    @property
    def n_new(self) -> int:
        """How many rows are new."""
        return len(self.order) - self.n_known


def matched(
    path: Path, entries: Sequence[Entry], X: Any, names: Sequence[str] | None, features: Any = None
) -> Matched:
    """Find the rows of a journal in X: as its first rows, else by name, else by their values.

    Raises
    ------
    JournalError
        If a row of the journal is not in X, or has other values.
    """
    parts = _parts(path, entries)
    n_known = sum(part["shape"][0] for part in parts)
    if parts[0]["shape"][1] != X.shape[1]:
        raise _other_shape(path, parts, X)
    if _are_first(parts, X):
        return Matched(np.arange(len(X)), n_known)
    with line_of(path, 1):
        known = _together(parts, "rows")
        called = _together(parts, "names")
    if known is None or not isinstance(X, np.ndarray):
        raise _known_as_a_whole(path, parts, X)
    found = row_fingerprints(X)
    other = _changed_in_place(known, found, called, names)
    if called is not None and names is not None and other is None:
        return _by_names(path, known, found, called, names)
    if other is not None:
        raise _other_values(path, parts, other, X, names, features, n_known)
    places = places_of(known, found)
    missing = np.flatnonzero(places < 0)
    if len(missing):
        raise _not_found(path, missing, n_known)
    return _ordered(places, len(X))


def places_of(wanted: Prints, found: Prints) -> IntArray:
    """Where each of some fingerprints is among others, equal ones in order of appearance; or -1.

    >>> a, b, c = np.arange(3, dtype=np.uint64)
    >>> places_of(np.array([a, b, a, c]), np.array([b, a, a])).tolist()
    [1, 0, 2, -1]
    """
    both = np.concatenate([wanted, found])
    codes = np.unique(both, return_inverse=True)[1].astype(np.int64)
    n = len(wanted)
    mine, theirs = _numbered(codes[:n], len(both)), _numbered(codes[n:], len(both))
    order = np.argsort(theirs)
    at = np.minimum(np.searchsorted(theirs, mine, sorter=order), max(len(theirs) - 1, 0))
    if not len(theirs):
        return np.full(n, -1, dtype=np.int64)
    return np.where(theirs[order[at]] == mine, order[at], -1)


def _numbered(codes: IntArray, n: int) -> IntArray:
    """Codes that differ: each with how many equal ones are before it."""
    order = np.argsort(codes, kind="stable")
    ordered = codes[order]
    first = np.searchsorted(ordered, ordered)
    rank = np.empty(len(codes), dtype=np.int64)
    rank[order] = np.arange(len(codes)) - first
    return codes * (n + 1) + rank


def _parts(path: Path, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """What the journal says of its rows: those it began with, and those that were added."""
    said = [entries[0].get("data")]
    said += [entry.get("data") for entry in entries[1:] if entry.get("do") == "extend"]
    for part in said:
        shape = part.get("shape") if isinstance(part, dict) else None
        if not (isinstance(shape, list) and len(shape) == 2 and all(type(n) is int for n in shape)):
            raise damaged(path, [1], "it does not say what the data are")
    return said  # type: ignore[return-value]


def _are_first(parts: Sequence[dict[str, Any]], X: Any) -> bool:
    start = 0
    for part in parts:
        end = start + part["shape"][0]
        if end > X.shape[0] or part.get("fingerprint") != fingerprint(X[start:end]):
            return False
        start = end
    return True


def _together(parts: Sequence[dict[str, Any]], key: str) -> Prints | None:
    """The fingerprints of all rows of a journal; None where it does not have them of all."""
    found = [fingerprints_of(part, key) for part in parts]
    known = [each for each in found if each is not None]
    return np.concatenate(known) if len(known) == len(found) else None


def _by_names(
    path: Path, known: Prints, found: Prints, called: Prints, names: Sequence[str]
) -> Matched:
    places = places_of(called, name_fingerprints(names))
    missing = np.flatnonzero(places < 0)
    if len(missing):
        raise _not_found(path, missing, len(known))
    changed = np.flatnonzero(found[places] != known)
    if len(changed):
        first = [names[places[row]] for row in changed[:LISTED]]
        raise JournalError(
            f"{count(len(changed), 'row')} of the journal {path} "
            f"{'is' if len(changed) == 1 else 'are'} called as before and "
            f"{'has' if len(changed) == 1 else 'have'} other values ({_listed(first, changed)}); "
            f"{WAY_OUT}"
        )
    return _ordered(places, len(found))


def _changed_in_place(
    known: Prints, found: Prints, called: Prints | None, names: Sequence[str] | None
) -> IntArray | None:
    """The rows that have other values, where most rows stand where they stood; None else."""
    if len(found) < len(known):
        return None
    named = called is not None and names is not None
    if named and (name_fingerprints(names or ())[: len(known)] != called).any():
        return None
    other = np.flatnonzero(found[: len(known)] != known)
    elsewhere = places_of(known[other], found)
    is_few = 2 * len(other) <= len(known)
    return other if len(other) and is_few and (elsewhere < 0).any() else None


def _ordered(places: IntArray, n: int) -> Matched:
    others = np.setdiff1d(np.arange(n), places)
    return Matched(np.concatenate([places, others]).astype(np.int64), len(places))


def _other_values(
    path: Path,
    parts: Sequence[dict[str, Any]],
    rows: IntArray,
    X: Any,
    names: Sequence[str] | None,
    features: Sequence[str] | None,
    n_known: int,
) -> JournalError:
    """Names the first row that differs, and the columns in which the rows it began with do."""
    row = int(rows[0])
    n_first = parts[0]["shape"][0]
    told = ""
    with line_of(path, 1):
        columns = fingerprints_of(parts[0], "columns")
    if row < n_first and columns is not None:
        differ = np.flatnonzero(column_fingerprints(X[:n_first]) != columns)
        called = [repr(features[at]) if features else str(at) for at in differ.tolist()]
        told = f", column{'s' if len(called) > 1 else ''} {_listed(called, differ)}"
    name = str(row) if names is None else names[row]
    have = "has" if len(rows) == 1 else "have"
    return JournalError(
        f"the journal {path} belongs to other data: {len(rows):,} of {count(n_known, 'row')} "
        f"{have} other values: first row {name}{told}; {WAY_OUT}"
    )


def _not_found(path: Path, missing: IntArray, n_known: int) -> JournalError:
    here = n_known - len(missing)
    if 2 * here < n_known:
        return JournalError(
            f"the journal {path} belongs to other data: {here:,} of its {count(n_known, 'row')} "
            f"{'is' if here == 1 else 'are'} in X; {WAY_OUT}"
        )
    rows = [str(row) for row in missing[:LISTED].tolist()]
    return JournalError(
        f"the journal {path} belongs to other data: {len(missing):,} of its "
        f"{count(n_known, 'row')} {'is' if len(missing) == 1 else 'are'} not in X "
        f"({_listed(rows, missing)}); pass all its rows, then leave some out with "
        "session.rows.exclude"
    )


def _other_shape(path: Path, parts: Sequence[dict[str, Any]], X: Any) -> JournalError:
    n, d = parts[0]["shape"]
    return JournalError(
        f"the journal {path} belongs to other data: {n} × {d} values, and X has "
        f"{X.shape[0]} × {X.shape[1]}; {WAY_OUT}"
    )


def _known_as_a_whole(path: Path, parts: Sequence[dict[str, Any]], X: Any) -> JournalError:
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


def _listed(first: Sequence[str], all_of_them: Sequence[Any] | IntArray) -> str:
    more = len(all_of_them) - LISTED
    return ", ".join(first[:LISTED]) + (f" and {more:,} more" if more > 0 else "")
