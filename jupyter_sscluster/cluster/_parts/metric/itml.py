"""Information-theoretic metric learning: the metric nearest to the Euclidean that keeps bounds.

Davis, Kulis, Jain, Sra & Dhillon (2007), equation 5 with slack, nearness being log-determinant
divergence. Each pair i of rows that differ by v_i has a bound b_i, a sign s_i = +1 if ‖v_i‖²_A
should be at most that and -1 if at least, and a cost of slack γ_i. The primal problem is to
minimise

    tr A - log det A + Σ γ_i (ξ_i / b_i - log(ξ_i / b_i))    with    s_i (‖v_i‖²_A - ξ_i) <= 0.

Its Lagrangian adds Σ λ_i s_i (‖v_i‖²_A - ξ_i) with dual variables λ_i >= 0. It is stationary where

    ∂A:    I - A⁻¹ + Σ s_i λ_i v_i v_iᵀ = 0,    so    A⁻¹ = I + Σ s_i λ_i v_i v_iᵀ,
    ∂ξ_i:  γ_i (1/b_i - 1/ξ_i) - s_i λ_i = 0,   so    1/ξ_i = 1/b_i - s_i λ_i / γ_i,

and there, but for a constant, it is the dual objective, concave and to be maximised over λ >= 0:

    g(λ) = log det(I + Σ s_i λ_i v_i v_iᵀ) + Σ γ_i log(1/b_i - s_i λ_i / γ_i),
    ∂g/∂λ_i = s_i (‖v_i‖²_A - ξ_i),
    -∂²g/∂λ_i∂λ_j = s_i s_j (v_iᵀ A v_j)², and ξ_i² / γ_i more where i = j.

The projections of the paper climb g along one λ_i after the other; Newton's method ends the climb.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular
from scipy.sparse.linalg import LinearOperator, cg

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks
from jupyter_sscluster.cluster._parts.metric.pair_differences import products
from jupyter_sscluster.cluster.fit.watching import report

_PASSES, _NEWTON = 10, 300
"""Passes of projections over all pairs, and most of Newton's steps after them.

Projections are cheap and safe far from the optimum but converge linearly; Newton's method needs
few steps once it is near.
"""

_CONJUGATE = 500
"""Maximum number of iterations of conjugate gradients for one of Newton's steps."""

_ROUNDING = 1e-13
"""Relative difference of the dual objective that rounding may explain."""

_EXACT = 1e-9
"""Largest projection that is left at the end, as a part of ‖v‖²."""


@dataclass(frozen=True, eq=False)
class BoundedPairs:
    """Differences v (m, d), signs s, bounds b and costs of slack γ (m,)."""

    rows: Array
    signs: Array
    bounds: Array
    costs: Array


@dataclass(frozen=True, eq=False)
class DualState:
    """λ (m,), W with A = WᵀW, the rows W v (m, d), ‖v‖²_A and ξ (m,), and g(λ)."""

    dual_variables: Array
    root: Array
    moved: Array
    squares: Array
    slacks: Array
    dual_objective: float


def nearest_metric(pairs: BoundedPairs) -> Array:
    """The metric A (d, d)."""
    state = _newton(pairs, _bregman_projections(pairs))
    return state.root.T @ state.root


def _bregman_projections(pairs: BoundedPairs) -> Array:
    """Dual variables after projections onto one pair's constraint after the other: algorithm 1.

    λ_i falls by α, so that A⁻¹ changes by -s α v vᵀ and 1/ξ by s α / γ. By the formula of Sherman
    and Morrison A changes by s α / (1 - s α p) · A v vᵀ A with p = ‖v‖²_A, so that 1/p falls by
    s α. The constraint holds with equality where 1/p - s α = 1/ξ + s α / γ, and so for

        s α = γ / (γ + 1) · (1/p - 1/ξ),

    unless λ_i would fall below 0: then α = λ_i.
    """
    A = np.eye(pairs.rows.shape[1])
    dual_variables, slacks = np.zeros(len(pairs.rows)), pairs.bounds.copy()
    shares = pairs.costs / (pairs.costs + 1.0)
    for done in range(_PASSES):
        report("metric", done + 1, _PASSES)
        largest = 0.0
        for i, v in enumerate(pairs.rows):
            sign = pairs.signs[i]
            Av = A @ v
            square = float(v @ Av)
            step = min(dual_variables[i], sign * shares[i] * (1.0 / square - 1.0 / slacks[i]))
            dual_variables[i] -= step
            slacks[i] = 1.0 / (1.0 / slacks[i] + sign * step / pairs.costs[i])
            A += np.outer(sign * step / (1.0 - sign * step * square) * Av, Av)
            largest = max(largest, abs(step) * square)
        if largest <= _EXACT:
            break
    return dual_variables


