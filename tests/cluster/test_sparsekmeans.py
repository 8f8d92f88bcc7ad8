"""Sparse k-means against its definition, weights against bisection, on noise and on hard input."""

import itertools
import tracemalloc
import warnings

import numpy as np
import pytest
from hard_input import hard_data
from hypothesis import assume, given, settings, strategies as st
from shared import golden, load
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sparse_kmeans import bisected, brodinova, explained, separated

from jupyter_sscluster.cluster import KMeans, SparseKMeans
from jupyter_sscluster.cluster._parts.mpck.sparse_weights import sparse_weights, within_bounds

SEEDS = st.integers(0, 2**32 - 1)
GAINS = st.lists(st.integers(-300, 1000), min_size=1, max_size=25)
SHARES = st.floats(0.0, 1.0)

# --------------------------------------------------------------------------- weights


def test_weights_worked_out_by_hand():
    found = sparse_weights(np.array([5.0, 3.0, 1.0]), 1.2)
    np.testing.assert_allclose(found.weights, [0.974166, 0.225834, 0.0], atol=1e-6)
    assert found.threshold == pytest.approx(2.396433, abs=1e-6)
    assert found.weights.sum() == pytest.approx(1.2)
    assert found.bound_met


@settings(max_examples=300, deadline=None)
@given(gains=GAINS, share=SHARES, power=st.integers(-100, 100))
def test_weights_are_those_of_bisection(gains, share, power):
    gains = np.array(gains) / 7.0
    bound = 1.0 + share * (np.sqrt(len(gains)) - 1.0)
    tied = (gains == gains.max()).sum()
    assume(gains.max() > 0)
    found = sparse_weights(gains, bound)
    assert (found.weights >= 0).all()
    assert np.linalg.norm(found.weights) == pytest.approx(1.0)
    if tied <= bound**2:
        assert found.bound_met
        assert found.weights.sum() <= bound + 1e-9
        np.testing.assert_allclose(found.weights, bisected(gains, bound), atol=1e-10)
        above = np.maximum(gains - found.threshold, 0.0)
        np.testing.assert_allclose(found.weights, above / np.linalg.norm(above), atol=1e-7)
    scaled = sparse_weights(gains * 10.0**power, bound)
    np.testing.assert_allclose(scaled.weights, found.weights, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(gains=GAINS, share=SHARES, seed=SEEDS)
def test_no_other_weights_within_the_bounds_are_better(gains, share, seed):
    gains = np.array(gains) / 7.0
    assume(gains.max() > 0)
    bound = 1.0 + share * (np.sqrt(len(gains)) - 1.0)
    best = sparse_weights(gains, bound).weights @ gains
    others = np.random.default_rng(seed).exponential(size=(300, len(gains))) ** 4
    others /= np.maximum(np.linalg.norm(others, axis=1), others.sum(axis=1) / bound)[:, None]
    assert (others @ gains <= best + 1e-9 * np.abs(gains).max()).all()


def test_ties_and_gains_of_nothing():
    tied = sparse_weights(np.array([5.0, 1.0, 5.0, 5.0]), 1.2)
    np.testing.assert_allclose(tied.weights, np.array([1, 0, 1, 1]) / np.sqrt(3))
    assert not tied.bound_met
    nearly = sparse_weights(np.array([5.0, 1.0, 5.0 + 1e-14, 5.0]), 1.2)
    np.testing.assert_array_equal(nearly.weights, tied.weights)
    two = sparse_weights(np.array([5.0, 5.0, 1.0]), np.sqrt(2.0))
    np.testing.assert_allclose(two.weights, np.array([1, 1, 0]) / np.sqrt(2), atol=1e-12)
    assert two.bound_met
    for gains in (np.zeros(4), np.array([-1.0, -2.0, 0.0, -5.0])):
        none = sparse_weights(gains, 1.5)
        np.testing.assert_array_equal(none.weights, [0.5] * 4)
        assert not none.bound_met
    assert sparse_weights(np.array([0.0]), 1.0) == (1.0, 0.0, True)
    np.testing.assert_allclose(sparse_weights(np.array([2.0, 3.0, 1.0]), 1.0).weights, [0, 1, 0])
    everything = sparse_weights(np.array([2.0, 3.0, -1.0]), np.sqrt(3.0)).weights
    np.testing.assert_allclose(everything, np.array([2, 3, 0]) / np.sqrt(13))


def test_bounds_outside_their_range_are_moved_with_a_warning():
    assert within_bounds(None, 16, "x") == 3.25
    assert within_bounds(2.0, 16, "x") == 2.0
    assert within_bounds(4.0, 16, "x") == 4.0
    X = np.random.default_rng(0).normal(size=(20, 4))
    for asked, used in ((0.5, 1.0), (3.0, 2.0)):
        with pytest.warns(UserWarning, match=f"SparseKMeans: sparsity={asked:g} .* {used:g} is"):
            model = SparseKMeans(2, sparsity=asked, random_state=0).fit(X)
        assert model.sparsity_ == used
    with pytest.raises(ValueError, match="sparsity=0"):
        SparseKMeans(2, sparsity=0).fit(X)


# --------------------------------------------------------------------------- clustering


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, share=SHARES)
def test_ends_where_neither_weights_nor_labels_would_change(seed, share):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(25, 5)) + 3.0 * rng.integers(0, 2, size=(25, 1)) * rng.random(5)
    bound = 1.0 + share * (np.sqrt(5) - 1.0)
    model = SparseKMeans(3, sparsity=bound, init=X[:3]).fit(X)
    assert model.converged_
    gains = explained(X, model.labels_)
    weights = bisected(gains, bound)
    np.testing.assert_allclose(model.feature_weights_, weights, atol=1e-9)
    assert model.objective_ == pytest.approx(-weights @ gains)
    apart = (X[:, None] - model.cluster_centers_) ** 2 @ weights
    own = apart[np.arange(25), model.labels_]
    assert (own <= apart.min(axis=1) + 1e-9).all()
    history = model.objective_history_
    assert (np.diff(history) <= 1e-9 * abs(history[0])).all()
    assert len(history) == model.n_iter_


