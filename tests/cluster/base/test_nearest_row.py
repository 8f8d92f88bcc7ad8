"""Prediction by nearest row, against all distances by differences."""

import numpy as np
import pytest

from jupyter_sscluster.cluster._base.nearest_row import nearest_rows
from jupyter_sscluster.cluster._parts.lloyd.lloyd import described, in_order
from jupyter_sscluster.cluster._parts.lloyd.points import centred


def slowly(X, rows):
    return ((X[:, None, :] - rows) ** 2).sum(axis=2).argmin(axis=1)


@pytest.mark.parametrize("offset", [0.0, 1e6])
@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_row_and_the_first_of_equals(seed, offset):
    rng = np.random.default_rng(seed)
    rows = np.concatenate([rng.normal(size=(300, 3)), rng.integers(0, 3, (50, 3)) * 1.0]) + offset
    X = np.concatenate([rng.normal(size=(200, 3)), rng.integers(0, 6, (200, 3)) / 2.0]) + offset
    np.testing.assert_array_equal(nearest_rows(X, rows), slowly(X, rows))
    first = np.unique(rows, axis=0, return_inverse=True)[1]
    np.testing.assert_array_equal(first[nearest_rows(rows, rows)], first)


def test_a_feature_of_huge_scale_leaves_no_digit_out():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(100, 2)) * [1.0, 1e-9] + [0.0, 0.0]
    rows[:, 0] = 1e7 * rng.integers(0, 2, 100)
    np.testing.assert_array_equal(nearest_rows(rows, rows), np.arange(100))


def test_rows_far_out_of_the_training_data_overflow_nothing():
    rows = np.array([[0.0, 0.0], [1e290, 0.0]])
    far = np.array([[1e300, 0.0], [-1e300, 1e200]])
    with np.errstate(all="raise", under="ignore"):
        assert nearest_rows(far, rows).tolist() == [1, 0]


def test_labels_are_described_by_their_means_and_inertia():
    points = centred(np.array([[0.0], [2.0], [7.0]]))
    found = described(points, np.array([0, 0, 1], dtype=np.int32))
    assert (found.centres + points.offset).tolist() == [[1.0], [7.0]]
    assert found.objective == 2.0
    assert found.history == [2.0]
    assert in_order(np.array([5, 2, 5, 9, 2])).tolist() == [0, 1, 0, 2, 1]
