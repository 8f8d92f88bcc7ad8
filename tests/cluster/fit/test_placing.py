"""Where rows lie among clusters that were made without them: against the formulas, row by row."""

import numpy as np
import pytest

from jupyter_sscluster.cluster.fit.placing import OWN, placed
from jupyter_sscluster.cluster.fit.posterior_after_answers import posterior_of_clusters


def clusters(seed, n=90, d=3, k=3):
    rng = np.random.default_rng(seed)
    labels = rng.integers(k, size=n)
    labels[:k] = np.arange(k)
    mix = rng.normal(size=(d, d))
    return 2 * rng.normal(size=(k, d))[labels] + rng.normal(size=(n, d)) @ mix, labels


def by_hand(X, labels, new):
    """P(k | x) and far, with the covariance of GROWING: S + d s I over N + d."""
    n, d = X.shape
    k = labels.max() + 1
    means = np.array([X[labels == c].mean(axis=0) for c in range(k)])
    S = sum((X[labels == c] - means[c]).T @ (X[labels == c] - means[c]) for c in range(k))
    N = n - k
    s = np.trace(S) / (N * d)
    A = s * np.linalg.inv((S + d * s * np.eye(d)) / (N + d))

    def distances(rows):
        return np.array([[(x - m) @ A @ (x - m) for m in means] for x in rows])

    own = distances(X)[np.arange(n), labels]
    variance = own.sum() / (n * d)
    logs = np.log(np.bincount(labels) / n) - 0.5 * distances(new) / variance
    posterior = np.exp(logs - logs.max(axis=1, keepdims=True))
    limits = [
        np.sort(own[labels == c])[int(np.ceil(OWN * (labels == c).sum())) - 1] for c in range(k)
    ]
    return posterior / posterior.sum(axis=1, keepdims=True), (distances(new) > limits).all(axis=1)


@pytest.mark.parametrize("seed", range(5))
def test_rows_lie_as_the_formulas_say(seed):
    X, labels = clusters(seed)
    new = 4 * np.random.default_rng(seed + 9).normal(size=(40, 3))
    whole = np.concatenate([X, new])
    found = placed(whole, np.concatenate([labels, np.full(40, -1)]), np.arange(90, 130))
    posterior, far = by_hand(X, labels, new)
    np.testing.assert_allclose(found.posterior, posterior, atol=1e-9)
    assert found.far.tolist() == far.tolist() and 0 < far.sum() < 40
    assert found.labels.tolist() == posterior.argmax(axis=1).tolist()
    assert found.clear.tolist() == ((posterior.max(axis=1) >= 0.9) & ~far).tolist()


def test_rows_of_the_clusters_have_their_own_posterior():
    X, labels = clusters(3)
    found = placed(X, labels, np.arange(90))
    np.testing.assert_allclose(found.posterior, posterior_of_clusters(X, labels), atol=1e-12)


def test_numbers_of_clusters_may_have_gaps():
    X, labels = clusters(1)
    found = placed(X, 2 * labels + 1, np.arange(90), by=np.arange(60))
    again = placed(X[:60], labels[:60], np.arange(60))
    assert {*found.labels.tolist()} <= {1, 3, 5}
    np.testing.assert_allclose(found.posterior[:60], again.posterior)


def test_clusters_without_width():
    X = np.array([[0.0], [0.0], [5.0], [5.0], [1.0], [5.0]])
    found = placed(X, np.array([0, 0, 1, 1, -1, -1]), np.array([4, 5]))
    assert found.labels.tolist() == [0, 1] and found.far.tolist() == [True, False]
