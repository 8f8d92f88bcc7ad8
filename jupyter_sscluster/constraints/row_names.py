"""Names of the rows that constraints are about: checked, shared by two values, by number."""

from __future__ import annotations

from collections.abc import Sequence

from jupyter_sscluster._arrays import Index
from jupyter_sscluster._validation import InputError, check_names


def checked_names(names: Sequence[str] | None, n_samples: int) -> tuple[str, ...] | None:
    """Row names, all different, one a row; None passes."""
    if names is None:
        return None
    if isinstance(names, (str, bytes)):
        raise InputError(f"names={names!r} is one text; give a list of {n_samples} row names")
    return tuple(check_names(names, n_samples))


def common_names(
    one: tuple[str, ...] | None, other: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """The names of the rows that two values are about, or an `InputError` if these differ."""
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
