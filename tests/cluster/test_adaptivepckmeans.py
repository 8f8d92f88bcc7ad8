"""Adaptive PCK-means against its definition, its parts and hard input."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pair_metric_cases import CASES, DATA, long_clusters
from shared import load
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import AdaptivePCKMeans, ITMLKMeans, KMeans, PCKMeans, RCAKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.metric.shrinkage import (
    row_weights,
    share_kept,
    shrunken_metric,
)
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints

FIRST = ["itml", "rca", "identity", "best"]


def by_hand(X, labels, weights):
    """S, N and s from their definitions, row by row."""
    d = X.shape[1]
    S, N = np.zeros((d, d)), 0.0
    for k in set(labels.tolist()):
        rows = np.flatnonzero(labels == k)
        total = sum(weights[i] for i in rows)
        mean = sum(weights[i] * X[i] for i in rows) / total
        for i in rows:
            S += weights[i] * np.outer(X[i] - mean, X[i] - mean)
        N += total - max(weights[i] for i in rows)
    return S, N, np.trace(S) / (N * d)


def moved(X, A):
    return X @ np.linalg.cholesky(A)


def step(model, X, known):
    """The metric that the labels of a fitted model suggest."""
    weights = row_weights(known)
    return shrunken_metric(centred(np.asarray(X, dtype=float)), model.labels_, weights)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 5), st.floats(1e-3, 1e3))
def test_the_metric_step_is_its_definition_and_minimises_its_objective(seed, d, size):
    rng = np.random.default_rng(seed)
    X = size * rng.normal(size=(25, d)) * rng.uniform(0.1, 5.0, d) + 7.0
    labels = rng.integers(0, 3, 25).astype(np.int32)
    weights = np.where(rng.random(25) < 0.3, 1.0, rng.uniform(0.01, 0.2))
    A = shrunken_metric(centred(X), labels, weights)
    S, N, s = by_hand(X, labels, weights)
    np.testing.assert_allclose(
        A, s * np.linalg.inv((S + d * s * np.eye(d)) / (N + d)), rtol=1e-9, atol=1e-12
    )
    values = np.linalg.eigvalsh(A)
    assert 0.0 < values[0] <= values[-1] <= (N + 1.0) * values[0] * (1 + 1e-9)

    def objective(B):
        volume = np.linalg.slogdet(B)[1]
        return np.trace(S @ B) / s - N * volume + d * (np.trace(B) - volume)

    for length in (1.0, 1e-2):
        L = np.linalg.cholesky(A) @ (np.eye(d) + length * rng.normal(size=(d, d)) / d)
        assert objective(L @ L.T) >= objective(A) * (1 - np.sign(objective(A)) * 1e-12)


def test_rows_without_pairs_count_together_no_more_than_those_with():
    few = Constraints(100, [(0, 1), (1, 2)], [(0, 5)])
    assert row_weights(few)[[0, 1, 2, 5]].tolist() == [1.0] * 4
    assert set(row_weights(few)[6:].tolist()) == {4 / 96}
    many = Constraints(40, [(i, i + 1) for i in range(0, 20, 2)])
    assert set(row_weights(many)[20:].tolist()) == {0.2}
    assert set(row_weights(Constraints(9)).tolist()) == {0.0}
    every = Constraints(4, [(0, 1), (2, 3)])
    assert row_weights(every).tolist() == [1.0] * 4


def test_a_row_counts_as_its_heaviest_statement_and_soft_ones_as_others():
    known = Constraints(30, [(0, 1), (1, 2)], [(4, 5)], must_weights=[0.5, 3.0])
    known = known.add(7, 8, "must", weight=0.6, soft=True)
    known = known.add(0, 9, "cannot", weight=0.7, soft=True)
    told = row_weights(known)
    expected = {0: 0.7, 1: 1.0, 2: 1.0, 4: 1.0, 5: 1.0, 7: 0.6, 8: 0.6, 9: 0.7}
    assert {i: told[i] for i in expected} == expected
    assert told[3] == min(0.2, 6.6 / 23.4)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 9999))
def test_pairs_kept_are_counted_by_weight(seed):
    rng = np.random.default_rng(seed)
    y, labels = rng.integers(0, 3, (2, 22))
    pairs = Constraints.from_labels(y[:20], 12, random_state=seed)
    known = Constraints(22, pairs.must, pairs.cannot)
    known = known.add(20, 21, "must", weight=2.5, soft=True)
    known = known.add(20, 21, "cannot", weight=0.5, soft=True)
    stated = [(i, j, 1.0, True) for i, j in known.must] + [(20, 21, 2.5, True)]
    stated += [(i, j, 1.0, False) for i, j in known.cannot] + [(20, 21, 0.5, False)]
    kept = sum(w for i, j, w, together in stated if (labels[i] == labels[j]) == together)
    np.testing.assert_allclose(share_kept(labels, known), kept / sum(w for _, _, w, _ in stated))


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("seed", range(3))
def test_without_pairs_it_is_k_means(first, seed):
    X, _ = long_clusters(seed)
    model = AdaptivePCKMeans(3, first_metric=first, init="kmeans_plusplus", random_state=seed)
    plain = KMeans(3, random_state=seed).fit(X)
    np.testing.assert_array_equal(model.fit(X).labels_, plain.labels_)
    assert model.metric_.tolist() == np.eye(3).tolist()
    assert model.n_metric_steps_ == 0
    np.testing.assert_allclose(model.objective_, 0.5 * plain.objective_)


@pytest.mark.parametrize("seed", range(3))
def test_without_steps_it_is_pck_means_under_the_first_metric(seed):
    X, y = long_clusters(seed)
    known = Constraints.from_labels(y, 20, random_state=seed)
    start = X[:3]
    for first, learner in (("itml", ITMLKMeans), ("rca", RCAKMeans), ("identity", None)):
        model = AdaptivePCKMeans(
            3, first_metric=first, max_metric_steps=0, keep_stated=False, init=start
        ).fit(X, constraints=known)
        A = np.eye(3)
        if learner is not None:
            A = learner(3, init=start, random_state=0).fit(X, constraints=known).metric_
            apart = X - X.mean(axis=0)
            A = A * (apart**2).sum() / np.einsum("ni,ij,nj->", apart, A, apart)
        np.testing.assert_allclose(model.metric_, A, rtol=1e-7, atol=1e-9)
        core = PCKMeans(3, init=moved(start, A)).fit(moved(X, A), constraints=known)
        np.testing.assert_array_equal(model.labels_, core.labels_)
        np.testing.assert_allclose(model.objective_, core.objective_)
        np.testing.assert_allclose(model.constraint_weight_, core.constraint_weight_)


@pytest.mark.parametrize("seed", range(4))
def test_each_step_clusters_from_the_last_centres_under_the_metric_of_the_last_clusters(seed):
    X, y = long_clusters(seed)
    known = Constraints.from_labels(y, 25, random_state=seed)
    params = {"first_metric": "identity", "keep_stated": False, "init": X[:3]}
    weights = np.where(np.isin(np.arange(90), known.touched), 1.0, 0.2)
    assert len(known.touched) / (90 - len(known.touched)) > 0.2
    before = AdaptivePCKMeans(3, max_metric_steps=0, **params).fit(X, constraints=known)
    for n_steps in (1, 2, 3):
        S, N, s = by_hand(X, before.labels_, weights)
        A = s * np.linalg.inv((S + 3 * s * np.eye(3)) / (N + 3))
        begun = moved(before.cluster_centers_, A)
        core = PCKMeans(3, init=begun).fit(moved(X, A), constraints=known)
        after = AdaptivePCKMeans(3, max_metric_steps=n_steps, **params).fit(X, constraints=known)
        np.testing.assert_allclose(after.metric_, A, rtol=1e-7, atol=1e-9)
        np.testing.assert_array_equal(after.labels_, core.labels_)
        rested = adjusted_rand_score(before.labels_, after.labels_) == 1.0
        assert after.n_metric_steps_ == n_steps
        before = after
        if rested:
            break
    most = AdaptivePCKMeans(3, max_metric_steps=50, **params).fit(X, constraints=known)
    if most.n_metric_steps_ < 50:
        np.testing.assert_allclose(most.metric_, step(most, X, known), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_the_objective_is_its_definition(seed):
    X, y = long_clusters(seed)
    y = np.where(np.random.default_rng(seed).random(90) < 0.2, (y + 1) % 3, y)
    known = Constraints.from_labels(y, 40, random_state=seed)
    model = AdaptivePCKMeans(3, constraint_weight=0.3, keep_stated=False, random_state=seed)
    model.fit(X, constraints=known)
    kept = AdaptivePCKMeans(3, constraint_weight=0.3, random_state=seed).fit(X, constraints=known)
    assert kept.objective_ == model.objective_
    Z, centres = moved(X, model.metric_), moved(model.cluster_centers_, model.metric_)
    half = 0.5 * ((Z - centres[model.labels_]) ** 2).sum()
    violated = model.violations_.closure_must + model.violations_.closure_cannot
    np.testing.assert_allclose(model.objective_, half + 0.3 * violated)
    assert model.constraint_weight_ == 0.3


@pytest.mark.parametrize("first", ["itml", "rca", "best"])
def test_scaling_everything_changes_nothing_and_rotation_turns_the_metric(first):
    X, y = long_clusters(1)
    known = Constraints.from_labels(y, 25, random_state=0)
    turn, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))

    def fitted(Z, start):
        model = AdaptivePCKMeans(3, first_metric=first, init=start, random_state=0)
        return model.fit(Z, constraints=known)

    model = fitted(X, X[:3])
    large, turned = fitted(1000.0 * X, 1000.0 * X[:3]), fitted(X @ turn, X[:3] @ turn)
    for other in (large, turned):
        np.testing.assert_array_equal(other.labels_, model.labels_)
    np.testing.assert_allclose(large.metric_, model.metric_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(large.objective_, 1e6 * model.objective_)
    np.testing.assert_allclose(turn @ turned.metric_ @ turn.T, model.metric_, atol=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_first_metric_keeps_most_pairs(seed):
    X, y = long_clusters(seed)
    known = Constraints.from_labels(y, 15, random_state=seed)

    def fitted(first):
        model = AdaptivePCKMeans(3, first_metric=first, max_metric_steps=0, init=X[:3])
        return model.fit(X, constraints=known)

    kept = []
    for first in FIRST[:3]:
        A = fitted(first).metric_
        plain = KMeans(3, init=moved(X[:3], A)).fit(moved(X, A), constraints=known)
        kept.append(len(known) - plain.violations_.must - plain.violations_.cannot)
    best = FIRST[int(np.argmax(kept))]
    np.testing.assert_array_equal(fitted("best").metric_, fitted(best).metric_)


def test_tiny_weights_have_almost_no_effect():
    X, y = long_clusters(2)
    pairs = Constraints.from_labels(y, 30, random_state=0)
    known = Constraints(90, pairs.must, pairs.cannot, must_weights=1e-9, cannot_weights=1e-9)
    model = AdaptivePCKMeans(3, keep_stated=False, init=X[:3]).fit(X, constraints=known)
    np.testing.assert_allclose(model.metric_, np.eye(3), atol=1e-6)
    np.testing.assert_array_equal(model.labels_, KMeans(3, init=X[:3]).fit(X).labels_)


def test_a_weight_too_large_is_refused_by_name_and_changes_nothing():
    X, y = long_clusters(0)
    known = Constraints.from_labels(y, 10, random_state=0)
    model = AdaptivePCKMeans(3, random_state=0).fit(X, constraints=known)
    before = dict(vars(model))
    with pytest.raises(InputError, match="AdaptivePCKMeans: constraint_weight=1e"):
        model.set_params(constraint_weight=1e30).fit(X, constraints=known)
    assert {**vars(model), "constraint_weight": "auto"} == before


@pytest.mark.thorough
@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("name", CASES)
def test_degenerate_pairs_and_data(name, first):
    X, known = DATA[name]
    for k in (1, 3):
        model = AdaptivePCKMeans(k, first_metric=first, n_init=3, random_state=0)
        with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
            warnings.simplefilter("error", RuntimeWarning)
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(X, **known)
            model.predict(X)
        A = model.metric_
        np.testing.assert_array_equal(A, A.T)
        assert np.linalg.eigvalsh(A).min() > 0.0
        for value in (A, model.cluster_centers_, model.objective_history_):
            assert np.isfinite(value).all()
        assert np.isfinite(model.objective_)
        assert model.labels_.max() < k


def test_as_many_clusters_as_rows():
    X = DATA["one feature"][0][:12]
    model = AdaptivePCKMeans(12, random_state=0).fit(X, cl=[(0, 1), (2, 3)])
    assert sorted(model.labels_.tolist()) == list(range(12))


def test_an_empty_cluster_keeps_a_centre_under_the_metric():
    """All rows must be together, at any price: the other two centres are those it began with."""
    X = DATA["one must-link"][0][:9] * [1.0, 5.0, 0.2]
    start = X[:3]
    model = AdaptivePCKMeans(3, init=start, first_metric="rca", constraint_weight=1e3)
    model.fit(X, ml=[(i, i + 1) for i in range(8)])
    assert len(set(model.labels_.tolist())) == 1
    kept = [k for k in range(3) if k != model.labels_[0]]
    np.testing.assert_allclose(model.cluster_centers_[kept], start[kept])


def test_a_fit_can_be_cancelled_between_metrics():
    X, y = long_clusters(0)
    known = Constraints.from_labels(y, 20, random_state=0)

    def stop(name, done, total):
        if (name, total) == ("metric", 3):
            raise FitCancelled

    model = AdaptivePCKMeans(3)
    with pytest.raises(FitCancelled), watching(stop):
        model.fit(X, constraints=known)
    assert not hasattr(model, "metric_")


def test_rows_without_pairs_gain_over_pck_means():
    X, y = load("iris", standardised=True)
    gains = []
    for seed in range(4):
        known = Constraints.from_labels(y, 60, random_state=seed)
        rest = np.setdiff1d(np.arange(len(y)), known.touched)
        models = [cls(3, n_init=3, random_state=0) for cls in (AdaptivePCKMeans, PCKMeans)]
        scores = [
            adjusted_rand_score(y[rest], model.fit(X, constraints=known).labels_[rest])
            for model in models
        ]
        gains.append(scores[0] - scores[1])
    assert np.mean(gains) > 0.1
