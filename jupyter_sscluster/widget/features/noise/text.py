"""Sentences about points in no cluster."""

from collections.abc import Sequence
from math import inf

from jupyter_sscluster.widget.core.text import count, shortened

OUT, BACK, IN = CAUSES = ("No cluster: ", "Put back: ", "Taken in: ")
"""How the steps begin that put points out of all clusters, back, or into clusters near them."""

CHANGED = "The clusters have changed since; choose a reach again."
KEPT_APART = "Answers keep these points apart from the clusters near them."
ONLY_IN_MEMORY = (
    "The data are sparse or read in blocks, so that the reach of a cluster is not known; link a "
    "point to one of a cluster (M)."
)


def fitted(cause: str, others: int) -> str:
    """The status line once the clusters without these points, or with them, are there.

    >>> fitted("No cluster: point 14", 0)
    'No cluster: point 14 · O puts it back · no other point changed cluster'
    >>> fitted("Taken in: 3 points", 0)
    'Taken in: 3 points · no other point changed cluster'
    >>> fitted("Put back: 3 points", 4)
    'Put back: 3 points · 4 points changed cluster'
    """
    moved = f"{count(others, 'point')} changed cluster"
    if cause.startswith(BACK):
        return f"{cause} · {moved}"
    them = "it" if cause.startswith(f"{OUT}point ") else "them"
    other = f"{others} other points" if others > 1 else f"{'1' if others else 'no'} other point"
    hint = "" if cause.startswith(IN) else f" · O puts {them} back"
    return f"{cause}{hint} · {other} changed cluster"


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


def would_join(n_points: int, n_clusters: int) -> tuple[str, str]:
    """What a reach would do: the beginning of the sentence, and the rest.

    >>> would_join(12, 4)
    ('12 points', 'would join 4 clusters')
    """
    return count(n_points, "point"), f"would join {count(n_clusters, 'cluster')}"


def if_taken_in(n_points: int, n_clusters: int) -> tuple[str, str]:
    """The same in the note beside the plot.

    >>> if_taken_in(1, 1)
    ('If taken in:', '1 point joins 1 cluster')
    """
    verb = "joins" if n_points == 1 else "join"
    return "If taken in:", f"{count(n_points, 'point')} {verb} {count(n_clusters, 'cluster')}"


def at_reach(times: float, lead: str, rest: str) -> str:
    """The same with the reach, as a screen reader says it.

    >>> at_reach(1.62, "12 points", "would join 4 clusters")
    'At 1.6 times their reach: 12 points would join 4 clusters.'
    """
    reach = f"At {times:,.1f} times their reach" if times < inf else "At any reach"
    return f"{reach}: {lead} {rest}."


def ignores_pairs(clusterer: str) -> str:
    """Why the points cannot join a cluster."""
    return f"{clusterer} takes no notice of pairs, so that no point can be taken into a cluster."


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
