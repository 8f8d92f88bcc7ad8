"""Answers about pairs of points, and answers that were confirmed later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from jupyter_sscluster._validation import InputError, Int, check_count
from jupyter_sscluster.constraints.files.origins import BY, is_by_hand

KINDS = ("must", "cannot", "unknown")

ASKED = "question"
"""The source of answers to a question that the session asked."""

NAME_LENGTH = 80
"""Characters of an annotator's name at most."""


@dataclass(frozen=True)
class Answer:
    """One statement about a pair of points.

    Attributes
    ----------
    number : int
        Counts from 1 in order of arrival; a number is never given twice, even after an undo.
    i, j : int
        The two rows, as they were given.
    kind : {"must", "cannot", "unknown"}
    weight : float
        Strength, for clusterers that weigh constraints.
    soft : bool
        A soft answer may be violated: it entails nothing and contradicts nothing.
    time : float
        Seconds since 1970, UTC.
    source : str
        Who said it: "user", "question" (answering one that was asked), "lasso", "label:2",
        "automatic" (from true labels), "initial" (given to the constructor), ...;
        "question by Ann" where people are named.
    """

    number: int
    i: int
    j: int
    kind: str
    weight: float = 1.0
    soft: bool = False
    time: float = 0.0
    source: str = "user"

    @property
    def manner(self) -> str:
        """The source without the name: "question" of "question by Ann"."""
        return self.source.partition(BY)[0]

    @property
    def annotator(self) -> str:
        """Who answered, "" where nobody is named.

        >>> Answer(1, 0, 1, "must", source="question by Ann").annotator
        'Ann'
        """
        return self.source.partition(BY)[2]

    @property
    def is_by_hand(self) -> bool:
        """Whether a person picked the pair, rather than being asked about it."""
        return is_by_hand(self.source)

    @property
    def pair(self) -> tuple[int, int]:
        """The two rows in ascending order."""
        return (self.i, self.j) if self.i < self.j else (self.j, self.i)

    def is_violated_by(self, labels: Any) -> bool:
        """Whether labels of the rows are against what was said; a don't-know never is violated.

        A row of label -1 is in no cluster, and together with no other.

        >>> Answer(1, 0, 2, "must").is_violated_by([0, 0, 1])
        True
        """
        if self.kind == "unknown":
            return False
        together = bool(labels[self.i] == labels[self.j] != -1)
        return together != (self.kind == "must")


def numbered(items: Iterable[Any], number: Any) -> Any:
    """The one with this number; None for what is no whole number, such as True or 1.0.

    >>> numbered([Answer(1, 0, 1, "must")], True) is None
    True
    """
    if not Int(1).check(number):
        return None
    return next((each for each in items if each.number == number), None)


def checked_annotator(name: str | None) -> str:
    """A name to sign answers with; none is "".

    >>> checked_annotator(" Ann ")
    'Ann'
    """
    if name is None:
        return ""
    clean = name.strip() if isinstance(name, str) else ""
    if not clean or len(clean) > NAME_LENGTH or not clean.isprintable() or BY in f" {clean} ":
        raise InputError(
            f"annotator={name!r} must be a name of 1 to {NAME_LENGTH} characters on one line, "
            f"without {BY.strip()!r} as a word of its own; leave it out where one person answers"
        )
    return clean


Against = tuple[bool, bool, tuple[int, ...]]
"""Whether an answer was violated, whether it was suspected, and which answers pulled against it."""


@dataclass(frozen=True)
class Confirmed:
    """An answer, by its number, that is right although this speaks against it."""

    number: int
    against: Against


def confirmed_entry(confirmed: Confirmed) -> list[Any]:
    """An answer that was confirmed as plain values."""
    violated, suspected, others = confirmed.against
    return [confirmed.number, violated, suspected, list(others)]


def confirmed_of(row: Any) -> Confirmed:
    """The same from plain values, checked."""
    number, violated, suspected, others = row
    if not (isinstance(violated, bool) and isinstance(suspected, bool)):
        raise ValueError(f"{row!r} does not say what speaks against an answer")
    against = tuple(check_count(other, "number") for other in others)
    return Confirmed(check_count(number, "number"), (violated, suspected, against))
