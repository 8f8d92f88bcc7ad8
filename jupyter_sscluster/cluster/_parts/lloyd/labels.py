"""Labels on their own: numbered in order, and described by the means of their clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Labels
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster.cluster._parts.lloyd.distances import Points, own_distances
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result


def described(points: Points, labels: Labels, *, converged: bool = True) -> Result:
    """Labels with the means and the inertia Σ‖x-μ‖² of their clusters, numbered 0, 1, …"""
    n_clusters = int(labels.max()) + 1
    entries = (np.ones(len(points)), (labels, np.arange(len(points))))
    members = sparse.csr_array(entries, shape=(n_clusters, len(points)))
    sums = sparse_product(members, points.augmented)
    centres = sums[:, :-1] / sums[:, -1:]
    inertia = float(own_distances(points, centres, labels).sum())
    return Result(labels.astype(np.int32), centres, inertia, [inertia], 1, converged)


def in_order(labels: NDArray[np.integer]) -> Labels:
    """The same clusters, numbered 0, 1, … by their first rows."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first)).astype(np.int32)[inverse]
