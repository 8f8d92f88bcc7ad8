"""What the cards of clusters stand for, from piles."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jupyter_sscluster._validation import InputError


def checked_piles(piles: Any) -> list[list[Any]]:
    """Piles as lists; `InputError` for what is no list of lists of rows."""
    listed = [] if piles is None else piles
    if isinstance(listed, Iterable) and not isinstance(listed, str):
        found = [*listed]
        if all(isinstance(pile, Iterable) and not isinstance(pile, str) for pile in found):
            return [[*pile] for pile in found]
    raise InputError(f"piles={piles!r} must be a list of lists of rows, such as [[3, 8], [9, 1]]")


def classes_of_piles(
    points: Sequence[int], known: Mapping[int, int], piles: Sequence[Sequence[int]]
) -> list[int]:
    """The class of each new card: that of a known card in its pile, else its first card.

    Parameters
    ----------
    points : sequence of int
        The new cards.
    known : mapping
        The class of each card that was sorted before.
    piles : sequence of sequences of int
        Cards that are the same; those left out are different from all.

    Raises
    ------
    InputError
        If a row is on no card or in two piles, or two known cards are in one pile.

    Examples
    --------
    >>> classes_of_piles([3, 5, 8, 9], {1: 1}, [[3, 8], [9, 1]])
    [3, 5, 3, 1]
    """
    found = {point: point for point in points}
    met = set[int]()
    for pile in piles:
        for row in pile:
            if row not in found and row not in known:
                raise InputError(f"row {row} is on no card of this sorting; see question")
            if row in met:
                raise InputError(f"row {row} is in two piles; give every card once")
            met.add(row)
        before = [row for row in pile if row in known]
        if len(before) > 1:
            raise InputError(
                f"the cards {before[0]} and {before[1]} were told apart before; if they are the "
                f"same, session.answer({before[0]}, {before[1]}, 'must') says so"
            )
        called = known[before[0]] if before else pile[0] if pile else 0
        found |= {row: called for row in pile if row in found}
    return [found[point] for point in points]
