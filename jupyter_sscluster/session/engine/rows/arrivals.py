"""What opening does with rows that are not in X, have other values, or are new."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._number_text import count
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.lines import Entry, line
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.entries import recorded
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.session.engine.rows import refusals
from jupyter_sscluster.session.engine.rows.extending import exclusion, extension, inclusion
from jupyter_sscluster.session.engine.rows.fingerprints import data_entry
from jupyter_sscluster.session.engine.rows.growing import reordered
from jupyter_sscluster.session.engine.rows.matching import (
    NAME,
    Known,
    Matched,
    known_rows,
    matched,
)
from jupyter_sscluster.session.engine.sample.sample import Sample, grown_sample
from jupyter_sscluster.session.engine.step_names import point_name

IN_TRAY = "listed in session.rows.tray."
UNDONE = "session.undo() leaves them out."

OF_LAST_STEP = (IN_TRAY, UNDONE)
"""Ends of notes that hold until the next step only."""

MISSING = ("refuse", "exclude")
CHANGED = ("refuse", "keep", "new")

GONE = "not in X since"
"""The reason for which rows are left out that were not passed, before the day."""


class Arrivals:
    """The rows of X beside those of a journal: how they are opened, and what is written of it.

    `missing` says whether rows that answers name may be missing, `changed` what rows are that have
    other values.
    """

    def __init__(
        self,
        path: Path,
        entries: Sequence[Entry],
        data: Data,
        missing: str,
        changed: str,
    ) -> None:
        self._path, self._passed = path, data
        self.known: Known = known_rows(path, entries)
        self.match: Matched = matched(path, self.known, data)
        self._missing, self._changed = missing, changed
        self._other = self.match.changed
        if changed == "new" and len(self._other):
            self.match = self.match.with_others(self._other)
        self.data = self._numbered()
        self._notes: list[str] = []
        self._undone = 0
        self.shown: Sample | None = None

    def _numbered(self) -> Data:
        """The rows of X by number."""
        if not self.match.moved:
            return self._passed
        found = reordered(self._passed, self.match.order, self._path)
        return replace(found, known=self.known) if found.absent else found

    def prefer_in_force(self, state: State) -> bool:
        """Have rows in force found first, of equal ones; whether another row has a place in X."""
        in_force = np.setdiff1d(np.arange(self.known.n), state.rows.excluded)
        match = self.match.preferring(in_force)
        if match is self.match:
            return False
        self.match = match
        self.data = self._numbered()
        return True

    def by_number(self, known: Constraints) -> Constraints:
        """Constraints about the rows of X in its order, as ones about rows by number."""
        order = self.match.order
        there = np.flatnonzero(order >= 0)
        number = there[np.argsort(order[there])]
        noise = np.sort(number[known.noise])
        found = Constraints(len(order), names=self.data.names, noise=noise)
        for table in stated_tables(known):
            pairs = number[table.pairs]
            found = found.add_pairs(pairs, table.kind, table.weights, soft=table.soft)
        return found

    def check(self, state: State) -> None:
        """Refuse data that are not those of the journal, whose last state this is.

        Raises
        ------
        JournalError
            If fewer than half of the rows in force are in X, an answer or a check names one that is
            not, or rows have other values, unless the arguments say what to do then.
        """
        n = self.known.n
        out = state.rows.excluded
        in_force = np.setdiff1d(np.arange(n), out)
        gone = np.setdiff1d(self.match.missing, out)
        found = len(in_force) - len(np.setdiff1d(gone, self._other))
        if 2 * found < len(in_force):
            raise refusals.not_there(self._path, self.known, found, len(in_force), self._passed)
        other = np.setdiff1d(self._other, out)
        if len(other) and self._changed == "refuse":
            raise self._other_values(other)
        if self._missing != "exclude":
            self._check_said(state, gone)

    def _other_values(self, rows: IntArray) -> InputError:
        order, names = self.match.order, self._passed.names
        if self.match.by_name and names is not None:
            if 2 * len(rows) > self.known.n:
                other = refusals.other_columns(self._path, self.known, self._passed)
                if other is not None:
                    return other
            called = [names[order[row]] for row in rows]
            return refusals.renamed_values(self._path, self.known, called, order, self._passed)
        return refusals.other_values(self._path, self.known, rows, order, self._passed)

    def _check_said(self, state: State, gone: IntArray) -> None:
        """Refuse if something was said of rows that are not there."""
        rows = {*gone.tolist()}
        answers = [{answer.i, answer.j} & rows for answer in state.answers]
        looks = () if state.checks is None else state.checks.looks
        checks = [{row for row in rows if row in (look.row, look.said)} for look in looks]
        said = sorted(set[int]().union(*answers, *checks))
        if said:
            called = [point_name(row, self.data.names) for row in said]
            n_answers, n_checks = (sum(map(bool, each)) for each in (answers, checks))
            raise refusals.missing_rows(self._path, called, n_answers, n_checks)

    def settle(self, ledger: Ledger, shown: Sample, *, drawn: bool = False) -> list[bytes]:
        """Leave out what is missing and add what is new; the lines to write of it, if any.

        `shown` are the rows that are shown, new ones among them if they are `drawn` of all.
        """
        lines, self.shown = self._kept_lines(ledger.state), shown
        lines += self._put_back(ledger, shown)
        out = ledger.state.rows
        self._undone = int((self.match.order[out.later(out.excluded)] >= 0).sum())
        gone = np.setdiff1d(self.match.missing, out.excluded)
        if len(gone):
            operation = exclusion(ledger.state, gone.tolist(), f"{GONE} {_day(time.time())}")
            assert operation is not None
            lines.append(_done(ledger, operation))
            self._notes.append(
                f"{count(len(gone), 'row')} of the journal {'is' if len(gone) == 1 else 'are'} not "
                "in X and left out: see session.rows.excluded."
            )
        if ledger.state.constraints.n_samples < self.data.n_samples:
            added = extension(ledger, self.data, shown, drawn=drawn)
            lines.append(_done(ledger, added))
            self.shown = grown_sample(shown, self.data.X, added.shown, self.data.names)
        return lines

    def _put_back(self, ledger: Ledger, shown: Sample) -> list[bytes]:
        """Put rows back that were left out only because they were not in X; the lines to write."""
        state = ledger.state.rows
        rows = [row for row, why in state.reasons.items() if why.startswith(GONE)]
        rows = sorted(row for row in rows if self.match.order[row] >= 0)
        operation = inclusion(ledger, self.data.X, shown, rows)
        if operation is None:
            return []
        one, many = len(rows) == 1, count(len(rows), "row")
        try:
            done = _done(ledger, operation)
        except ConflictError:
            self._notes.append(
                f"{many} of the journal {'is' if one else 'are'} in X again and "
                f"{'stays' if one else 'stay'} left out, as answers about "
                f"{'it' if one else 'them'} contradict later ones; take some back, then "
                f"session.rows.include puts {'it' if one else 'them'} back."
            )
            return []
        self._notes.append(
            f"{many} of the journal {'is' if one else 'are'} in X again and in force again; "
            + UNDONE
        )
        return [done]

    def _kept_lines(self, state: State) -> list[bytes]:
        """The line that says which rows have other values from now on."""
        rows = self._other
        if not len(rows) or self._changed != "keep":
            return []
        X, given = self.data.X, self.data.given_fingerprints
        data = data_entry(X[rows], None, None if given is None else given[rows])
        first = slice(0, self.known.sizes[0])
        entry = {"do": NAME, "rows": rows.tolist(), "data": data}
        columns = data_entry(X[first], None).get("columns")
        if columns is not None and not (self.match.order[first] < 0).any():
            entry["columns"] = columns
        one = len(rows) == 1
        self._notes.append(
            f"{count(len(rows), 'row')} {'has' if one else 'have'} other values than before and "
            f"{'stays' if one else 'stay'} in {'its' if one else 'their'} cluster until the next "
            "fit."
        )
        return [line(entry)]

    @property
    def notes(self) -> Iterator[str]:
        """What became of rows that are new, missing, changed, or in another order."""
        match = self.match
        if match.n_new:
            yield (
                f"{count(match.n_new, 'row')} of X {'is' if match.n_new == 1 else 'are'} new: "
                f"placed in the clusters there are, without a fit, and {IN_TRAY}"
            )
        lost = np.intersect1d(self.known.transformed[0], match.missing)
        if self.data.preprocess is not None and len(lost):
            who = f"{count(len(lost), 'row')} {'is' if len(lost) == 1 else 'are'}"
            yield (
                f"{who} not in X that preprocess= was fitted to: it was fitted to the others, and "
                "makes other values than before."
            )
        if self._undone:
            one = self._undone == 1
            yield (
                f"{count(self._undone, 'row')} of X {'was' if one else 'were'} added before, and "
                f"that was undone: {'it stays' if one else 'they stay'} left out until "
                f"session.rows.include, with the number{'' if one else 's'} in "
                "session.rows.excluded."
            )
        yield from self._notes
        told = refusals.renamed(self.known.columns, self._passed.given_columns)
        if told is not None:
            yield told
        if match.reordered:
            yield (
                "X has its rows in another order than the journal, by whose numbers labels and "
                "answers go; session.rows.order has the number of each row of X."
            )


def _done(ledger: Ledger, operation: Any) -> bytes:
    """Carry an operation out; the line to write of it."""
    n_samples = ledger.state.constraints.n_samples
    operation, text = recorded(operation, time.time(), n_samples)
    ledger.commit(operation.apply(ledger.timeline), operation)
    return text


def check_words(missing: Any, changed: Any) -> None:
    """Refuse arguments of opening that are none of the words they may be."""
    _check_word("missing", missing, MISSING)
    _check_word("changed", changed, CHANGED)


def _check_word(name: str, value: Any, words: Sequence[str]) -> None:
    if not isinstance(value, str) or value not in words:
        raise InputError(f"{name}={value!r} must be one of {', '.join(map(repr, words))}")


def _day(when: float) -> str:
    """A day as text.

    >>> _day(0.0)
    '1 January 1970'
    """
    day = time.gmtime(when)
    months = "January February March April May June July August September October November December"
    return f"{day.tm_mday} {months.split()[day.tm_mon - 1]} {day.tm_year}"
