"""What the axes of a plot show, as a journal keeps it: neither an answer nor a step to undo."""

from typing import NamedTuple

from jupyter_sscluster.journal.lines import Entry, JournalError

Axes = str | tuple[str, str]
"""A projection by its name, or two columns by theirs."""

NAME = "axes"


class Viewed(NamedTuple):
    """The axes that were chosen last, and those that had been asked for when the plot was made."""

    axes: Axes
    given: Axes | None = None


def viewed_entry(viewed: Viewed) -> Entry:
    """As plain values; `JournalError` for axes that no file names.

    >>> viewed_entry(Viewed(("a", "b")))
    {'do': 'axes', 'axes': ['a', 'b'], 'given': None}
    """
    plain = [list(each) if isinstance(each, tuple) else each for each in viewed]
    entry = {"do": NAME, "axes": plain[0], "given": plain[1]}
    try:
        viewed_of(entry)
    except ValueError as error:
        raise JournalError(f"{error}; give a projection or two columns, by their names") from error
    return entry


def viewed_of(entry: Entry) -> Viewed:
    """From plain values, checked."""
    axes, given = _axes(entry["axes"]), entry.get("given")
    return Viewed(axes, None if given is None else _axes(given))


def _axes(value: object) -> Axes:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value):
        return value[0], value[1]
    raise ValueError(f"{value!r} names no axes")
