"""ConsensusClustering against average linkage on all pairs of points, and on hard input."""

import tracemalloc
import warnings

import numpy as np
import pytest
from hard_input import HARD_ROWS
from hypothesis import assume, given, settings, strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from random_pairs import noisy
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.base import BaseEstimator
from sklearn.cluster import DBSCAN, AgglomerativeClustering
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    ConsensusClustering,
    COPKMeans,
    Infeasible,
    KMeans,
    PCKMeans,
    SeededKMeans,
    consensusclustering,
)
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.consensus import agglomerated, leaves_of
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import silhouette

SEEDS = st.integers(0, 2**32 - 1)
FINALS = ["agglomerative", "kmeans"]


class Given(BaseEstimator):
    """Labels that are known beforehand: those of its number, or of its random state."""

    def __init__(self, labels=None, n_clusters=0, random_state=None):
        self.labels = labels
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X):
        self.labels_ = np.asarray(self.labels)
        return self


def random_ensemble(rng, n, k, n_members):
    """Members that are mistaken about some points of a true partition, with random weights."""
    y = np.r_[np.arange(k), rng.integers(0, k, n - k)]
    members = [np.where(rng.random(n) < 0.3, rng.integers(0, k, n), y) for _ in range(n_members)]
    return Ensemble(compact(members), rng.random(n_members) + 0.1), y


def dense_share(ensemble):
    same = ensemble.labels[:, :, None] == ensemble.labels[:, None, :]
    return np.einsum("t,tij->ij", ensemble.weights, same) / ensemble.weights.sum()


def blobs(seed, n=60, spread=2.0):
    return make_blobs(n, 2, centers=3, cluster_std=spread, random_state=seed)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_coassociation_is_a_share_and_a_kernel(seed):
    rng = np.random.default_rng(seed)
    ensemble, _ = random_ensemble(rng, int(rng.integers(4, 20)), 3, int(rng.integers(1, 8)))
    rows = ensemble.Z[ensemble.cells.of]
    S = (rows @ rows.T).toarray() / ensemble.total
    assert_allclose(S, dense_share(ensemble), atol=1e-12)
    assert_allclose(S, S.T, atol=1e-12)
    assert_allclose(S.diagonal(), 1.0)
    assert (S >= 0).all() and (S <= 1 + 1e-12).all()
    assert np.linalg.eigvalsh(S).min() > -1e-9


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_merging_cells_is_average_linkage_on_all_pairs_of_points(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(6, 30)), int(rng.integers(2, 4))
    ensemble, _ = random_ensemble(rng, n, k, 6)
    apart = 1.0 - dense_share(ensemble)
    np.fill_diagonal(apart, 0.0)
    tree = linkage(squareform(np.maximum(apart, 0.0), checks=False), "average")
    heights = tree[:, 2]
    tied = n - k < len(heights) and np.isclose(heights[n - k - 1], heights[n - k])
    assume(len(ensemble.cells.sizes) > k and not tied)
    assume((np.diff(heights[heights > 1e-9]) >= 1e-9).all())
    labels = agglomerated(ensemble, Constraints(n), ensemble.cells.of, k)
    assert adjusted_rand_score(fcluster(tree, k, "maxclust"), labels) == 1.0


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_constrained_last_step_keeps_pairs_that_can_be_kept(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(6, 30)), int(rng.integers(2, 4))
    ensemble, _ = random_ensemble(rng, n, k, 4)
    y = np.r_[np.arange(k), rng.integers(0, k, n - k)]
    known = Constraints.from_labels(y, int(rng.integers(1, 2 * n)), random_state=seed)
    leaf = leaves_of(ensemble, known)
    ids = known.component_ids
    assert all(len(set(leaf[ids == c])) == 1 for c in ids[known.must].ravel())
    assume(int(leaf.max()) + 1 >= k)
    labels = agglomerated(ensemble, known, leaf, k)
    assert sorted(set(labels.tolist())) == list(range(k))
    assert (labels[known.must[:, 0]] == labels[known.must[:, 1]]).all()
    assert (labels[known.cannot[:, 0]] != labels[known.cannot[:, 1]]).all()


