"""Answers from a file: what somebody said before, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.active.oracle import BudgetExhausted
from jupyter_sscluster.active.oracles.by_pairs import placed_by_pairs, sorted_by_pairs
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.files.text_files import file_path
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.in_force import in_force
from jupyter_sscluster.journal.lines import NoJournalError

MISSING = ("unknown", "end", "raise")
SUFFIXES = {".csv": Constraints.from_csv, ".json": Constraints.from_json}


class RecordedOracle:
    """Answers that somebody gave before, from a value or a file.

    A pair is answered as it was stated, hard before soft, or as it follows from what was stated.
    Where a session's journal says "don't know" the answer is "unknown". So it is where the record
    lacks a pair, and a strategy asks on, perhaps about every pair there is: a `BudgetedOracle`
    around it limits that. With `missing="end"` the first pair that the record lacks ends the
    questions, as when a budget is used up; with `missing="raise"` it is an error.

    Parameters
    ----------
    record : Constraints, or path
        A constraints file (`.csv`, `.json`) or the journal of a session (any name): what is in
        force at its end counts, not what was undone.
    missing : {"unknown", "end", "raise"}, default "unknown"

    Attributes
    ----------
    constraints : Constraints
        The record.
    unknown : frozenset of pairs
        Answered with "don't know".
    n_samples : int
        Number of points it is about.
    n_missing : int
        Questions so far that the record could not answer.

    Raises
    ------
    InputError
        If the file cannot be read, or is neither.

    >>> oracle = RecordedOracle(Constraints(4, must=[(0, 1)], cannot=[(1, 2)]))
    >>> oracle.query(0, 2), oracle.query(0, 3), oracle.n_missing
    ('cannot', 'unknown', 1)
    """

    def __init__(self, record: Constraints | str | PathLike[str], missing: str = "unknown") -> None:
        if missing not in MISSING:
            raise InputError(f"missing={missing!r} must be one of {', '.join(map(repr, MISSING))}")
        self.missing = missing
        self.constraints, self.unknown = _read(record)
        self.n_missing = 0
        tables = sorted(stated_tables(self.constraints), key=lambda table: not table.soft)
        self._stated = {(i, j): table.kind for table in tables for i, j in table.pairs.tolist()}

    @property
    def n_samples(self) -> int:
        """Number of points it is about."""
        return self.constraints.n_samples

    def query(self, i: int, j: int) -> str:
        """What the record says about a pair: "must", "cannot" or "unknown".

        Raises
        ------
        InputError
            If a point does not exist, both are the same, or, with `missing="raise"`, the record
            says nothing.
        BudgetExhausted
            If, with `missing="end"`, the record says nothing.
        """
        i, j = (check_count(point, "point", 0, self.n_samples - 1) for point in (i, j))
        if i == j:
            raise InputError(f"query({i}, {j}) asks about one point; give two points")
        pair = min(i, j), max(i, j)
        answer = self._stated.get(pair) or self.constraints.relation(*pair)
        if answer is None and pair not in self.unknown:
            self.n_missing += 1
            if self.missing != "unknown":
                error = InputError if self.missing == "raise" else BudgetExhausted
                raise error(
                    f"the record says nothing about the pair {pair}; ask about pairs in it, or use "
                    'missing="unknown"'
                )
        return answer or "unknown"

    def place(self, point: int, representatives: Sequence[int]) -> int | str | None:
        """What the pairs on record say: the representative, None if apart from all, or "unknown".

        Raises
        ------
        InputError, BudgetExhausted
            As for `query`.
        """
        return placed_by_pairs(self.query, point, representatives)

    def sort(self, points: Sequence[int], representatives: Sequence[int] = ()) -> list[list[int]]:
        """The piles that the pairs on record make; points that they leave open are in none.

        Raises
        ------
        InputError, BudgetExhausted
            As for `query`.
        """
        return sorted_by_pairs(self.query, points, representatives)


def _read(record: Any) -> tuple[Constraints, frozenset[tuple[int, int]]]:
    if isinstance(record, Constraints):
        return record, frozenset()
    if not isinstance(record, (str, PathLike)):
        raise InputTypeError(
            f"record of type {type(record).__name__} must be Constraints or a path: the file of "
            "to_csv or to_json, or the journal of a session"
        )
    path = file_path(record)
    reader = SUFFIXES.get(path.suffix.lower())
    if reader is None:
        return _journal(path)
    try:
        return reader(path), frozenset()
    except InputError as error:
        try:
            return _journal(path)
        except InputError:
            raise error from None


def _journal(path: Path) -> tuple[Constraints, frozenset[tuple[int, int]]]:
    """What is in force at the end of a session's journal, and what was answered "don't know"."""
    if not path.exists():
        raise InputError(f"{path} cannot be read, as it does not exist; give another path")
    try:
        n_samples, answers = in_force(path)
    except NoJournalError as error:
        raise InputError(
            f"{path} is no constraints file (.csv, .json) and no journal of a session; give the "
            "file of to_csv, to_json or session.save"
        ) from error
    constraints = Constraints(n_samples)
    for answer in answers:
        if answer.kind != "unknown":
            constraints = constraints.add(answer.i, answer.j, answer.kind, soft=answer.soft)
    return constraints, frozenset(a.pair for a in answers if a.kind == "unknown")
