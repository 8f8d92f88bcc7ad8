"""Sentences about points in no cluster."""

from collections.abc import Sequence

from jupyter_sscluster.widget.core.text import count, shortened

OUT, BACK = CAUSES = ("No cluster: ", "Put back: ")
"""How the steps begin that put points out of all clusters, or back."""


def fitted(cause: str, others: int) -> str:
    """The status line once the clusters without these points, or with them, are there.

    >>> fitted("No cluster: point 14", 0)
    'No cluster: point 14 · O puts it back · no other point changed cluster'
    >>> fitted("Put back: 3 points", 4)
    'Put back: 3 points · 4 points changed cluster'
    """
    moved = f"{count(others, 'point')} changed cluster"
    if cause.startswith(BACK):
        return f"{cause} · {moved}"
    them = "it" if cause.startswith(f"{OUT}point ") else "them"
    other = f"{others} other points" if others > 1 else f"{'1' if others else 'no'} other point"
    return f"{cause} · O puts {them} back · {other} changed cluster"


def told(size: int, n_samples: int, found: int, said: int) -> tuple[str, str]:
    """How many points there are, and by whom they were put out: the beginning and the rest.

    >>> told(46, 646, 40, 6)
    ('46 of 646 points', 'belong to no cluster: 40 found by the fit, 6 said by you.')
    >>> told(1, 150, 0, 1)
    ('1 of 150 points', 'belongs to no cluster, said by you.')
    """
    verb = "belongs" if size == 1 else "belong"
    parts = [f"{found:,} found by the fit"] * (found > 0) + [f"{said:,} said by you"] * (said > 0)
    who = f": {', '.join(parts)}" if len(parts) > 1 else f", {parts[0].partition(' ')[2]}"
    return f"{size:,} of {count(n_samples, 'point')}", f"{verb} to no cluster{who}."


def more(number: int) -> str:
    """How many points are not listed."""
    return f"and {number:,} more" if number else ""


def put_out(names: Sequence[str]) -> str:
    """The status line after points were put out of all clusters."""
    verb = "is" if len(names) == 1 else "are"
    return f"{_called(names)} {verb} in no cluster now. O puts {_them(names)} back."


def put_back(names: Sequence[str]) -> str:
    """The status line after they were put back."""
    return f"{_called(names)} may be in a cluster again."


def _called(names: Sequence[str]) -> str:
    return f"Point {shortened(names[0])}" if len(names) == 1 else count(len(names), "point")


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"
