"""Seeded and constrained k-means: what partial labels do, and which pairs are taken for classes."""

import numpy as np
import pytest
from shared import load
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedKMeans, KMeans, SeededKMeans
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.datasets import load_digits389

BOTH = pytest.mark.parametrize("cls", [SeededKMeans, ConstrainedKMeans])


def blobs(seed=0, spread=3.0):
    X, y = make_blobs(120, 3, centers=4, cluster_std=spread, random_state=seed)
    partial = np.where(np.random.default_rng(seed).random(120) < 0.2, y, -1)
    return X, y, partial


def means(X, y, k):
    return np.array([X[y == c].mean(axis=0) for c in range(k)])


def test_seeded_is_k_means_from_the_class_means():
    X, _, partial = blobs()
    plain = KMeans(4, init=means(X, partial, 4)).fit(X)
    seeded = SeededKMeans(4).fit(X, partial)
    np.testing.assert_array_equal(seeded.labels_, plain.labels_)
    assert seeded.n_iter_ == plain.n_iter_


def test_constrained_is_clamped_k_means_by_brute_force():
    X, _, partial = blobs(1, spread=6.0)
    held = partial >= 0
    centres, labels = means(X, partial, 4), None
    while True:
        found = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
        found[held] = partial[held]
        if labels is not None and (found == labels).all():
            break
        labels, centres = found, means(X, found, 4)
    np.testing.assert_array_equal(ConstrainedKMeans(4).fit(X, partial).labels_, labels)
    assert (SeededKMeans(4).fit(X, partial).labels_[held] != partial[held]).any()


@BOTH
def test_classes_are_numbered_in_sorted_order(cls):
    X, y, partial = blobs(2, spread=1.0)
    names = np.array(["d", "b", "a", "c"])[y].astype(object)
    names[partial < 0] = None
    labels = cls(4).fit(X, names).labels_
    rank = np.array([3, 1, 0, 2])[y]
    assert adjusted_rand_score(y, labels) == 1.0
    np.testing.assert_array_equal(labels, rank)
    numbers = np.where(partial >= 0, 10.0 * y, np.nan)
    np.testing.assert_array_equal(cls(4).fit(X, numbers).labels_, y)


@BOTH
def test_renaming_classes_changes_names_only(cls):
    X, _, partial = blobs(3)
    other = np.where(partial >= 0, (partial + 1) % 4, -1)
    first, second = cls(4).fit(X, partial), cls(4).fit(X, other)
    np.testing.assert_array_equal((first.labels_ + 1) % 4, second.labels_)


def test_all_labels_known_are_returned_in_one_iteration():
    X, y, _ = blobs(4, spread=8.0)
    model = ConstrainedKMeans(4).fit(X, y)
    np.testing.assert_array_equal(model.labels_, y)
    assert model.n_iter_ == 1
    wider = ConstrainedKMeans(6).fit(X, y)
    np.testing.assert_array_equal(wider.labels_, y)
    assert np.isfinite(wider.cluster_centers_).all()


@BOTH
def test_unknown_classes_start_farthest_from_the_known(cls):
    X = np.array([[0.0], [1.0], [9.0], [10.0], [20.0], [21.0]])
    model = cls(3).fit(X, [0, -1, -1, -1, -1, -1])
    assert model.labels_.tolist() == [0, 0, 2, 2, 1, 1]


@BOTH
def test_a_warm_start_keeps_centres_that_no_class_takes(cls):
    X, y, partial = blobs(5, spread=1.0)
    partial[(partial == 0) | (partial == 2)] = -1
    start = means(X, y, 4)[::-1].copy()
    model = cls(4, init=start).fit(X, partial)
    assert adjusted_rand_score(y, model.labels_) == 1.0
    known = partial >= 0
    np.testing.assert_array_equal(model.labels_[known], np.where(partial[known] == 1, 0, 1))


@BOTH
def test_pairs_count_as_classes_once_all_groups_are_apart(cls):
    X, y, _ = blobs(6, spread=1.0)
    rows = [np.flatnonzero(y == c)[:3] for c in range(3)]
    must = [(r[0], other) for r in rows for other in r[1:]]
    cannot = [(rows[0][0], rows[1][0]), (rows[0][0], rows[2][0]), (rows[1][0], rows[2][0])]
    model = cls(4).fit(X, ml=must, cl=cannot)
    assert adjusted_rand_score(y, model.labels_) == 1.0
    with pytest.raises(InputError, match=r"rows \d+ and \d+ belong together.*PCKMeans"):
        cls(4).fit(X, ml=must, cl=cannot[:2])
    both = cls(4).fit(X, np.where(np.isin(np.arange(120), rows[0]), 7, -1), ml=must, cl=cannot)
    assert (both.labels_[rows[0]] == 0).all()


