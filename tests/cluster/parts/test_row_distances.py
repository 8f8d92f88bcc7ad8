"""Hierarchies by other distances than Euclid's, and forests drawn as trees."""

from functools import partial

import numpy as np
import pytest
from naive_linkage import (
    REDUCE,
    as_partition,
    case,
    components,
    linkage_of,
    minkowski,
    none_between,
    partitions,
    quietly,
)
from scipy.cluster.hierarchy import dendrogram as scipy_dendrogram, fcluster, is_valid_linkage
from scipy.spatial.distance import cdist

from jupyter_sscluster._row_metric import RowMetric
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedAgglomerative, ConstrainedCompleteLink
from jupyter_sscluster.constraints import Constraints


@pytest.mark.parametrize("metric", ["manhattan", "chebyshev", "cosine"])
@pytest.mark.parametrize("linkage", ["single", "complete", "average"])
def test_by_other_distances_the_merges_are_those_of_the_greedy_method(linkage, metric):
    for seed in range(50):
        X, known = case(seed)
        X += 2.0 * np.abs(X).max()
        model = ConstrainedAgglomerative(1, linkage=linkage, metric=metric)
        quietly(model, X, constraints=known)
        found, heights = partitions(
            components(known),
            lambda a, b, X=X: linkage_of(X, list(a), list(b), linkage, metric),
            none_between(known),
        )
        np.testing.assert_allclose(
            model.dendrogram_[14 - known.n_components :, 2], heights, rtol=1e-9, atol=1e-14
        )
        assert as_partition(model.labels_) == found[-1]
        new = X[:5] * np.array([1.3, 0.8])
        apart = cdist(new, X, {"manhattan": "cityblock"}.get(metric, metric))
        np.testing.assert_array_equal(model.predict(new), model.labels_[apart.argmin(axis=1)])


@pytest.mark.parametrize("linkage", ["single", "complete", "average"])
@pytest.mark.parametrize("p", [1, 1.5, 2.0, 3, 7.25])
def test_by_minkowski_the_merges_are_those_of_the_greedy_method(linkage, p):
    for seed in range(20):
        X, known = case(seed)
        model = ConstrainedAgglomerative(1, linkage=linkage, metric="minkowski", p=p)
        quietly(model, X, constraints=known)
        found, heights = partitions(
            components(known),
            lambda a, b, X=X: REDUCE[linkage]([minkowski(X[i], X[j], p) for i in a for j in b]),
            none_between(known),
        )
        np.testing.assert_allclose(
            model.dendrogram_[14 - known.n_components :, 2], heights, rtol=1e-9, atol=1e-14
        )
        assert as_partition(model.labels_) == found[-1]
        new = X[:5] * np.array([1.3, 0.8])
        nearest = [min(range(14), key=lambda i, x=x, X=X: minkowski(x, X[i], p)) for x in new]
        np.testing.assert_array_equal(model.predict(new), model.labels_[nearest])


def by_the_spread_of(X, metric):
    """The distance of rows by the variances or the covariance of `X`, as SciPy has it."""
    if metric == "seuclidean":
        return partial(cdist, metric=metric, V=X.var(axis=0, ddof=1))
    return partial(cdist, metric=metric, VI=np.linalg.inv(np.cov(X.T)))


@pytest.mark.parametrize("linkage", ["single", "complete", "average"])
@pytest.mark.parametrize("metric", ["seuclidean", "mahalanobis"])
def test_by_the_spread_of_the_rows_the_merges_are_those_of_the_greedy_method(linkage, metric):
    for seed in range(20):
        X, known = case(seed)
        X = X * np.geomspace(1e-3, 1e5, X.shape[1]) + 7.0
        model = ConstrainedAgglomerative(1, linkage=linkage, metric=metric)
        quietly(model, X, constraints=known)
        apart = by_the_spread_of(X, metric)
        D = apart(X, X)
        found, heights = partitions(
            components(known),
            lambda a, b, D=D: REDUCE[linkage](D[np.ix_(a, b)]),
            none_between(known),
        )
        np.testing.assert_allclose(
            model.dendrogram_[14 - known.n_components :, 2], heights, rtol=1e-9, atol=1e-14
        )
        assert as_partition(model.labels_) == found[-1]
        # New rows are measured by the spread of those of the fit.
        new = X[:5] * np.linspace(0.8, 1.3, X.shape[1])
        np.testing.assert_array_equal(
            model.predict(new), model.labels_[apart(new, X).argmin(axis=1)]
        )


@pytest.mark.parametrize("metric", ["seuclidean", "mahalanobis"])
def test_the_spread_is_that_of_the_rows_that_are_no_noise(metric):
    X, _ = case(3)
    far = np.vstack([1e3 * np.ones((1, X.shape[1])), X])
    kept = quietly(ConstrainedCompleteLink(3, metric=metric), X)
    model = ConstrainedCompleteLink(3, metric=metric)
    quietly(model, far, constraints=Constraints(len(far), noise=[0]))
    np.testing.assert_array_equal(model.labels_[1:], kept.labels_)
    np.testing.assert_allclose(model.dendrogram_, kept.dendrogram_, rtol=1e-9)


