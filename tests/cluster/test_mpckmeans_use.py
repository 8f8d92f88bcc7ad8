"""MPCK-means beside other programs, on hard input, and what it promises."""

import itertools
import tracemalloc
import warnings

import numpy as np
import pytest
from hard_input import KNOWLEDGE, hard_data
from metric_kmeans import diameters, log_det, mean_cost, squared
from metric_variants import EVERY_METRIC, positive_definite
from shared import golden, load
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, MPCKMeans
from jupyter_sscluster.constraints import Constraints

# --------------------------------------------------------------------------- other programs


GOLDEN = [
    f"{program}_{data}_{pairs}"
    for program in ("pcskm", "wekaut_mpckmeans")
    for data in ("fisheriris_raw", "fisheriris_z", "synth3_20d_raw")
    for pairs in ("c40", "c200")
]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_reference_implementations(name):
    given = golden(name)
    prefix = "mpck_" if f"{name}".startswith("pcskm") else ""
    model = MPCKMeans(
        int(given["n_clusters"]),
        metric="diagonal",
        shrinkage=0,
        diameter="box",
        constraint_weight=1.0,
        algorithm="reference",
        init=given["init"],
        max_iter=25,
    ).fit(given["X"], ml=given["ml"], cl=given["cl"])
    np.testing.assert_array_equal(model.labels_, given[f"{prefix}labels"].ravel())
    np.testing.assert_allclose(model.metric_, given[f"{prefix}diagonal"].ravel(), rtol=1e-6)
    np.testing.assert_allclose(model.cluster_centers_, given[f"{prefix}centers"], rtol=1e-6)
    assert model.converged_


def test_the_reference_algorithm_has_one_diagonal_metric_only():
    way = {"metric": "diagonal", "shrinkage": 0, "diameter": "box", "algorithm": "reference"}
    X = np.random.default_rng(0).normal(size=(20, 2))
    known = Constraints(20, [(0, 1), (1, 2)], [(2, 3), (4, 5)]).add(6, 7, "cannot", soft=True)
    positive_definite([MPCKMeans(2, **way).fit(X, constraints=known).metric_])
    positive_definite(
        [MPCKMeans(2, **way).fit(np.ones((5, 2)) * [[1], [1], [1], [2], [2]]).metric_]
    )
    for other in ({"metric": "full"}, {"per_cluster_metric": True}, {"shrinkage": "auto"}):
        with pytest.raises(InputError, match='algorithm="reference" has one diagonal metric'):
            MPCKMeans(2, **{**way, **other}).fit(X)


# --------------------------------------------------------------------------- hard input


