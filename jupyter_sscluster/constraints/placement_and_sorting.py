"""Pairs that an answer about several points implies: a placement, or a sorting into piles."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints.constraints import Constraints

UNKNOWN = "unknown"

Told = tuple[int, int, str]
"""A pair, and "must", "cannot" or "unknown"."""


def placement_statements(
    constraints: Constraints, point: int, among: Sequence[int], choice: Any
) -> list[Told]:
    """The statements that "this point belongs with that one" makes.

    Nothing is checked against what is known: a statement that contradicts it is among them, for
    the caller to refuse or to state softly.

    Parameters
    ----------
    constraints : Constraints
        What is known. A cannot-link that follows, from it and from the must-link, is left out.
    point : int
        The row that was shown.
    among : sequence of int
        The rows that it was compared with.
    choice : int, None or "unknown"
        The row of `among` that it belongs with; None for none of them; "unknown" for don't know.

    Returns
    -------
    list of (i, j, kind)
        First the must-link, which is stated again even where it follows. For
        "unknown" the pairs of the point with all of `among`.

    Raises
    ------
    InputError
        If a row does not exist or occurs twice, or `choice` is not among them.

    >>> known = Constraints(5, cannot=[(1, 2)])
    >>> placement_statements(known, 0, [1, 2, 3], 1)  # apart from 2 as well: that follows
    [(0, 1, 'must'), (0, 3, 'cannot')]
    >>> placement_statements(known, 0, [1, 2], None)
    [(0, 1, 'cannot'), (0, 2, 'cannot')]
    """
    point, *others = _different([point, *among], constraints.n_samples)
    if not others:
        raise InputError(f"point {point} was placed among no others; give at least one row")
    if isinstance(choice, str) and choice == UNKNOWN:
        return [(point, other, UNKNOWN) for other in others]
    if choice is None:
        return _new_apart([(point, other) for other in others], constraints)
    chosen = check_count(choice, "choice", 0, constraints.n_samples - 1)
    if chosen not in others:
        raise InputError(
            f"choice={chosen} is not among {others}; choose one of these rows, None for none of "
            f'them, or "{UNKNOWN}"'
        )
    rest = [(point, other) for other in others if other != chosen]
    return [(point, chosen, "must"), *_new_apart(rest, _joined(constraints, [(point, chosen)]))]


def sorting_statements(
    constraints: Constraints, piles: Iterable[Iterable[int]], unsure: Iterable[int] = ()
) -> list[Told]:
    """The statements that piles make: together within each, apart between every two.

    As in `placement_statements`, what contradicts is among them.

    Parameters
    ----------
    constraints : Constraints
        What is known. A cannot-link that follows, from it and from the piles, is left out.
    piles : iterable of iterables of int
        Rows, each in one pile; the first of a pile represents it. Empty piles do not count.
    unsure : iterable of int, default ()
        Rows that were shown and not sorted. Their pairs with the first of every pile,
        without piles those among themselves, are "unknown". Without them a strategy would show the
        same points again.

    Returns
    -------
    list of (i, j, kind)
        A must-link of every row with the first of its pile, even where it follows; a cannot-link
        for each two piles, between their first rows; the unknown pairs.

    Raises
    ------
    InputError
        If a row does not exist or occurs twice.

    >>> sorting_statements(Constraints(6), [[0, 3, 4], [1]], unsure=[5])
    [(3, 0, 'must'), (4, 0, 'must'), (0, 1, 'cannot'), (5, 0, 'unknown'), (5, 1, 'unknown')]
    """
    listed = [rows for pile in piles if (rows := list(pile))]
    left_out = list(unsure)
    _different([*chain.from_iterable(listed), *left_out], constraints.n_samples)
    links = [(int(row), int(first)) for first, *rest in listed for row in rest]
    firsts = [int(first) for first, *_ in listed]
    known = _joined(constraints, links)
    apart = _new_apart(list(combinations(firsts, 2)), known)
    doubts = list(product(left_out, firsts) if firsts else combinations(left_out, 2))
    together = [(i, j, "must") for i, j in links]
    return together + apart + [(int(i), int(j), UNKNOWN) for i, j in doubts]


def _different(rows: list[Any], n_samples: int) -> list[int]:
    checked = [check_count(row, "row", 0, n_samples - 1) for row in rows]
    seen = set[int]()
    for row in checked:
        if row in seen:
            raise InputError(f"row {row} occurs twice; give every row once")
        seen.add(row)
    return checked


def _joined(constraints: Constraints, links: list[tuple[int, int]]) -> Constraints:
    """With the must-links that contradict nothing."""
    for i, j in links:
        if constraints.relation(i, j) is None:
            constraints = constraints.add(i, j, "must")
    return constraints


def _new_apart(pairs: list[tuple[int, int]], known: Constraints) -> list[Told]:
    """Cannot-links entailed neither by the constraints nor by those before."""
    found = list[Told]()
    for i, j in pairs:
        relation = known.relation(i, j)
        if relation != "cannot":
            found.append((i, j, "cannot"))
        if relation is None:
            known = known.add(i, j, "cannot")
    return found
