"""Checks that every seeding of the table meets, and what each of them promises."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from table import SEEDINGS

from jupyter_sscluster._catalogue import seedings
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding import farthest_first, kmeans_plusplus, neighbourhoods, random

EVERY = pytest.mark.parametrize("row", SEEDINGS, ids=lambda row: row.name)
SEEDS = st.integers(0, 2**32 - 1)


def is_row(X, centres):
    return (centres[:, None, :] == X).all(axis=2).any(axis=1)


def test_every_exported_seeding_has_a_row():
    assert list(seedings()) == [row.name for row in SEEDINGS]


@EVERY
@settings(max_examples=50, deadline=None)
@given(seed=SEEDS)
def test_centres_have_the_shape_and_repeat_with_the_seed(row, seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 20), rng.integers(1, 4)
    X = rng.integers(0, 4, size=(n, d)).astype(float)  # with duplicates
    k = int(rng.integers(1, n + 1))
    before = X.copy()
    first = row.make()(X, k, random_state=seed)
    np.testing.assert_array_equal(first, row.make()(X, k, random_state=seed))
    np.testing.assert_array_equal(X, before)
    assert first.shape == (k, d)
    assert np.isfinite(first).all()
    if row.rows:
        assert is_row(X, first).all()
        n_different = len(np.unique(X, axis=0))
        if row.cls is not random:
            assert len(np.unique(first, axis=0)) == min(k, n_different)


@EVERY
def test_as_many_centres_as_rows_are_all_rows(row):
    X = np.random.default_rng(0).normal(size=(7, 2))
    centres = row.make()(X, 7, random_state=1)
    if row.anywhere:
        assert (centres != np.sort(X, axis=0)).any()
        return
    np.testing.assert_array_equal(np.sort(centres, axis=0), np.sort(X, axis=0))


@EVERY
def test_duplicates_give_the_lowest_unused_rows(row):
    assert row.make()(np.ones((4, 2)), 3, random_state=0).tolist() == [[1.0, 1.0]] * 3


@EVERY
def test_far_from_the_origin_nothing_changes(row):
    X = np.random.default_rng(2).normal(size=(50, 3))
    known = Constraints(50, [(0, 1), (2, 3)], [(0, 2), (0, 7), (2, 7)])
    near = row.make()(X, 4, constraints=known, random_state=3)
    far = row.make()(X + 1e6, 4, constraints=known, random_state=3)
    np.testing.assert_allclose(far - 1e6, near, atol=1e-6)


@EVERY
@pytest.mark.parametrize(
    ("X", "k", "value"),
    [
        (np.ones((3, 2)), 4, "n_clusters=4"),
        (np.ones((3, 2)), 0, "n_clusters=0"),
        (np.ones(3), 1, "1 dimension"),
        (np.full((3, 2), np.nan), 1, "NaN"),
    ],
)
def test_bad_input_is_named(row, X, k, value):
    with pytest.raises(InputError, match=value):
        row.make()(X, k)


@EVERY
def test_a_bad_seed_is_named(row):
    with pytest.raises(InputError, match="random_state='x'"):
        row.make()(np.ones((3, 2)), 2, random_state="x")


@EVERY
@pytest.mark.parametrize(
    ("constraints", "said"),
    [
        (Constraints(5), r"about 5 rows, and the number of rows of X is 4"),
        ([(0, 1)], r"constraints=\[\(0, 1\)\] is a list, no Constraints value"),
        ("none", "constraints='none' is a str, no Constraints value"),
    ],
)
def test_constraints_of_other_rows_are_refused_even_where_they_are_not_used(row, constraints, said):
    with pytest.raises(InputError, match=said):
        row.make()(np.eye(4), 2, constraints=constraints, random_state=0)


@EVERY
@pytest.mark.parametrize("size", [1e154, 1e200, 1e308])
def test_values_whose_squares_overflow_are_refused(row, size):
    X = np.random.default_rng(0).normal(size=(30, 2))
    known = Constraints(30, [(0, 1)], [(1, 2)])
    with pytest.raises(InputError, match=r"value of size .*e\+.*; divide X by a constant"):
        row.make()(X / np.abs(X).max() * size, 3, constraints=known, random_state=0)


@EVERY
@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e-150, 1e150])
def test_very_small_and_very_large_values_give_centres_without_a_warning(row, scale):
    X = np.random.default_rng(0).normal(size=(30, 2)) * scale
    known = Constraints(30, [(0, 1)], [(1, 2)])
    centres = row.make()(X, 3, constraints=known, random_state=0)
    assert centres.shape == (3, 2)
    assert np.isfinite(centres).all()
    assert len(np.unique(centres, axis=0)) == 3


@EVERY
def test_draws_or_not_as_the_row_says(row):
    X = np.random.default_rng(0).normal(size=(40, 2))
    known = Constraints(40, [(0, 1)])
    drawn = {row.make()(X, 3, constraints=known, random_state=s).tobytes() for s in range(10)}
    assert (len(drawn) == 1) == row.fixed


def test_random_draws_every_row_alike():
    X = np.arange(5.0)[:, None]
    drawn = np.array([random(X, 2, random_state=s).ravel() for s in range(2000)])
    assert (drawn[:, 0] != drawn[:, 1]).all()
    counts = np.bincount(drawn.astype(int).ravel(), minlength=5)
    np.testing.assert_allclose(counts / 4000, 0.2, atol=0.03)


def test_kmeans_plusplus_draws_by_squared_distance():
    # Two trials for k = 2; from a first row 0 the second is the better of two draws of {1, 3}.
    X = np.array([[0.0], [1.0], [3.0]])
    second = [kmeans_plusplus(X, 2, random_state=s).ravel() for s in range(4000)]
    second = [b for a, b in second if a == 0.0]
    # P(3) per draw is 9 / 10; the row 3 leaves 1, the row 1 leaves 4: it is kept if ever drawn.
    assert np.mean(np.array(second) == 3.0) == pytest.approx(1 - 0.1**2, abs=0.01)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_farthest_first_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rng.integers(2, 25), 2))
    k = int(rng.integers(1, len(X) + 1))
    centres = farthest_first(X, k, random_state=seed)
    radii = []
    for m in range(1, k):
        apart = ((X[:, None, :] - centres[:m]) ** 2).sum(axis=2).min(axis=1)
        assert (X[apart.argmax()] == centres[m]).all()
        radii.append(apart.max())
    assert (np.diff(radii) <= 1e-12).all()


def test_neighbourhoods_are_the_largest_must_linked_groups():
    X = np.random.default_rng(0).normal(size=(20, 2))
    known = Constraints(20, [(4, 5), (5, 6), (0, 1), (10, 11), (11, 12), (12, 13)])
    centres = neighbourhoods(X, 2, constraints=known)
    np.testing.assert_allclose(centres, [X[10:14].mean(axis=0), X[4:7].mean(axis=0)])
    np.testing.assert_allclose(neighbourhoods(X, 3, constraints=known)[2], X[:2].mean(axis=0))


def test_neighbourhoods_go_on_with_what_is_apart_from_all_then_with_the_farthest():
    X = np.array([[0.0], [0.2], [1.0], [1.2], [0.7], [9.0], [5.0]])
    known = Constraints(7, [(0, 1), (2, 3)], [(0, 4), (2, 4), (5, 0)])
    centres = neighbourhoods(X, 4, constraints=known).ravel()
    np.testing.assert_allclose(centres, [0.1, 1.1, 0.7, 9.0])


@pytest.mark.parametrize("seed", range(3))
def test_more_careful_seedings_start_lower(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(300, 2)) + 20 * rng.integers(0, 5, size=(300, 1))

    def cost(f):
        return np.mean(
            [
                ((X[:, None] - f(X, 5, random_state=s)) ** 2).sum(axis=2).min(axis=1).sum()
                for s in range(30)
            ]
        )

    assert cost(kmeans_plusplus) < 0.7 * cost(random)
