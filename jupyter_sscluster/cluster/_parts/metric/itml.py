"""The metric nearest to Euclid's, by log-determinant divergence, that keeps pairs within bounds.

Each pair i of rows that differ by v_i has a bound b_i, s_i = +1 if ‖v_i‖²_A should be at most
that, -1 if at least, and γ_i, what it costs to give way. Minimised is

    tr A - log det A + Σ γ_i (ξ_i / b_i - log(ξ_i / b_i))    with    s_i (‖v_i‖²_A - ξ_i) <= 0.

One multiplier λ_i >= 0 a pair gives both: A⁻¹ = I + Σ s_i λ_i v_i v_iᵀ and
1/ξ_i = 1/b_i - s_i λ_i / γ_i.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular
from scipy.sparse.linalg import LinearOperator, cg

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.metric.mahalanobis import blocks
from jupyter_sscluster.cluster._parts.metric.pair_differences import products
from jupyter_sscluster.cluster.watching import report

_PASSES, _NEWTON = 10, 300
"""Passes of projections over all pairs, and most of Newton's steps after them."""

_CONJUGATE = 500
"""Most conjugate gradients for one of Newton's steps."""

_ROUNDING = 1e-13
"""Relative difference of the dual that rounding may explain."""

_EXACT = 1e-9
"""Largest projection that is left at the end, as a part of ‖v‖²."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Differences (m, d), signs, bounds and costs of giving way (m,)."""

    rows: Array
    signs: Array
    bounds: Array
    costs: Array


@dataclass(frozen=True, eq=False)
class State:
    """Multipliers (m,), W with A = WᵀW, the pairs in it W v (m, d), ‖v‖²_A and ξ (m,), the dual."""

    multipliers: Array
    root: Array
    moved: Array
    squares: Array
    slacks: Array
    dual: float


def nearest_metric(pairs: Pairs) -> Array:
    """The metric A (d, d)."""
    state = _polished(pairs, _projected(pairs))
    return state.root.T @ state.root


def _projected(pairs: Pairs) -> Array:
    """Bregman projections onto one pair's bound after the other, each a rank-one update of A."""
    A = np.eye(pairs.rows.shape[1])
    multipliers, slacks = np.zeros(len(pairs.rows)), pairs.bounds.copy()
    shares = pairs.costs / (pairs.costs + 1.0)
    for done in range(_PASSES):
        report("metric", done + 1, _PASSES)
        largest = 0.0
        for i, v in enumerate(pairs.rows):
            sign = pairs.signs[i]
            Av = A @ v
            square = float(v @ Av)
            step = min(multipliers[i], sign * shares[i] * (1.0 / square - 1.0 / slacks[i]))
            multipliers[i] -= step
            slacks[i] = 1.0 / (1.0 / slacks[i] + sign * step / pairs.costs[i])
            A += np.outer(sign * step / (1.0 - sign * step * square) * Av, Av)
            largest = max(largest, abs(step) * square)
        if largest <= _EXACT:
            break
    return multipliers


def _polished(pairs: Pairs, multipliers: Array) -> State:
    """Newton's method on the dual, with multipliers that are 0 and would fall held there."""
    state = _state(pairs, multipliers)
    assert state is not None
    for number in range(_NEWTON):
        report("metric", number + 1, _NEWTON)
        near = _largest_projection(pairs, state)
        if near <= _EXACT:
            break
        after = _step(pairs, state, near)
        if after is None:
            break
        state = after
    return state


def _step(pairs: Pairs, state: State, near: float) -> State | None:
    """One step of Newton, halved until the dual rises enough; None where it cannot rise."""
    now = state.multipliers
    slope = pairs.signs * (state.squares - state.slacks)
    way = _way(pairs, state, slope, near)
    length = 1.0
    while length > 1e-6:
        multipliers = np.maximum(now + length * way, 0.0)
        after = _state(pairs, multipliers)
        rise = 1e-4 * float(slope @ (multipliers - now))
        if after is not None and after.dual >= state.dual + rise - _ROUNDING * abs(state.dual):
            return after
        length *= 0.5
    return None


def _way(pairs: Pairs, state: State, slope: Array, near: float) -> Array:
    """Newton's direction by conjugate gradients, the nearer the better solved.

    The curvature of pairs i and j is s_i s_j (v_iᵀ A v_j)²: as Σ_j s_j x_j v_j v_jᵀ is a matrix
    (d, d), a product with x needs no matrix of pairs.
    """
    free = (state.multipliers > 0.0) | (slope > 0.0)
    signs, moved = pairs.signs[free], state.moved[free]
    own = state.slacks[free] ** 2 / pairs.costs[free]
    scale = 1.0 / (own + state.squares[free] ** 2)

    def curved(x: Array) -> Array:
        return own * x + signs * _squares(moved, products(moved, signs * x))

    shape = (len(moved), len(moved))
    curve = LinearOperator(shape, matvec=curved, dtype=np.float64)
    inverse = LinearOperator(shape, matvec=lambda x: scale * x, dtype=np.float64)
    way = np.zeros(len(free))
    way[free], _ = cg(curve, slope[free], rtol=min(0.1, near), M=inverse, maxiter=_CONJUGATE)
    return way


def _squares(rows: Array, matrix: Array) -> Array:
    """vᵀ T v of each row, in blocks."""
    found = np.empty(len(rows))
    for block in blocks(len(rows), matrix.size):
        found[block] = np.einsum("ij,ij->i", rows[block] @ matrix, rows[block])
    return found


def _largest_projection(pairs: Pairs, state: State) -> float:
    shares = pairs.costs / (pairs.costs + 1.0)
    wanted = pairs.signs * shares * (1.0 / state.squares - 1.0 / state.slacks)
    return float((np.abs(np.minimum(state.multipliers, wanted)) * state.squares).max())


def _state(pairs: Pairs, multipliers: Array) -> State | None:
    """What these multipliers stand for; None if they stand for no metric."""
    signed = pairs.signs * multipliers
    inverses = 1.0 / pairs.bounds - signed / pairs.costs
    if not inverses.min() > 0.0:
        return None
    K = products(pairs.rows, signed)
    K[np.diag_indices(len(K))] += 1.0
    try:
        lower = cholesky(K, lower=True)
    except LinAlgError:
        return None
    root = solve_triangular(lower, np.eye(len(K)), lower=True)
    moved = pairs.rows @ root.T
    squares = np.einsum("ij,ij->i", moved, moved)
    volume = 2.0 * float(np.log(lower.diagonal()).sum())
    dual = volume + float(pairs.costs @ np.log(inverses))
    return State(multipliers, root, moved, squares, 1.0 / inverses, dual)
