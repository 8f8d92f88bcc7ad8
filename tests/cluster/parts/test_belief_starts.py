"""Belief clustering: the linear view, starts from given labels, links of great weight."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.linear_model import Ridge
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import BeliefClustering, KMeans
from jupyter_sscluster.cluster._parts.belief.feature_models import fit_to
from jupyter_sscluster.cluster._parts.belief.linear_classes import RIDGES, linear_classes
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

# ------------------------------------------------------------------ the linear view


def ridge_without(A, classes, ridge):
    """Leave-one-out predictions and forms by as many fits of scikit-learn."""
    penalty, mean = ridge * (A**2).sum() / len(A), classes.mean(axis=0)

    def fitted(rows):
        return Ridge(penalty, fit_intercept=False).fit(A[rows], (classes - mean)[rows]).coef_.T

    places = np.arange(len(A))
    loo = [A[i] @ fitted(places[places != i]) + mean for i in places]
    limited = np.maximum(np.array(loo), 1e-3)
    return limited / limited.sum(axis=1, keepdims=True), fitted(places), mean


@pytest.mark.parametrize("n_rows", [5, 24])
def test_the_linear_view_predicts_placed_rows_as_without_them(n_rows):
    rng = np.random.default_rng(n_rows)
    X = rng.normal(size=(60, 8)) * np.geomspace(0.1, 9.0, 8)
    X -= X.mean(axis=0)
    rows = rng.choice(60, n_rows, replace=False)
    classes = rng.dirichlet(np.full(3, 0.3), size=n_rows)
    found = linear_classes(X, rows, classes)
    Z = np.column_stack([X / X.std(axis=0), np.ones(60)])
    tried = [ridge_without(Z[rows], classes, ridge) for ridge in RIDGES]
    fits = [fit_to(loo, np.arange(n_rows), classes) for loo, _, _ in tried]
    loo, forms, mean = tried[int(np.argmax(fits))]
    np.testing.assert_allclose(found.posterior[rows], loo, atol=1e-9)
    wanted = np.maximum(Z @ forms + mean, 1e-3)
    wanted /= wanted.sum(axis=1, keepdims=True)
    others = np.setdiff1d(np.arange(60), rows)
    np.testing.assert_allclose(found.posterior[others], wanted[others], atol=1e-9)
    np.testing.assert_allclose(found.classes.posterior(X), wanted, atol=1e-9)


def test_a_constant_feature_is_no_matter():
    X = np.column_stack([np.linspace(-1.0, 1.0, 9), np.zeros(9)])
    found = linear_classes(X, np.array([0, 8]), np.eye(2))
    assert np.isfinite(found.posterior).all()
    assert found.posterior[1].argmax() == 0 and found.posterior[7].argmax() == 1


def test_classes_along_a_weak_direction_are_found_by_what_is_placed():
    rng = np.random.default_rng(3)
    y = np.arange(300) % 2
    X = rng.normal(size=(300, 6))
    X[:, 1:3] += 4.0 * rng.integers(0, 2, size=(300, 2))
    X[:, 0] = 0.5 * X[:, 0] + 2.0 * y
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    one, two = np.flatnonzero(y == 0)[:14], np.flatnonzero(y == 1)[:14]
    pairs = {"ml": [*pairwise(one), *pairwise(two)], "cl": [(one[0], two[0])]}
    model = BeliefClustering(2, random_state=0).fit(X, **pairs)
    assert adjusted_rand_score(y, KMeans(2, random_state=0).fit(X).labels_) < 0.2
    assert adjusted_rand_score(y, model.labels_) > 0.8
    linear_and_mixture = [model.candidate_weights_[name] for name in ("linear", "mixture")]
    assert sum(linear_and_mixture) > 0.7
    np.testing.assert_array_equal(model.predict(X), model.posterior_.argmax(axis=1))


# ------------------------------------------------------------------ starts from given labels


def merged(seed=0):
    """Six groups, which a fit with answers finds, and the two nearest of them made one."""
    X, y = make_blobs(240, 3, centers=6, cluster_std=1.2, random_state=seed)
    first = BeliefClustering(6, random_state=0).fit(X, ml=[(0, int(np.flatnonzero(y == y[0])[1]))])
    means = np.array([X[first.labels_ == k].mean(axis=0) for k in range(6)])
    apart = ((means[:, None] - means) ** 2).sum(axis=2) + 1e9 * np.eye(6)
    a, b = sorted(divmod(int(apart.argmin()), 6))
    labels = np.where(first.labels_ == b, a, first.labels_)
    return X, y, np.unique(labels, return_inverse=True)[1], first.labels_, a, b


@pytest.mark.parametrize("seed", [2, 0, 1])
@pytest.mark.parametrize("n_links", [1, 20])
def test_clusters_that_no_answer_is_about_are_not_swallowed(seed, n_links):
    """Five overlapping clusters, two of them merged by links of the weight that a merge gives."""
    X, _ = make_blobs(600, 3, centers=5, cluster_std=1.8, random_state=seed)
    before = BeliefClustering(5, random_state=0).fit(X).labels_
    means = np.array([X[before == k].mean(axis=0) for k in range(5)])
    apart = ((means[:, None] - means) ** 2).sum(axis=2) + 1e9 * np.eye(5)
    a, b = divmod(int(apart.argmin()), 5)
    given = np.unique(np.where(before == b, a, before), return_inverse=True)[1]
    one, other = (np.flatnonzero(before == k)[:n_links] for k in (a, b))
    known = Constraints(600).add_pairs(np.column_stack([one, other]), "must", 100.0)
    model = BeliefClustering(4, labels_init=given, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(given, model.labels_) > 0.8


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_other_clusters_stay_where_two_are_made_one(seed):
    X, _, given, before, a, b = merged(seed)
    ends = [int(np.flatnonzero(before == k)[0]) for k in (a, b)]
    model = BeliefClustering(5, labels_init=given, random_state=0)
    found = model.fit(X, ml=[tuple(ends)]).labels_
    rest = ~np.isin(before, [a, b])
    both = np.unique(np.column_stack([given, found])[rest], axis=0, return_counts=True)
    assert rest.sum() - np.sort(both[1])[-4:].sum() <= 8
    afresh = BeliefClustering(5, random_state=0).fit(X, ml=[tuple(ends)]).labels_
    assert adjusted_rand_score(given, found) >= adjusted_rand_score(given, afresh) - 0.05


def test_given_labels_do_not_stand_against_the_answers():
    X, y = make_blobs(120, 2, centers=3, cluster_std=0.6, random_state=4)
    wrong = np.random.default_rng(0).permutation(y)
    placed = [np.flatnonzero(y == k)[:8] for k in range(3)]
    pairs = {
        "ml": [pair for rows in placed for pair in pairwise(rows)],
        "cl": [(placed[i][0], placed[j][0]) for i in range(3) for j in range(i)],
    }
    model = BeliefClustering(3, labels_init=wrong, random_state=0).fit(X, **pairs)
    assert adjusted_rand_score(y, model.labels_) == 1.0


@pytest.mark.parametrize(
    "given", [[0, 1], [0, 0, 0, 0], [0, 1, 2, 1], [0.5, 1, 0, 1], [[0, 1, 0, 1]], "0101"]
)
def test_labels_that_are_no_clusters_of_the_rows_are_refused(given):
    model = BeliefClustering(2, labels_init=given)
    with pytest.raises(InputError, match="labels of an earlier fit"):
        model.fit([[0.0], [1.0], [5.0], [6.0]], ml=[(0, 1)])


# ------------------------------------------------------------------ links of great weight


@pytest.mark.parametrize("seed", [6, 113])
def test_links_of_weight_100_are_kept_as_well_as_may_be(seed):
    rng = np.random.default_rng(seed)
    n_clusters = int(rng.integers(3, 5))
    X, y = make_blobs(40, centers=4, random_state=seed, cluster_std=5)
    pairs = rng.integers(0, 40, (70, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    same = (y[pairs[:, 0]] == y[pairs[:, 1]]) ^ (rng.random(len(pairs)) < 0.04)
    weights = {
        "must_weights": np.full(same.sum(), 100.0),
        "cannot_weights": np.full((~same).sum(), 100.0),
    }
    known = Constraints(40, pairs[same], pairs[~same], conflicts="soft", **weights)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        kept = BeliefClustering(n_clusters, n_init=1, random_state=0).fit(X, constraints=known)
    loose = BeliefClustering(n_clusters, n_init=1, keep_stated=False, random_state=0)
    loose.fit(X, constraints=known)
    stated = stated_pairs(known)
    assert stated.violated(kept.labels_).sum() <= stated.violated(loose.labels_).sum()
