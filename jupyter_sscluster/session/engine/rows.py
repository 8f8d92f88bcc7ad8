"""Rows by number or by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._validation import InputError, check_count

TOLD = 3

Row = int | str
"""A row by number from 0, or by name."""


def row_number(row: Any, n_samples: int, names: Sequence[str] | None, what: str = "row") -> int:
    """The number of a row, from 0, given by number or name; InputError if there is none.

    A whole number is always a row's number and a text always a name, whatever rows are called.

    Examples
    --------
    >>> row_number("2084", 2, ["2071", "2084"]), row_number(1, 2, ["2071", "2084"])
    (1, 1)
    """
    if not isinstance(row, str):
        return check_count(row, what, 0, n_samples - 1)
    if names is None:
        raise InputError(
            f"{what}={row!r} is a name, but rows have none here; give the row's number, "
            f"0 to {n_samples - 1}, or names="
        )
    if row not in names:
        known = ", ".join(map(repr, names[:TOLD])) + (", …" if len(names) > TOLD else "")
        raise InputError(
            f"{what}={row!r} is the name of no row; they are called {known}: take one of "
            "session.names, or the row's number"
        )
    return names.index(row)
