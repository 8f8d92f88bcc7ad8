"""BoostedEnsemble against AdaBoost's and kernel k-means' definitions, and on hard input."""

import tracemalloc
import warnings

import numpy as np
import pytest
from hard_input import HARD_ROWS
from hypothesis import example, given, settings, strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from priorities import assigned_by_hand
from random_pairs import noisy
from shared import load
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import BoostedEnsemble, KMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.ensemble import adaboost
from jupyter_sscluster.cluster.ensemble.adaboost import reweighted, round_weight
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, cells_of, compact
from jupyter_sscluster.cluster.ensemble.indicator_kmeans import IndicatorKMeans
from jupyter_sscluster.cluster.ensemble.weak_learner import (
    PriorityAssignment,
    WeakLearner,
    shares,
)
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)


def blobs(seed, n=60, k=3, spread=2.5):
    X, y = make_blobs(n, 2, centers=k, cluster_std=spread, random_state=seed)
    return X, y


def dense_kernel(labels, weights):
    same = labels[:, :, None] == labels[:, None, :]
    return np.einsum("t,tij->ij", weights, np.where(same, 1.0, -1.0))


def kernel_distances(K, labels, k):
    """Squared distances of all points to the cluster means in the kernel's space."""
    columns = []
    for c in range(k):
        own = labels == c
        columns.append(K.diagonal() - 2 * K[:, own].mean(axis=1) + K[np.ix_(own, own)].mean())
    return np.stack(columns, axis=1)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_ends_of_pairs_are_assigned_by_the_rules_in_the_order_of_the_weights(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(4, 12)), int(rng.integers(2, 5))
    known = noisy(rng, n, int(rng.integers(1, 15)), k)
    stated = shares(known)
    near = rng.integers(0, 6, (n, k)).astype(float)
    weights = rng.integers(1, 4, len(stated.pairs)).astype(float)
    assignment = PriorityAssignment(stated)
    assignment.rank(weights)
    ours = assignment.assign(near[assignment.rows], None)
    order = sorted(range(len(weights)), key=lambda r: (-weights[r], r))
    byhand = assigned_by_hand(stated.pairs, stated.together, order, near)
    assert dict(zip(assignment.rows.tolist(), ours.tolist(), strict=True)) == byhand


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_a_member_has_all_clusters_and_rests_where_an_iteration_would_not_lower_the_inertia(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    n = int(rng.integers(k, 20))
    X = rng.normal(size=(n, 2))  # not rounded: which of two equal distances is less is rounding
    stated = shares(noisy(rng, n, int(rng.integers(1, 20)), k))
    learner = WeakLearner(centred(X), k, stated)
    labels = learner.fit(rng.normal(size=(k, 2)), stated.weights)
    assert sorted(set(labels.tolist())) == list(range(k))
    means = np.stack([X[labels == c].mean(axis=0) for c in range(k)])
    near = ((X[:, None] - means) ** 2).sum(axis=2)
    following = near.argmin(axis=1)
    order = np.argsort(-stated.weights, kind="stable")
    for row, label in assigned_by_hand(stated.pairs, stated.together, order, near).items():
        following[row] = label
    if len(set(following.tolist())) == k:
        following_means = np.stack([X[following == c].mean(axis=0) for c in range(k)])
        after = ((X - following_means[following]) ** 2).sum()
        now = ((X - means[labels]) ** 2).sum()
        assert after >= now - 1e-9 or np.array_equal(following, labels)


def test_fixture_of_the_weight_of_a_round():
    assert round(round_weight(0.25, 7), 6) == 0.549306
    assert_allclose(round_weight(0.0, 50), 0.5 * np.log(99))


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
@example(seed=267)  # a second member that violates half of the weight, but for rounding
def test_weights_of_pairs_follow_adaboost(seed):
    rng = np.random.default_rng(seed)
    X, _ = blobs(seed % 1000, n=25)
    known = noisy(rng, 25, int(rng.integers(2, 40)), 3)
    model = BoostedEnsemble(3, n_estimators=20, random_state=seed).fit(X, constraints=known)
    stated = shares(known)
    kind = np.where(stated.together, 1.0, -1.0)
    omega, bound = np.full(len(kind), 1.0 / len(kind)), 1.0
    assert_allclose(stated.weights, omega)
    margin = np.zeros(len(kind))
    members = zip(model.label_matrix_, model.estimator_weights_, strict=True)
    for t, (labels, alpha) in enumerate(members):
        h = np.where(labels[stated.pairs[:, 0]] == labels[stated.pairs[:, 1]], 1.0, -1.0)
        error = omega[h != kind].sum()
        assert_allclose(model.estimator_errors_[t], error, atol=1e-12)
        if error >= 0.5 - 1e-12:
            assert (t, alpha, len(model.label_matrix_)) == (0, 0.0, 1)
            return
        assert_allclose(omega.sum(), 1.0)
        if error > 0:
            assert_allclose(alpha, 0.5 * np.log((1 - error) / error))
            assert_allclose(reweighted(omega, h == kind, alpha)[h != kind].sum(), 0.5)
            bound *= 2.0 * np.sqrt(error * (1 - error))
        else:
            half = 0.5 / len(kind)
            assert_allclose(alpha, 0.5 * np.log((1 - half) / half))
            assert t == len(model.label_matrix_) - 1
            bound *= np.exp(-alpha)
        omega = omega * np.exp(-alpha * kind * h)
        omega /= omega.sum()
        margin += alpha * h
    assert np.mean(kind * margin <= 0) <= bound * (1 + 1e-9)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_last_step_is_kernel_k_means_on_the_signed_kernel(seed):
    rng = np.random.default_rng(seed)
    n, k, n_members = int(rng.integers(5, 25)), int(rng.integers(2, 4)), int(rng.integers(1, 9))
    members = [np.r_[np.arange(k), rng.integers(0, k, n - k)] for _ in range(n_members)]
    ensemble = Ensemble(compact(members), rng.random(n_members) + 0.1)
    K = dense_kernel(ensemble.labels, ensemble.weights)
    Z = ensemble.Z.toarray()[ensemble.cells.of]
    assert_allclose(K, 2 * Z @ Z.T - ensemble.total, atol=1e-12)
    start = ensemble.rows[0].astype(np.int32)
    run = IndicatorKMeans(ensemble, k).run(start, 300)
    assert run.converged
    labels = run.iterations[-1][ensemble.cells.of]
    apart = kernel_distances(K, labels, k)
    own = apart[np.arange(n), labels]
    assert_allclose(own.sum(), 2 * run.inertia, atol=1e-9)
    assert (own <= apart.min(axis=1) + 1e-9).all()
    first = kernel_distances(K, members[0], k)[np.arange(n), members[0]].sum()
    assert 2 * run.inertia <= first + 1e-9


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_cells_are_the_points_that_no_member_tells_apart(seed):
    rng = np.random.default_rng(seed)
    n, n_members, k = int(rng.integers(1, 40)), int(rng.integers(1, 60)), int(rng.integers(1, 70))
    labels = rng.integers(0, k, (n_members, max(n // 3, 1)))[:, rng.integers(0, max(n // 3, 1), n)]
    cells = cells_of(labels)
    _, sizes = np.unique(labels, axis=1, return_counts=True)
    assert len(cells.sizes) == len(sizes)
    assert cells.sizes.sum() == n
    assert_array_equal(labels[:, cells.first][:, cells.of], labels)
    assert (np.diff(cells.first) > 0).all()
    renamed = np.stack([rng.permutation(k)[row] for row in labels])
    assert_array_equal(cells_of(renamed).of, cells.of)


def test_cells_of_more_members_than_a_number_has_digits():
    labels = np.tile([0, 1, 1, 1], (70, 1))
    labels[0] = [0, 1, 2, 1]
    assert cells_of(labels).of.tolist() == [0, 1, 2, 1]


def test_names_of_clusters_do_not_matter_to_the_kernel():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, (6, 30))
    weights = rng.random(6)
    renamed = np.stack([rng.permutation(3)[row] for row in labels])
    one, other = (Ensemble(compact(list(rows)), weights) for rows in (labels, renamed))
    assert_allclose((one.Z @ one.Z.T).toarray(), (other.Z @ other.Z.T).toarray())


@pytest.mark.parametrize("seed", range(3))
def test_no_pairs_or_one_cluster_is_k_means(seed):
    X, y = blobs(seed)
    ours = BoostedEnsemble(3, random_state=seed).fit(X)
    assert_array_equal(ours.labels_, KMeans(3, random_state=seed).fit(X).labels_)
    assert_array_equal(ours.label_matrix_, [ours.labels_])
    assert ours.estimator_weights_.tolist() == [1.0]
    known = Constraints.from_labels(y, 20)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        one = BoostedEnsemble(1).fit(X, constraints=known)
    assert not one.labels_.any()
    assert_allclose(one.estimator_errors_, [len(known.cannot) / 20])


def test_one_member_that_keeps_all_pairs_is_the_result():
    X, y = blobs(1, spread=1.0)
    model = BoostedEnsemble(3, random_state=0).fit(X, constraints=Constraints.from_labels(y, 4))
    assert model.estimator_errors_.tolist() == [0.0]
    assert adjusted_rand_score(model.labels_, model.label_matrix_[0]) == 1.0


def test_if_every_member_violates_half_the_best_one_is_used():
    X, _ = blobs(2)
    known = Constraints(60, must=[(0, 1)]).add(0, 1, "cannot", soft=True)
    model = BoostedEnsemble(3, random_state=0).fit(X, constraints=known)
    assert model.estimator_weights_.tolist() == [0.0]
    assert model.estimator_errors_.tolist() == [0.5]
    assert_array_equal(model.labels_, model.label_matrix_[0])
    assert model.converged_


def test_no_round_follows_a_first_member_that_stayed_at_half(monkeypatch):
    X, _ = blobs(2)
    stated = shares(Constraints(60, must=[(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]))
    errors = iter([0.6] * (1 + adaboost.RESTARTS) + [0.2])
    labels, kept = np.arange(60) % 3, np.array([False, False, False, True, True])
    monkeypatch.setattr(adaboost, "_member", lambda *_: (labels, kept, next(errors)))
    found = adaboost.boosted(centred(X), stated, 3, 2, np.random.default_rng(0))
    assert found.errors.tolist() == [0.6]
    assert found.ensemble.weights.tolist() == [0.0]
    assert next(errors) == 0.2


def test_a_heavy_pair_is_kept_and_a_light_one_violated():
    X, _ = blobs(3)
    pair = (0, 1)
    for heavy, together in (("must", True), ("cannot", False)):
        known = Constraints(60)
        for kind in ("must", "cannot"):
            known = known.add(*pair, kind, weight=9.0 if kind == heavy else 1.0, soft=True)
        labels = BoostedEnsemble(3, random_state=0).fit(X, constraints=known).labels_
        assert (labels[0] == labels[1]) == together


@pytest.mark.parametrize("seed", range(4))
def test_pairs_help_more_than_none(seed):
    X, y = blobs(seed, n=90, spread=3.0)
    known = Constraints.from_labels(y, 120, random_state=seed)
    ours = BoostedEnsemble(3, random_state=seed).fit(X, constraints=known)
    plain = KMeans(3, random_state=seed).fit(X)
    assert adjusted_rand_score(y, ours.labels_) > adjusted_rand_score(y, plain.labels_)


@pytest.mark.parametrize("name", HARD_ROWS)
@pytest.mark.parametrize("pairs", ["contradictory", "must", "cannot", "all", "extreme weights"])
def test_hard_input_gives_clusters_and_finite_attributes(name, pairs):
    X, rng = HARD_ROWS[name], np.random.default_rng(4)
    n = len(X)
    y = np.arange(n) % 3
    known = {
        "contradictory": noisy(rng, n, 60, 3),
        "must": Constraints(n, must=[(0, 1), (1, 2), (5, 6)]),
        "cannot": Constraints(n, cannot=[(0, 1), (2, 3), (0, 2)]),
        "all": Constraints.from_partial_labels(y),
        "extreme weights": Constraints(
            n,
            [(0, 1), (2, 3)],
            [(4, 5), (1, 2)],
            must_weights=[1e-300, 1.0],
            cannot_weights=[1e12, 1],
        ),
    }[pairs]
    for k in (2, 3, n):
        with warnings.catch_warnings(), np.errstate(all="raise"):
            warnings.filterwarnings("ignore", message=".*n_clusters")
            model = BoostedEnsemble(k, n_estimators=15, random_state=0).fit(X, constraints=known)
        assert sorted(set(model.labels_.tolist())) == list(range(k))
        assert np.isfinite(model.cluster_centers_).all() and np.isfinite(model.objective_)
        assert np.isfinite(model.estimator_weights_).all()
        assert len(model.objective_history_) == model.n_iter_


def test_three_points():
    X = [[0.0], [1.0], [5.0]]
    model = BoostedEnsemble(2, random_state=0).fit(X, ml=[(1, 2)], cl=[(0, 1)])
    assert adjusted_rand_score(model.labels_, [0, 1, 1]) == 1.0


def test_memory_grows_with_points_times_members_alone():
    rng = np.random.default_rng(0)
    n, n_members = 100_000, 10
    X = rng.normal(size=(n, 2))
    few = noisy(rng, 60, 200, 3)
    known = Constraints(n, few.must, few.cannot)
    model = BoostedEnsemble(3, n_estimators=n_members, n_init=2, random_state=0)
    tracemalloc.start()
    try:
        model.fit(X, constraints=known)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(model.label_matrix_) > 3
    assert peak < n * (n_members * 24 + 400)


def test_the_reason_why_boosting_ended_is_reported():
    X, y = load("iris", standardised=True)
    members = []
    for seed in range(6):
        known = Constraints.from_labels(y, 150, random_state=seed)
        model = BoostedEnsemble(3, random_state=seed).fit(X, constraints=known)
        members.append(len(model.label_matrix_))
        ends_well = model.estimator_errors_[-1] == 0.0
        assert model.stopped_ == ("kept" if ends_well else "half")
    assert max(members) < 20
    short = BoostedEnsemble(3, n_estimators=1, random_state=0)
    assert short.fit(X, constraints=known).stopped_ == "rounds"
    assert short.fit(X).stopped_ == "no pairs"
    assert BoostedEnsemble(2).fit([[0.0], [9.0]], ml=[(0, 1)]).stopped_ in ("half", "kept")
