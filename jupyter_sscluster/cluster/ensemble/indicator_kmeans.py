"""k-means on the rows of the indicator matrix Z, cells weighted by their numbers of points.

It is kernel k-means on K = Σ α_t K^t with K^t = ±1 by co-membership: K = 2 Z Zᵀ - (Σ α) 1 1ᵀ, as
±1 = 2 [c_i = c_j] - 1. The squared distance of row i to the mean of cluster C in the feature space,
K_ii - 2/|C| Σ_{j ∈ C} K_ij + 1/|C|² Σ_{j, l ∈ C} K_jl, does not change by a constant in all of K,
which occurs once, minus twice, and once more; a factor of K scales all of them. So rows of Z with
Euclidean distances, where all rows have the squared norm Σ α, give the same clusters.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble
from jupyter_sscluster.cluster.fit.watching import report


class LloydRun(NamedTuple):
    """Labels of the cells after each iteration, and the inertia in Z at the end."""

    iterations: list[Labels]
    inertia: float
    converged: bool


class IndicatorKMeans:
    """Lloyd's algorithm over the cells of an ensemble; there must be a cell for every cluster."""

    def __init__(self, ensemble: Ensemble, n_clusters: int) -> None:
        self.Z = ensemble.Z
        self.sizes = ensemble.cells.sizes.astype(np.float64)
        self.n_clusters = n_clusters
        self._total = ensemble.total
        self._weighted = self.Z.T.multiply(self.sizes).tocsc()

    def best(self, first: Labels, n_init: int, max_iter: int, rng: np.random.Generator) -> LloydRun:
        """The run with the least inertia, from the clusters `first` and `n_init` drawn starts."""
        found = self.run(first, max_iter)
        for s in range(n_init):
            report("start", s + 1, n_init)
            other = self.run(self.plusplus(rng), max_iter)
            if other.inertia < found.inertia * (1.0 - 1e-12):
                found = other
        return found

    def run(self, labels: Labels, max_iter: int) -> LloydRun:
        """Iteration from some clusters until none changes."""
        iterations: list[Labels] = []
        converged = False
        while not converged and len(iterations) < max_iter:
            squared_distances = self._squared_distances(self.means(labels))
            found = squared_distances.argmin(axis=1).astype(np.int32)
            _fill_empty(found, squared_distances, self.n_clusters)
            converged = np.array_equal(found, labels)
            labels = found
            iterations.append(labels)
        return LloydRun(iterations, self.inertia(labels), converged)

    def means(self, labels: Labels) -> Array:
        """Centres (k, c) of clusters of cells, none of which is empty."""
        n = len(labels)
        belongs = sparse.csr_array(
            (np.ones(n), labels, np.arange(n + 1)), shape=(n, self.n_clusters)
        )
        counts = np.bincount(labels, self.sizes, self.n_clusters)
        return (self._weighted @ belongs).toarray().T / counts[:, None]

    def inertia(self, labels: Labels) -> float:
        """Σ over the points of the squared distance to the mean of their cluster."""
        own = self._squared_distances(self.means(labels))[np.arange(len(labels)), labels]
        return float(self.sizes @ own)

    def plusplus(self, rng: np.random.Generator) -> Labels:
        """Clusters of cells drawn as in k-means++, among cells that differ."""
        chosen = [_drawn(self.sizes, rng)]
        nearest = self._squared_distances_from(chosen[0])
        labels = np.zeros(len(self.sizes), dtype=np.int32)
        while len(chosen) < self.n_clusters:
            nearest[chosen] = 0.0
            odds = self.sizes * nearest
            if not odds.any():
                odds[:] = 1.0
                odds[chosen] = 0.0
            chosen.append(_drawn(odds, rng))
            squared_distances = self._squared_distances_from(chosen[-1])
            labels[squared_distances < nearest] = len(chosen) - 1
            nearest = np.minimum(nearest, squared_distances)
        labels[chosen] = np.arange(self.n_clusters)
        return labels

    def _squared_distances_from(self, cell: int) -> Array:
        """Squared distance of all cells to one."""
        shared = self.Z @ self.Z[[cell]].toarray()[0]
        squares: Array = np.maximum(2.0 * (self._total - shared), 0.0)
        return squares

    def _squared_distances(self, centres: Array) -> Array:
        """Squared distances (g, k) of all cells to the centres."""
        found = -2.0 * (self.Z @ centres.T)
        found += np.einsum("ij,ij->i", centres, centres) + self._total
        return np.maximum(found, 0.0, out=found)


def _drawn(odds: Array, rng: np.random.Generator) -> int:
    steps = np.cumsum(odds)
    drawn = int(np.searchsorted(steps, rng.random() * steps[-1], side="right"))
    return min(drawn, int(np.flatnonzero(odds)[-1]))


def _fill_empty(labels: Labels, squared_distances: Array, n_clusters: int) -> None:
    """Give every empty cluster the cell farthest from its own centre, of those not alone."""
    counts = np.bincount(labels, minlength=n_clusters)
    if counts.all():
        return
    own: NDArray[np.float64] = squared_distances[np.arange(len(labels)), labels]
    for k in np.flatnonzero(counts == 0):
        cell = int(np.where(counts[labels] > 1, own, -1.0).argmax())
        counts[labels[cell]] -= 1
        labels[cell], counts[k], own[cell] = k, 1, 0.0
