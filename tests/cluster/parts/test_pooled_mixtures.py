"""Mixtures of one covariance beside EM written out, and placed rows by clusters without them."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from jupyter_sscluster.cluster._parts.belief.pooled_mixtures import pooled_mixtures


def clusters_of(X, R, isotropic, changed=None):
    """Shares of rows, means and covariance; of `changed` rows' shares the covariance takes .8."""
    n, d = X.shape

    def moments(R):
        sizes = R.sum(axis=0)
        means = (R.T @ X) / sizes[:, None]
        scatter = sum(
            R[i, k] * np.outer(X[i] - means[k], X[i] - means[k])
            for i in range(n)
            for k in range(R.shape[1])
        )
        return sizes / n, means, scatter / n

    sizes, means, S = moments(R)
    shrunk = 0.8 * S + 0.2 * np.diag(np.diag(S))
    if changed is not None:
        sizes, means, without = moments(changed)
        shrunk += without - S if isotropic else 0.8 * (without - S)
    shrunk += 0.01 * (X**2).sum() / X.size * np.eye(d)
    return sizes, means, np.eye(d) * np.trace(shrunk) / d if isotropic else shrunk


def posterior_of(X, sizes, means, S):
    dense = [w * multivariate_normal(m, S).pdf(X) for w, m in zip(sizes, means, strict=True)]
    dense = np.array(dense).reshape(len(sizes), -1).T
    return dense / dense.sum(axis=1, keepdims=True)


def by_em(X, R, rows, known, isotropic):
    """Posterior, shares after the last step and before it, and covariance."""
    R = R.copy()
    R[rows] = known
    for _ in range(15):
        fitted = clusters_of(X, R, isotropic)
        before, F = R, posterior_of(X, *fitted)
        R = F.copy()
        R[rows] = known
        if np.abs(R - before).max() < 1e-3:
            break
    return F, R, before, fitted[2]


def data(k=2, n=40):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 3)) * [2.0, 1.0, 0.5]
    return X - X.mean(axis=0), rng.dirichlet(np.ones(k), n), rng.dirichlet(np.ones(k), n)


