"""PCK-means whose pairs cost by distance, against its definition and its authors' program."""

import itertools
import warnings

import numpy as np
import pytest
from hard_input import KNOWLEDGE, hard_data
from hypothesis import given, settings, strategies as st
from metric_kmeans import diameters, violation_cost
from pair_costs import counted_pairs
from random_pairs import instance
from shared import golden, load
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
GOLDEN = [
    f"pcskm_{data}_c{pairs}"
    for data in ("fisheriris_raw", "fisheriris_z", "synth3_20d_raw")
    for pairs in (0, 40, 200)
]


def objective(X, labels, centres, pairs):
    """Σ ‖x - μ‖² and what each violated pair (i, j, weight, whether together) costs, one by one."""
    metrics = [np.ones(X.shape[1])] * len(centres)
    total = violation_cost(X, labels, metrics, pairs, diameters(X, metrics))
    return total + ((X - centres[labels]) ** 2).sum()


def weighted(known, weight):
    return [(i, j, weight * w, together) for i, j, w, together in counted_pairs(known)]


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_objective_is_that_of_all_pairs_and_never_rises(seed):
    X, known, rng = instance(seed)
    weight = float(rng.choice([0.0, 0.05, 0.5, 20.0]))
    model = PCKMeans(3, penalty="distance", constraint_weight=weight, n_init=2, random_state=0)
    model.fit(X, constraints=known)
    expected = objective(X, model.labels_, model.cluster_centers_, weighted(known, weight))
    np.testing.assert_allclose(model.objective_, expected, rtol=1e-8, atol=1e-8)
    assert (np.diff(model.objective_history_) <= 1e-9 * model.objective_history_[0]).all()


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_no_row_and_no_group_would_be_cheaper_elsewhere(seed):
    X, known, rng = instance(seed)
    weight = float(rng.choice([0.05, 0.5]))
    model = PCKMeans(3, penalty="distance", constraint_weight=weight, n_init=1, random_state=0)
    model.fit(X, constraints=known)
    assert model.converged_
    pairs = weighted(known, weight)
    groups = [np.array([i]) for i in range(len(X))] + known.neighbourhoods()
    for group, cluster in itertools.product(groups, range(3)):
        moved = model.labels_.copy()
        moved[group] = cluster
        other = objective(X, moved, model.cluster_centers_, pairs)
        assert other >= model.objective_ - 1e-9 * abs(model.objective_)


def test_objective_is_that_of_all_pairs_also_where_they_are_too_many_to_list():
    X, y = load("iris")
    known = Constraints.from_partial_labels(np.where(np.arange(150) % 8 > 0, y, -1))
    known = known.add(0, 8, "cannot", 3.0, soft=True)
    model = PCKMeans(2, penalty="distance", constraint_weight=0.01, random_state=0)
    with pytest.warns(ConvergenceWarning, match="too few to keep all cannot-links"):
        model.fit(X, constraints=known)
    pairs = weighted(known, 0.01)
    assert len(pairs) > 4096
    expected = objective(X, model.labels_, model.cluster_centers_, pairs)
    np.testing.assert_allclose(model.objective_, expected, rtol=1e-8)


@pytest.mark.parametrize("seed", range(6))
def test_many_starts_reach_the_best_of_all_labellings(seed):
    X, known, _ = instance(seed, n=7)
    model = PCKMeans(3, penalty="distance", constraint_weight=0.3, n_init=60, random_state=0)
    model.fit(X, constraints=known)
    pairs, best = weighted(known, 0.3), np.inf
    for labels in itertools.product(range(3), repeat=7):
        labels = np.array(labels)
        if labels.max() + 1 != len(set(labels.tolist())):
            continue
        centres = [X[labels == c].mean(axis=0) if c in labels else X[0] for c in range(3)]
        best = min(best, objective(X, labels, np.array(centres), pairs))
    assert model.objective_ <= best * (1 + 1e-9)


def test_without_pairs_or_weight_it_is_k_means():
    X, y = load("iris")
    start = X[[0, 60, 120]]
    base = KMeans(3, init=start).fit(X)
    known = Constraints.from_labels(y, 30)
    for algorithm, value in itertools.product(("fast", "reference"), (None, known)):
        model = PCKMeans(
            3, penalty="distance", algorithm=algorithm, constraint_weight=0.0, init=start
        )
        model.fit(X, constraints=value)
        np.testing.assert_array_equal(model.labels_, base.labels_)
        np.testing.assert_allclose(model.objective_, base.objective_)


def test_a_pair_weighs_as_much_as_a_point_by_default():
    X, y = load("iris")
    known = Constraints.from_labels(y, 40)
    model = PCKMeans(3, penalty="distance", init=X[[0, 60, 120]]).fit(X, constraints=known)
    largest = diameters(X, [np.ones(4)])[0]
    price = sum(
        ((X[i] - X[j]) ** 2).sum() if together else largest - ((X[i] - X[j]) ** 2).sum()
        for pairs, together in ((known.must, True), (known.cannot, False))
        for i, j in pairs
    )
    short = KMeans(3, init=X[[0, 60, 120]], max_iter=5).fit(X).objective_ / len(X)
    assert model.constraint_weight_ == pytest.approx(short * 40 / price)
    assert PCKMeans(3, penalty="distance", random_state=0).fit(X).constraint_weight_ == 1.0


@pytest.mark.parametrize("name", GOLDEN)
def test_the_reference_implementation(name):
    given = golden(name)
    model = PCKMeans(
        int(given["n_clusters"]),
        penalty="distance",
        algorithm="reference",
        constraint_weight=1.0,
        init=given["init"],
        max_iter=25,
    ).fit(given["X"], ml=given["ml"], cl=given["cl"])
    np.testing.assert_array_equal(model.labels_, given["pck_distance_labels"])
    np.testing.assert_allclose(model.cluster_centers_, given["pck_distance_centers"], rtol=1e-9)
    assert model.n_iter_ == given["pck_distance_n_iter"]


@pytest.mark.parametrize("algorithm", ["fast", "reference"])
@pytest.mark.parametrize("name", hard_data())
def test_hard_input_gives_numbers_and_no_warning(name, algorithm):
    X, sizes = hard_data()[name], itertools.cycle((3, 24, 1))
    for known, k in zip(KNOWLEDGE.values(), sizes, strict=False):
        model = PCKMeans(
            k, penalty="distance", algorithm=algorithm, n_init=1, max_iter=12, random_state=0
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(X, **known)
        assert np.isfinite(model.cluster_centers_).all()
        assert np.isfinite(model.objective_history_).all()


def test_weights_that_drown_distances_are_refused():
    X, _ = load("iris")
    with pytest.raises(InputError, match=r"constraint_weight=1e\+10 multiplies .* use 1e\+09"):
        PCKMeans(3, penalty="distance", constraint_weight=1e10).fit(X, ml=[(0, 1)])
    heavy = PCKMeans(3, penalty="distance", constraint_weight=1e9, random_state=0)
    assert heavy.fit(X, ml=[(0, 60)], cl=[(0, 1)]).violations_[:2] == (0, 0)
    with pytest.raises(InputError, match="penalty='far'"):
        PCKMeans(3, penalty="far").fit(X)