def test_what_cannot_be_kept_is_violated_by_the_least_weight():
    ensemble = Ensemble(compact([np.array([0, 1, 2, 3])]), np.ones(1))
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    weights = [5.0, 5.0, 1.0, 1.0, 5.0, 5.0]
    known = Constraints(4, cannot=pairs, cannot_weights=weights)
    labels = agglomerated(ensemble, known, leaves_of(ensemble, known), 2)
    assert labels.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("final", FINALS)
@pytest.mark.parametrize("constrained", [True, False])
def test_members_that_all_agree_are_the_result(final, constrained):
    X, _ = blobs(0)
    labels = np.random.default_rng(1).integers(0, 3, 60)
    model = ConsensusClustering(
        3, clusterer=Given(labels), n_estimators=4, final=final, constrained=constrained
    ).fit(X)
    assert adjusted_rand_score(labels, model.labels_) == 1.0
    assert_allclose(model.estimator_weights_, 1.0)


@pytest.mark.parametrize("final", FINALS)
def test_the_majority_wins_and_weights_count(final):
    X, _ = blobs(0)
    rng = np.random.default_rng(0)
    most, other = rng.integers(0, 3, 60), rng.integers(0, 3, 60)
    members = [Given(most), Given(most), Given(other)]
    known = Constraints.from_labels(other, 80, random_state=0)
    ours = {"clusterer": members, "n_estimators": 3, "final": final, "constrained": False}
    same = ConsensusClustering(3, weights="uniform", random_state=0, **ours).fit(X)
    assert adjusted_rand_score(most, same.labels_) == 1.0
    told = ConsensusClustering(3, weights="satisfaction", random_state=0, **ours)
    told.fit(X, constraints=known)
    assert adjusted_rand_score(other, told.labels_) == 1.0
    violated = (most[known.must[:, 0]] != most[known.must[:, 1]]).sum()
    violated += (most[known.cannot[:, 0]] == most[known.cannot[:, 1]]).sum()
    assert_allclose(told.estimator_weights_, [max(0.0, 1 - 2 * violated / 80)] * 2 + [1.0])


def test_weights_by_silhouette_and_their_fallback():
    X, y = blobs(3)
    wrong = np.random.default_rng(0).permutation(y)
    model = ConsensusClustering(
        3, clusterer=[Given(y), Given(wrong)], n_estimators=2, weights="silhouette"
    ).fit(X)
    assert silhouette(X, wrong) < 0
    assert_allclose(model.estimator_weights_, [silhouette(X, y), 0.0])
    hopeless = ConsensusClustering(3, clusterer=Given(wrong), n_estimators=2, weights="silhouette")
    assert_allclose(hopeless.fit(X).estimator_weights_, 1.0)


def test_members_have_seeds_of_their_own_and_the_number_of_clusters():
    X, _ = blobs(1, spread=6.0)
    base = KMeans(n_clusters=7, init="random", n_init=1, max_iter=1)
    model = ConsensusClustering(4, clusterer=base, n_estimators=6, random_state=0).fit(X)
    assert len(np.unique(model.label_matrix_, axis=0)) == 6
    assert model.label_matrix_.max() == 3
    assert base.n_clusters == 7


def test_members_of_different_kinds_and_points_that_are_alone():
    X, y = blobs(2, spread=0.6)
    members = [PCKMeans(), AgglomerativeClustering(), DBSCAN(eps=0.5, min_samples=4)]
    model = ConsensusClustering(3, clusterer=members, n_estimators=6, random_state=0).fit(X)
    assert adjusted_rand_score(y, model.labels_) == 1.0
    noise = DBSCAN(eps=0.5, min_samples=4).fit(X).labels_ == -1
    alone = model.label_matrix_[2][noise]
    assert noise.any()
    assert len(set(alone.tolist())) == len(alone)
    assert not set(alone.tolist()) & set(model.label_matrix_[2][~noise].tolist())


