"""Maximum mean discrepancy as a quadratic programme over the batch (Atwa & Emam 2019, 4 to 6).

For l labelled points L, u unlabelled U, n = l + u, a batch S of b points of U and feature map Φ,

    f(S) = ‖ 1/(l + b) Σ_{j ∈ L ∪ S} Φ(x_j) − 1/(u − b) Σ_{i ∈ U ∖ S} Φ(x_i) ‖²          (5)

Let α ∈ {0, 1}^u mark S (6), a = 1/(l + b), c = 1/(u − b), and write 1_L, 1_U for indicators:

    f(α) = ‖ a Φᵀ1_L − c Φᵀ1_U + (a + c) Φᵀα ‖²
         = (a + c)² αᵀKα + 2 (a + c) αᵀK (a 1_L − c 1_U) + constant
         = (a + c)² (αᵀKα + 2 qᵀα) + constant,     q = K (a 1_L − c 1_U) / (a + c).

As a + c = n / ((l + b)(u − b)) and 1_U = 1 − 1_L, the factors are a / (a + c) = (u − b) / n and
c / (a + c) = (l + b) / n, which add up to 1: q = K 1_L − (l + b)/n K 1. The best S minimises
½ αᵀKα + qᵀα subject to 1ᵀα = b.
"""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array


def linear_term(total: Array, inside: Array, goal: int) -> Array:
    """Linear term q = K 1_L − (l + b)/n K 1 from `inside` = K 1_L, `total` = K 1, `goal` = l + b.

    Adding one point i changes ½ αᵀKα + qᵀα by ½ k_ii + q_i, and all k_ii are 1: the least q_i wins.

    >>> K = np.exp(-0.5 * np.subtract.outer(np.arange(5), np.arange(5)) ** 2)
    >>> linear_term(K.sum(axis=0), K[0], 2)[1:].round(3)
    array([-0.337, -0.858, -0.933, -0.701])
    """
    return inside - goal / len(total) * total


class Relaxed(NamedTuple):
    """α of the relaxed programme, its value, and its duality gap."""

    alpha: Array
    value: float
    gap: float
    n_iter: int


def relaxed(F: Array, q: Array, b: int, max_iter: int = 1000, tol: float = 1e-6) -> Relaxed:
    """Minimise ½ αᵀFFᵀα + qᵀα over 0 ≤ α ≤ 1, Σα = b, by FISTA with adaptive restarts.

    The step is 1 / λ_max(FᵀF), the inverse Lipschitz constant of the gradient g. Momentum starts
    anew where it points uphill. By convexity f(α) − f(v) ≤ gᵀ(α − v) for any v; v marking the b
    least entries of g makes this largest (the gap of Frank & Wolfe), and it ends at most tol
    |value|. O(n_points n_components) an iteration, F having that shape.

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
    """Euclidean projection of v onto {0 ≤ α ≤ 1, Σα = b}: clip(v − τ, 0, 1), τ by sorting.

    Stationarity of ½ ‖α − v‖² + τ (Σα − b) under the bounds gives α = clip(v − τ, 0, 1). Its sum
    falls with τ and is linear between breakpoints v_i − 1 and v_i; τ is found between two of them.

    >>> capped_simplex(np.array([0.9, 0.5, 0.1]), 1).round(6).tolist()
    [0.7, 0.3, 0.0]
    >>> capped_simplex(np.array([3.0, 0.5, 0.1]), 2).round(6).tolist()
    [1.0, 0.7, 0.3]
    """
    breakpoints = np.concatenate([v - 1.0, v])
    order = np.argsort(breakpoints, kind="stable")
    breakpoints = breakpoints[order]
    free = np.cumsum(np.where(order < len(v), 1, -1))[:-1]
    sums = np.r_[len(v), len(v) - np.cumsum(free * np.diff(breakpoints))]
    after = int(np.searchsorted(-sums, -b))
    if after == 0:
        return np.ones_like(v)
    after = min(after, len(breakpoints) - 1)
    tau = breakpoints[after - 1] + (sums[after - 1] - b) / max(int(free[after - 1]), 1)
    projected: Array = np.clip(v - tau, 0.0, 1.0)
    return projected
