"""Answers from a file: what somebody said before, replayed."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError, InputTypeError, check_count
from jupyter_sscluster.active.oracle import BudgetExhausted
from jupyter_sscluster.constraints import Constraints

Answer = tuple[int, int, str, bool]

MISSING = ("unknown", "end", "raise")
SUFFIXES = {".csv": Constraints.from_csv, ".json": Constraints.from_json}


class RecordedOracle:
    """Answers that somebody gave before, from a value or a file.

    A pair is answered as it was stated, or as it follows from what was stated. Where a session's
    journal says "don't know" the answer is "unknown". So it is where the record lacks a pair, and a
    strategy asks on, perhaps about every pair there is: a `BudgetedOracle` around it limits that.
    With `missing="end"` the first pair that the record lacks ends the questions, as when a budget
    is used up; with `missing="raise"` it is an error.

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
        soft = {"must": self.constraints.soft_must, "cannot": self.constraints.soft_cannot}
        self._soft = {(i, j): kind for kind, pairs in soft.items() for i, j in pairs.tolist()}

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
        answer = self.constraints.relation(*pair) or self._soft.get(pair)
        if answer is None and pair not in self.unknown:
            self.n_missing += 1
            if self.missing != "unknown":
                error = InputError if self.missing == "raise" else BudgetExhausted
                raise error(
                    f"the record says nothing about the pair {pair}; ask about pairs in it, or use "
                    'missing="unknown"'
                )
        return answer or "unknown"


def _read(record: Any) -> tuple[Constraints, frozenset[tuple[int, int]]]:
    if isinstance(record, Constraints):
        return record, frozenset()
    if not isinstance(record, (str, PathLike)):
        raise InputTypeError(
            f"record of type {type(record).__name__} must be Constraints or a path: the file of "
            "to_csv or to_json, or the journal of a session"
        )
    path = Path(record)
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
    try:
        whole = path.read_text("utf-8", "surrogatepass").rpartition("\n")[0]
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read ({error}); give another path") from error
    try:
        first, *entries = map(json.loads, whole.split("\n"))
        n_samples = check_count(first["data"]["shape"][0], "n_samples")
        answers = _in_force(first["answers"], entries)
        constraints, unknown = Constraints(n_samples), set()
        for i, j, kind, soft in answers:
            if kind == "unknown":
                unknown.add((min(i, j), max(i, j)))
            else:
                constraints = constraints.add(i, j, kind, soft=soft)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InputError(
            f"{path} is no constraints file (.csv, .json) and no journal of a session "
            f"({type(error).__name__}: {error}); give the file of to_csv, to_json or session.save"
        ) from error
    return constraints, frozenset(unknown)


def _in_force(given: list[Any], entries: list[Any]) -> list[Answer]:
    """The answers after every change, undo and redo."""
    states, now = [{row[0]: row for row in given}], 0
    for entry in entries:
        do = entry["do"]
        if do == "undo":
            now -= 1
        elif do == "redo":
            now += 1
        elif do in ("change", "set", "refit"):
            removed = set(entry.get("remove", ()))
            after = {number: row for number, row in states[now].items() if number not in removed}
            after |= {row[0]: row for row in entry.get("add", ())}
            states[now + 1 :] = [after]
            now += 1
        if not 0 <= now < len(states):
            raise ValueError(f"{do} beyond the record")
    return [(row[1], row[2], row[3], row[5]) for row in states[now].values()]
