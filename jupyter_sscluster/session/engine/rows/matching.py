"""Which rows of the data a journal knows already: by their place, their names or their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Prints
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.journal.lines import Entry, damaged, line_of
from jupyter_sscluster.journal.operations import rows_of
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.rows import refusals
from jupyter_sscluster.session.engine.rows.fingerprints import (
    fingerprint,
    fingerprints_of,
    name_fingerprints,
    row_fingerprints,
)

NAME = "values"
"""What a line does that says which rows have other values than before: it is no step."""


CLOSE = 1e-6
"""Values that differ by less, relatively, are those of the same transformer."""


@dataclass(frozen=True, eq=False)
class Matched:
    """The rows of X in the order of their numbers: those that a journal knows, then the others.

    Attributes
    ----------
    order : (n,) int array
        The place in X of each row, by number; -1 where X does not have it.
    n_known : int
        How many the journal knows; the others are new.
    changed : int array
        The numbers of rows that have other values than the journal knows.
    by_name : bool
        Whether rows were found by their names.
    prints : (n_known,) uint64 array or None
        The fingerprints, with those of names, by which rows were found; equal rows have the same.
    """

    order: IntArray
    n_known: int
    changed: IntArray = field(default_factory=lambda: NO_ROWS)
    by_name: bool = False
    prints: Prints | None = None

    @property
    def moved(self) -> bool:
        """Whether a row has another number than its place in X."""
        return bool((self.order != np.arange(len(self.order))).any())

    @property
    def reordered(self) -> bool:
        """Whether the rows of X are in another order than their numbers."""
        return bool((np.diff(self.order[self.order >= 0]) < 0).any())

    @property
    def n_new(self) -> int:
        """How many rows are new."""
        return len(self.order) - self.n_known

    @property
    def missing(self) -> IntArray:
        """The numbers of the rows that X does not have, ascending."""
        return np.flatnonzero(self.order < 0)

    def with_others(self, rows: IntArray) -> Matched:
        """The same where these rows are not in X, and what was taken for them is new."""
        known = self.order[: self.n_known].copy()
        known[rows] = -1
        n = int((self.order >= 0).sum())
        return replace(self, order=_ordered(known, n), changed=NO_ROWS)

    def preferring(self, rows: IntArray) -> Matched:
        """The same where, of equal rows, these, which are in force, are found first."""
        if self.prints is None:
            return self
        order, known = self.order.copy(), np.arange(self.n_known)
        lost = rows[order[rows] < 0]
        spare = np.setdiff1d(known[order[known] >= 0], np.union1d(rows, self.changed))
        at = places_of(self.prints[lost], self.prints[spare])
        lost, spare = lost[at >= 0], spare[at[at >= 0]]
        if not len(lost):
            return self
        order[lost], order[spare] = order[spare], -1
        return replace(self, order=order)


@dataclass(frozen=True, eq=False)
class Known:
    """What a journal says of its rows.

    `parts` are its entries about those it began with and those that were added; `rows`, `names` and
    `given` the fingerprints of all, None where it does not have them of all; `fitted` the rows that
    `preprocess` was last fitted to, when there were `n_then`, None if to those it began with.
    """

    parts: tuple[dict[str, Any], ...]
    rows: Prints | None
    names: Prints | None
    given: Prints | None
    columns: tuple[str, ...] | None
    fitted: IntArray | None = None
    n_then: int = 0

    @property
    def transformed(self) -> list[IntArray]:
        """The rows that `preprocess` was fitted to, then those that it transformed at a time."""
        rows, ends = np.arange(self.n), np.cumsum(self.sizes)[:-1]
        if self.fitted is None:
            return np.split(rows, ends)
        others = np.setdiff1d(rows[: self.n_then], self.fitted)
        later = np.split(rows[self.n_then :], ends[ends > self.n_then] - self.n_then)
        return [self.fitted, others, *later]

    @property
    def sizes(self) -> list[int]:
        """How many rows it began with, and how many were added each time."""
        return [part["shape"][0] for part in self.parts]

    @property
    def n(self) -> int:
        """How many rows it knows."""
        return sum(self.sizes)


def known_rows(path: Path, entries: Sequence[Entry]) -> Known:
    """What a journal says of its rows, with the values that they had last."""
    parts = _parts(path, entries)
    columns = entries[0].get("columns")
    with line_of(path, 1):
        found = {key: _together(parts, key) for key in ("rows", "names", "given")}
        called = None if columns is None else tuple(map(str, columns))
    fitted, n_then = None, 0
    for number, entry in enumerate(entries, 1):
        if entry.get("do") == NAME:
            with line_of(path, number):
                _correct(found, entry)
                parts[0] = _first_part(parts[0], entry)
                if "fitted" in entry:
                    n_then = len(entry["rows"])
                    fitted = np.array(rows_of(entry["fitted"], n_then), dtype=np.int64)
                    if not len(fitted):
                        raise ValueError("it does not say what preprocess was fitted to")
    return Known(tuple(parts), **found, columns=called, fitted=fitted, n_then=n_then)


def _first_part(part: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """What is known of the rows it began with, once some have other values."""
    kept = {key: value for key, value in part.items() if key not in ("columns", "made")}
    if "columns" in entry:
        kept["columns"] = entry["columns"]
    if "fitted" in entry and "made" in entry["data"]:
        kept["made"] = entry["data"]["made"]
    return kept


def _correct(found: dict[str, Prints | None], entry: Entry) -> None:
    """Put in the fingerprints of rows that have other values from then on."""
    if not entry["rows"] or entry["data"]["shape"][0] != len(entry["rows"]):
        raise ValueError("it does not say which rows have other values")
    for key in ("rows", "given"):
        new, of_all = fingerprints_of(entry["data"], key), found[key]
        if new is not None and of_all is not None:
            found[key] = corrected = of_all.copy()
            corrected[list(rows_of(entry["rows"], len(of_all)))] = new


def matched(path: Path, known: Known, data: Data) -> Matched:
    """Find the rows of a journal in X: by name, else as its first rows, else by their values.

    Names decide if X has half of them or more.

    Raises
    ------
    JournalError
        If X has another number of columns, or the journal knows its rows only as a whole and X
        does not begin with these.
    """
    X = data.X
    if known.parts[0]["shape"][1] != X.shape[1]:
        raise refusals.other_shape(path, known, data)
    if known.rows is None or not isinstance(X, np.ndarray):
        if not _are_first(known.parts, X):
            raise refusals.known_as_a_whole(path, known.parts, X)
        return Matched(np.arange(len(X)), known.n)
    given = data.given_fingerprints
    raw = given is not None and known.given is not None
    wanted, found = (known.given, given) if raw else (known.rows, row_fingerprints(X))
    assert wanted is not None and found is not None
    match = places_before(known, wanted, found, data.names)
    if raw:
        _check_preprocess(path, known, match, X)
    return match


def places_before(
    known: Known, wanted: Prints, found: Prints, names: Sequence[str] | None
) -> Matched:
    """The rows of a journal among others, by name or by the fingerprints of all of them."""
    return _by_names(known, wanted, found, names) or _by_values(wanted, found)


def _check_preprocess(path: Path, known: Known, match: Matched, X: Array) -> None:
    """Refuse rows that are the same as given, and not as they come out of `preprocess`.

    Last digits may differ: a sum depends on how the numbers lie in memory.
    """
    made, order = known.parts[0].get("made"), match.order
    if made is None or (order[known.transformed[0]] < 0).any():
        return
    with line_of(path, 1):
        values = np.array(made, dtype=np.float64)
        same = [
            np.allclose(X[order[row]], value, rtol=CLOSE, atol=CLOSE * np.abs(values).max())
            for row, value in enumerate(values)
            if order[row] >= 0 and row not in match.changed
        ]
    if not all(same):
        raise refusals.other_preprocess(path)


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
    """What the journal says of the rows it began with, and of those that were added."""
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
    known: Known, wanted: Prints, found: Prints, names: Sequence[str] | None
) -> Matched | None:
    """Rows found by name; None unless half of the names are there.

    Of two rows of one name that with the known values counts, else the later one: the other is of
    before, when its name went to a row with other values.
    """
    if known.names is None or names is None:
        return None
    called = name_fingerprints(names)
    if 2 * np.isin(known.names, called).sum() < len(known.names):
        return None
    places = places_of(both(known.names, wanted), both(called, found))
    lost = np.flatnonzero(places < 0)[::-1]
    others = np.setdiff1d(np.arange(len(found)), places)
    at = places_of(known.names[lost], called[others])
    places[lost] = np.where(at >= 0, others[at], -1) if len(others) else -1
    changed = np.sort(lost[at >= 0])
    own = both(known.names, wanted)
    return Matched(_ordered(places, len(found)), len(wanted), changed, by_name=True, prints=own)


def both(some: Prints, others: Prints) -> Prints:
    """One fingerprint of two."""
    both: Prints = some * np.uint64(3) ^ others
    return both


def _by_values(wanted: Prints, found: Prints) -> Matched:
    """Rows found by their values; others, where most rows stand in place, in their place."""
    places = places_of(wanted, found)
    rows = np.arange(len(wanted))
    changed = NO_ROWS
    if 2 * (places == rows).sum() >= len(rows):
        lost = rows[(places < 0) & (rows < len(found))]
        changed = np.setdiff1d(lost, places)
        places[changed] = changed
    return Matched(_ordered(places, len(found)), len(wanted), changed, prints=wanted)


def _ordered(places: IntArray, n: int) -> IntArray:
    """The places of known rows, then all others of so many."""
    others = np.setdiff1d(np.arange(n), places)
    return np.concatenate([places, others]).astype(np.int64)
