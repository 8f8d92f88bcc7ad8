"""Rows by part of their name, or by their number."""

from __future__ import annotations

from collections.abc import Sequence

from jupyter_sscluster.session.engine.text_index import folded


def find_rows(text: str, names: Sequence[str] | None, rows: Sequence[int]) -> list[int]:
    """The rows that a text finds among some by their folded names, the best first.

    A name that is the text comes first, then the row of that number, then names that begin with it,
    then those that hold it; case and accents make no difference. Without names numbers take their
    place, and what they hold after their beginning finds nothing.

    Examples
    --------
    >>> find_rows("an", ["ann", "joan", "an", "bob"], range(4))
    [2, 0, 1]
    >>> find_rows("1", None, range(12))
    [1, 10, 11]
    """
    wanted = folded(" ".join(text.split()))
    if not wanted:
        return []
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 19 else -1
    if names is None:
        found = [] if number < 0 else [row for row in rows if str(row).startswith(wanted)]
        return sorted(found, key=lambda row: (row != number, row))
    named = [place for place, name in enumerate(names) if wanted in name]
    ranked = [(_rank(names[place], wanted), rows[place]) for place in named]
    if number >= 0:
        ranked += [(1, row) for row in rows if row == number]
    best: dict[int, int] = {}
    for rank, row in sorted(ranked):
        best.setdefault(row, rank)
    return list(best)


def _rank(name: str, wanted: str) -> int:
    return 0 if name == wanted else 2 if name.startswith(wanted) else 3