def test_partial_labels_reach_the_members():
    X, y = blobs(4, spread=4.0)
    partial = np.where(np.arange(60) < 30, y, -1)
    ours = ConsensusClustering(3, clusterer=SeededKMeans(), n_estimators=2).fit(X, partial)
    seeded = SeededKMeans(3).fit(X, partial)
    assert adjusted_rand_score(ours.label_matrix_[0], seeded.labels_) == 1.0


@pytest.mark.parametrize("final", FINALS)
def test_as_many_clusters_as_asked_for_though_members_have_fewer(final):
    X, _ = blobs(5)
    halves = np.arange(60) % 2
    model = ConsensusClustering(4, clusterer=Given(halves), n_estimators=2, final=final).fit(X)
    assert sorted(set(model.labels_.tolist())) == [0, 1, 2, 3]
    assert all(len(set(halves[model.labels_ == c])) == 1 for c in range(4))


def test_must_links_that_leave_too_few_groups_are_left_to_the_members():
    X, _ = blobs(6)
    known = Constraints(60, must=[(i, i + 1) for i in range(59)])
    model = ConsensusClustering(3, random_state=0, n_estimators=3).fit(X, constraints=known)
    assert sorted(set(model.labels_.tolist())) == [0, 1, 2]


def test_auto_is_linear_in_memory_where_there_are_many_units(monkeypatch):
    X, y = blobs(7)
    known = Constraints.from_labels(y, 40, random_state=0)
    for told in (Constraints(60), known):
        few = ConsensusClustering(3, final="kmeans", random_state=0).fit(X, constraints=told)
        with monkeypatch.context() as patch:
            patch.setattr(consensusclustering, "AUTO", 2)
            auto = ConsensusClustering(3, random_state=0).fit(X, constraints=told)
        assert_array_equal(few.labels_, auto.labels_)


@pytest.mark.parametrize(
    "clusterer", ["KMeans", KMeans, [], [KMeans(), "KMeans"], [KMeans], 3], ids=str
)
def test_what_is_no_clusterer_is_refused(clusterer):
    X, _ = blobs(0)
    with pytest.raises(InputError, match=r"clusterer=.* must be None, an estimator"):
        ConsensusClustering(3, clusterer=clusterer).fit(X)


def test_a_members_parameters_are_checked_and_its_errors_go_on():
    X, _ = blobs(0)
    with pytest.raises(InputError, match="max_iter=0"):
        ConsensusClustering(3, clusterer=KMeans(max_iter=0)).fit(X)
    model = ConsensusClustering(2, clusterer=COPKMeans(), n_estimators=2)
    with pytest.raises(Infeasible):
        model.fit(X, cl=[(0, 1), (1, 2), (0, 2)])
    assert not hasattr(model, "labels_")


def test_too_many_units_for_a_table_are_refused_with_a_way_out(monkeypatch):
    X, _ = blobs(0)
    monkeypatch.setattr(consensusclustering, "MOST", 3)
    base = KMeans(init="random", n_init=1, max_iter=1)
    model = ConsensusClustering(
        3, clusterer=base, final="agglomerative", n_estimators=9, random_state=0
    )
    with pytest.raises(InputError, match="final='kmeans'"):
        model.fit(X)


def test_a_watcher_hears_of_members_only_and_may_stop_within_one():
    X, _ = blobs(0)
    heard = []
    model = ConsensusClustering(3, n_estimators=4, random_state=0)
    with watching(lambda *step: heard.append(step)):
        model.fit(X)
    members = [step for step in heard if step[0] == "member"]
    assert sorted(set(members)) == [("member", b, 4) for b in range(1, 5)]
    assert len(members) > 8
    assert {step for step, _, _ in heard} <= {"member", "merge"}

    def stop(step, done, total):
        if done == 2:
            raise FitCancelled

    with pytest.raises(FitCancelled), watching(stop):
        model.fit(X)


