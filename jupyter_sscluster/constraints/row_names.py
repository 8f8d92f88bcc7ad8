"""Names of the rows that constraints are about: checked, shared by two values, by number."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Index
from jupyter_sscluster._validation import InputError, InputTypeError, check_count, check_names

TOLD = 3
"""Names that an error lists."""

Row = int | str
"""A row by number from 0, or by name."""


def checked_names(names: Sequence[str] | None, n_samples: int) -> tuple[str, ...] | None:
    """Row names, all different, one a row; None passes."""
    if names is None:
        return None
    if isinstance(names, (str, bytes)):
        raise InputError(f"names={names!r} is one text; give a list of {n_samples} row names")
    return tuple(check_names(names, n_samples))


def common_names(
    one: tuple[str, ...] | None, other: tuple[str, ...] | None, sizes: tuple[int, int]
) -> tuple[str, ...] | None:
    """The names of the rows that two values are about, or an `InputError` if rows differ.

    `sizes` are the numbers of rows of the two.
    """
    if sizes[0] != sizes[1]:
        raise InputError(
            f"constraints about {sizes[0]} and {sizes[1]} rows have no union; "
            "take the rows that both are about first, as constraints[rows]"
        )
    if one is None or other is None:
        return other if one is None else one
    different = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    if different:
        a, b = different[0]
        raise InputError(
            f"a row is called {a!r} in one value and {b!r} in the other; constraints about "
            "different rows have no union"
        )
    return one


def row_texts(rows: Index, names: Sequence[str] | None) -> tuple[str, ...]:
    """What these rows are called: by their names, or by their numbers."""
    return tuple(str(row) if names is None else names[row] for row in rows.tolist())


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


def row_numbers(
    rows: Iterable[Any], n_samples: int, names: Sequence[str] | None, what: str = "rows"
) -> list[int]:
    """The numbers of several rows, given by number or name.

    >>> row_numbers(["2084", 0], 2, ["2071", "2084"])
    [1, 0]
    """
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputTypeError(
            f"{what}={rows!r} must be several rows, by number or by name; pass a list, such as "
            f"[{rows!r}]"
        )
    listed = list(rows)
    if listed and isinstance(listed[0], (bool, np.bool_)):
        raise InputTypeError(
            f"{what} has {len(listed):,} values that are true or false; pass the numbers of the "
            "rows, such as numpy.flatnonzero gives"
        )
    return [int(row_number(row, n_samples, names, what)) for row in listed]
