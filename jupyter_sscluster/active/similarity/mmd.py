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

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.active.similarity.interior_point import gap_of, interior_point, size_of

TOL = 1e-11
"""At 1e-9 the ten largest weights of iris are not yet those of the optimum."""

FIRST, JOINING = 300, 200
"""Rows that the relaxed programme is first solved over, and most that join in a round."""

LIGHT = 1e-6
"""Weight up to which a row may leave."""

MOST_ROUNDS = 100


def linear_term(total: Array, inside: Array, goal: int) -> Array:
    """Linear term q = K 1_L − (l + b)/n K 1 from `inside` = K 1_L, `total` = K 1, `goal` = l + b.

    Adding one point i changes ½ αᵀKα + qᵀα by ½ k_ii + q_i, and all k_ii are 1: the least q_i wins.

    >>> K = np.exp(-0.5 * np.subtract.outer(np.arange(5), np.arange(5)) ** 2)
    >>> linear_term(K.sum(axis=0), K[0], 2)[1:].round(3)
    array([-0.337, -0.858, -0.933, -0.701])
    """
    return inside - goal / len(total) * total


class Relaxed(NamedTuple):
    """α of the relaxed programme, its value, its duality gap, and steps of the solver."""

    alpha: Array
    value: float
    gap: float
    n_iter: int


def relaxed(F: Array, q: Array, b: int, tol: float = TOL) -> Relaxed:
    """Minimise ½ αᵀFFᵀα + qᵀα over 0 ≤ α ≤ 1, Σα = b, to a duality gap of tol of its terms.

    Few α are above 0. The programme is solved over some rows, the others being 0, by an
    interior-point method; rows by which the value would fall then join, and those without a
    weight leave, until the gap over all rows is small enough. A round costs O(n_points
    n_components) and O(m³) for its m rows, which are seldom more than a thousand. The gap is
    larger than wanted where rounding allows no less.

    References
    ----------
    Chattopadhyay, R. et al. (2013). Batch mode active sampling based on marginal probability
    distribution matching. ACM Transactions on Knowledge Discovery from Data 7(3).

    >>> found = relaxed(np.eye(4), np.array([-3.0, -1.0, -1.0, 0.0]), 2)
    >>> found.alpha.round(6).tolist(), bool(found.gap < 1e-8)
    ([1.0, 0.5, 0.5, 0.0], True)
    """
    n, n_iter = len(q), 0
    rows = np.unique(np.linspace(0, n - 1, min(n, FIRST + b)).astype(np.intp))
    for _ in range(MOST_ROUNDS):
        some = F[rows]
        weights, price, n_steps = interior_point(some @ some.T, q[rows], b, tol / 2)
        n_iter += n_steps
        product = some.T @ weights
        gradient = F @ product + q
        alpha = np.zeros(n)
        alpha[rows] = weights
        value = float(0.5 * product @ product + q @ alpha)
        gap = gap_of(gradient, alpha, b)
        joining = _joining(gradient, rows, price)
        if gap <= tol * size_of(gradient, q, alpha) or not len(joining):
            break
        kept = rows[(weights > LIGHT) | (gradient[rows] < price)]
        rows = np.union1d(kept, joining)
    return Relaxed(alpha, value, max(gap, 0.0), n_iter)


def _joining(gradient: Array, rows: IntArray, price: float) -> IntArray:
    """Rows beside these by which the value falls most, their gradient being below the price."""
    outside = np.ones(len(gradient), dtype=bool)
    outside[rows] = False
    found = np.flatnonzero(outside & (gradient < price))
    if len(found) > JOINING:
        found = found[np.argpartition(gradient[found], JOINING)[:JOINING]]
    return found
