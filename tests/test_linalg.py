"""Linear algebra against sums written out."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from jupyter_sscluster._linalg import box_span, transform, whitening, within_scatter

SHAPES = st.tuples(st.integers(1, 12), st.integers(1, 4))
NUMBERS = st.floats(-100, 100, width=16)
SETTINGS = settings(max_examples=150, deadline=None)


def spd(d, seed=0):
    root = np.random.default_rng(seed).normal(size=(d + 2, d))
    return root.T @ root


def scatter(X):
    """Of one group, by another program."""
    return np.atleast_2d(np.cov(X.T, bias=True)) * len(X)


@SETTINGS
@given(arrays(float, SHAPES, elements=NUMBERS), st.integers(0, 3))
def test_scatters_are_sums_of_outer_products(X, n_groups):
    groups = np.arange(len(X)) % (n_groups + 1) - 1
    total = np.zeros((X.shape[1], X.shape[1]))
    for k in range(n_groups):
        for x in X[groups == k]:
            apart = x - X[groups == k].mean(axis=0)
            total += np.outer(apart, apart)
    np.testing.assert_allclose(within_scatter(X, groups), total, atol=1e-8)
    np.testing.assert_allclose(
        scatter(X), within_scatter(X, np.zeros(len(X), dtype=int)), atol=1e-8
    )


def test_total_scatter_is_within_and_between():
    rng = np.random.default_rng(1)
    X, groups = rng.normal(size=(60, 3)), rng.integers(0, 4, 60)
    means = np.array([X[groups == k].mean(axis=0) for k in range(4)])
    between = scatter(means[groups])
    np.testing.assert_allclose(scatter(X), within_scatter(X, groups) + between, atol=1e-10)


def test_chunklets_of_the_hand_fixture():
    X = np.array([[0.0, 0.0], [2.0, 0.0], [5.0, 5.0], [5.0, 9.0]])
    covariance = within_scatter(X, np.array([0, 0, 1, 1])) / 4
    np.testing.assert_allclose(covariance, np.diag([0.5, 2.0]))
    np.testing.assert_allclose(whitening(covariance, 1e-9) ** 2, np.diag([2.0, 0.5]))


@pytest.mark.parametrize(
    "S",
    [np.zeros((3, 3)), -spd(3), np.ones((3, 3)), np.diag([1.0, 0.0, -5.0])],
    ids=["zeros", "negative", "singular", "indefinite"],
)
@pytest.mark.parametrize("floor", [1e-6, 0.25])
def test_whitening_by_any_matrix_is_positive_definite(S, floor):
    values = np.linalg.eigvalsh(S)
    found = np.linalg.eigvalsh(whitening(S, floor))
    np.testing.assert_allclose(found, np.sort(np.maximum(values, floor) ** -0.5), rtol=1e-6)


def test_whitened_rows_have_covariance_one():
    X = np.random.default_rng(2).normal(size=(50, 3)) @ spd(3)
    S = scatter(X) / 50
    np.testing.assert_allclose(scatter(X @ whitening(S, 1e-9)) / 50, np.eye(3), atol=1e-8)


@pytest.mark.parametrize(
    "A",
    [spd(3), np.array([4.0, 0.0, 0.25]), np.outer([1.0, 2, 3], [1.0, 2, 3])],
    ids=["full", "diagonal", "rank one"],
)
def test_transformed_rows_have_the_distances_of_the_metric(A):
    L, X = transform(A), np.random.default_rng(3).normal(size=(6, 3))
    matrix = np.diag(A) if A.ndim == 1 else A
    np.testing.assert_allclose(np.diag(L**2) if A.ndim == 1 else L.T @ L, matrix, atol=1e-12)
    moved = X * L if A.ndim == 1 else X @ L.T
    for i, j in combinations(range(6), 2):
        apart = X[i] - X[j]
        square = ((moved[i] - moved[j]) ** 2).sum()
        assert square == pytest.approx(apart @ matrix @ apart, abs=1e-10)


def test_the_box_can_be_stretched_to_the_origin():
    Z = np.array([[2.0, -1.0], [5.0, 3.0]])
    assert box_span(Z).tolist() == [3.0, 4.0]
    assert box_span(Z, origin=True).tolist() == [5.0, 4.0]
