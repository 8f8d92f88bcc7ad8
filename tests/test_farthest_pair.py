"""The farthest pair against looking at every pair."""

import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from work import lines_run

from jupyter_sscluster import _farthest_pair
from jupyter_sscluster._farthest_pair import farthest_pair
from jupyter_sscluster._linalg import box_span

SHAPES = st.tuples(st.integers(1, 12), st.integers(1, 4))
NUMBERS = st.floats(-100, 100, width=16)
SETTINGS = settings(max_examples=150, deadline=None)


def brute_pair(Z):
    """Over all pairs in lexicographic order, the first with the largest distance."""
    pairs = [(i, j) for i, j in combinations(range(len(Z)), 2)] or [(0, 0)]
    squares = [sum((Z[i] - Z[j]) ** 2) for i, j in pairs]
    best = max(squares)
    first = next(p for p, s in zip(pairs, squares, strict=True) if s >= best * (1 - 1e-10))
    return first, float(np.sqrt(best))


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
    monkeypatch.setattr(_farthest_pair, "_ROWS", 16)
    monkeypatch.setattr(_farthest_pair, "_COLUMNS", 24)
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
