"""Kernel k-means by rows of its space, against the formulas on the table of all pairs."""

import itertools
import warnings

import numpy as np
import pytest
from hard_input import HARD_ROWS
from numpy.testing import assert_allclose, assert_array_equal
from priorities import assigned_by_hand
from random_pairs import noisy
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import BoostedEnsemble, KMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.ensemble import kernel_space
from jupyter_sscluster.cluster.ensemble.kernel_space import kernel_rows
from jupyter_sscluster.cluster.ensemble.weak_learner import WeakLearner, shares
from jupyter_sscluster.constraints import Constraints


def by_hand(X, rank):
    """k_ij by its formula, pair by pair."""
    n = len(X)
    apart = [[float(np.linalg.norm(X[i] - X[j])) for j in range(n)] for i in range(n)]
    scale = [sorted(apart[i][:i] + apart[i][i + 1 :])[min(rank, n - 1) - 1] for i in range(n)]
    K = np.ones((n, n))
    for i, j in itertools.product(range(n), repeat=2):
        if apart[i][j]:
            both = scale[i] * scale[j]
            K[i, j] = np.exp(-(apart[i][j] ** 2) / both) if both else 0.0
    return K


def psd(K):
    """K less what its least eigenvalue is below 0, on the diagonal."""
    return K + max(0.0, -np.linalg.eigvalsh(K)[0]) * np.eye(len(K))


def to_means(K, labels, k):
    """Squared distances of all rows to the means of the clusters, in the kernel's space."""
    columns = []
    for c in range(k):
        own = np.flatnonzero(labels == c)
        within = sum(K[i, j] for i in own for j in own) / len(own) ** 2
        columns.append(K.diagonal() - 2.0 / len(own) * K[:, own].sum(axis=1) + within)
    return np.stack(columns, axis=1)


def inertia(K, labels, k):
    return to_means(K, labels, k)[np.arange(len(labels)), labels].sum()


def kernel_k_means(K, labels, k):
    """The iteration as it is defined; None where a cluster is left empty, or rounding decides."""
    while True:
        near = to_means(K, labels, k)
        following = near.argmin(axis=1)
        if len(set(following.tolist())) < k or undecided(near):
            return None
        if np.array_equal(following, labels):
            return labels
        labels = following


def undecided(near):
    """Whether two clusters are equally near to a row, but for rounding."""
    two = np.sort(near, axis=1)[:, :2]
    return bool((two[:, 1] - two[:, 0] < 1e-9).any())


def member(K, first, k, pairs, together, order):
    """A weak learner whose first centres are rows, with all distances taken from the table."""
    near = np.stack([K.diagonal() - 2.0 * K[:, i] + K[i, i] for i in first], axis=1)
    labels, least = None, np.inf
    for _ in range(100):
        found = near.argmin(axis=1)
        for row, label in assigned_by_hand(pairs, together, order, near).items():
            found[row] = label
        ends = near.min(axis=1)[pairs]
        close = (np.abs(ends[:, 0] - ends[:, 1]) < 1e-9).any()
        if len(set(found.tolist())) < k or undecided(near) or close:
            return None
        cost = inertia(K, found, k)
        if labels is not None and (not cost < least or np.array_equal(found, labels)):
            return labels
        labels, least = found, cost
        near = to_means(K, labels, k)
    return labels


def drawn(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(5, 22)), int(rng.integers(2, 4))
    X = rng.normal(size=(n, int(rng.integers(1, 4)))) + 2.0 * rng.integers(0, 3, (n, 1))
    return rng, X, k, int(rng.integers(1, 6))


def test_rows_have_the_kernel_as_their_products_but_for_the_diagonal():
    negative = 0
    for seed in range(60):
        _, X, _, rank = drawn(seed)
        K = by_hand(X, rank)
        points = kernel_rows(centred(X), rank)
        assert_allclose(points.raw @ points.raw.T, psd(K), atol=1e-9)
        negative += np.linalg.eigvalsh(K)[0] < -1e-6
        labels = np.r_[0, 1, np.random.default_rng(seed).integers(0, 2, len(X) - 2)]
        shift = psd(K)[0, 0] - 1.0
        assert_allclose(inertia(psd(K), labels, 2), inertia(K, labels, 2) + shift * (len(X) - 2))
    assert negative > 5


def test_k_means_on_the_rows_is_kernel_k_means():
    compared = 0
    for seed in range(90):
        rng, X, k, rank = drawn(seed)
        start = np.r_[np.arange(k), rng.integers(0, k, len(X) - k)]
        wanted = kernel_k_means(psd(by_hand(X, rank)), start, k)
        if wanted is None:
            continue
        Z = kernel_rows(centred(X), rank).raw
        means = np.stack([Z[start == c].mean(axis=0) for c in range(k)])
        assert_array_equal(KMeans(k, init=means).fit(Z).labels_, wanted)
        compared += 1
    assert compared >= 50