@pytest.mark.parametrize("isotropic", [True, False])
def test_the_mixture_is_that_of_the_em_algorithm(isotropic):
    X, shares, other = data()
    rows, known = np.array([3, 9, 20]), np.array([[1.0, 0.0], [0.2, 0.8], [0.0, 1.0]])
    _, found = pooled_mixtures(X, [other, shares], rows, known, isotropic=isotropic)
    F, R, _, S = by_em(X, shares, rows, known, isotropic)
    left = np.delete(np.arange(40), rows)
    np.testing.assert_allclose(found.posterior[left], F[left], atol=1e-6)
    np.testing.assert_allclose(found.shares, R, atol=1e-6)
    np.testing.assert_allclose(found.root @ found.root.T, np.linalg.inv(S), rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(found.clusters.posterior(X), F, atol=1e-6)


@pytest.mark.parametrize("isotropic", [True, False])
def test_a_placed_row_is_predicted_by_clusters_without_it(isotropic):
    X, shares, _ = data(k=3)
    rows = np.array([3, 9, 20, 31])
    known = np.array([[1.0, 0.0, 0.0], [0.1, 0.8, 0.1], [0.0, 0.0, 1.0], [0.96, 0.02, 0.02]])
    (found,) = pooled_mixtures(X, [shares], rows, known, isotropic=isotropic)
    F, _, before, _ = by_em(X, shares, rows, known, isotropic)
    for row, classes in zip(rows, known, strict=True):
        changed = before.copy()
        changed[row] = 0.0
        without = posterior_of(X[[row]], *clusters_of(X, before, isotropic, changed))[0]
        np.testing.assert_allclose(found.posterior[row], without, atol=1e-6)
        assert found.posterior[row, classes.argmax()] < F[row, classes.argmax()]


def test_a_row_without_answers_is_not_left_out():
    X, shares, _ = data()
    rows, known = np.array([3, 9, 20]), np.eye(2)[[0, 1, 0]]
    (all_left_out,) = pooled_mixtures(X, [shares], rows, known)
    (found,) = pooled_mixtures(X, [shares], rows, known, n_stand_ins=2)
    np.testing.assert_allclose(found.posterior[3], all_left_out.posterior[3], atol=1e-12)
    inside = found.clusters.posterior(X[[9, 20]])
    np.testing.assert_allclose(found.posterior[[9, 20]], inside, atol=1e-12)
    (found,) = pooled_mixtures(X, [shares], rows, known, n_stand_ins=3)
    np.testing.assert_allclose(found.posterior, found.clusters.posterior(X), atol=1e-12)


@pytest.mark.parametrize("isotropic", [True, False])
@pytest.mark.parametrize("belief", [0.85, 0.95])
def test_an_uncertain_row_is_left_out_of_all_clusters_where_features_are_many(belief, isotropic):
    rng = np.random.default_rng(0)
    y = np.arange(60) % 4
    X = 3.0 * rng.normal(size=(4, 150))[y] / np.sqrt(10) + rng.normal(size=(60, 150))
    X -= X.mean(axis=0)
    shares, placed = np.eye(4)[y], np.arange(0, 60, 3)
    known = np.full((20, 4), (1.0 - belief) / 3)
    known[np.arange(20), y[placed]] = belief
    (found,) = pooled_mixtures(X, [shares], placed, known, isotropic=isotropic)
    assert (found.posterior[placed, y[placed]] > 0.99).all()


def test_a_placed_row_alone_in_its_cluster_stays_in_it():
    X = np.array([[-1.0, 0.0], [-1.1, 0.1], [-0.9, -0.1], [3.0, 0.0]])
    X -= X.mean(axis=0)
    shares = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]])
    (found,) = pooled_mixtures(X, [shares], np.array([3]), shares[[3]])
    np.testing.assert_allclose(found.posterior, found.clusters.posterior(X), atol=1e-12)


@pytest.mark.parametrize("isotropic", [True, False])
@pytest.mark.parametrize(("n", "d", "k"), [(6, 30, 2), (6, 30, 1), (4, 2, 2), (40, 3, 1)])
def test_few_rows_many_features_or_one_cluster(n, d, k, isotropic):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, d))
    X[:, 0] = 0.0
    X -= X.mean(axis=0)
    shares = np.eye(k)[np.arange(n) % k]
    placed = np.arange(n - 1)
    (found,) = pooled_mixtures(X, [shares], placed, shares[placed], isotropic=isotropic)
    assert (found.posterior >= 0.0).all()
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1.0)


@pytest.mark.parametrize(("n", "d", "k"), [(40, 1, 1), (40, 2, 3), (3000, 2, 3)])
def test_a_start_ends_alike_alone_and_beside_others(n, d, k):
    rng = np.random.default_rng(0)
    X, rows, known = rng.normal(size=(n, d)), np.array([1, 5]), np.full((2, k), 1.0 / k)
    X[:, -1] *= d > 1  # a constant column, where there is another
    starts = [rng.dirichlet(np.ones(k), n) for _ in range(3)]
    beside = pooled_mixtures(X, starts, rows, known)
    left = np.delete(np.arange(n), rows)
    for start, found in zip(starts, beside, strict=True):
        (alone,) = pooled_mixtures(X, [start], rows, known)
        np.testing.assert_allclose(found.shares, alone.shares, atol=1e-10)
        np.testing.assert_allclose(found.posterior, alone.posterior, atol=1e-10)
        np.testing.assert_allclose(found.posterior.sum(axis=1), 1.0)
        outside = found.clusters.posterior(X[left])
        np.testing.assert_allclose(outside, found.posterior[left], atol=1e-12)
