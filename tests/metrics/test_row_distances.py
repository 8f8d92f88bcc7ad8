"""Silhouettes and Dunn's index by the distances of the studies, against all pairs by SciPy."""

from itertools import combinations

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.metrics import silhouette_samples

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.metrics import dunn, silhouette, silhouettes

METRICS = [
    ("euclidean", 2.0),
    ("manhattan", 2.0),
    ("chebyshev", 2.0),
    ("minkowski", 1.0),
    ("minkowski", 1.5),
    ("minkowski", 2),
    ("minkowski", 7.0),
    ("seuclidean", 2.0),
    ("mahalanobis", 2.0),
]


def case(seed):
    """Rows of features in several units, in clusters of which one is a single row."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 4, 40)
    labels[0] = 9
    X = rng.normal(size=(40, 3)) + 2.0 * rng.normal(size=(10, 3))[labels]
    return (X @ rng.normal(size=(3, 3))) * [1e-2, 1.0, 30.0] + 5.0, labels


def apart(A, B, X, metric, p):
    """Distances by SciPy, variances and covariance being those of `X`."""
    given = {
        "minkowski": {"p": p},
        "seuclidean": {"V": X.var(axis=0, ddof=1)},
        "mahalanobis": {"VI": np.linalg.inv(np.cov(X.T))},
    }.get(metric, {})
    return cdist(A, B, {"manhattan": "cityblock"}.get(metric, metric), **given)


@pytest.mark.parametrize(("metric", "p"), METRICS)
def test_silhouettes_are_those_of_scikit_learn_on_the_distances(metric, p):
    for seed in range(10):
        X, labels = case(seed)
        expected = silhouette_samples(apart(X, X, X, metric, p), labels, metric="precomputed")
        found = silhouettes(X, labels, metric=metric, p=p)
        np.testing.assert_allclose(found, expected, atol=1e-10)
        assert silhouette(X, labels, metric=metric, p=p) == pytest.approx(found.mean(), abs=1e-12)
        some = np.arange(0, 40, 2)
        np.testing.assert_array_equal(
            silhouettes(X, labels, rows=some, metric=metric, p=p),
            silhouettes(X[some], labels[some], metric=metric, p=p),
        )


def brute_dunn(X, labels, variant, metric, p):
    groups = [X[labels == k] for k in np.unique(labels)]
    centres = np.array([g.mean(axis=0) for g in groups])
    if variant == "points":
        gap = min(apart(a, b, X, metric, p).min() for a, b in combinations(groups, 2))
    else:
        gap = apart(centres, centres, X, metric, p)[~np.eye(len(centres), dtype=bool)].min()
    if variant == "centroids":
        both = zip(groups, centres, strict=True)
        return gap / max(2.0 * apart(g, c[None], X, metric, p).mean() for g, c in both)
    return gap / max(apart(g, g, X, metric, p).max() for g in groups)


@pytest.mark.parametrize("variant", ["points", "centroids", "centroids over diameters"])
@pytest.mark.parametrize(("metric", "p"), METRICS)
def test_dunn_is_that_of_all_pairs(metric, p, variant):
    for seed in range(10):
        X, labels = case(seed)
        expected = brute_dunn(X, labels, variant, metric, p)
        found = dunn(X, labels, variant=variant, metric=metric, p=p)
        assert found == pytest.approx(expected, rel=1e-9)
        some = np.arange(0, 40, 2)
        assert dunn(X, labels, rows=some, variant=variant, metric=metric, p=p) == dunn(
            X[some], labels[some], variant=variant, metric=metric, p=p
        )


def test_of_more_rows_than_are_held_at_a_time_all_are_measured(monkeypatch):
    X, labels = case(1)
    whole = [f(X, labels, metric="minkowski", p=3.0) for f in (silhouette, dunn)]
    monkeypatch.setattr("jupyter_sscluster.metrics._row_distances._ENTRIES", 90)
    assert [f(X, labels, metric="minkowski", p=3.0) for f in (silhouette, dunn)] == whole


def test_a_sample_is_measured_by_the_spread_of_all_rows():
    X, labels = case(2)
    kept = np.sort(np.random.default_rng(0).choice(40, 25, replace=False))
    D = apart(X[kept], X[kept], X, "mahalanobis", 2.0)
    expected = silhouette_samples(D, labels[kept], metric="precomputed").mean()
    found = silhouette(X, labels, sample_size=25, metric="mahalanobis")
    assert found == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("size", [1e-150, 1e250])
@pytest.mark.parametrize(("metric", "p"), [*METRICS, ("minkowski", 400.0)])
def test_no_unit_of_the_data_changes_a_score(metric, p, size):
    X, labels = case(3)
    for score in (silhouette, dunn):
        expected = score(X, labels, metric=metric, p=p)
        assert score(size * X, labels, metric=metric, p=p) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("metric", "p"), METRICS)
def test_where_they_are_not_defined_they_are_as_by_euclid(metric, p):
    X = [[0.0, 0.0], [1.0, 0.0], [5.0, 3.0], [1.0, 4.0]]
    for labels in ([0, 0, 0, 0], [0, 1, 2, 3]):
        assert silhouette(X, labels, metric=metric, p=p) == 0.0
        assert not silhouettes(X, labels, metric=metric, p=p).any()
    assert np.isnan(dunn(X, [0, 0, 0, 0], metric=metric, p=p))
    assert dunn(X, [0, 1, 2, 3], metric=metric, p=p) == np.inf
    equal = np.ones((4, 2))
    assert not silhouettes(equal, [0, 0, 1, 1], metric=metric, p=p).any()
    assert dunn(equal, [0, 0, 1, 1], metric=metric, p=p) == 0.0


@pytest.mark.parametrize("score", [silhouette, silhouettes, dunn])
def test_other_metrics_and_powers_are_refused(score):
    X, labels = [[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]], [0, 0, 1]
    with pytest.raises(InputError, match="metric='cosine' must be one of 'euclidean', 'manh"):
        score(X, labels, metric="cosine")
    for wrong in (0.5, np.nan, "3"):
        with pytest.raises(InputError, match=f"p={wrong!r} must be a number >= 1"):
            score(X, labels, metric="minkowski", p=wrong)
    with pytest.raises(InputError, match="3 rows vary in 1 directions only; leave out"):
        score(X, labels, metric="mahalanobis")
