"""What the comments of the metric parts derive, held against finite differences and brute force."""

from __future__ import annotations

import numpy as np
import pytest

from jupyter_sscluster.cluster._parts.metric import diameter, itml, xing
from jupyter_sscluster.cluster._parts.metric.mahalanobis import chunks
from jupyter_sscluster.cluster._parts.metric.pair_differences import Differences


def itml_pairs(seed: int, m: int = 7, d: int = 3) -> tuple[itml.BoundedPairs, np.ndarray]:
    """Pairs, and dual variables within the domain."""
    rng = np.random.default_rng(seed)
    signs = np.where(np.arange(m) % 2, -1.0, 1.0)
    bounds, costs = rng.uniform(0.5, 2.0, m), rng.uniform(0.5, 3.0, m)
    pairs = itml.BoundedPairs(rng.normal(size=(m, d)), signs, bounds, costs)
    return pairs, rng.uniform(0.0, 0.02, m)


@pytest.mark.parametrize("seed", range(3))
def test_gradient_and_curvature_of_the_dual_are_those_of_differences(seed):
    pairs, at = itml_pairs(seed)
    state = itml._state(pairs, at)
    A = state.root.T @ state.root
    gradient = pairs.signs * (state.squares - state.slacks)
    curvature = np.outer(pairs.signs, pairs.signs) * (pairs.rows @ A @ pairs.rows.T) ** 2
    curvature += np.diag(state.slacks**2 / pairs.costs)
    step = 1e-5
    for i, e in enumerate(np.eye(len(at)) * step):
        up, down = itml._state(pairs, at + e), itml._state(pairs, at - e)
        rise = (up.dual_objective - down.dual_objective) / (2 * step)
        np.testing.assert_allclose(rise, gradient[i], atol=1e-7)
        fall = -pairs.signs * ((up.squares - up.slacks) - (down.squares - down.slacks)) / (2 * step)
        np.testing.assert_allclose(fall, curvature[i], rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("seed", range(3))
def test_the_newton_direction_solves_the_newton_equation(seed):
    pairs, at = itml_pairs(seed)
    state = itml._state(pairs, at + 0.01)
    A = state.root.T @ state.root
    gradient = pairs.signs * (state.squares - state.slacks)
    curvature = np.outer(pairs.signs, pairs.signs) * (pairs.rows @ A @ pairs.rows.T) ** 2
    curvature += np.diag(state.slacks**2 / pairs.costs)
    found = itml._newton_direction(pairs, state, gradient, 1e-12)
    np.testing.assert_allclose(found, np.linalg.solve(curvature, gradient), rtol=1e-8)


@pytest.mark.parametrize("seed", range(3))
def test_primal_and_dual_optimum_are_equal(seed):
    pairs, _ = itml_pairs(seed)
    state = itml._newton(pairs, itml._bregman_projections(pairs))
    A = state.root.T @ state.root
    ratio = state.slacks / pairs.bounds
    primal = np.trace(A) - np.linalg.slogdet(A)[1] + pairs.costs @ (ratio - np.log(ratio))
    constant = len(A) + pairs.costs @ (1.0 + np.log(pairs.bounds))
    np.testing.assert_allclose(primal, state.dual_objective + constant, rtol=1e-7)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_one_projection_ends_on_the_constraint(sign, monkeypatch):
    """One pair that is out of bounds: ‖v‖² is its slack afterwards."""
    monkeypatch.setattr(itml, "_PASSES", 1)
    bound = 0.5 if sign > 0 else 8.0
    pairs = itml.BoundedPairs(np.array([[1.0, 1.0]]), *(np.array([x]) for x in (sign, bound, 2.0)))
    state = itml._state(pairs, itml._bregman_projections(pairs))
    np.testing.assert_allclose(state.squares, state.slacks)
    assert state.dual_variables[0] > 0.0


def xing_objective(A: np.ndarray, C: np.ndarray, apart: Differences, pseudo: float) -> float:
    lengths = np.sqrt(np.einsum("ij,jk,ik->i", apart.rows, A, apart.rows))
    log_det = np.linalg.slogdet(A)[1] if pseudo else 0.0
    return float((C * A).sum() - 2 * np.log(apart.weights @ lengths) - pseudo * log_det)


@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("pseudo", [0.0, 0.7])
@pytest.mark.parametrize("seed", range(3))
def test_no_step_raises_the_objective_of_xing(seed, pseudo, diagonal, monkeypatch):
    rng = np.random.default_rng(seed)
    apart = Differences(rng.normal(size=(9, 4)), rng.uniform(0.2, 2.0, 9))
    root = rng.normal(size=(4, 4))
    C = np.diag(rng.uniform(0.3, 3.0, 4)) if diagonal else root @ root.T + np.eye(4)
    W = np.linalg.inv(np.linalg.cholesky(C))
    values = []
    for steps in range(1, 12):
        monkeypatch.setattr(xing, "_STEPS", steps)
        if diagonal:
            A = np.diag(xing.weights_apart(C.diagonal(), apart, pseudo))
        else:
            A = xing.matrix_apart(W, apart, pseudo)
        values.append(xing_objective(A, C, apart, pseudo))
    assert (np.diff(values) <= 1e-10 * np.abs(values[:-1])).all()
    assert values[-1] < values[0] - 1e-6


@pytest.mark.parametrize("n_rows", [1, 15, 16, 17, 1000])
@pytest.mark.parametrize("cost_of_row", [1, 10**9])
def test_chunks_hold_each_row_once(n_rows, cost_of_row):
    found = chunks(n_rows, cost_of_row)
    assert [row for chunk in found for row in range(n_rows)[chunk]] == list(range(n_rows))
    assert max(chunk.stop - chunk.start for chunk in found) <= (n_rows if cost_of_row == 1 else 16)


def test_rows_that_are_all_alike_have_a_farthest_pair_whatever_rounding_makes_of_it():
    rng = np.random.default_rng(0)
    for d in range(1, 40):
        rows = np.tile(rng.normal(size=d) * 10.0 ** rng.uniform(-3, 3), (5, 1))
        assert diameter._farthest_of(rows).distance == 0.0