@pytest.mark.parametrize("metric", ["seuclidean", "mahalanobis"])
def test_units_of_features_and_constant_ones_change_no_distance(metric):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3))
    expected = by_the_spread_of(X, metric)(X, X)
    for units in ([1.0, 1.0, 1.0], [1e-200, 1.0, 1e200], [1e-305, 1e-300, 1e305]):
        Z = np.column_stack([X * units, np.full(30, 0.1)])
        by = RowMetric.of(Z, metric)
        mapped = by.mapped(Z)
        np.testing.assert_allclose(by.between(mapped, mapped), expected, rtol=1e-9, atol=1e-12)
    same = RowMetric.of(np.ones((4, 2)), metric)
    assert not same.between(*[same.mapped(np.ones((4, 2)))] * 2).any()


def test_mahalanobis_distance_of_correlated_features_keeps_its_digits():
    rng = np.random.default_rng(1)
    u, v = rng.normal(size=(2, 40))
    # Where the covariance is inverted, 1e-7 squared is lost beside 1.
    X = np.column_stack([u, u + 1e-7 * v])
    by = RowMetric.of(X, "mahalanobis")
    apart = by_the_spread_of(np.column_stack([u, v]), "mahalanobis")
    expected = apart(np.column_stack([u, v]), np.column_stack([u, v]))
    np.testing.assert_allclose(by.between(by.mapped(X), by.mapped(X)), expected, rtol=1e-6)


@pytest.mark.parametrize("p", [1.0, 1.5, 3.0, 400.0])
def test_minkowski_s_distance_is_that_of_scipy_and_loses_no_small_ones(p):
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(2, 30, 4))
    by = RowMetric.of(A, "minkowski", p)
    if p < 100.0:
        np.testing.assert_allclose(by.between(A, B), cdist(A, B, "minkowski", p=p), rtol=1e-12)
    for size in (1e-200, 1e-3, 1e150):
        np.testing.assert_allclose(by.between(size * A, size * B), size * by.between(A, B))
    assert (by.between(A, A) == by.between(A, A).T).all() and not by.between(A, A).diagonal().any()
    assert (by.between(A, B) >= cdist(A, B, "chebyshev")).all()
    # (Σ |a - b|ᵖ)^(1/p) of four features is at most 4^(1/p) times the largest difference.
    assert (by.between(A, B) <= 4 ** (1 / p) * cdist(A, B, "chebyshev") * (1 + 1e-12)).all()


@pytest.mark.parametrize("name", ["manhattan", "euclidean"])
def test_minkowski_with_powers_that_have_a_name_is_that_metric(name):
    p = {"manhattan": 1.0, "euclidean": 2.0}[name]
    for seed in range(5):
        X, known = case(seed)
        for kind in (partial(ConstrainedAgglomerative, linkage="average"), ConstrainedCompleteLink):
            one = quietly(kind(3, metric=name), X, constraints=known)
            other = quietly(kind(3, metric="minkowski", p=p), X, constraints=known)
            np.testing.assert_array_equal(one.dendrogram_, other.dendrogram_)
            np.testing.assert_array_equal(one.predict(1.1 * X), other.predict(1.1 * X))


def test_distances_that_do_not_go_with_a_linkage_or_with_a_row_are_refused():
    X = [[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]]
    with pytest.raises(InputError, match="metric='manhattan' does not go with linkage='ward'"):
        ConstrainedAgglomerative(2, metric="manhattan").fit(X)
    with pytest.raises(InputError, match="row 0 of X is 0 everywhere"):
        ConstrainedAgglomerative(2, metric="cosine", linkage="average").fit(X)
    with pytest.raises(InputError, match="one of 'euclidean', 'manhattan', 'chebyshev'"):
        ConstrainedCompleteLink(2, metric="cosine").fit(X)
    for wrong in (0.5, np.nan, np.inf, "2"):
        with pytest.raises(InputError, match=f"p={wrong!r} must be a number >= 1"):
            ConstrainedCompleteLink(2, metric="minkowski", p=wrong).fit(X)
    with pytest.raises(InputError, match="metric='mahalanobis' does not go with linkage='ward'"):
        ConstrainedAgglomerative(2, metric="mahalanobis").fit(X)
    refused = "2 features vary, and 3 rows vary in 1 directions only; leave out .*'seuclidean'"
    with pytest.raises(InputError, match=refused):
        ConstrainedCompleteLink(2, metric="mahalanobis").fit([[0.0, 1.0], [1.0, 3.0], [3.0, 7.0]])


def test_a_forest_is_drawn_as_one_tree():
    for seed in range(50):
        X, known = case(seed)
        model = quietly(ConstrainedAgglomerative(3, dead_end="lookahead"), X, constraints=known)
        tree, forest = model.linkage_matrix(), model.dendrogram_
        assert is_valid_linkage(tree) and len(tree) == 13
        np.testing.assert_array_equal(tree[: len(forest)], forest)
        rest = tree[len(forest) :, 2]
        if len(rest):
            assert np.ptp(rest) == 0.0 and rest[0] > forest[:, 2].max(initial=0.0)
        clusters = fcluster(tree, 14 - len(forest), "maxclust")
        assert as_partition(clusters) == as_partition(model.labels_at(14 - len(forest)))
        leaves = scipy_dendrogram(tree, no_plot=True)["leaves"]
        assert sorted(leaves) == list(range(14))
