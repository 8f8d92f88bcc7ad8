"""Questions about more than a pair."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_TYPES = ("pair", "place", "sort")
"""A pair, one point among representatives, several points onto cards."""

MOST_SHOWN = 6
"""Representatives that a placement shows at most."""


@dataclass(frozen=True)
class Placement:
    """A question: with which of these does the point belong?

    Parameters
    ----------
    point : int
        The row in question.
    representatives : tuple of int
        Rows to compare it with, likeliest first, at most six, known to be apart from each other: so
        it is apart from all but the one it belongs with. While fewer than two classes have been
        met, there is one.
    score : float
        How uncertain the point is; comparable within one snapshot only.
    reason : str
        One sentence for the person who must answer.
    """

    point: int
    representatives: tuple[int, ...]
    score: float
    reason: str


@dataclass(frozen=True)
class Sorting:
    """A question: onto which card does each of these points belong, or onto a new one?

    Parameters
    ----------
    points : tuple of int
        The rows in question.
    cards : tuple of int
        One row of every class that has been met; none while no class is certain.
    score : float
        How uncertain the points are together; comparable within one snapshot only.
    reason : str
        One sentence for the person who must answer.
    """

    points: tuple[int, ...]
    cards: tuple[int, ...]
    score: float
    reason: str
