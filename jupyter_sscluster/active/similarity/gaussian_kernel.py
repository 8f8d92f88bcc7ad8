"""Gaussian kernel and its row sums in linear time, by the Nyström approximation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

import numpy as np
from scipy.spatial.distance import cdist, pdist
from scipy.special import logsumexp

from jupyter_sscluster._arrays import Array, HashableData, IntArray

EXACT = 2000
BLOCK = 4096
FLOOR = 1e-10


def gaussian_kernel(X: Array, n_components: int, seed: int | None) -> GaussianKernel:
    """The kernel of some data; that of the last two is kept."""
    if seed is None:
        return GaussianKernel(X, n_components, None)
    return _kept(HashableData.of(X), n_components, seed)


@lru_cache(maxsize=2)
def _kept(data: HashableData, n_components: int, seed: int) -> GaussianKernel:
    return GaussianKernel(data.X, n_components, seed)


class GaussianKernel:
    """k(x, y) = exp(−‖x − y‖² / 2σ²) on standardised features, without a table of all pairs.

    σ is the median of the distances that are not 0, among 2000 points where there are more. Sums
    over many points go through `n_components` landmarks where there are more than 2000 (Nyström):
    K ≈ C W⁺ Cᵀ, C being the columns of K at the landmarks and W its block among them. With
    W⁺ = R Rᵀ the features F = C R give K ≈ F Fᵀ, and a sum over points is C R Rᵀ (Cᵀ 1): no more
    than n × landmarks is held. `seed` chooses the landmarks and the points that σ comes from.

    References
    ----------
    Williams, C. and Seeger, M. (2001). Using the Nyström method to speed up kernel machines.
    Advances in Neural Information Processing Systems 13.

    >>> kernel = GaussianKernel(np.array([[0.0], [1.0], [2.0]]), 100, 0)
    >>> kernel.columns(np.array([0])).round(3).tolist()
    [[1.0], [0.607], [0.135]]
    """

    def __init__(self, X: Array, n_components: int, seed: int | None) -> None:
        rng = np.random.default_rng(seed)
        self.Z = standardised(X)
        self.width = _median_distance(self.Z[_sampled(rng, len(X), EXACT)])
        self.landmarks = _sampled(rng, len(X), len(X) if len(X) <= EXACT else n_components)

    def columns(self, rows: IntArray, among: IntArray | slice = slice(None)) -> Array:
        """Similarities of some points to others, all by default; shape (len(among), len(rows))."""
        return np.exp(self._exponents(self.Z[among], rows))

    def log_means(self, point: int, neighbourhoods: list[IntArray]) -> Array:
        """Logarithm of a point's mean similarity to each group; finite however far they are."""
        Z = self.Z[point][None]
        return np.array(
            [logsumexp(self._exponents(Z, rows)) - np.log(len(rows)) for rows in neighbourhoods]
        )

    def sums(self, rows: IntArray) -> Array:
        """Sum of the similarities of every point to some points, shape (n_samples,)."""
        if len(rows) <= len(self.landmarks):
            blocks = (self.columns(rows, part) for part in self._parts())
            return np.concatenate([block.sum(axis=1) for block in blocks])
        parts = (rows[low : low + BLOCK] for low in range(0, len(rows), BLOCK))
        met = sum(self.columns(part, self.landmarks).sum(axis=1) for part in parts)
        weights = self._root @ (self._root.T @ met)
        return np.concatenate([self.columns(self.landmarks, p) @ weights for p in self._parts()])

    @cached_property
    def total(self) -> Array:
        """Sum of the similarities of every point to all points, shape (n_samples,)."""
        return self.sums(np.arange(len(self.Z)))

    def features(self, rows: IntArray) -> Array:
        """F with F Fᵀ ≈ K of some points, equal where the landmarks are all points."""
        parts = [rows[low : low + BLOCK] for low in range(0, len(rows), BLOCK)]
        return np.concatenate([self.columns(self.landmarks, part) @ self._root for part in parts])

    def _exponents(self, Z: Array, rows: IntArray) -> Array:
        return -0.5 * cdist(Z, self.Z[rows], "sqeuclidean") / self.width**2

    def _parts(self) -> Iterator[slice]:
        return (slice(low, low + BLOCK) for low in range(0, len(self.Z), BLOCK))

    @cached_property
    def _root(self) -> Array:
        """R with R Rᵀ = W⁺: eigenvalues below `FLOOR` of the largest are rounding and left out."""
        values, vectors = np.linalg.eigh(self.columns(self.landmarks, self.landmarks))
        kept = values > FLOOR * values[-1]
        root: Array = vectors[:, kept] / np.sqrt(values[kept])
        return root


def standardised(X: Array) -> Array:
    """Features with mean 0 and deviation 1, constant ones 0, whatever their scale.

    >>> standardised(np.array([[1e300, 5.0], [-1e300, 5.0]])).tolist()
    [[1.0, 0.0], [-1.0, 0.0]]
    """
    largest = np.abs(X).max(axis=0)
    Z = X / np.where(largest > 0, largest, 1.0)
    Z -= Z.mean(axis=0)
    deviation = Z.std(axis=0)
    return Z / np.where(deviation > 1e-14, deviation, np.inf)


def _sampled(rng: np.random.Generator, n_samples: int, count: int) -> IntArray:
    if n_samples <= count:
        return np.arange(n_samples)
    return np.sort(rng.choice(n_samples, count, replace=False))


def _median_distance(Z: Array) -> float:
    distances = pdist(Z)
    distances = distances[distances > 0]
    return float(np.median(distances)) if len(distances) else 1.0
