"""The relaxed programme of MMD batches against solvers that go about it another way."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import minimize, nnls
from shared import shared_dir
from sklearn.datasets import make_blobs

from jupyter_sscluster.active.similarity.batches import PointBatches
from jupyter_sscluster.active.similarity.gaussian_kernel import GaussianKernel
from jupyter_sscluster.active.similarity.interior_point import gap_of, interior_point
from jupyter_sscluster.active.similarity.mmd import linear_term, relaxed
from jupyter_sscluster.datasets import load

SEEDS = st.integers(0, 2**32 - 1)


def value_of(K, q, x):
    return 0.5 * x @ K @ x + q @ x


def by_active_sets(K, q, b):
    """The least value over 0 ≤ x ≤ 1, Σx = b: of all ways to set some x to 0 and some to 1."""
    n, best = len(q), np.inf
    for where in itertools.product((0.0, 1.0, None), repeat=n):
        x = np.array([0.0 if each is None else each for each in where])
        free = np.array([each is None for each in where])
        m, rest = int(free.sum()), b - x.sum()
        if m:
            system = np.ones((m + 1, m + 1))
            system[:m, :m], system[m, m] = K[np.ix_(free, free)], 0.0
            x[free] = np.linalg.solve(system, np.r_[-(K @ x + q)[free], rest])[:m]
        if abs(x.sum() - b) < 1e-9 and x.min() >= -1e-9 and x.max() <= 1 + 1e-9:
            best = min(best, value_of(K, q, x))
    return best


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, n=st.integers(1, 6))
def test_small_programmes_have_the_value_of_the_best_active_set(seed, n):
    rng = np.random.default_rng(seed)
    F = rng.normal(size=(n, n)) + 2 * np.eye(n)
    q, b = 3.0 * rng.normal(size=n), int(rng.integers(1, n + 1))
    x = interior_point(F @ F.T, q, b, 1e-12).x
    assert x.min() >= 0.0 and x.max() <= 1.0 + 1e-12 and x.sum() == pytest.approx(b)
    wanted = by_active_sets(F @ F.T, q, b)
    assert value_of(F @ F.T, q, x) == pytest.approx(wanted, abs=1e-7)
    found = relaxed(F, q, b)
    assert found.value == pytest.approx(wanted, abs=1e-7)
    assert found.value - found.gap <= wanted + 1e-9


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, b=st.integers(1, 15))
def test_programmes_with_weights_at_both_bounds_are_those_of_a_general_solver(seed, b):
    rng = np.random.default_rng(seed)
    X, n = rng.normal(size=(30, 3)), 30
    K = np.exp(-0.5 * ((X[:, None] - X) ** 2).sum(axis=2))
    q = 0.5 * rng.normal(size=n)
    general = minimize(
        lambda x: value_of(K, q, x),
        np.full(n, b / n),
        jac=lambda x: K @ x + q,
        bounds=[(0.0, 1.0)] * n,
        constraints={"type": "eq", "fun": lambda x: x.sum() - b, "jac": lambda _: np.ones(n)},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    x = interior_point(K, q, b, 1e-12).x
    assert general.success
    np.testing.assert_allclose(x, general.x, atol=1e-4)
    assert value_of(K, q, x) <= general.fun + 1e-9


def problem(X, b=10, first=0):
    """The programme of the first batch: kernel, rows and linear term."""
    kernel = GaussianKernel(X, 256, 0)
    rows = np.delete(np.arange(len(X)), first)
    return kernel, rows, linear_term(kernel.total, kernel.sums(np.array([first])), b + 1)[rows]


def by_least_squares(K, q, b, groups):
    """The optimum by an active-set method for least squares; equal rows share their weight.

    ½ xᵀKx + qᵀx = ½ ‖Rx − t‖² + constant with RᵀR = K, Rᵀt = −q; the sum is one more row, so heavy
    that nothing else tells on it. For programmes in which no weight reaches 1.
    """
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-13 * values[-1]
    root = (vectors[:, kept] * np.sqrt(values[kept])).T
    goal = -(vectors[:, kept] / np.sqrt(values[kept])).T @ q
    x, _ = nnls(np.vstack([root, np.full(len(q), 1e3)]), np.r_[goal, 1e3 * b], maxiter=100 * len(q))
    assert x.max() < 1 and gap_of(K @ x + q, x, b) < 1e-9
    return (np.bincount(groups, x) / np.bincount(groups))[groups]


@pytest.mark.parametrize("name", ["iris", "heart", "ionosphere", "protein"])
def test_the_ten_points_of_a_batch_are_those_of_the_optimum(name):
    X, _ = load(name, None if name == "iris" else shared_dir() / "data")
    kernel, rows, q = problem(X)
    groups = np.unique(kernel.Z[rows], axis=0, return_inverse=True)[1].ravel()
    optimum = by_least_squares(kernel.columns(rows, rows), q, 10, groups)
    [batch] = itertools.islice(batches := PointBatches(kernel, 0, 10, "relaxed"), 1)
    order = np.argsort(-optimum.round(5), kind="stable")
    assert optimum[order[9]] - optimum[order[10]] > 1e-3
    assert set(batch.tolist()) == set(rows[order[:10]].tolist())
    found = relaxed(kernel.features(rows), q, 10)
    assert batches.gaps == pytest.approx([found.gap], rel=0.1)
    assert found.gap < 1e-9
    best = value_of(kernel.columns(rows, rows), q, optimum)
    assert found.value == pytest.approx(best, abs=1e-9)


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_rows_join_until_the_gap_is_small_also_where_weights_are_one(seed):
    rng = np.random.default_rng(seed)
    F = rng.normal(size=(900, 8)) * rng.choice([0.01, 0.1, 0.3])
    q, b = rng.normal(size=900), int(rng.integers(1, 200))
    found = relaxed(F, q, b)
    assert (found.alpha > 1 - 1e-6).sum() >= b // 2
    assert found.gap < 1e-9 * abs(found.value)


def test_ten_thousand_rows_take_no_table_of_all_pairs():
    X, _ = make_blobs(10_000, centers=5, n_features=10, random_state=0)
    kernel, rows, q = problem(X)
    F = kernel.features(rows)
    tracemalloc.start()
    found = relaxed(F, q, 10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * F.nbytes
    assert found.gap <= 1e-9
    assert found.value == pytest.approx(0.5 * ((F.T @ found.alpha) ** 2).sum() + q @ found.alpha)
    assert found.alpha.sum() == pytest.approx(10)
    assert (found.alpha >= 0).all() and (found.alpha <= 1).all()
