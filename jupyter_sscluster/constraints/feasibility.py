"""Bounds on the feasible number of clusters: the chromatic number of the cannot-link graph."""

from typing import NamedTuple

from numpy.typing import ArrayLike

from jupyter_sscluster.constraints.cliques import Clique, greedy_clique, max_clique, odd_cycle
from jupyter_sscluster.constraints.colouring import Colouring, colour, dsatur

__all__ = [
    "Clique",
    "Colouring",
    "NClustersBounds",
    "colour",
    "dsatur",
    "greedy_clique",
    "max_clique",
    "n_clusters_bounds",
    "odd_cycle",
]


class NClustersBounds(NamedTuple):
    """Bounds on the number of clusters K, ω ≤ χ ≤ DSATUR colours, χ the chromatic number.

    ``lower`` is certified (a clique, or an odd cycle), ``feasible`` colours are known to suffice,
    and above ``upper``, the number of vertices, some cluster would be empty.
    """

    lower: int
    feasible: int
    upper: int


def n_clusters_bounds(n_vertices: int, edges: ArrayLike) -> NClustersBounds:
    """Bounds on the number of clusters that satisfies all cannot-links: clique, DSATUR, components.

    >>> n_clusters_bounds(6, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    NClustersBounds(lower=3, feasible=3, upper=6)
    """
    lower = len(max_clique(n_vertices, edges).vertices)
    if lower == 2 and odd_cycle(n_vertices, edges) is not None:
        lower = 3
    feasible = int(dsatur(n_vertices, edges).max(initial=-1)) + 1
    return NClustersBounds(lower, feasible, n_vertices)
