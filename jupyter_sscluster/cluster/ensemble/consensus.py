"""Consensus clustering: average linkage on 1 - co-association, or the rows of Z for k-means."""

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import randomized_svd

from jupyter_sscluster._arrays import Array, Integers, Labels
from jupyter_sscluster.cluster._base.hierarchical import DOUBLE
from jupyter_sscluster.cluster._parts.linkage.dendrogram import roots_of
from jupyter_sscluster.cluster._parts.linkage.lance_williams import UPDATES
from jupyter_sscluster.cluster._parts.linkage.lookahead import (
    cannot_link_weights,
    least_violating_merges,
    lookahead_merges,
)
from jupyter_sscluster.cluster._parts.linkage.nearest_neighbour_chain import Merges, nn_chain_merges
from jupyter_sscluster.cluster._parts.lloyd.lloyd import described, in_order
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import heaviest, stated_tables

AVERAGE = UPDATES["average"]

MAX_DENSE_ENTRIES = 1 << 23
"""Entries up to which Z is made dense."""

N_SINGULAR_VECTORS = 64
"""Right singular vectors where that is too much, or two for each cluster if these are more."""

MAX_WEIGHT = 1e6
"""Largest weight of a statement for PCK-means: beside it, all others count for nothing."""


def leaves_of(ensemble: Ensemble, known: Constraints) -> Integers:
    """Leaves of the agglomeration: must-link components, and cells of the rows in no statement."""
    ids = known.component_ids
    free = np.ones(known.n_components, dtype=bool)
    free[known.component_sizes > 1] = False
    free[known.component_edges.ravel()] = False
    codes = np.where(free[ids], ensemble.cells.of, len(ensemble.cells.sizes) + ids)
    return in_order(codes)


def with_capped_weights(known: Constraints) -> Constraints:
    """The same statements, none of which weighs more than `MAX_WEIGHT`."""
    if heaviest(known) <= MAX_WEIGHT:
        return known
    hard = Constraints(
        known.n_samples,
        known.must,
        known.cannot,
        must_weights=np.minimum(known.must_weights, MAX_WEIGHT),
        cannot_weights=np.minimum(known.cannot_weights, MAX_WEIGHT),
        names=known.names,
    )
    for table in stated_tables(known):
        if table.soft:
            weights = np.minimum(table.weights, MAX_WEIGHT)
            hard = hard.add_pairs(table.pairs, table.kind, weights, soft=True)
    return hard


def agglomerated(ensemble: Ensemble, known: Constraints, leaf: Integers, n_clusters: int) -> Labels:
    """Average linkage of at least `n_clusters` leaves on 1 - S, S the co-association.

    Cannot-links are kept by lookahead; if that is impossible, least weight is violated.
    """
    D, sizes = _mean_dissimilarities(ensemble, leaf), np.bincount(leaf)
    edges = np.unique(np.sort(leaf[known.cannot], axis=1), axis=0).astype(np.int64)
    if len(edges):
        D[edges[:, 0], edges[:, 1]] = D[edges[:, 1], edges[:, 0]] = np.inf
        merges = lookahead_merges(D, sizes, AVERAGE, edges, n_clusters)
    else:
        merges = nn_chain_merges(D, sizes, AVERAGE)
    n_merges = min(len(merges.heights), len(sizes) - n_clusters)
    merges = Merges(merges.pairs[:n_merges], merges.heights[:n_merges])
    roots = roots_of(merges, len(sizes))[leaf]
    n_roots = int(roots.max()) + 1
    if n_roots > n_clusters:
        violated = cannot_link_weights(known, roots, n_roots)
        D = _mean_dissimilarities(ensemble, roots)
        more = least_violating_merges(D, np.bincount(roots), AVERAGE, violated, n_clusters)
        roots = roots_of(more, n_roots)[roots]
    return in_order(roots)


def dense_indicator_rows(ensemble: Ensemble, n_clusters: int, rng: np.random.Generator) -> Array:
    """Rows of Z, or if too large their projection on the leading singular vectors.

    At least two of these for each cluster, where the centres span no more than one each.
    """
    Z, cells = ensemble.Z, ensemble.cells
    room = MAX_DENSE_ENTRIES // len(cells.of)
    few = max(2 * n_clusters, min(room, N_SINGULAR_VECTORS))
    if Z.shape[1] <= max(room, few):
        return np.asarray(Z.toarray()[cells.of])
    weighted = Z.multiply(np.sqrt(cells.sizes)[:, None]).tocsr()
    seed = int(rng.integers(2**31))
    *_, singular_vectors = randomized_svd(weighted, min(few, Z.shape[0]), random_state=seed)
    return np.asarray((Z @ singular_vectors.T)[cells.of])


def with_empty_filled(points: Points, labels: Labels, n_clusters: int) -> Labels:
    """Labels with `n_clusters` clusters: the row farthest from its mean fills each empty one."""
    labels = in_order(labels)
    while (k := int(labels.max()) + 1) < n_clusters:
        differences = points.X - described(points, labels).centres[labels]
        shared = np.bincount(labels)[labels] > 1
        far = np.where(shared, np.einsum("ij,ij->i", differences, differences), -1.0)
        labels[int(far.argmax())] = k
    return labels


def with_empty_cells_filled(labels: Labels, n_clusters: int) -> Labels:
    """Clusters of cells, the first cells of large ones moved to clusters that are empty."""
    labels = labels.copy()
    for k in np.flatnonzero(np.bincount(labels, minlength=n_clusters) == 0):
        labels[int((np.bincount(labels)[labels] > 1).argmax())] = k
    return labels


def _mean_dissimilarities(ensemble: Ensemble, leaf: Integers) -> Array:
    """Mean of 1 - S between any two leaves (m, m), infinite on the diagonal."""
    sizes = np.bincount(leaf)
    weights = 1.0 / sizes[leaf]
    shape = (len(sizes), len(ensemble.cells.sizes))
    belongs = sparse.coo_array((weights, (leaf, ensemble.cells.of)), shape=shape).tocsr()
    kind = np.float64 if len(sizes) <= DOUBLE else np.float32
    means = (belongs @ ensemble.Z).toarray().astype(kind, copy=False)
    means /= np.sqrt(ensemble.total)
    D: Array = means @ means.T
    np.subtract(1.0, D, out=D)
    np.maximum(D, 0.0, out=D)
    np.fill_diagonal(D, np.inf)
    return D
