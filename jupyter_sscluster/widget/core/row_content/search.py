"""Rows by part of their name, by their number, or by a word of their content."""

import re
from collections.abc import Callable, Sequence

MOST = 8
BEFORE, AROUND = 16, 72
"""Characters before what was found, and of the whole excerpt."""


def find_rows(
    text: str,
    names: Sequence[str] | None,
    rows: Sequence[int],
    contents: Callable[[int], Sequence[str]] = lambda row: (),
    most: int = MOST,
) -> tuple[list[tuple[int, str]], int]:
    """The rows that a text finds among some, the best first, and how many more there are.

    A name that is the text comes first, then the row of that number, then names that begin with it,
    then those that hold it; capital letters make no difference. Without names numbers take their
    place. Rows of which only the contents hold the text come last, each with an excerpt.

    Examples
    --------
    >>> find_rows("an", ["Ann", "Joan", "an", "Bob"], range(4))
    ([(2, ''), (0, ''), (1, '')], 0)
    >>> find_rows("1", None, range(15), most=3)
    ([(1, ''), (10, ''), (11, '')], 3)
    >>> find_rows("battery", None, range(2), [["A new Battery"], ["a charger"]].__getitem__)
    ([(0, 'A new Battery')], 0)
    """
    wanted = text.strip().casefold()
    if not wanted:
        return [], 0
    ranked = list[tuple[int, int, str]]()
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 19 else -1
    for place, row in enumerate(rows):
        name = str(row) if names is None else names[place].casefold()
        if name == wanted:
            ranked.append((0, row, ""))
        elif row == number:
            ranked.append((1, row, ""))
        elif (at := name.find(wanted)) >= 0 and (names is not None or at == 0):
            ranked.append((2 if at == 0 else 3, row, ""))
        elif told := next((each for each in contents(row) if wanted in each.casefold()), ""):
            ranked.append((4, row, told))
    ranked.sort(key=lambda found: found[:2])
    listed = [(row, excerpt(told, text.strip())) for _, row, told in ranked[:most]]
    return listed, max(0, len(ranked) - most)


def excerpt(told: str, text: str) -> str:
    """A line of a text around some of its words.

    >>> excerpt("It went on and on until its battery died", "Battery")
    '…and on until its battery died'
    """
    line = " ".join(told.split())
    found = re.search(re.escape(text), line, re.IGNORECASE)
    begin = 0 if found is None else line.rfind(" ", 0, max(0, found.start() - BEFORE)) + 1
    end = begin + AROUND
    return f"{'…' * (begin > 0)}{line[begin:end]}{'…' * (end < len(line))}"
