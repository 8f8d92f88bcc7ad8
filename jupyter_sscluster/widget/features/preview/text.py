"""The sentences about what an answer would change."""

from collections.abc import Callable, Sequence

from jupyter_sscluster.widget.core.text import count

COUNTING = "…"
ANSWERS = {"must": "Same cluster", "cannot": "Different clusters", "unknown": "Don't know"}
NOT_FITTED = "cannot be fitted"
NONE = "None of these"
NEW = "a new cluster"
MOST_MOVES = 3
"""This many moves between clusters are named; the rest is counted."""

Move = tuple[int, int, int]
"""From which cluster to which, and how many points."""


def effect(moved: int | None) -> str:
    """`14 points move`, on the button."""
    if moved is None:
        return NOT_FITTED
    if not moved:
        return "nothing moves"
    return "1 point moves" if moved == 1 else f"{moved:,} points move"


def lead(name: str) -> str:
    """`If same cluster:`."""
    return f"{name}:" if name == ANSWERS["unknown"] else f"If {name[:1].lower()}{name[1:]}:"


def status(name: str, moves: Sequence[Move], called: Callable[[int], str]) -> str:
    """`Same cluster would move 14 points from cluster 2 to cluster 3.`"""
    if not moves:
        return f"{name} would move no point."
    if len(moves) == 1:
        before, after, number = moves[0]
        route = f"from {called(before)} to {called(after)}"
        return f"{name} would move {count(number, 'point')} {route}."
    total = sum(number for *_, number in moves)
    named = [
        f"{n} from {called(before)} to {called(after)}" for before, after, n in moves[:MOST_MOVES]
    ]
    rest = total - sum(number for *_, number in moves[:MOST_MOVES])
    named += [f"{rest} between others"] if rest else []
    return f"{name} would move {count(total, 'point')}: {', '.join(named)}."
