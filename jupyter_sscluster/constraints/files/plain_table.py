"""Pairs read from a plain table with the columns i, j and kind."""

from __future__ import annotations

import csv
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.answer_kinds import kind_of
from jupyter_sscluster.constraints.conflict import ConflictError
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.files.file_format import FORMAT
from jupyter_sscluster.constraints.files.text_files import read_text

COLUMNS = ("i", "j", "kind")


def read_pairs(path: Any, n_samples: int) -> Constraints:
    r"""Constraints from a plain CSV table of pairs.

    The first line names the columns `i`, `j` and `kind`, in any order; a column `weight` is read if
    there is one, others are ignored. "must", "must-link", "same" and "true" mean a must-link,
    "cannot", "cannot-link", "different" and "false" a cannot-link; pairs of kind "unknown" are
    skipped. Files written by `Constraints.to_csv` are read, too.

    Parameters
    ----------
    path : str or Path
    n_samples : int
        Number of rows of the data that `i` and `j` count from 0.

    Returns
    -------
    Constraints

    Raises
    ------
    InputError
        If the file cannot be read, a column is missing, or a row is no pair; the message names the
        line.
    ConflictError
        If two pairs contradict each other.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "pairs.csv"
    >>> _ = path.write_text("i,j,kind\n0,1,same\n1,2,cannot-link\n")
    >>> pairs = read_pairs(path, n_samples=4)
    >>> pairs.must.tolist(), pairs.cannot.tolist()
    ([[0, 1]], [[1, 2]])
    """
    text = read_text(path)
    if text.startswith(FORMAT):
        return _of_our_own(path, n_samples)
    lines = csv.reader(text.splitlines())
    head = [name.strip().lower() for name in next(lines, [])]
    missing = [name for name in COLUMNS if name not in head]
    if missing:
        raise InputError(
            f"{path} has no column {missing[0]!r}; its first line must name the columns i, j and "
            f"kind, and reads {','.join(head)!r}"
        )
    known = Constraints(n_samples)
    for number, cells in enumerate(lines, start=2):
        if any(cell.strip() for cell in cells):
            known = _with_pair(
                known, dict(zip(head, cells, strict=False)), f"{path}, line {number}"
            )
    return known


def _of_our_own(path: Any, n_samples: int) -> Constraints:
    found = Constraints.from_csv(path)
    if found.n_samples != n_samples:
        raise InputError(
            f"{path} is about {found.n_samples} rows, and n_samples={n_samples}; pass "
            f"n_samples={found.n_samples}, or the file that belongs to these rows"
        )
    return found


def _with_pair(known: Constraints, row: dict[str, str], where: str) -> Constraints:
    """The constraints with the pair of one line added."""
    try:
        i, j = int(row.get("i", "")), int(row.get("j", ""))
        weight = float(row.get("weight", "").strip() or 1.0)
    except ValueError as error:
        raise InputError(f"{where}: i and j must be row numbers, and weight a number") from error
    try:
        kind = kind_of(row.get("kind", ""))
        return known if kind == "unknown" else known.add(i, j, kind, weight)
    except ConflictError:
        raise
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