def test_consensus_is_steadier_than_its_members():
    X, _ = blobs(8, n=150, spread=3.0)
    base = KMeans(init="random", n_init=1, max_iter=3)
    fits = [
        ConsensusClustering(3, clusterer=base, n_estimators=25, random_state=s).fit(X)
        for s in range(4)
    ]
    agree = [adjusted_rand_score(a.labels_, b.labels_) for a in fits for b in fits if a is not b]
    singles = fits[0].label_matrix_
    single = [adjusted_rand_score(a, b) for a in singles for b in singles if a is not b]
    assert np.mean(agree) > np.mean(single)


@pytest.mark.thorough
@pytest.mark.parametrize("name", HARD_ROWS)
@pytest.mark.parametrize("final", FINALS)
def test_hard_input_gives_clusters_and_finite_attributes(name, final):
    X, rng = HARD_ROWS[name], np.random.default_rng(4)
    n = len(X)
    for known in (
        noisy(rng, n, 60, 3),
        Constraints(n, must=[(0, 1), (1, 2), (5, 6)]),
        Constraints(n, cannot=[(0, 1), (2, 3), (0, 2)]),
        Constraints(n, [(0, 1), (2, 3)], [(4, 5)], must_weights=[1e12, 1e-300])
        .add(6, 7, "must", 1e12, soft=True)
        .add(6, 7, "cannot", 1e-300, soft=True),
        Constraints.from_partial_labels(np.arange(n) % 3),
    ):
        for k in (1, 3, n):
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message=".*n_clusters")
                model = ConsensusClustering(k, n_estimators=3, final=final, random_state=0)
                model.fit(X, constraints=known)
            assert sorted(set(model.labels_.tolist())) == list(range(k))
            assert np.isfinite(model.cluster_centers_).all() and np.isfinite(model.objective_)
            assert np.isfinite(model.estimator_weights_).all()


def test_few_directions_of_a_large_matrix_give_the_same_clusters(monkeypatch):
    X, y = make_blobs(300, 3, centers=4, cluster_std=2.0, random_state=0)
    known = Constraints.from_labels(y, 40, random_state=0)
    model = ConsensusClustering(4, n_estimators=15, final="kmeans", random_state=0)
    full = model.fit(X, constraints=known).labels_
    monkeypatch.setattr("jupyter_sscluster.cluster.ensemble.consensus.MAX_DENSE_ENTRIES", 10)
    few = model.fit(X, constraints=known).labels_
    assert adjusted_rand_score(full, few) > 0.95
    assert model.violations_.must + model.violations_.cannot == 0


def test_members_that_leave_most_points_alone_need_no_table_of_all_pairs():
    X = np.random.default_rng(0).normal(size=(3500, 2))
    alone = DBSCAN(eps=1e-6)
    model = ConsensusClustering(3, clusterer=[alone, KMeans()], n_estimators=4, random_state=0)
    tracemalloc.start()
    try:
        model.fit(X, cl=[(0, 1)])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * 3500 * 3500 / 2
    assert len(set(model.labels_.tolist())) == 3


@pytest.mark.parametrize("n_pairs", [0, 100])
def test_memory_grows_with_points_alone(n_pairs):
    rng = np.random.default_rng(0)
    n, n_members = 100_000, 6
    y = rng.integers(0, 3, n)
    X = rng.normal(size=(n, 2)) + 3.0 * y[:, None]
    known = Constraints.from_labels(y, n_pairs, random_state=0)
    base = KMeans(init="random", n_init=1, max_iter=2)
    model = ConsensusClustering(
        3, clusterer=base, n_estimators=n_members, final="kmeans", n_init=1, random_state=0
    )
    tracemalloc.start()
    try:
        model.fit(X, constraints=known)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < n * (n_members * 3 * 8 * 4 + 600)