@pytest.mark.thorough
@EVERY_METRIC
@pytest.mark.parametrize("name", hard_data())
def test_hard_input_gives_numbers_and_no_warning(name, variant):
    X, several = hard_data()[name], variant["per_cluster_metric"]
    sizes, shrinkages = itertools.cycle((3, len(X), 1)), itertools.cycle((0.0, "auto"))
    for known, k, shrinkage in zip(KNOWLEDGE.values(), sizes, shrinkages, strict=False):
        model = MPCKMeans(k, **variant, shrinkage=shrinkage, n_init=1, max_iter=12, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(X, **known)
            again = model.predict(X)
        positive_definite(model.metric_ if several else [model.metric_])
        assert np.isfinite(model.cluster_centers_).all()
        assert np.isfinite(model.objective_history_).all()
        assert again.min() >= 0 and again.max() < k


@pytest.mark.parametrize("weight", [0.0, 1e-12, 1e9])
@EVERY_METRIC
def test_weights_tiny_and_huge(weight, variant):
    X, y = load("iris")
    known = Constraints.from_labels(y, 60, random_state=0)
    heavy = Constraints(150, known.must, known.cannot, must_weights=1e12, cannot_weights=1e-12)
    for value in (known, heavy):
        model = MPCKMeans(3, **variant, constraint_weight=weight, init=X[[0, 60, 120]])
        model.fit(X, constraints=value)
        positive_definite(model.metric_ if variant["per_cluster_metric"] else [model.metric_])
        assert np.isfinite(model.objective_)
    with pytest.raises(InputError, match="constraint_weight=-1"):
        MPCKMeans(3, constraint_weight=-1).fit(X)


def test_all_points_alike_are_one_cluster_with_a_warning():
    with pytest.warns(ConvergenceWarning, match="n_clusters <= 1"):
        model = MPCKMeans(2, random_state=0).fit(np.ones((6, 2)), ml=[(0, 1)], cl=[(2, 3)])
    positive_definite([model.metric_])


# --------------------------------------------------------------------------- promises


@EVERY_METRIC
def test_attributes_have_the_shapes_of_the_variant(variant):
    X, y = load("iris")
    model = MPCKMeans(3, **variant, random_state=0)
    model.fit(X, constraints=Constraints.from_labels(y, 20))
    shape = (4,) if variant["metric"] == "diagonal" else (4, 4)
    assert model.metric_.shape == ((3, *shape) if variant["per_cluster_metric"] else shape)
    assert model.shrinkage_ == 4.0
    centres = (X.mean(axis=0) * [[0.9], [1.0], [1.1]]).copy()
    fixed = MPCKMeans(3, **variant, init=centres).fit(X)
    np.testing.assert_allclose(fixed.prior_variance_, mean_cost(X, centres) / 4)


@EVERY_METRIC
def test_predicts_by_distance_and_log_det(variant):
    X, y = load("wine", standardised=True)
    model = MPCKMeans(3, **variant, random_state=0)
    model.fit(X, constraints=Constraints.from_labels(y, 30))
    new = np.random.default_rng(0).normal(size=(300, 13)) * 2
    metrics = model.metric_ if variant["per_cluster_metric"] else [model.metric_] * 3
    costs = [
        [
            squared(x - c, A) - log_det(A)
            for c, A in zip(model.cluster_centers_, metrics, strict=True)
        ]
        for x in new
    ]
    np.testing.assert_array_equal(model.predict(new), np.argmin(costs, axis=1))


@EVERY_METRIC
def test_scaling_the_data_changes_no_label(variant):
    X, y = load("iris")
    known = Constraints.from_labels(y, 40)
    start = X[[0, 60, 120]]
    model = MPCKMeans(3, **variant, init=start).fit(X, constraints=known)
    other = MPCKMeans(3, **variant, init=1e3 * start).fit(1e3 * X, constraints=known)
    np.testing.assert_array_equal(other.labels_, model.labels_)
    np.testing.assert_allclose(other.metric_, 1e-6 * model.metric_, rtol=1e-6)
    assert other.constraint_weight_ == pytest.approx(model.constraint_weight_)


def test_a_pair_of_equal_rows_has_no_cost_to_go_by():
    X = np.array([[0.0], [0.0], [5.0], [6.0]])
    assert MPCKMeans(2, random_state=0).fit(X, must=[(0, 1)]).constraint_weight_ == 1.0


def test_an_average_violated_pair_costs_as_much_as_a_point():
    X, y = load("iris")
    known = Constraints.from_labels(y, 40)
    start = X[[0, 60, 120]]
    model = MPCKMeans(3, init=start).fit(X, constraints=known)
    prices = [squared(X[i] - X[j], np.ones(4)) for i, j in known.must]
    largest = diameters(X, [np.ones(4)])[0]
    prices += [largest - squared(X[i] - X[j], np.ones(4)) for i, j in known.cannot]
    assert model.constraint_weight_ * np.mean(prices) == pytest.approx(mean_cost(X, start))


@pytest.mark.parametrize(("name", "least"), [("iris", 0.15), ("wine", 0.03), ("wdbc", 0.08)])
def test_pairs_help_on_the_points_they_do_not_touch(name, least):
    X, y = load(name, standardised=True)
    k = len(np.unique(y))
    gain = []
    for seed in range(4):
        known = Constraints.from_labels(y, 100, random_state=seed)
        plain = KMeans(k, random_state=seed).fit(X)
        model = MPCKMeans(k, n_init=4, random_state=seed).fit(X, constraints=known)
        far = np.setdiff1d(np.arange(len(y)), known.touched)
        ours, theirs = (adjusted_rand_score(y[far], m.labels_[far]) for m in (model, plain))
        gain.append(ours - theirs)
    assert np.mean(gain) > least


@EVERY_METRIC
def test_needs_little_more_memory_than_the_data(variant):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 10))
    known = Constraints.from_labels(rng.integers(0, 5, len(X)), 500)
    model = MPCKMeans(5, **variant, init=X[:5], max_iter=2)
    model.fit(X, constraints=known)
    tracemalloc.start()
    model.fit(X, constraints=known)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3.0 * X.nbytes