def test_each_clustering_begins_where_the_one_before_ended():
    X, _ = load("wine", standardised=True)
    start = X[[0, 60, 140]]
    model = SparseKMeans(3, sparsity=2.0, init=start).fit(X)
    centres, weights = start, np.full(13, 13**-0.5)
    while True:
        root = np.sqrt(weights)
        found = KMeans(3, init=centres * root).fit(X * root)
        centres = np.array([X[found.labels_ == c].mean(axis=0) for c in range(3)])
        before, weights = weights, bisected(explained(X, found.labels_), 2.0)
        if np.allclose(weights, before, atol=1e-12):
            break
    np.testing.assert_array_equal(model.labels_, found.labels_)
    np.testing.assert_allclose(model.feature_weights_, weights, atol=1e-10)


@pytest.mark.parametrize("data", ["fisheriris_raw", "fisheriris_z", "synth3_20d_raw"])
def test_the_program_of_vouros_and_vasilaki_without_pairs(data):
    kept = golden(f"pcskm_{data}_c0")
    rows = zip(kept["sparsity"], kept["pcsk_labels"], kept["pcsk_weights"], strict=True)
    for sparsity, labels, weights in rows:
        model = SparseKMeans(3, sparsity=sparsity, init=kept["init"]).fit(kept["X"])
        np.testing.assert_array_equal(model.labels_, labels)
        np.testing.assert_allclose(model.feature_weights_, weights, atol=2e-3)


def test_more_starts_are_never_worse_and_each_is_followed_to_its_end():
    better = 0
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(40, 8))
        found = [SparseKMeans(3, n_init=n, random_state=1).fit(X) for n in (1, 4, 16)]
        first, some, many = (model.objective_ for model in found)
        assert many <= some <= first
        better += many < first
    assert better >= 3


@pytest.mark.parametrize("scale", [1e-100, 1e-3, 1e100])
def test_a_scale_for_all_leaves_the_weights_as_they_are(scale):
    X, _ = load("iris", standardised=True)
    model = SparseKMeans(3, sparsity=1.4, init=X[[0, 60, 120]]).fit(X)
    other = SparseKMeans(3, sparsity=1.4, init=scale * X[[0, 60, 120]]).fit(scale * X)
    np.testing.assert_array_equal(other.labels_, model.labels_)
    np.testing.assert_allclose(other.feature_weights_, model.feature_weights_)
    assert other.objective_ / scale**2 == pytest.approx(model.objective_)


