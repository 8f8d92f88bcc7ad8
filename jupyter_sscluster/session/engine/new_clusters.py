"""How many clusters there must be at least once an answer has set points apart."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import greedy_clique


def clusters_needed(
    n_clusters: int, before: Constraints, after: Constraints, rows: Sequence[int], named: int = 0
) -> int:
    """K after an answer about some rows: as before, or as many as it has found.

    Components that are all apart from each other need a cluster each. A clique of them raises K
    where the answer has made it larger; one that was too large before is left to the person.
    `named` is the number of clusters that the answer itself tells apart.

    >>> before = Constraints(4, cannot=[(0, 1)])
    >>> clusters_needed(2, before, before.add_pairs([(2, 0), (2, 1)], "cannot"), [2])
    3
    >>> clusters_needed(2, before, before.add(2, 0, "cannot"), [2])
    2
    """
    wanted = max(n_clusters, named)
    found = clique_size(after, rows)
    if found > wanted and found > clique_size(before, rows):
        wanted = found
    return wanted


def clique_size(known: Constraints, rows: Sequence[int]) -> int:
    """The largest number of components, one of a row among them, that are all apart.

    Found greedily, so that there may be a larger one.

    >>> clique_size(Constraints(5, must=[(0, 4)], cannot=[(0, 1), (1, 2), (2, 4)]), [0])
    3
    """
    edges = known.component_edges
    sizes = [0]
    for component in np.unique(known.component_ids[list(rows)]):
        beside = (edges == component).any(axis=1)
        near = np.setdiff1d(edges[beside], component)
        between = np.searchsorted(near, edges[np.isin(edges, near).all(axis=1)])
        sizes.append(1 + len(greedy_clique(len(near), between)))
    return max(sizes)


def apart_from_each_other(known: Constraints, rows: Sequence[int]) -> int:
    """How many of these rows, at the least, are known to be all apart; found greedily.

    >>> known = Constraints(5, must=[(0, 4)], cannot=[(0, 1), (1, 2), (2, 4)])
    >>> apart_from_each_other(known, [1, 4, 3])
    2
    """
    pairs = np.array(list(combinations(rows, 2)), dtype=np.intp).reshape(-1, 2)
    places = np.array(list(combinations(range(len(rows)), 2)), dtype=np.intp).reshape(-1, 2)
    return len(greedy_clique(len(rows), places[known.relations(pairs) < 0]))
