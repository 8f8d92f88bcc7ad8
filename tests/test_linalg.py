"""Linear algebra against sums written out, and the farthest pair against looking at every pair."""

import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from work import lines_run

from jupyter_sscluster import _linalg
from jupyter_sscluster._linalg import (
    box_span,
    farthest_pair,
    safe_inverse,
    scatter,
    transform,
    transformed,
    whitening,
    within_scatter,
)

SHAPES = st.tuples(st.integers(1, 12), st.integers(1, 4))
NUMBERS = st.floats(-100, 100, width=16)
SETTINGS = settings(max_examples=150, deadline=None)


def spd(d, seed=0):
    root = np.random.default_rng(seed).normal(size=(d + 2, d))
    return root.T @ root


def brute_pair(Z):
    """Over all pairs in lexicographic order, the first with the largest distance."""
    pairs = [(i, j) for i, j in combinations(range(len(Z)), 2)] or [(0, 0)]
    squares = [sum((Z[i] - Z[j]) ** 2) for i, j in pairs]
    best = max(squares)
    first = next(p for p, s in zip(pairs, squares, strict=True) if s >= best * (1 - 1e-10))
    return first, float(np.sqrt(best))


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
    np.testing.assert_allclose(safe_inverse(covariance).matrix, np.diag([2.0, 0.5]))


@pytest.mark.parametrize("d", [1, 2, 7])
def test_inverse_of_a_sound_matrix_is_its_inverse(d):
    S = spd(d)
    found = safe_inverse(S)
    np.testing.assert_allclose(found.matrix @ S, np.eye(d), atol=1e-9)
    assert found.log_determinant == pytest.approx(-np.linalg.slogdet(S)[1])


@pytest.mark.parametrize(
    "S",
    [np.zeros((3, 3)), -spd(3), np.ones((3, 3)), np.diag([1.0, 0.0, -5.0]), np.zeros(3)],
    ids=["zeros", "negative", "singular", "indefinite", "no variances"],
)
@pytest.mark.parametrize("floor", [None, 0.25])
def test_inverse_of_any_matrix_is_positive_definite(S, floor):
    found = safe_inverse(S, floor)
    values = found.matrix if S.ndim == 1 else np.linalg.eigvalsh(found.matrix)
    assert (values > 0).all()
    assert found.log_determinant == pytest.approx(np.log(values).sum())
    if floor is not None:
        assert values.max() <= 1 / floor + 1e-12


def test_vector_and_diagonal_matrix_have_the_same_inverse():
    variances = np.array([2.0, 0.0, 0.5])
    one, other = safe_inverse(variances), safe_inverse(np.diag(variances))
    np.testing.assert_allclose(np.diag(one.matrix), other.matrix)
    assert one.log_determinant == pytest.approx(other.log_determinant)


def test_whitened_rows_have_covariance_one():
    X = np.random.default_rng(2).normal(size=(50, 3)) @ spd(3)
    S = scatter(X) / 50
    np.testing.assert_allclose(scatter(X @ whitening(S)) / 50, np.eye(3), atol=1e-8)


@pytest.mark.parametrize(
    "A",
    [spd(3), np.array([4.0, 0.0, 0.25]), np.outer([1.0, 2, 3], [1.0, 2, 3])],
    ids=["full", "diagonal", "rank one"],
)
def test_transformed_rows_have_the_distances_of_the_metric(A):
    L, X = transform(A), np.random.default_rng(3).normal(size=(6, 3))
    matrix = np.diag(A) if A.ndim == 1 else A
    np.testing.assert_allclose(np.diag(L**2) if A.ndim == 1 else L.T @ L, matrix, atol=1e-12)
    moved = transformed(X, A)
    for i, j in combinations(range(6), 2):
        apart = X[i] - X[j]
        square = ((moved[i] - moved[j]) ** 2).sum()
        assert square == pytest.approx(apart @ matrix @ apart, abs=1e-10)


@SETTINGS
@given(
    st.one_of(
        arrays(float, SHAPES, elements=NUMBERS),
        arrays(float, SHAPES, elements=st.sampled_from([0.0, 1.0, -1.0, 2.0])),
    ),
    st.data(),
)
def test_farthest_pair_is_that_of_all_pairs(Z, data):
    first, distance = brute_pair(Z)
    row = st.integers(0, len(Z) - 1)
    for guess in (None, (data.draw(row), data.draw(row))):
        found = farthest_pair(Z, guess)
        assert found.distance == pytest.approx(distance, abs=1e-12)
        assert found[:2] == (first if distance else (0, 0))


@pytest.mark.parametrize("offset", [0.0, 1e7])
@pytest.mark.parametrize("shape", [(700, 2), (700, 30)])
def test_farthest_pair_across_tiles(monkeypatch, shape, offset):
    monkeypatch.setattr(_linalg, "_ROWS", 16)
    monkeypatch.setattr(_linalg, "_COLUMNS", 24)
    Z = np.random.default_rng(4).normal(size=shape)
    Z /= np.linalg.norm(Z, axis=1)[:, None]
    Z = np.vstack([Z, Z[:50]]) + offset
    squares = ((Z[:, None] - Z[None]) ** 2).sum(axis=2)
    i, j = np.unravel_index(squares.argmax(), squares.shape)
    assert farthest_pair(Z) == (i, j, pytest.approx(np.sqrt(squares[i, j])))


def test_farthest_pair_leaves_its_input_alone():
    Z = np.random.default_rng(5).normal(size=(30, 3))
    Z.setflags(write=False)
    assert farthest_pair(Z) == farthest_pair(Z.copy())


@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_farthest_pair_of_tiny_and_huge_values(scale):
    found = farthest_pair(scale * np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]]))
    assert found[:2] == (0, 1)
    assert found.distance == pytest.approx(5 * scale, rel=1e-12, abs=0)


def test_a_hundred_thousand_rows_take_little_work_and_memory():
    Z = np.random.default_rng(6).normal(size=(100_000, 10))
    assert lines_run(lambda: farthest_pair(Z)) < 10_000
    found = farthest_pair(Z)
    far = np.linalg.norm(Z[[found.i, found.j]][:, None] - Z[None], axis=2)
    assert far.max() == pytest.approx(found.distance)
    tracemalloc.start()
    farthest_pair(Z)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * Z.nbytes


@SETTINGS
@given(arrays(float, SHAPES, elements=NUMBERS))
def test_the_box_bounds_the_farthest_pair(Z):
    found, tight = farthest_pair(Z).distance, np.linalg.norm(box_span(Z))
    assert found <= tight + 1e-9
    assert tight <= found * np.sqrt(Z.shape[1]) + 1e-9
    assert tight <= np.linalg.norm(box_span(Z, origin=True))


def test_the_box_can_be_stretched_to_the_origin():
    Z = np.array([[2.0, -1.0], [5.0, 3.0]])
    assert box_span(Z).tolist() == [3.0, 4.0]
    assert box_span(Z, origin=True).tolist() == [5.0, 4.0]
