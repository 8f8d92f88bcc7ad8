"""Placements and sortings answered pair by pair, for who knows about pairs alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

Ask = Callable[[int, int], str]
"""Whether two points belong together: "must", "cannot" or "unknown"."""


def placed_by_pairs(ask: Ask, point: int, representatives: Iterable[int]) -> int | str | None:
    """The first representative that a point must be with; None if it is apart from all.

    >>> placed_by_pairs(lambda i, j: "must" if j == 2 else "cannot", 0, [1, 2])
    2
    """
    answers = {row: ask(point, row) for row in representatives}
    for row, answer in answers.items():
        if answer == "must":
            return row
    return None if all(answer == "cannot" for answer in answers.values()) else "unknown"


def sorted_by_pairs(
    ask: Ask, points: Sequence[int], representatives: Iterable[int]
) -> list[list[int]]:
    """Piles of points that must be together; one that may belong to several is in none.

    >>> sorted_by_pairs(lambda i, j: "must" if i % 2 == j % 2 else "cannot", [2, 3, 5], [0])
    [[0, 2], [3, 5]]
    """
    return sorted_one_by_one(partial(placed_by_pairs, ask), points, representatives)


def sorted_one_by_one(
    place: Callable[[int, list[int]], int | str | None],
    points: Iterable[int],
    representatives: Iterable[int],
) -> list[list[int]]:
    """Piles of points, each placed with the first points of the piles so far."""
    piles = [[row] for row in representatives]
    for point in points:
        first = place(point, [pile[0] for pile in piles])
        if first is None:
            piles.append([point])
        for pile in piles:
            if pile[0] == first:
                pile.append(point)
    return piles
