"""Maximum mean discrepancy: which points make the placed ones look like all the others.

For labelled points L (l of them), unlabelled U (u), a batch S of b in U, and feature map Φ,

    f(S) = ‖ mean Φ over L ∪ S − mean Φ over U ∖ S ‖².

With α in {0, 1}^u marking S, f is (n / ((l + b)(u − b)))² (αᵀKα + 2 qᵀα) + constant, where
q_i = Σ_{j in L} k_ij − (l + b)/n Σ_j k_ij and n = l + u: the best S minimises ½ αᵀKα + qᵀα.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array


def linear_term(total: Array, inside: Array, goal: int) -> Array:
    """q, from sums of similarities to all points and to the labelled ones, and l + b.

    The point with the least entry lowers f most, as all k_ii are alike.

    >>> K = np.exp(-0.5 * np.subtract.outer(np.arange(5), np.arange(5)) ** 2)
    >>> linear_term(K.sum(axis=0), K[0], 2)[1:].round(3)
    array([-0.337, -0.858, -0.933, -0.701])
    """
    return inside - goal / len(total) * total


class Relaxed(NamedTuple):
    """α of the relaxed programme, its value, and how much better any other can be."""

    alpha: Array
    value: float
    gap: float
    n_iter: int


def relaxed(F: Array, q: Array, b: int, max_iter: int = 1000, tol: float = 1e-6) -> Relaxed:
    """Minimise ½ αᵀFFᵀα + qᵀα over 0 ≤ α ≤ 1, Σα = b, by accelerated projected gradients.

    Momentum starts anew where it points uphill. The gap gᵀ(α − v), v marking the b points of least
    gradient g, bounds how much better any other α is; it ends at most tol |value|.
    O(n_points n_components) an iteration.

    Parameters
    ----------
    F : array, shape (n_points, n_components)
    q : array, shape (n_points,)
    b : int
        From 1 to n_points.

    References
    ----------
    Chattopadhyay, R. et al. (2013). Batch mode active sampling based on marginal probability
    distribution matching. ACM Transactions on Knowledge Discovery from Data 7(3). Beck, A. and
    Teboulle, M. (2009), doi:10.1137/080716542; restarts by O'Donoghue, B. and Candès, E. (2015).
    """
    step = 1.0 / max(float(np.linalg.eigvalsh(F.T @ F)[-1]), 1e-300)
    alpha = ahead = np.full(len(q), b / len(q))
    product = product_ahead = F.T @ alpha
    momentum = 1.0
    for n_iter in range(1, max_iter + 1):
        new = capped_simplex(ahead - step * (F @ product_ahead + q), b)
        product_new = F.T @ new
        value = float(0.5 * product_new @ product_new + q @ new)
        gradient = F @ product_new + q
        gap = float(gradient @ new - np.partition(gradient, b - 1)[:b].sum())
        if gap <= tol * max(abs(value), 1e-12) or n_iter == max_iter:
            break
        if (ahead - new) @ (new - alpha) > 0:
            momentum = 1.0
        following = 0.5 + float(np.sqrt(0.25 + momentum**2))
        share = (momentum - 1.0) / following
        ahead = new + share * (new - alpha)
        product_ahead = product_new + share * (product_new - product)
        alpha, product, momentum = new, product_new, following
    return Relaxed(new, value, max(gap, 0.0), n_iter)


def capped_simplex(v: Array, b: int) -> Array:
    """The point nearest to v with entries from 0 to 1 and sum b: clip(v − τ, 0, 1).

    The sum falls with τ, with a bend where an entry meets a bound; τ lies between two bends.

    >>> capped_simplex(np.array([0.9, 0.5, 0.1]), 1).round(6).tolist()
    [0.7, 0.3, 0.0]
    >>> capped_simplex(np.array([3.0, 0.5, 0.1]), 2).round(6).tolist()
    [1.0, 0.7, 0.3]
    """
    bends = np.concatenate([v - 1.0, v])
    order = np.argsort(bends, kind="stable")
    bends = bends[order]
    free = np.cumsum(np.where(order < len(v), 1, -1))[:-1]
    sums = np.r_[len(v), len(v) - np.cumsum(free * np.diff(bends))]
    after = int(np.searchsorted(-sums, -b))
    if after == 0:
        return np.ones_like(v)
    after = min(after, len(bends) - 1)
    tau = bends[after - 1] + (sums[after - 1] - b) / max(int(free[after - 1]), 1)
    projected: Array = np.clip(v - tau, 0.0, 1.0)
    return projected