@BOTH
def test_more_classes_than_clusters_are_refused(cls):
    X, _, partial = blobs()
    with pytest.raises(InputError, match=r"4 classes are known but n_clusters=3"):
        cls(3).fit(X, partial)


def test_contradictions_are_explained_by_the_hard_method_alone():
    X, _, _ = blobs()
    with pytest.raises(ConflictError, match="0"):
        ConstrainedKMeans(4).fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2)])
    assert SeededKMeans(4).fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2)]).converged_


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc"])
def test_more_labels_help_and_holding_them_helps_more(name):
    X, y = load(name, standardised=True)
    k = len(np.unique(y))
    plain = adjusted_rand_score(y, KMeans(k, random_state=0).fit(X).labels_)
    scores = {SeededKMeans: [], ConstrainedKMeans: []}
    for seed in range(5):
        partial = np.where(np.random.default_rng(seed).random(len(y)) < 0.5, y, -1)
        for cls, found in scores.items():
            found.append(adjusted_rand_score(y, cls(k).fit(X, partial).labels_))
    seeded, held = np.mean(scores[SeededKMeans]), np.mean(scores[ConstrainedKMeans])
    assert seeded > plain - 0.03
    assert held > max(seeded, plain) + 0.02


def test_labels_may_be_a_value_made_from_them():
    X, _, partial = blobs()
    by_value = ConstrainedKMeans(4).fit(X, constraints=Constraints.from_partial_labels(partial))
    by_labels = ConstrainedKMeans(4).fit(X, partial)
    assert adjusted_rand_score(by_value.labels_, by_labels.labels_) == 1.0


def test_labels_are_kept_where_must_links_join_their_classes():
    X, _, partial = blobs(7)
    heads = [int(np.flatnonzero(partial == c)[0]) for c in range(4)]
    free = np.flatnonzero(partial < 0)[:4]
    plain = SeededKMeans(4).fit(X, partial)
    chain = [(heads[0], free[0]), (free[0], heads[1])]
    with pytest.warns(UserWarning, match=rf"rows {min(heads[:2])} and \d+, .* labels are kept"):
        model = SeededKMeans(4).fit(X, partial, ml=chain)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert model.n_iter_ == plain.n_iter_
    with pytest.raises(ConflictError) as caught:
        ConstrainedKMeans(4).fit(X, partial, ml=chain)
    assert str(free[0]) in str(caught.value)


def test_pairs_that_agree_with_the_labels_still_count_beside_some_that_do_not():
    X, y, partial = blobs(8, spread=1.0)
    partial[y == 3] = -1
    heads = [int(np.flatnonzero(partial == c)[0]) for c in range(3)]
    free = [np.flatnonzero((partial < 0) & (y == c)) for c in range(4)]
    must = [(heads[2], free[2][0]), (free[3][0], free[3][1])]
    cannot = [(free[3][0], head) for head in heads]
    agreed = SeededKMeans(4).fit(X, partial, ml=must, cl=cannot)
    against = [(heads[0], heads[1]), (heads[0], free[0][0]), (free[0][0], free[1][0])]
    with pytest.warns(UserWarning, match="labels are kept"):
        disputed = SeededKMeans(4).fit(
            X, partial, ml=must + against, cl=[*cannot, (free[0][0], heads[2])]
        )
    np.testing.assert_array_equal(disputed.labels_, agreed.labels_)
    np.testing.assert_array_equal(disputed.objective_history_, agreed.objective_history_)


def test_with_nothing_known_it_is_as_good_as_plain_kmeans():
    X, _ = load_digits389()
    for seed in range(3):
        plain = KMeans(3, random_state=seed).fit(X)
        assert SeededKMeans(3, random_state=seed).fit(X).objective_ == plain.objective_


def test_a_dispute_elsewhere_leaves_must_links_to_rows_without_a_label_in_force():
    X, y = [[0.0], [1.0], [10.0], [11.0], [100.0], [20.0], [45.0]], [0, 0, 1, 1, 2, -1, -1]
    linked = [(4, 5)]
    agreed, unlinked = SeededKMeans(3).fit(X, y, ml=linked), SeededKMeans(3).fit(X, y)
    with pytest.warns(UserWarning, match="labels are kept"):
        disputed = SeededKMeans(3).fit(X, y, ml=[(0, 2), *linked])
    np.testing.assert_array_equal(disputed.objective_history_, agreed.objective_history_)
    assert not np.array_equal(unlinked.objective_history_, agreed.objective_history_)
