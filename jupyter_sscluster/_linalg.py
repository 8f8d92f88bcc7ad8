"""Within-group scatter, whitening, linear maps of metrics, bounding boxes.

Pure functions of arrays. A metric A is a vector (d,) of weights, one a feature, or a symmetric
matrix (d, d); ‖v‖²_A is Σ a_j v_j² or vᵀAv.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array


def sparse_product(
    table: sparse.csr_array | sparse.csr_matrix | sparse.csc_matrix, values: Array
) -> Array:
    """`table` times an array (n,) or (n, d), which is an array again.

    SciPy's stubs leave open whether it is sparse, for they do not know the number of axes.

    >>> sparse_product(sparse.csr_array([[0.0, 2.0]]), np.array([1.0, 3.0])).tolist()
    [6.0]
    """
    found: object = table @ values
    assert isinstance(found, np.ndarray)
    return found


def within_scatter(X: Array, groups: NDArray[np.integer], weights: Array | None = None) -> Array:
    """Σ (x - m)(x - m)ᵀ over the rows, m being the mean of their group; -1 is no group.

    Rows may have weights (n,), and count as so many.

    The cost is O(n d²); beside `X`, one array of its size is held.

    >>> X = np.array([[0.0, 0.0], [2.0, 0.0], [5.0, 5.0], [5.0, 9.0], [7.0, 7.0]])
    >>> within_scatter(X, np.array([0, 0, 1, 1, -1])).tolist()
    [[2.0, 0.0], [0.0, 8.0]]
    """
    rows = np.flatnonzero(groups >= 0)
    _, group, sizes = np.unique(groups[rows], return_inverse=True, return_counts=True)
    members = sparse.csr_array(
        (np.ones(len(rows)), (group, np.arange(len(rows)))), shape=(len(sizes), len(rows))
    )
    apart = X[rows]
    if weights is None:
        apart -= (members @ apart / sizes[:, None])[group]
        return apart.T @ apart
    own = weights[rows]
    totals = members @ own
    means = members @ (own[:, None] * apart) / np.where(totals > 0.0, totals, 1.0)[:, None]
    apart -= means[group]
    return apart.T @ (own[:, None] * apart)


def whitening(S: Array, floor: float) -> Array:
    """The symmetric W = S^(-½), W S W = I: rows x W have covariance I where x has covariance `S`.

    Eigenvalues below `floor` are raised to it first, so that W exists also where S is singular or
    indefinite. Of S the symmetric part is taken. The cost is O(d³).

    >>> whitening(np.diag([4.0, 0.0]), floor=0.25).tolist()
    [[0.5, 0.0], [0.0, 2.0]]
    """
    values, vectors = np.linalg.eigh(0.5 * (S + S.T))
    found: Array = (vectors / np.sqrt(np.maximum(values, floor))) @ vectors.T
    return found


def transform(A: Array) -> Array:
    """L with A = LᵀL, so that ‖v‖²_A = vᵀLᵀLv = ‖Lv‖²; of weights (d,), the vector of their roots.

    Eigenvalues below 0, which rounding leaves in a singular `A`, are taken as 0.

    >>> transform(np.array([4.0, 0.0])).tolist()
    [2.0, 0.0]
    """
    if A.ndim == 1:
        return np.sqrt(np.maximum(A, 0.0))
    values, vectors = np.linalg.eigh(0.5 * (A + A.T))
    found: Array = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T
    return found


def box_span(Z: Array, *, origin: bool = False) -> Array:
    """Sides (d,) of the smallest box around the rows `Z`: its diagonal bounds all distances.

    Far cheaper than `farthest_pair`, O(nd), and larger: each side is at most that distance, so the
    diagonal at most √d times it. With `origin` the lower corner is stretched to min(0, z), as in
    the reference implementations of Bilenko, Basu & Mooney (2004) and of Vouros & Vasilaki (2020).

    >>> box_span(np.array([[1.0, -1.0], [4.0, 3.0]])).tolist()
    [3.0, 4.0]
    """
    low = Z.min(axis=0)
    span: Array = Z.max(axis=0) - (np.minimum(low, 0.0) if origin else low)
    return span
