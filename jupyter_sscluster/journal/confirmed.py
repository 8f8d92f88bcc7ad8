"""Answers that were looked at again and found right, and what spoke against them then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jupyter_sscluster._validation import check_count

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