def test_the_smallest_bound_leaves_one_feature_and_the_largest_all_that_explain():
    X, _ = load("wine", standardised=True)
    one = SparseKMeans(3, sparsity=1.0, random_state=0).fit(X)
    assert sorted(one.feature_weights_)[-2:] == [0.0, 1.0]
    every = SparseKMeans(3, sparsity=np.sqrt(13), random_state=0).fit(X)
    gains = explained(X, every.labels_)
    np.testing.assert_allclose(every.feature_weights_, gains / np.linalg.norm(gains))
    assert one.sparse_ and every.sparse_


def test_copies_of_a_feature_share_its_weight():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 1)) + 8.0 * (np.arange(60)[:, None] % 3)
    model = SparseKMeans(3, sparsity=1.2, random_state=0)
    model.fit(np.column_stack([x, rng.normal(size=(60, 2)), x, x]))
    np.testing.assert_allclose(model.feature_weights_, np.array([1, 0, 0, 1, 1]) / np.sqrt(3))
    assert not model.sparse_


def test_one_cluster_explains_nothing_and_weighs_all_the_same():
    X = np.random.default_rng(0).normal(size=(30, 4)) + 100.0
    model = SparseKMeans(1, random_state=0).fit(X)
    np.testing.assert_array_equal(model.feature_weights_, [0.5] * 4)
    assert not model.sparse_
    assert abs(model.objective_) < 1e-9


# --------------------------------------------------------------------------- noise


@pytest.mark.parametrize("seed", range(3))
def test_noise_weighs_nothing_where_clusters_are_far_apart(seed):
    X, y = separated(seed)
    for bound in np.arange(1.1, np.sqrt(12), 0.2):
        model = SparseKMeans(3, sparsity=bound, random_state=seed).fit(X)
        if bound > 1.5:  # one feature alone does not tell three clusters apart
            assert adjusted_rand_score(y, model.labels_) == 1.0
        weights = model.feature_weights_
        assert weights[4:].max() < 1e-3 * weights.max()
        if bound**2 < 3:
            assert (weights[4:] == 0).all()


@pytest.mark.parametrize(("informative", "noise"), [(5, 5), (3, 7)])
def test_simulated_sets_are_recovered_and_their_noise_is_dropped(informative, noise):
    scores = []
    for seed in range(8):
        X, y = brodinova(seed, informative, noise)
        model = SparseKMeans(3, random_state=0).fit(X)
        plain = KMeans(3, random_state=0).fit(X)
        scores.append([adjusted_rand_score(y, m.labels_) for m in (model, plain)])
        assert model.feature_weights_[informative:].max() < 0.05 * model.feature_weights_.max()
        few = SparseKMeans(3, sparsity=1.5, random_state=0).fit(X)
        assert (few.feature_weights_[informative:] == 0).all()
    ours, plain = np.mean(scores, axis=0)
    assert ours > 0.97
    assert abs(ours - plain) < 0.02


# --------------------------------------------------------------------------- hard input


@pytest.mark.parametrize("name", hard_data())
def test_hard_input_gives_numbers_and_no_warning(name):
    X = hard_data()[name]
    for k, sparsity in itertools.product((1, 3, len(X)), (None, 1.0)):
        model = SparseKMeans(k, sparsity=sparsity, n_init=2, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ConvergenceWarning)
            labels = model.fit(X).predict(X)
        assert np.linalg.norm(model.feature_weights_) == pytest.approx(1.0)
        assert np.isfinite(model.cluster_centers_).all()
        assert np.isfinite(model.objective_history_).all()
        assert labels.min() >= 0 and labels.max() < k
    varies = np.ptp(X, axis=0) > 0
    if varies.any():
        assert (SparseKMeans(3, random_state=0).fit(X).feature_weights_[~varies] == 0).all()


def test_a_run_cut_short_has_the_weights_of_its_labels():
    X, _ = load("wine", standardised=True)
    for most in (1, 2, 5):
        model = SparseKMeans(3, sparsity=2.0, init=X[[0, 1, 2]], max_iter=most).fit(X)
        weights = bisected(explained(X, model.labels_), 2.0)
        np.testing.assert_allclose(model.feature_weights_, weights, atol=1e-9)
        assert not model.converged_
        assert 1 <= len(model.objective_history_) <= most


def test_no_table_of_all_pairs_is_made():
    X = np.random.default_rng(0).normal(size=(200_000, 4))
    X[:, 0] += 6.0 * (np.arange(200_000) % 3)
    tracemalloc.start()
    model = SparseKMeans(3, init=X[:3], max_iter=20).fit(X)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * X.nbytes
    assert model.feature_weights_[0] > 0.99
