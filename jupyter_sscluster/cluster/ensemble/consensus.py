"""One clustering out of many: by average linkage on how often points share a cluster."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import randomized_svd

from jupyter_sscluster._arrays import Array, Integers, Labels
from jupyter_sscluster.cluster._bases.hierarchical import DOUBLE
from jupyter_sscluster.cluster._parts.linkage.dendrogram import roots_of
from jupyter_sscluster.cluster._parts.linkage.lance_williams import UPDATES
from jupyter_sscluster.cluster._parts.linkage.lookahead import foreseeing, relaxed, weights_between
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges, forest
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.lloyd.labels import described, in_order
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import heaviest, stated_tables

AVERAGE = UPDATES["average"]

ENTRIES = 1 << 23
"""Numbers up to which the rows of Z are written out in full."""

DIRECTIONS = 64
"""Directions that are looked for where that is too much, or two a cluster if these are more."""

HEAVY = 1e6
"""Weight up to which statements differ for PCK-means: beside it, all others count for nothing."""


def units(ensemble: Ensemble, known: Constraints) -> Integers:
    """What is merged as a whole: must-link components, and cells of the rows in no statement."""
    ids = known.component_ids
    free = np.ones(known.n_components, dtype=bool)
    free[known.component_sizes > 1] = False
    free[known.component_edges.ravel()] = False
    codes = np.where(free[ids], ensemble.cells.of, len(ensemble.cells.sizes) + ids)
    return in_order(codes)


def tamed(known: Constraints) -> Constraints:
    """The same statements, none of which weighs more than `HEAVY`."""
    if heaviest(known) <= HEAVY:
        return known
    hard = Constraints(
        known.n_samples,
        known.must,
        known.cannot,
        must_weights=np.minimum(known.must_weights, HEAVY),
        cannot_weights=np.minimum(known.cannot_weights, HEAVY),
        names=known.names,
    )
    for table in stated_tables(known):
        if table.soft:
            weights = np.minimum(table.weights, HEAVY)
            hard = hard.add_pairs(table.pairs, table.kind, weights, soft=True)
    return hard


def agglomerated(ensemble: Ensemble, known: Constraints, unit: Integers, n_clusters: int) -> Labels:
    """Average linkage of the units on 1 - S, S being the weighted share of shared clusters.

    Units with a cannot-link between them are kept apart; merges that would leave no way to
    `n_clusters` are avoided, and cannot-links of the least weight violated where none is left.
    There must be at least `n_clusters` units.
    """
    D, sizes = _apart(ensemble, unit), np.bincount(unit)
    edges = np.unique(np.sort(unit[known.cannot], axis=1), axis=0).astype(np.int64)
    if len(edges):
        D[edges[:, 0], edges[:, 1]] = D[edges[:, 1], edges[:, 0]] = np.inf
        merges = foreseeing(D, sizes, AVERAGE, edges, n_clusters)
    else:
        merges = forest(D, sizes, AVERAGE)
    n_merges = min(len(merges.apart), len(sizes) - n_clusters)
    merges = Merges(merges.pairs[:n_merges], merges.apart[:n_merges])
    roots = roots_of(merges, len(sizes))[unit]
    n_roots = int(roots.max()) + 1
    if n_roots > n_clusters:
        violated = weights_between(known, roots, n_roots)
        D = _apart(ensemble, roots)
        more = relaxed(D, np.bincount(roots), AVERAGE, violated, n_clusters)
        roots = roots_of(more, n_roots)[roots]
    return in_order(roots)


def dense_rows(ensemble: Ensemble, n_clusters: int, rng: np.random.Generator) -> Array:
    """The rows of Z of all points; where that is too much, in the best few of its directions.

    These are right singular vectors, at least two a cluster: k-means needs no more of a matrix.
    """
    Z, cells = ensemble.Z, ensemble.cells
    room = ENTRIES // len(cells.of)
    few = max(2 * n_clusters, min(room, DIRECTIONS))
    if Z.shape[1] <= max(room, few):
        return np.asarray(Z.toarray()[cells.of])
    weighted = Z.multiply(np.sqrt(cells.sizes)[:, None]).tocsr()
    seed = int(rng.integers(2**31))
    *_, directions = randomized_svd(weighted, min(few, Z.shape[0]), random_state=seed)
    return np.asarray((Z @ directions.T)[cells.of])


def filled(points: Points, labels: Labels, n_clusters: int) -> Labels:
    """Labels with as many clusters as wanted, where there are fewer.

    The row farthest from the mean of its cluster becomes a cluster of its own, again and again.
    """
    labels = in_order(labels)
    while (k := int(labels.max()) + 1) < n_clusters:
        apart = points.X - described(points, labels).centres[labels]
        shared = np.bincount(labels)[labels] > 1
        far = np.where(shared, np.einsum("ij,ij->i", apart, apart), -1.0)
        labels[int(far.argmax())] = k
    return labels


def filled_cells(labels: Labels, n_clusters: int) -> Labels:
    """Clusters of cells, with the first cells of large ones put where a cluster is missing."""
    labels = labels.copy()
    for k in np.flatnonzero(np.bincount(labels, minlength=n_clusters) == 0):
        labels[int((np.bincount(labels)[labels] > 1).argmax())] = k
    return labels


def _apart(ensemble: Ensemble, group: Integers) -> Array:
    """1 - S between the groups on average (m, m), infinite on the diagonal."""
    sizes = np.bincount(group)
    weights = 1.0 / sizes[group]
    shape = (len(sizes), len(ensemble.cells.sizes))
    belongs = sparse.coo_array((weights, (group, ensemble.cells.of)), shape=shape).tocsr()
    kind = np.float64 if len(sizes) <= DOUBLE else np.float32
    means = (belongs @ ensemble.Z).toarray().astype(kind, copy=False)
    means /= np.sqrt(ensemble.total)
    D: Array = means @ means.T
    np.subtract(1.0, D, out=D)
    np.maximum(D, 0.0, out=D)
    np.fill_diagonal(D, np.inf)
    return D
