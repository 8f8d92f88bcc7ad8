"""What clusters say of rows where only their labels are known."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.stats import multivariate_normal

from jupyter_sscluster.cluster.fit.posterior_after_answers import posterior_of_clusters


def by_densities(X, labels):
    """Bayes' rule with Gaussians of one covariance, (S + d s I) / (N + d), as wide as they are."""
    (n, d), k = X.shape, labels.max() + 1
    means = np.array([X[labels == c].mean(axis=0) for c in range(k)])
    apart = X - means[labels]
    S, N = apart.T @ apart, n - k
    s = np.trace(S) / (N * d)
    C = (S + d * s * np.eye(d)) / (N + d)
    # So wide that the rows are, on the mean, as far from their means as the covariance says.
    C *= np.einsum("ij,jk,ik->i", apart, np.linalg.inv(C), apart).mean() / d
    found = np.empty((n, k))
    for c in range(k):
        found[:, c] = np.mean(labels == c) * multivariate_normal(means[c], C).pdf(X)
    return found / found.sum(axis=1, keepdims=True)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_it_is_bayes_rule_with_densities_of_one_covariance(seed):
    rng = np.random.default_rng(seed)
    k, d = int(rng.integers(2, 5)), int(rng.integers(1, 6))
    labels = np.r_[np.arange(k), np.arange(k), rng.integers(0, k, 30)]
    X = (
        rng.normal(size=(len(labels), d)) @ rng.normal(size=(d, d))
        + rng.normal(size=(k, d))[labels]
    )
    assert posterior_of_clusters(X, labels) == pytest.approx(by_densities(X, labels), abs=1e-8)


def test_points_without_any_width_belong_where_they_are():
    X = np.array([[0.0, 1.0], [0.0, 1.0], [3.0, 1.0]])
    assert posterior_of_clusters(X, np.array([0, 0, 1])).round(9).tolist() == [
        [1, 0],
        [1, 0],
        [0, 1],
    ]


def test_more_features_than_rows_are_no_obstacle():
    X = np.random.default_rng(0).normal(size=(8, 20))
    found = posterior_of_clusters(X, np.repeat([0, 1], 4))
    assert np.isfinite(found).all() and found.sum(axis=1) == pytest.approx(1.0)
