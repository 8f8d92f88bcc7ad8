"""The estimated number of clusters, and the evidence that comes with it."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from shared import load
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import silhouette_score

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative, estimate_n_clusters
from jupyter_sscluster.cluster.estimate_n_clusters import centre_silhouette
from jupyter_sscluster.constraints import Constraints


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_separate_blobs_are_counted_with_and_without_pairs(n_classes):
    centres = 20.0 * np.eye(n_classes)
    X, y = make_blobs(150, centers=centres, cluster_std=1.0, random_state=0)
    assert estimate_n_clusters(X).n_clusters == n_classes
    known = Constraints.from_labels(y, 40)
    assert estimate_n_clusters(X, known).n_clusters == n_classes


def test_the_evidence_is_what_scikit_learn_and_counting_give():
    X, y = make_blobs(90, 2, centers=4, cluster_std=1.5, random_state=3)
    known = Constraints.from_labels(y, 30, random_state=1)
    found = estimate_n_clusters(X, known)
    assert (found.lower, found.feasible, found.upper) == known.n_clusters_bounds()
    for k, clear, kept in zip(*found[4:7], strict=True):
        labels = SklearnKMeans(k, n_init=20, random_state=0).fit(X).labels_
        ours = [labels[i] == labels[j] for i, j in known.must]
        apart = [labels[i] != labels[j] for i, j in known.cannot]
        # Beyond the true number the starts of k-means leave room for other optima.
        if k <= 4:
            assert clear == pytest.approx(silhouette_score(X, labels), abs=1e-9)
            assert kept == pytest.approx((np.mean(ours) + np.mean(apart)) / 2)
    scores = np.array(found.silhouettes) + np.array(found.agreements) * 30 / 50
    assert found.n_clusters == found.candidates[int(scores.argmax())]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_it_stays_within_what_the_pairs_allow(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    X = rng.normal(size=(n, 2)).round(int(rng.integers(0, 3)))
    n_pairs = int(rng.integers(0, n * (n - 1) // 2 + 1))
    known = Constraints.from_labels(rng.integers(0, 4, n), n_pairs, random_state=seed % 1000)
    found = estimate_n_clusters(X, known)
    assert found.lower <= found.n_clusters <= found.upper <= n
    assert found.candidates == tuple(sorted(found.candidates))
    assert estimate_n_clusters(X, known)[:5] == found[:5]


def test_pairs_mend_what_the_silhouette_gets_wrong():
    X, y = load("iris", standardised=True)
    assert estimate_n_clusters(X).n_clusters == 2
    for seed in range(3):
        known = Constraints.from_labels(y, 300, random_state=seed)
        assert estimate_n_clusters(X, known).n_clusters == 3


def test_everything_together_is_one_cluster_and_one_row_too():
    X = np.random.default_rng(0).normal(size=(8, 2))
    together = Constraints(8, must=[(i, i + 1) for i in range(7)])
    found = estimate_n_clusters(X, together)
    assert (found.n_clusters, found.upper, found.candidates) == (1, 1, ())
    assert "the data leave no choice" in found.reason
    assert estimate_n_clusters(X[:1]).n_clusters == 1
    assert estimate_n_clusters(np.ones((5, 2))).n_clusters == 1
    all_apart = Constraints(8, cannot=[(i, j) for i in range(8) for j in range(i)])
    assert estimate_n_clusters(X, all_apart).reason == "8 clusters: the pairs allow no fewer."


def test_many_rows_are_sampled_and_those_in_pairs_are_looked_at():
    X, y = make_blobs(60_000, 3, centers=3, cluster_std=0.5, random_state=0)
    known = Constraints.from_labels(y, 5000)
    found = estimate_n_clusters(X, known)
    assert found.n_clusters == 3
    assert found.agreements[found.candidates.index(3)] == 1.0


def test_bad_input_is_named():
    X = np.zeros((4, 2))
    with pytest.raises(InputError, match="about 5 rows, and the number of rows of X is 4"):
        estimate_n_clusters(X, Constraints(5))
    with pytest.raises(InputError, match="no Constraints value"):
        estimate_n_clusters(X, [(0, 1)])
    with pytest.raises(InputError, match="most=0"):
        estimate_n_clusters(X, most=0)
    with pytest.raises(InputError, match="NaN"):
        estimate_n_clusters([[np.nan]])


def test_a_session_begins_with_it():
    X, y = load("wine", standardised=True)
    frame = pd.DataFrame(X)
    assert Session(frame).n_clusters == estimate_n_clusters(frame).n_clusters
    known = Constraints.from_labels(y, 60)
    assert Session(X, constraints=known).n_clusters == estimate_n_clusters(X, known).n_clusters


def test_the_more_pairs_the_more_they_decide():
    other = 0
    for seed in range(12):
        X, y = make_blobs(60, 2, centers=5, cluster_std=2.5, random_state=seed)
        known = Constraints.from_labels(y, 15, random_state=seed)
        found = estimate_n_clusters(X, known)
        clear, agreed = np.array(found.silhouettes), np.array(found.agreements)
        assert found.n_clusters == found.candidates[(clear + agreed * 15 / 35).argmax()]
        other += found.n_clusters != found.candidates[(clear + agreed).argmax()]
    assert other


def small_groups(n_groups, n_noise=0, n_features=8):
    """Groups of 2 to 20 rows about normal centres, and rows spread as all of them."""
    rng = np.random.default_rng(n_groups)
    y = np.repeat(np.arange(n_groups), rng.integers(2, 21, n_groups))
    X = rng.normal(size=(n_groups, n_features))[y] + 0.15 * rng.normal(size=(len(y), n_features))
    return np.vstack([X, rng.normal(size=(n_noise, n_features)) * X.std(axis=0)]), y


def test_many_small_groups_are_the_estimate():
    X, _ = small_groups(60, n_noise=40)
    found = estimate_n_clusters(X)
    labels = NeighbourGraphAgglomerative().fit(X).labels_
    assert found.n_clusters == found.n_groups == labels.max() + 1 > 50
    assert found.candidates == tuple(range(2, 10)), "what k-means says is told as well"
    assert found.reason.startswith(f"{found.n_groups} small groups of near points: ")
    for other in ({"most": 9}, {"small_groups": False}):
        assert estimate_n_clusters(X, **other).n_groups == 0
        assert estimate_n_clusters(X, **other).n_clusters <= 9


@pytest.mark.parametrize("name", ["iris", "wine", "ecoli", "glass", "protein", "ionosphere"])
def test_few_classes_are_no_small_groups(name):
    assert estimate_n_clusters(load(name, standardised=True)[0]).n_groups == 0


def test_rows_that_are_mostly_in_no_group_are_no_small_groups():
    X, _ = small_groups(20, n_noise=400)
    assert estimate_n_clusters(X).n_groups == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_silhouette_with_centres_is_that_of_a_loop(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 15))
    X = rng.normal(size=(n, 2)).round(1)
    labels = np.unique(rng.integers(-1, 4, n), return_inverse=True)[1].astype(np.int32) - 1
    clusters, values = range(labels.max() + 1), []
    for row, own in enumerate(labels):
        if own < 0 or (labels == own).sum() < 2 or len(clusters) < 2:
            values.append(0.0)
            continue
        rest = (labels == own) & (np.arange(n) != row)
        a = np.linalg.norm(X[row] - X[rest].mean(axis=0))
        b = min(
            np.linalg.norm(X[row] - X[labels == other].mean(axis=0))
            for other in clusters
            if other != own
        )
        values.append(0.0 if max(a, b) == 0 else (b - a) / max(a, b))
    assert centre_silhouette(X, labels) == pytest.approx(np.mean(values), abs=1e-9)


def test_neighbourhoods_are_counted_as_the_thesis_says():
    X = np.zeros((9, 1))
    must = [(0, 1), (1, 2), (3, 4), (5, 6)]
    known = Constraints(9, must, cannot=[(0, 3), (7, 8)])
    found = estimate_n_clusters(X, known, rule="neighbourhoods")
    # {0, 1, 2}, {3, 4} and {5, 6}; rows 7 and 8 are in no must-link.
    assert (found.n_clusters, found.lower, found.upper) == (3, 2, 5)
    assert found.candidates == ()
    assert found.reason == "3 clusters: the must-links make 3 neighbourhoods."
    one = estimate_n_clusters(X, Constraints(9, [(0, 1)]), rule="neighbourhoods")
    assert one.reason == "1 cluster: the must-links make 1 neighbourhood."


def test_as_many_as_are_known_to_be_apart_where_that_is_more():
    X = np.arange(5.0)[:, None]
    known = Constraints(5, [(0, 1)], [(1, 2), (2, 3), (0, 3)])
    found = estimate_n_clusters(X, known, rule="neighbourhoods")
    assert (found.n_clusters, found.lower) == (3, 3)
    assert found.reason == "3 clusters: that many components are all apart from each other."


@pytest.mark.parametrize("seed", range(20))
def test_the_count_is_that_of_sets_merged_by_hand(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, 15)
    known = Constraints.from_labels(y, int(rng.integers(5, 60)), random_state=seed)
    groups = [{i} for i in range(15)]
    for a, b in known.must.tolist():
        first, second = (next(g for g in groups if row in g) for row in (a, b))
        if first is not second:
            groups.remove(second)
            first |= second
    count = sum(len(g) > 1 for g in groups)
    found = estimate_n_clusters(rng.normal(size=(15, 2)), known, rule="neighbourhoods")
    assert found.n_clusters == max(count, found.lower)
    every = Constraints.from_labels(y, 105, random_state=0)
    exact = estimate_n_clusters(np.zeros((15, 1)), every, rule="neighbourhoods")
    assert exact.n_clusters == len(np.unique(y))


def test_noise_makes_no_neighbourhood():
    known = Constraints(6, [(0, 1), (2, 3)]).with_noise([4, 5])
    assert estimate_n_clusters(np.eye(6), known, rule="neighbourhoods").n_clusters == 2


@pytest.mark.parametrize("known", [None, Constraints(4), Constraints(4, noise=[0])])
def test_without_a_neighbourhood_there_is_nothing_to_count(known):
    with pytest.raises(InputError, match='rule="neighbourhoods" counts must-link components'):
        estimate_n_clusters(np.eye(4), known, rule="neighbourhoods")
    with pytest.raises(InputError, match="rule='elbow' must be"):
        estimate_n_clusters(np.eye(4), known, rule="elbow")
