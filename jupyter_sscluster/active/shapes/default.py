"""Which shape of question to offer first."""

from __future__ import annotations

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.active.shapes.questions import SHAPES

SORT_FROM = 6
"""Number of clusters from which sorting four points is offered first."""


def default_shape(n_clusters: int | None, shapes: tuple[str, ...] = SHAPES) -> str:
    """The shape of question that saves most of a person's time, where that is sure.

    Pairs up to five clusters, sorting four points from six on, where the strategy offers it. To the
    best clustering that pairs reach in four minutes, sorting takes 1.6 to 3.3 times fewer seconds
    by `experiments.CostModel`, for any number of clusters (`benchmarks/shapes.py`). Up to five that
    rests on the seconds that are assumed: it is gone (.9 to 1.1) where a point takes twice as long
    to be sorted. From six to ten clusters 1.3 is left, with one wrong answer in ten 2.3.

    Parameters
    ----------
    n_clusters : int or None
        Number of clusters; pairs where nobody knows it.
    shapes : tuple of str, optional
        What the strategy offers.

    Returns
    -------
    str
        "pair" or "sort".

    Raises
    ------
    InputError
        If `n_clusters` is no count.

    >>> default_shape(3), default_shape(9), default_shape(9, ("pair",)), default_shape(None)
    ('pair', 'sort', 'pair', 'pair')
    """
    if n_clusters is None or "sort" not in shapes:
        return "pair"
    return "sort" if check_count(n_clusters, "n_clusters") >= SORT_FROM else "pair"