def _newton(pairs: BoundedPairs, dual_variables: Array) -> DualState:
    """Projected Newton method on the dual, until no projection would move A any more."""
    state = _state(pairs, dual_variables)
    assert state is not None
    for number in range(_NEWTON):
        report("metric", number + 1, _NEWTON)
        residual = _largest_projection(pairs, state)
        if residual <= _EXACT:
            break
        after = _newton_step(pairs, state, residual)
        if after is None:
            break
        state = after
    return state


def _newton_step(pairs: BoundedPairs, state: DualState, residual: float) -> DualState | None:
    """One step, halved until the dual rises enough (Armijo); None where it cannot."""
    now = state.dual_variables
    gradient = pairs.signs * (state.squares - state.slacks)
    direction = _newton_direction(pairs, state, gradient, residual)
    length = 1.0
    # A full step may leave the domain of g; close to it a shorter one stays inside, as g is smooth.
    while length > 1e-6:
        dual_variables = np.maximum(now + length * direction, 0.0)
        after = _state(pairs, dual_variables)
        rise = 1e-4 * float(gradient @ (dual_variables - now))
        least = state.dual_objective + rise - _ROUNDING * abs(state.dual_objective)
        if after is not None and after.dual_objective >= least:
            return after
        length *= 0.5
    return None


def _newton_direction(
    pairs: BoundedPairs, state: DualState, gradient: Array, residual: float
) -> Array:
    """The solution of (-Hessian) x = gradient by conjugate gradients, the better the nearer.

    Variables that are 0 and would fall are held there. As Σ_j s_j x_j (W v_j)(W v_j)ᵀ is a matrix
    (d, d), the Hessian (m, m) is never formed: its product with x costs O(m d²).
    """
    free = (state.dual_variables > 0.0) | (gradient > 0.0)
    signs, moved = pairs.signs[free], state.moved[free]
    # (W v_i)ᵀ(W v_j) = v_iᵀ A v_j: the rows moved by W give the Hessian without A.
    slack_curvature = state.slacks[free] ** 2 / pairs.costs[free]
    scale = 1.0 / (slack_curvature + state.squares[free] ** 2)

    def hessian_vector_product(x: Array) -> Array:
        return slack_curvature * x + signs * _squares(moved, products(moved, signs * x))

    shape = (len(moved), len(moved))
    hessian = LinearOperator(shape, matvec=hessian_vector_product, dtype=np.float64)
    # Preconditioned by the inverse of the diagonal: costs of slack differ by orders of magnitude.
    inverse = LinearOperator(shape, matvec=lambda x: scale * x, dtype=np.float64)
    # An inexact Newton method: far from the optimum a rough direction does, near it an exact one
    # makes convergence quadratic.
    direction = np.zeros(len(free))
    direction[free], _ = cg(
        hessian, gradient[free], rtol=min(0.1, residual), M=inverse, maxiter=_CONJUGATE
    )
    return direction


def _squares(rows: Array, matrix: Array) -> Array:
    """vᵀ T v of each row, chunk by chunk."""
    found = np.empty(len(rows))
    for chunk in chunks(len(rows), matrix.size):
        found[chunk] = np.einsum("ij,ij->i", rows[chunk] @ matrix, rows[chunk])
    return found


def _largest_projection(pairs: BoundedPairs, state: DualState) -> float:
    """The largest |α| ‖v‖²_A of `_bregman_projections` from here: 0 at the optimum only."""
    shares = pairs.costs / (pairs.costs + 1.0)
    wanted = pairs.signs * shares * (1.0 / state.squares - 1.0 / state.slacks)
    return float((np.abs(np.minimum(state.dual_variables, wanted)) * state.squares).max())


def _state(pairs: BoundedPairs, dual_variables: Array) -> DualState | None:
    """A, ξ and g(λ) of these dual variables; None outside the domain of g.

    With A⁻¹ = K Kᵀ, K lower triangular, W = K⁻¹ and log det A⁻¹ = 2 Σ log K_jj.
    """
    signed = pairs.signs * dual_variables
    # 1/ξ: where it is not positive, no slack makes the Lagrangian stationary.
    inverses = 1.0 / pairs.bounds - signed / pairs.costs
    if not inverses.min() > 0.0:
        return None
    inverse = products(pairs.rows, signed)
    inverse[np.diag_indices(len(inverse))] += 1.0
    try:
        K = cholesky(inverse, lower=True)
    except LinAlgError:
        return None
    root = solve_triangular(K, np.eye(len(K)), lower=True)
    moved = pairs.rows @ root.T
    squares = np.einsum("ij,ij->i", moved, moved)
    log_det = 2.0 * float(np.log(K.diagonal()).sum())
    dual_objective = log_det + float(pairs.costs @ np.log(inverses))
    return DualState(dual_variables, root, moved, squares, 1.0 / inverses, dual_objective)
