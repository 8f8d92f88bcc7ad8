"""The metric of a clustering's within scatter, shrunk towards the Euclidean metric.

As in Ledoit & Wolf (2004), but with a fixed number of pseudo-points: few rows are known to lie in
their clusters, and the best intensity for the others cannot be estimated from them.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks, root_of
from jupyter_sscluster.cluster._parts.metric.pair_differences import unit_of
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs, stated_tables

MOST = 0.2
"""Largest weight of a row without pairs beside one with: what the clustering says of it may be
wrong."""


def row_weights(known: Constraints, sample_weight: Array | None = None, n_unheld: int = 0) -> Array:
    """Weight of each row in the metric: 1 in a pair of weight 1 or more, else at most 0.2.

    All rows without pairs together weigh no more than all with pairs: without pairs nothing is
    learned. `sample_weight` multiplies. `n_unheld` rows in blocks get one joint weight at the end.
    """
    stated_weight = np.zeros(known.n_samples)
    stated = stated_pairs(known)
    np.maximum.at(stated_weight, stated.pairs, np.minimum(stated.weights, 1.0)[:, None])
    each = np.ones(known.n_samples) if sample_weight is None else sample_weight
    total = float(each @ stated_weight)
    silent = float(each.sum()) - total + n_unheld
    share = MOST if total >= MOST * silent else total / silent
    found = np.maximum(stated_weight, share)
    return np.append(found, share) if n_unheld else found


def shrunken_metric(points: Points, labels: Labels, weights: Array) -> Array | None:
    """A = s Ĉ⁻¹ (d, d), Ĉ = (S + d s I) / (N + d); None where clusters have no width.

    S is the weighted scatter within the clusters, N = Σ_k (Σ w - max w) the points that it is
    estimated from, a mean using up one in each cluster, and s = tr S / (N d) their mean variance.
    So Ĉ = (1 - α) S/N + α s I with α = d / (N + d): d points more, as wide in all directions. The
    eigenvalues of S are between 0 and tr S = N d s, those of S + d s I between d s and (N + 1) d s:
    between the largest and the least of A lies a factor of N + 1 at most.
    """
    unit = unit_of(points)
    if unit is None:
        return None
    share, weights = float(weights[-1]), weights[: len(points)]
    sizes = points.unheld_sizes(labels)
    n_clusters, d = max(int(labels.max()) + 1, np.size(sizes)), points.X.shape[1]
    # A cluster of one row has no width, whatever it weighs: Σ w - max w is 0 there, and m - 1 for m
    # rows of weight 1.
    largest = np.zeros(n_clusters)
    np.maximum.at(largest, labels, np.where(points.counted, weights, 0.0))
    largest = np.maximum(largest, np.where(np.greater(sizes, 0), share, 0.0))
    weights = points.weighed(weights)
    totals = np.bincount(labels, weights, n_clusters) + share * sizes
    members = sparse.csr_array(
        (weights, (labels, np.arange(len(labels)))), shape=(n_clusters, len(labels))
    )
    sums = sparse_product(members, points.X) + share * points.unheld_vectors(labels)
    means = sums / np.where(totals > 0.0, totals, 1.0)[:, None]
    S = np.zeros((d, d))
    for chunk in chunks(len(points), d * d):
        apart = (points.X[chunk] - means[labels[chunk]]) / unit.length
        S += (apart.T * weights[chunk]) @ apart
    S += share * points.unheld_scatter(labels, means) / unit.length**2
    N, trace = float(np.maximum(totals - largest, 0.0).sum()), float(S.trace())
    if not (N > 0.0 and trace > 0.0):
        return None
    s = trace / (N * d)
    # In units of s, where Ĉ is (S/s + d I) / (N + d): no square is too small to be inverted.
    C = S / s
    C[np.diag_indices(d)] += d
    A = cho_solve(cho_factor(C), (N + d) * np.eye(d))
    return 0.5 * (A + A.T)


def as_wide(points: Points, metric: Array) -> Array:
    """The metric, scaled to keep the mean squared distance to the mean, so that penalties do too.

    In the unit of the data, Σ ‖x‖² = n d, the size of X.
    """
    unit = unit_of(points)
    if unit is None:
        return metric
    root, total, squares = root_of(metric), 0.0, points.squares()
    if squares is not None:
        total = float(np.einsum("ij,ij->", metric, squares)) / unit.length**2
    for chunk in chunks(len(points) if squares is None else 0, root.size):
        Z = (points.X[chunk] / unit.length) @ root.T
        total += float(np.einsum("ij,ij->", Z, points.weighed(Z, chunk)))
    size = points.size * points.X.shape[1]
    return np.asarray(metric * (size / total))


def share_kept(labels: Labels, known: Constraints) -> float:
    """Part of the stated pairs, by weight, that the labels keep; 1 where nothing is stated."""
    kept = total = 0.0
    must, cannot, soft_must, soft_cannot = stated_tables(known)
    for table in (must, soft_must, cannot, soft_cannot):
        kept += float(table.weights[~table.violated(labels)].sum())
        total += float(table.weights.sum())
    return kept / total if total > 0.0 else 1.0
