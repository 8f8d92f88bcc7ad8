"""Probabilities in the sentences for the person who answers: what they are, and of what."""

LOPSIDED = 0.9
"""Probability from which on a point is said to be probably somewhere, not to be undecided."""


def percent(p: float) -> str:
    """A probability as a whole percentage, 100 or 0 only where it is.

    >>> percent(0.976), percent(0.9999), percent(1.0)
    ('98 %', '99 %', '100 %')
    """
    value = round(100 * p)
    return f"{min(max(value, 1), 99) if 0 < p < 1 else value} %"


def in_cluster(point: str, clusters: tuple[int, int], p: tuple[float, float]) -> str:
    """Which of two clusters a point may be in, the likelier first.

    >>> in_cluster("3", (1, 2), (0.6, 0.4))
    'Point 3 could be in cluster 1 (60 % likely) or 2 (40 %)'
    >>> in_cluster("3", (2, 1), (0.98, 0.02))
    'Point 3 is most likely in cluster 2 (98 %), otherwise in cluster 1'
    """
    first, second = clusters
    if p[0] >= LOPSIDED:
        return (
            f"Point {point} is most likely in cluster {first} ({percent(p[0])}), "
            f"otherwise in cluster {second}"
        )
    return f"Point {point} could be in cluster {first} ({_likely(p)}) or {second} ({percent(p[1])})"


def belongs_with(point: str, others: tuple[str, str | None], p: tuple[float, float]) -> str:
    """Which of two points a point may belong with; None is a class of its own.

    >>> belongs_with("3", ("4", "0"), (0.6, 0.4))
    'Point 3 could belong with 4 (60 % likely) or 0 (40 %)'
    >>> belongs_with("3", ("4", None), (0.95, 0.05))
    'Point 3 most likely belongs with 4 (95 %), otherwise with another cluster'
    """
    first, second = others
    if p[0] >= LOPSIDED:
        rest = "another cluster" if second is None else second
        return (
            f"Point {point} most likely belongs with {first} ({percent(p[0])}), "
            f"otherwise with {rest}"
        )
    rest = "be in another cluster" if second is None else second
    return f"Point {point} could belong with {first} ({_likely(p)}) or {rest} ({percent(p[1])})"


def _likely(p: tuple[float, float]) -> str:
    return f"{percent(p[0])} likely"


def clusters_found(found: int, wanted: int | None) -> str:
    """How many clusters the answers have found.

    >>> clusters_found(2, 3), clusters_found(1, None)
    ('2 of 3 clusters found', '1 cluster found')
    """
    if wanted:
        return f"{found} of {wanted} clusters found"
    return f"{found} cluster{'' if found == 1 else 's'} found"