def test_members_are_found_by_kernel_k_means_with_priorities():
    compared = 0
    for seed in range(160):
        rng, X, k, rank = drawn(seed)
        stated = shares(noisy(rng, len(X), int(rng.integers(1, 12)), k))
        weights = rng.permutation(len(stated.pairs)) + 1.0
        first = rng.choice(len(X), k, replace=False)
        K = psd(by_hand(X, rank))
        order = np.argsort(-weights)
        wanted = member(K, first, k, stated.pairs, stated.together, order)
        if wanted is None:
            continue
        points = kernel_rows(centred(X), rank)
        ours = WeakLearner(points, k, stated).fit(points.X[first], weights)
        assert_array_equal(ours, wanted)
        compared += 1
    assert compared >= 50


@pytest.mark.parametrize("n_landmarks", [30, 12])
def test_beyond_the_exact_size_landmarks_keep_their_products(monkeypatch, n_landmarks):
    X = np.random.default_rng(1).normal(size=(30, 2))
    exact = kernel_rows(centred(X), 4).raw
    monkeypatch.setattr(kernel_space, "EXACT", 20)
    monkeypatch.setattr(kernel_space, "LANDMARKS", n_landmarks)
    rows = kernel_space._landmarks(30)
    Z = kernel_rows(centred(X), 4).raw
    assert Z.shape[1] <= n_landmarks and len(Z) == 30
    among = psd(by_hand(X, 4)[np.ix_(rows, rows)])
    assert_allclose((Z @ Z.T)[np.ix_(rows, rows)], among, atol=1e-9)
    if n_landmarks == 30:
        assert_allclose(Z @ Z.T, exact @ exact.T, atol=1e-9)


def test_units_and_places_of_rows_change_nothing():
    X = np.random.default_rng(2).normal(size=(25, 2))
    Z, moved = (kernel_rows(centred(rows), 3).raw for rows in (X, 1e-120 * X))
    assert_allclose(moved @ moved.T, Z @ Z.T, atol=1e-12)
    away = kernel_rows(centred(X + 1e5), 3).raw
    assert_allclose(away @ away.T, Z @ Z.T, atol=1e-8)


def rings(n=120):
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    angle = rng.random(n) * 2.0 * np.pi
    X = np.column_stack([np.cos(angle), np.sin(angle)]) * (1.0 + 2.0 * y[:, None])
    return X + rng.normal(scale=0.05, size=X.shape), y


def test_a_ring_in_a_ring_is_found_by_the_kernel_with_pairs():
    X, y = rings()
    known = Constraints.from_labels(y, 60, random_state=0)
    found = {
        kernel: BoostedEnsemble(2, kernel=kernel, random_state=0).fit(X, constraints=known)
        for kernel in ("linear", "local_rbf")
    }
    score = {kernel: adjusted_rand_score(y, each.labels_) for kernel, each in found.items()}
    assert score["local_rbf"] > score["linear"] + 0.3
    again = BoostedEnsemble(2, kernel="local_rbf", random_state=0).fit(X, constraints=known)
    assert_array_equal(again.label_matrix_, found["local_rbf"].label_matrix_)


def test_without_pairs_it_is_kernel_k_means():
    X, _ = rings(40)
    model = BoostedEnsemble(3, kernel="local_rbf", n_neighbors=5, random_state=0).fit(X)
    K = psd(by_hand(X, 5))
    assert_array_equal(kernel_k_means(K, model.labels_, 3), model.labels_)
    means = np.stack([X[model.labels_ == c].mean(axis=0) for c in range(3)])
    assert_allclose(model.cluster_centers_, means)
    assert_allclose(model.objective_, ((X - means[model.labels_]) ** 2).sum())


@pytest.mark.parametrize("name", HARD_ROWS)
def test_hard_input_gives_clusters(name):
    X = HARD_ROWS[name]
    known = Constraints(len(X), must=[(0, 1), (5, 6)], cannot=[(0, 2), (3, 9)])
    for k in (1, 2, len(X)):
        with warnings.catch_warnings(), np.errstate(all="raise"):
            warnings.filterwarnings("ignore", message=".*n_clusters")
            model = BoostedEnsemble(k, n_estimators=5, kernel="local_rbf", random_state=0)
            model.fit(X, constraints=known)
        assert sorted(set(model.labels_.tolist())) == list(range(k))
        assert np.isfinite(model.cluster_centers_).all() and np.isfinite(model.objective_)
