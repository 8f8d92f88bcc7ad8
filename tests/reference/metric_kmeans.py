"""MPCK-means as it is defined, pair by pair: slow, and without any of its shortcuts."""

import numpy as np

from jupyter_sscluster.cluster import KMeans


def squared(v, A):
    """‖v‖² under a vector of weights or a matrix."""
    return float((v * A * v).sum() if A.ndim == 1 else v @ A @ v)


def log_det(A):
    return float(np.log(A).sum() if A.ndim == 1 else np.linalg.slogdet(A)[1])


def diameters(X, metrics):
    apart = (X[:, None] - X).reshape(-1, X.shape[1])
    moved = (apart * A if A.ndim == 1 else apart @ A for A in metrics)
    return [float((M * apart).sum(axis=1).max()) for M in moved]


def box(X, A):
    """Squared diagonal of the box along the axes of a metric."""
    if A.ndim == 1:
        return float((A * np.ptp(X, axis=0) ** 2).sum())
    values, vectors = np.linalg.eigh(A)
    return float((np.ptp(X @ vectors, axis=0) ** 2 * values).sum())


def violation_cost(X, labels, metrics, pairs, largest):
    """`pairs` are (i, j, weight, whether together); `metrics` and `largest` one per cluster."""
    total = 0.0
    for i, j, weight, together in pairs:
        a, b, apart = labels[i], labels[j], X[i] - X[j]
        if together and a != b:
            total += weight * 0.5 * (squared(apart, metrics[a]) + squared(apart, metrics[b]))
        elif not together and a == b:
            price = largest[a] - squared(apart, metrics[a])
            assert price >= -1e-9 * largest[a]
            total += weight * price
    return total


def objective(X, labels, centres, metrics, pairs, largest, prior=(0.0, 1.0), single=True):
    """J of the definition, plus the prior (pseudo-points, variance) of each metric."""
    total = violation_cost(X, labels, metrics, pairs, largest)
    for x, c in zip(X, labels, strict=True):
        total += squared(x - centres[c], metrics[c]) - log_det(metrics[c])
    for A in metrics[:1] if single else metrics:
        trace = A.sum() if A.ndim == 1 else np.trace(A)
        total += prior[0] * (prior[1] * trace - log_det(A))
    return total


def mean_cost(X, centres):
    """Mean squared distance to the centre after five iterations of k-means."""
    short = KMeans(len(centres), init=centres, max_iter=5).fit(X)
    return short.objective_ / len(X)


class MetricKMeans:
    """No pairs, one full metric with a prior worth as many points as there are features."""

    def __init__(self, n_clusters, init):
        self.n_clusters, self.init = n_clusters, np.asarray(init)

    def fit(self, X):
        n, d = X.shape
        variance = mean_cost(X, self.init) / d
        centres, A, labels = self.init, np.eye(d) / variance, None
        while True:
            apart = X[:, None] - centres
            found = np.einsum("nki,ij,nkj->nk", apart, A, apart).argmin(axis=1)
            if labels is not None and (found == labels).all():
                break
            labels = found
            centres = np.array([X[labels == k].mean(axis=0) for k in range(self.n_clusters)])
            apart = X - centres[labels]
            A = (n + d) * np.linalg.inv(apart.T @ apart + d * variance * np.eye(d))
        self.labels_ = labels
        self.objective_ = objective(
            X, labels, centres, [A] * self.n_clusters, [], None, (d, variance)
        )
        return self
