"""Questions about more than a pair."""

from __future__ import annotations

from dataclasses import dataclass

from jupyter_sscluster._validation import check_count

QUESTION_TYPES = ("pair", "place", "sort")
"""A pair, one point among representatives, several points onto cards."""

MOST_SHOWN = 6
"""Representatives that a placement shows at most."""

SORT_FROM = 6
"""Number of clusters from which sorting four points is offered first."""


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


def default_question_type(
    n_clusters: int | None, question_types: tuple[str, ...] = QUESTION_TYPES
) -> str:
    """The type of question that saves most of a person's time, where that is sure.

    Pairs up to five clusters, sorting four points from six on, if the strategy offers it. Sorting
    reaches the best clustering that pairs reach in four minutes in 1.6 to 3.3 times fewer seconds,
    by `experiments.CostModel`, for any number of clusters (`benchmarks/question_types.py`). Up to
    five clusters this depends on the assumed seconds: the gain is gone (0.9 to 1.1) if sorting a
    point takes twice as long. From six to ten clusters a factor of 1.3 remains, and 2.3 if one
    answer in ten is wrong.

    Parameters
    ----------
    n_clusters : int or None
        Number of clusters; pairs where it is unknown.
    question_types : tuple of str, optional
        What the strategy offers.

    Returns
    -------
    str
        "pair" or "sort".

    Raises
    ------
    InputError
        If `n_clusters` is no count.

    >>> default_question_type(3), default_question_type(9), default_question_type(9, ("pair",))
    ('pair', 'sort', 'pair')
    """
    if n_clusters is None or "sort" not in question_types:
        return "pair"
    return "sort" if check_count(n_clusters, "n_clusters") >= SORT_FROM else "pair"
