"""Which part of an axis is looked at first, and when a few points take most of its room."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster.projections.axis_limits import limits, outliers


@pytest.mark.parametrize("values", [[0.0], [3.0, 3.0], [1e300, 1e300], [-1e-300], [-2.0, 5.0]])
def test_limits_leave_room_at_either_end(values):
    low, high = limits(np.array(values))
    assert np.isfinite([low, high]).all()
    assert low < min(values)
    assert max(values) < high


def cloud(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, 2))


@pytest.mark.parametrize("n", [10, 60, 2000])
@pytest.mark.parametrize("place", [(80.0, 0.0), (0.0, -80.0), (1e9, 1e9)])
def test_one_far_point_is_an_outlier(n, place):
    xy = cloud(n)
    xy[n // 2] = place
    assert np.flatnonzero(outliers(xy)).tolist() == [n // 2]


def test_the_order_of_points_and_the_scale_of_axes_change_nothing():
    xy = cloud(300)
    xy[[5, 250]] = [(60.0, 1.0), (-70.0, 2.0)]
    found = outliers(xy)
    assert np.flatnonzero(found).tolist() == [5, 250]
    order = np.random.default_rng(1).permutation(300)
    assert (outliers(xy[order]) == found[order]).all()
    assert (outliers(xy * [1e-6, 1e6] + [3.0, -1e3]) == found).all()


def test_where_most_share_a_spot_the_others_are_no_outliers_by_that():
    xy = np.zeros((100, 2))
    xy[:20] = cloud(20)
    assert not outliers(xy).any()
    xy[0] = (500.0, 0.0)
    assert np.flatnonzero(outliers(xy)).tolist() == [0]


@pytest.mark.parametrize(
    "xy",
    [
        np.zeros((1, 2)),
        np.ones((50, 2)),
        cloud(2000),
        load_iris().data[:, 2:],
        make_blobs(300, 2, centers=[(0, 0), (100, 0)], random_state=0)[0],
        np.vstack([cloud(9), [(1e6, 0.0)]])[:9],
        np.vstack([cloud(100), cloud(10, 1) + 500]),  # a small cluster, not a few points
    ],
    ids=["one", "one spot", "a cloud", "iris", "two clusters", "nine", "a far cluster"],
)
def test_what_is_no_outlier(xy):
    assert not outliers(xy).any()
