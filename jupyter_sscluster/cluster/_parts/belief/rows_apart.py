"""Initial classes from rows that are pairwise cannot-linked."""

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.belief.anchors import Anchors
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.propagation import ANCHORED, PLACED, propagate

_ROWS = 100
"""Rows that may be anchors: those with the largest weight of statements."""

_STARTS = 12
"""Rows that a clique is grown from, and for each the second ones that are tried."""


def rows_apart(stated: PairStatements, clusters: Labels, n_clusters: int) -> Anchors | None:
    """K rows pairwise cannot-linked by statements, and rows that these place with each, or None.

    A component is one class only if all its must-links are right, and of ten answers one may be
    wrong; these rows need only the K (K - 1) / 2 cannot-links between them. Each is compared with
    at least K others. Of several cliques the one in most of the `clusters` (n,), then the heaviest
    found greedily. None also for two clusters, where one cannot-link would be a clique.
    """
    if n_clusters < 3:
        return None
    places, beside, weight = _apart(stated, n_clusters)
    cells = clusters[stated.rows[places]].tolist()
    grown = [
        _clique(beside, cells, first, second, n_clusters)
        for first in [*beside][:_STARTS]
        for second in sorted(beside[first])[:_STARTS]
    ]
    cliques = [clique for clique in grown if len(clique) == n_clusters]
    if not cliques:
        return None
    best = max(cliques, key=lambda c: (len({cells[r] for r in c}), sum(weight[r] for r in c)))
    return _placed(stated, places[sorted(best)], n_clusters)


def _apart(
    stated: PairStatements, n_clusters: int
) -> tuple[Index, dict[int, set[int]], list[float]]:
    """Rows by decreasing weight of statements, which of them are apart, by rank, and the weight."""
    m = len(stated.rows)
    low, high = stated.pairs.min(axis=1), stated.pairs.max(axis=1)
    keys, number = np.unique(low * np.int64(m) + high, return_inverse=True)
    net = np.bincount(number, np.where(stated.together, stated.weights, -stated.weights), len(keys))
    low, high = np.divmod(keys, max(m, 1))
    partners = np.bincount(low, minlength=m) + np.bincount(high, minlength=m)
    weight: Array = np.zeros(m)
    np.add.at(weight, stated.pairs, stated.weights[:, None])
    order = np.argsort(-weight, kind="stable")
    places = order[partners[order] >= n_clusters][:_ROWS]
    rank = np.full(m, -1)
    rank[places] = np.arange(len(places))
    apart = net <= -0.5 * min(1.0, float(stated.weights.max(initial=0.0)))
    apart &= (rank[low] >= 0) & (rank[high] >= 0)
    beside: dict[int, set[int]] = {r: set() for r in range(len(places))}
    for a, b in zip(rank[low[apart]].tolist(), rank[high[apart]].tolist(), strict=True):
        beside[a].add(b)
        beside[b].add(a)
    return places, beside, weight[places].tolist()


def _clique(
    beside: dict[int, set[int]], cells: list[int], first: int, second: int, most: int
) -> list[int]:
    """Grown by rows that are apart from all so far: in clusters without one, of most weight."""
    clique, allowed = [first, second], beside[first] & beside[second]
    while allowed and len(clique) < most:
        covered = {cells[r] for r in clique}
        following = min(allowed, key=lambda r: (cells[r] in covered, r))
        clique.append(following)
        allowed = allowed & beside[following]
    return clique


def _placed(stated: PairStatements, places: Index, n_clusters: int) -> Anchors:
    """Each with the rows that answers alone place with it."""
    unary = np.full((len(stated.rows), n_clusters), 1.0 / n_clusters)
    unary[places] = (1.0 - ANCHORED) / n_clusters
    unary[places, np.arange(n_clusters)] += ANCHORED
    belief = propagate(unary, stated.pairs, stated.together, stated.weights, FIRST).belief
    which = belief >= PLACED
    which[places] = np.eye(n_clusters, dtype=bool)
    members = [stated.rows[which[:, c]].astype(np.intp) for c in range(n_clusters)]
    return Anchors(stated.rows[places].astype(np.intp), members)
