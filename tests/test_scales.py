"""Scaling the data changes nothing but the scale of the objective, as far as numbers reach."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import COPKMeans, KMeans, PCKMeans, SeededKMeans
from jupyter_sscluster.constraints import Constraints

X, Y = make_blobs(80, 3, centers=4, cluster_std=3.0, random_state=0)
KNOWN = Constraints.from_labels(Y, 30)
PARTIAL = np.where(np.arange(80) % 4 == 0, Y, -1)


@pytest.mark.parametrize("power", [-460, -200, -1, 1, 200, 490])
@pytest.mark.parametrize("init", ["kmeans_plusplus", "farthest_first", "random"])
def test_a_power_of_two_changes_nothing_but_the_scale(power, init):
    scale = 2.0**power
    for cls in (KMeans, COPKMeans, PCKMeans):
        model = cls(4, init=init, n_init=2, random_state=0).fit(X, constraints=KNOWN)
        other = cls(4, init=init, n_init=2, random_state=0).fit(scale * X, constraints=KNOWN)
        np.testing.assert_array_equal(other.labels_, model.labels_)
        assert other.n_iter_ == model.n_iter_
        assert other.objective_ / scale / scale == pytest.approx(model.objective_, rel=1e-12)
        np.testing.assert_array_equal(other.predict(scale * X), model.predict(X))
    seeded = SeededKMeans(4).fit(scale * X, PARTIAL).labels_
    np.testing.assert_array_equal(seeded, SeededKMeans(4).fit(X, PARTIAL).labels_)


@pytest.mark.parametrize(
    ("scale", "offset"), [(1e-170, 0.0), (1e-143, 0.0), (5e-324, 0.0), (1e-170, 1e-160)]
)
def test_data_whose_squares_underflow_are_refused(scale, offset):
    for cls in (KMeans, PCKMeans):
        with pytest.raises(InputError, match=r"differs from its mean by .*: multiply X by a const"):
            cls(4, random_state=0).fit(X * scale + offset)


def test_sums_that_overflow_are_refused():
    with pytest.raises(InputError, match="add up to more than a number can hold; divide X"):
        KMeans(4, random_state=0).fit(X * 1e170)
    heavy = Constraints(80, KNOWN.must, KNOWN.cannot, must_weights=1e8)
    with pytest.raises(InputError, match="adds up, over all pairs, to more .*; use a smaller"):
        PCKMeans(4, random_state=0).fit(X * 1e148, constraints=heavy)


@pytest.mark.filterwarnings("ignore:.*centres differ")
@pytest.mark.parametrize("value", [0.0, 0.1, 1e-130, 1e-200, 1 / 3, 7e100])
def test_equal_values_of_any_size_are_no_underflow(value):
    same = np.full((7, 2), value)
    assert KMeans(2, random_state=0).fit(same).objective_ == pytest.approx(0, abs=1e-20 * value**2)
    beside = np.column_stack([same[:, 0], np.arange(7.0)])
    assert np.ptp(KMeans(2, random_state=0).fit(beside).labels_[[0, 1, 2]]) == 0
