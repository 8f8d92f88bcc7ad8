"""Rows by part of their name, or by their number."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 8


def find_rows(
    text: str, names: Sequence[str] | None, rows: Sequence[int], most: int = MOST
) -> tuple[list[int], int]:
    """The rows that a text finds among some, the best first, and how many more there are.

    A name that is the text comes first, then the row of that number, then names that begin with it,
    then those that hold it; capital letters make no difference. Without names numbers take their
    place.

    Examples
    --------
    >>> find_rows("an", ["Ann", "Joan", "an", "Bob"], range(4))
    ([2, 0, 1], 0)
    >>> find_rows("1", None, range(15), most=3)
    ([1, 10, 11], 3)
    """
    wanted = text.strip().casefold()
    if not wanted:
        return [], 0
    ranked = list[tuple[int, int]]()
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 19 else -1
    for place, row in enumerate(rows):
        name = str(row) if names is None else names[place].casefold()
        if name == wanted:
            ranked.append((0, row))
        elif row == number:
            ranked.append((1, row))
        elif (at := name.find(wanted)) >= 0 and (names is not None or at == 0):
            ranked.append((2 if at == 0 else 3, row))
    ranked.sort()
    return [row for _, row in ranked[:most]], max(0, len(ranked) - most)
