"""The gap statistic against its definition, and what sparse clusterers take from it."""

import itertools

import numpy as np
import pytest
from sparse_kmeans import bisected, brodinova, explained, separated

from jupyter_sscluster.cluster import PCSKMeans, SparseKMeans
from jupyter_sscluster.cluster._parts.mpck import gap_statistic
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding import kmeans_plusplus


def literal(X, n_clusters, seed):
    """Gap(s) = log O(s) - mean log O_b(s), set by set and start by start, O from labels alone."""
    rng = np.random.default_rng(np.random.default_rng(seed).integers(2**32, size=4))
    bounds = np.linspace(1.1, np.sqrt(X.shape[1]), 10)
    logs = np.empty((26, 10))
    for b in range(26):
        data = X if b == 0 else rng.permuted(X, axis=0)
        np.testing.assert_array_equal(np.sort(data, axis=0), np.sort(X, axis=0))
        starts = [kmeans_plusplus(data, n_clusters, random_state=one) for one in rng.spawn(3)]
        for s, bound in enumerate(bounds):
            totals = []
            for start in starts:
                labels = SparseKMeans(n_clusters, sparsity=bound, init=start).fit(data).labels_
                gains = explained(data, labels)
                totals.append(bisected(gains, bound) @ gains)
            logs[b, s] = np.log(max(totals))
    return np.column_stack([bounds, logs[0] - logs[1:].mean(axis=0), np.std(logs[1:], 0, ddof=1)])


def test_the_number_of_clusters_with_the_largest_gap_is_that_of_the_groups(monkeypatch):
    monkeypatch.setattr(gap_statistic, "N_PERMUTED", 5)
    X, groups = brodinova(0, informative=5, noise=5, n=20)
    gaps = {
        k: SparseKMeans(k, sparsity="gap", n_init=1).fit(X).sparsity_gaps_[:, 1].max()
        for k in (2, 3, 4)
    }
    assert max(gaps, key=gaps.__getitem__) == groups.max() + 1 == 3
    assert gaps[3] - max(gaps[2], gaps[4]) > 0.02


def test_it_is_the_gap_statistic_as_defined():
    seed = 1
    X, _ = separated(seed, n=6, informative=2, noise=2, apart=3.0)
    model = SparseKMeans(3, sparsity="gap", random_state=seed).fit(X)
    expected = literal(X, 3, seed)
    np.testing.assert_allclose(model.sparsity_gaps_, expected, rtol=1e-8, atol=1e-8)
    assert model.sparsity_ == expected[expected[:, 1].argmax(), 0]
    best = expected[:, 1].max()
    margin = expected[expected[:, 1].argmax(), 2]
    assert (expected[:, 2] > 0).all()
    sparser = SparseKMeans(3, sparsity="gap-sd", random_state=seed).fit(X)
    assert sparser.sparsity_ == expected[expected[:, 1] >= best - margin, 0].min()


def test_the_gain_is_close_to_the_best_of_all_partitions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(9, 3)) + 4.0 * (np.arange(9) < 4)[:, None] * np.array([1.0, 1.0, 0.0])
    splits = [np.array((0, *rest)) for rest in itertools.product((0, 1), repeat=8) if any(rest)]
    gains = [explained(X, labels) for labels in splits]
    bounds = np.array([1.1, 1.4, 1.7])
    best = [max(bisected(each, bound) @ each for each in gains) for bound in bounds]
    found = gap_statistic.explained(X, 2, bounds, max_iter=300, rng=rng)
    np.testing.assert_allclose(found, best)


def test_features_of_noise_are_left_out_and_one_spread_leaves_out_more(monkeypatch):
    monkeypatch.setattr(gap_statistic, "N_PERMUTED", 6)
    X, _ = brodinova(2, 6, 60)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    gap, gap_sd = (SparseKMeans(3, sparsity=r, random_state=0).fit(X) for r in ("gap", "gap-sd"))
    assert gap_sd.sparsity_ < gap.sparsity_
    weights = gap_sd.feature_weights_
    assert weights[:6].min() > 5 * weights[6:].max()
    assert (weights > 0).sum() < (gap.feature_weights_ > 0).sum() == 66


def test_the_choice_knows_the_seed_alone_not_the_start_or_the_pairs(monkeypatch):
    monkeypatch.setattr(gap_statistic, "N_PERMUTED", 3)
    X, y = separated(1, n=10, noise=3, apart=4.0)
    model = SparseKMeans(3, sparsity="gap", random_state=4).fit(X)
    known = Constraints.from_labels(y, 8, random_state=0)
    others = (
        SparseKMeans(3, sparsity="gap", random_state=4, init=X[[0, 10, 20]]),
        PCSKMeans(3, sparsity="gap", random_state=4),
    )
    for other in others:
        other.fit(X, constraints=known)
        np.testing.assert_array_equal(other.sparsity_gaps_, model.sparsity_gaps_)
        assert other.sparsity_ == model.sparsity_
    monkeypatch.setattr(gap_statistic, "SAMPLE", 20)
    few = SparseKMeans(3, sparsity="gap", random_state=4).fit(X)
    assert not np.array_equal(few.sparsity_gaps_, model.sparsity_gaps_)
    assert few.sparsity_gaps_[:, 0].tolist() == model.sparsity_gaps_[:, 0].tolist()


@pytest.mark.filterwarnings("ignore:.*centres differ")
def test_without_information_the_labels_are_those_of_any_rule():
    X = np.random.default_rng(0).normal(size=(8, 4))
    for data, n_clusters in ((X, 1), (np.ones((8, 4)), 2)):
        model = SparseKMeans(n_clusters, sparsity="gap", random_state=0).fit(data)
        assert model.sparsity_ == 1.75
        assert np.isnan(model.sparsity_gaps_[:, 1]).all()
    alone = SparseKMeans(2, sparsity="gap-sd", random_state=0).fit(X[:, :1])
    assert (alone.sparsity_, len(alone.sparsity_gaps_)) == (1.0, 1)
