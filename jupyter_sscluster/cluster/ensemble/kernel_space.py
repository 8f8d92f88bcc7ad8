"""Approximate kernel k-means: rows mapped by a Gaussian kernel with local scaling.

With s_i the distance of row i to so near a neighbour (Zelnik-Manor & Perona 2004),

    k_ij = exp(-d_ij² / (s_i s_j)),

and kernel k-means compares the squared distances of row i to the means of the clusters C,

    k_ii - 2/|C| Σ_{j in C} k_ij + 1/|C|² Σ_{j, l in C} k_jl.

As scales differ, the table K of all k_ij may have eigenvalues a little below 0. K + λ I has none
for λ = -min(0, the least of them), and the same best clusters: its inertia is larger by λ (n - k),
whatever they are (Roth, Laub, Kawanabe & Buhmann 2003). With K = U Λ Uᵀ, the rows of
Z = U (Λ + λ)^½ have K + λ I as their inner products.

Of more than `EXACT` rows, `LANDMARKS` drawn ones L stand for all (Nyström; Williams & Seeger 2001):
Z = K_{·L} U_L (Λ_L + λ)^-½, which is the same Z where all rows are landmarks.
"""

from functools import lru_cache

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import NearestRows
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred

EXACT = 1_000
"""Rows up to which the kernel is taken as it is: four tables of all pairs, 32 MB at most."""

LANDMARKS = 500
"""Number of landmark rows of larger data: 8 kB for each row."""

_LEAST = 1e-12
"""Smallest eigenvalue, over the largest, that is more than rounding."""


def kernel_rows(points: Points, n_neighbors: int) -> Points:
    """The rows Z, scaled by their `n_neighbors`-th neighbour; landmarks are always the same.

    Time is O(n³) up to `EXACT` rows, and O(n `LANDMARKS`²) beyond.
    """
    # Scales take their part out of distances: what X is multiplied with changes nothing.
    X = np.ldexp(points.X, -int(np.frexp(np.abs(points.X).max())[1]))
    if len(X) > EXACT:
        return _moved(X, n_neighbors)
    return _kept(X.tobytes(), X.shape, n_neighbors)


@lru_cache(maxsize=2)
def _kept(rows: bytes, shape: tuple[int, int], n_neighbors: int) -> Points:
    """Answer after answer, a strategy and a clusterer come back with the same rows."""
    return _moved(np.frombuffer(rows).reshape(shape), n_neighbors)


def _moved(X: Array, n_neighbors: int) -> Points:
    n = len(X)
    drawn = np.arange(n) if n <= EXACT else _landmarks(n)
    K = local_kernel(X, _scales(X, min(n_neighbors, n - 1)), drawn)
    values, vectors = np.linalg.eigh(K[drawn])
    shift = max(0.0, -float(values[0]))
    K[drawn, np.arange(len(drawn))] += shift
    values = values + shift
    kept = values > _LEAST * values[-1]
    return centred(K @ (vectors[:, kept] / np.sqrt(values[kept])))


def _landmarks(n_rows: int) -> Index:
    return np.sort(np.random.default_rng(0).choice(n_rows, LANDMARKS, replace=False))


def local_kernel(X: Array, scales: Array, columns: Index) -> Array:
    """k_ij of all rows and some of them, (n, m); 1 for equal rows, also where a scale is 0."""
    distances = cdist(X, X[columns])
    equal = distances == 0.0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        other = distances / scales[columns]
        distances /= scales[:, None]
        distances *= other
        distances[equal] = 0.0
        return np.asarray(np.exp(-distances))


def _scales(X: Array, rank: int) -> Array:
    """The distance of each row to its `rank`-th nearest other row, (n,)."""
    distances, _ = NearestRows(X).of(X, rank + 1)
    return distances[:, -1]
