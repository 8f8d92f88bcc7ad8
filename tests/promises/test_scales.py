"""Scaling the data changes nothing but the scale of the objective, as far as numbers reach."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_blobs
from table import CLUSTERERS

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    COPKMeans,
    GPKMeans,
    KMeans,
    MPCKMeans,
    PCKMeans,
    PCSKMeans,
    SeededKMeans,
)
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


@pytest.mark.parametrize("row", [r for r in CLUSTERERS if r.uses], ids=lambda row: row.name)
def test_tiny_weights_vanish_without_an_error_even_where_numpy_raises_them(row):
    data, y = make_blobs(24, 2, centers=3, random_state=1)
    drawn = Constraints.from_labels(y, 12)
    weights = {
        f"{kind}_weights": 10.0 ** -np.arange(250, 250 + len(getattr(drawn, kind)))
        for kind in ("must", "cannot")
    }
    known = Constraints(24, drawn.must, drawn.cannot, **weights)
    partial = np.where(np.arange(24) < 6, y, -1) if row.classes else None
    given = {} if row.classes else {"constraints": known}
    with np.errstate(all="raise"):
        model = row.make(n_clusters=3, random_state=0).fit(data, partial, **given)
    assert np.isfinite(model.objective_)


@pytest.mark.parametrize(
    "model",
    [
        PCKMeans(3, penalty="distance"),
        PCKMeans(3, penalty="distance", constraint_weight=1e9),
        PCKMeans(3, penalty="distance", algorithm="reference"),
        MPCKMeans(3),
        PCSKMeans(3),
        PCSKMeans(3, constraint_weight=1e9, diameter="box"),
        GPKMeans(3),
    ],
)
@pytest.mark.parametrize("scale", [1e145, 1e150, 1e152])
@pytest.mark.parametrize("heavy", [1e-3, 1.0, 1e6, 1e12])
def test_prices_by_distance_are_finite_or_refused(model, scale, heavy):
    weights = {"must_weights": [heavy, 1.0, 1.0], "cannot_weights": [heavy, heavy]}
    known = Constraints(80, [(0, 1), (1, 5), (0, 7)], [(0, 15), (2, 3)], **weights)
    model = clone(model).set_params(n_init=1, max_iter=20, random_state=0)
    found = refused = None
    try:
        found = model.fit(X * scale, constraints=known)
    except InputError as error:
        refused = str(error)
    if found is None:
        assert "more than a number can hold; use smaller weights, or divide X" in refused
        assert heavy * scale**2 > 1e290
    else:
        assert np.isfinite([found.objective_, *found.objective_history_]).all()
