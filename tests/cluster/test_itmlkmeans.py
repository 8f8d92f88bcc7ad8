"""ITML against general solvers, its optimality conditions and another program."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pair_metric_cases import CASES, check_degenerate, up_to_scale
from scipy.optimize import minimize
from shared import golden, load
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ITMLKMeans, KMeans
from jupyter_sscluster.cluster._parts.metric import itml
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints


def case(seed, d, n_pairs=14):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, d)) * rng.uniform(0.5, 3.0, size=d)
    rows = rng.permutation(60)[: 2 * n_pairs].reshape(-1, 2)
    weights = rng.uniform(0.5, 2.0, size=n_pairs)
    half = n_pairs // 2
    return X, Constraints(
        60, rows[:half], rows[half:], must_weights=weights[:half], cannot_weights=weights[half:]
    )


def learned(X, known, **params):
    return ITMLKMeans(2, n_init=1, random_state=0, **params).fit(X, constraints=known).metric_


def squared(A, X, pairs):
    apart = X[pairs[:, 0]] - X[pairs[:, 1]]
    return np.einsum("ij,jk,ik->i", apart, A, apart)


def objective(A, X, known, gamma, bounds):
    """The docstring's sum; the best ξ is the distance where that violates the bound, else it."""
    near = np.maximum(squared(A, X, known.must) / bounds[0], 1.0)
    far = np.minimum(squared(A, X, known.cannot) / bounds[1], 1.0)
    cost = known.must_weights @ (near - np.log(near))
    cost += known.cannot_weights @ (far - np.log(far))
    return np.trace(A) - np.linalg.slogdet(A)[1] + gamma * cost


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("gamma", [0.1, 1.0, 30.0])
def test_the_metric_is_that_of_a_general_solver(seed, gamma):
    X, known = case(seed, 2)
    bounds = (1.0, 6.0)

    def of_root(entries):
        L = np.array([[np.exp(entries[0]), 0.0], [entries[1], np.exp(entries[2])]])
        return objective(L @ L.T, X, known, gamma, bounds)

    ours = objective(learned(X, known, gamma=gamma, bounds=bounds), X, known, gamma, bounds)
    runs = [
        minimize(of_root, start, method="Nelder-Mead", options={"maxiter": 4000, "fatol": 1e-12})
        for start in np.random.default_rng(seed).normal(size=(3, 3))
    ]
    best = min(run.fun for run in runs)
    assert abs(ours - best) < 1e-6 * abs(best)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 6), st.sampled_from([0.01, 0.3, 1.0, 100.0]))
def test_the_optimality_conditions_hold(seed, d, gamma):
    """The gradient of the objective, with every pair at its best ξ, is 0."""
    X, known = case(seed, d)
    bounds = (0.5 * d, 4.0 * d)
    A = learned(X, known, gamma=gamma, bounds=bounds)
    G = np.eye(d) - np.linalg.inv(A)
    sides = [(known.must, known.must_weights, 1), (known.cannot, known.cannot_weights, -1)]
    for (pairs, weights, sign), bound in zip(sides, bounds, strict=True):
        reached = squared(A, X, pairs)
        slope = gamma * weights * (1.0 / bound - 1.0 / reached)
        slope[sign * (reached - bound) <= 0.0] = 0.0
        apart = X[pairs[:, 0]] - X[pairs[:, 1]]
        G += (apart.T * slope) @ apart
    root = np.linalg.cholesky(A)
    assert np.abs(root.T @ G @ root).max() < 1e-5


def test_bounds_that_hold_change_nothing_and_dear_ones_are_kept():
    X, known = case(0, 4)
    loose = ITMLKMeans(2, bounds=(1e-4, 1e-4), random_state=0).fit(X, cl=known.cannot)
    np.testing.assert_allclose(loose.metric_, np.eye(4), atol=1e-9)
    close = ITMLKMeans(2, bounds=(1e4, 1e4), random_state=0).fit(X, ml=known.must)
    np.testing.assert_allclose(close.metric_, np.eye(4), atol=1e-9)
    few = Constraints(60, known.must[:2], known.cannot[:2])
    A = learned(X, few, gamma=1e6, bounds=(0.5, 40.0))
    assert (squared(A, X, few.must) < 0.5 * 1.001).all()
    assert (squared(A, X, few.cannot) > 40.0 * 0.999).all()


@pytest.mark.parametrize("seed", range(3))
def test_projections_alone_reach_what_newton_reaches(seed, monkeypatch):
    X, known = case(seed, 3)
    exact = learned(X, known)
    monkeypatch.setattr(itml, "_PASSES", 5000)
    monkeypatch.setattr(itml, "_NEWTON", 0)
    np.testing.assert_allclose(learned(X, known), exact, atol=1e-7)


def test_far_more_pairs_than_entries_of_the_metric():
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 3000, random_state=0)
    bounds = (1.0, 20.0)
    A = learned(X, known, bounds=bounds)
    reached = objective(A, X, known, 1.0, bounds)
    rng = np.random.default_rng(0)
    for size in (1e-1, 1e-3, 1e-5):
        for _ in range(20):
            L = np.linalg.cholesky(A) @ (np.eye(4) + size * rng.normal(size=(4, 4)))
            assert objective(L @ L.T, X, known, 1.0, bounds) > reached - 1e-9 * reached


@pytest.mark.parametrize("m", [40, 100])
def test_the_metric_of_another_program(m):
    """With its bounds: percentiles of distances, not squared, 0 between a row and itself too.

    It stops where multipliers change little, so that its objective is a little higher: 50.03669714
    for 50.03669700 with 40 pairs, 116.683593 for 116.683588 with 100.
    """
    with golden(f"metric_learn_iris_c{m}") as given:
        X, ml, cl, theirs = given["X"], given["ml"], given["cl"], given["ITML"]
    known = Constraints(len(X), ml, cl)
    rows = np.unique(X[known.touched], axis=0)
    apart = np.sqrt(((rows[:, None] - rows) ** 2).sum(axis=2))
    bounds = tuple(np.percentile(apart, [5, 95]))
    ours = learned(X, known, bounds=bounds)
    reached = [objective(A, X, known, 1.0, bounds) for A in (ours, theirs)]
    assert reached[0] <= reached[1]
    assert np.linalg.norm(up_to_scale(ours) - up_to_scale(theirs)) < 1e-3


def test_scaling_everything_scales_nothing_and_rotation_turns_the_metric():
    X, known = case(3, 3)
    A = learned(X, known)
    np.testing.assert_allclose(learned(1000.0 * X, known), A, rtol=1e-6)
    turn, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))
    np.testing.assert_allclose(turn @ learned(X @ turn, known) @ turn.T, A, atol=1e-6)


def test_automatic_bounds_are_percentiles_of_squared_distances():
    X, known = case(4, 3)
    rows = X[known.touched]
    apart = ((rows[:, None] - rows) ** 2).sum(axis=2)[np.triu_indices(len(rows), 1)]
    bounds = tuple(np.percentile(apart, [5, 95]))
    np.testing.assert_allclose(learned(X, known), learned(X, known, bounds=bounds), atol=1e-7)


def test_without_pairs_it_is_k_means_and_soft_pairs_count():
    X, known = case(5, 3)
    model = ITMLKMeans(3, random_state=0).fit(X)
    assert model.metric_.tolist() == np.eye(3).tolist()
    np.testing.assert_array_equal(model.labels_, KMeans(3, random_state=0).fit(X).labels_)
    firm = Constraints(60, known.must, known.cannot)
    soft = Constraints(60, known.must[1:], known.cannot[1:])
    soft = soft.add(*known.must[0], "must", soft=True).add(*known.cannot[0], "cannot", soft=True)
    np.testing.assert_allclose(learned(X, soft), learned(X, firm), atol=1e-9)


@pytest.mark.parametrize("bounds", [(2.0, 1.0), (0.0, 1.0), (1.0,), 3.0, ("a", "b"), (1, np.inf)])
def test_bounds_that_are_none_are_named(bounds):
    with pytest.raises(InputError, match="0 < u <= l"):
        ITMLKMeans(2, bounds=bounds).fit(np.eye(3))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("gamma", [1.0, 1e-3, 1e3])
def test_degenerate_pairs_and_data(name, gamma):
    check_degenerate(ITMLKMeans(gamma=gamma), name)


def test_more_rows_in_pairs_than_are_looked_at(monkeypatch):
    monkeypatch.setattr("jupyter_sscluster.cluster.itmlkmeans.SAMPLE", 10)
    X, known = case(6, 3)
    first = learned(X, known)
    np.testing.assert_array_equal(learned(X, known), first)


def test_learning_can_be_cancelled():
    X, known = case(0, 3)
    heard = []

    def stop(step, done, total):
        heard.append((step, done))
        if step == "metric" and done == 3:
            raise FitCancelled

    model = ITMLKMeans(2)
    with pytest.raises(FitCancelled), watching(stop):
        model.fit(X, constraints=known)
    assert heard == [("metric", 1), ("metric", 2), ("metric", 3)]
    assert not hasattr(model, "metric_")


def test_rows_without_pairs_gain():
    X, y = load("iris", standardised=True)
    gains = []
    for seed in range(4):
        known = Constraints.from_labels(y, 100, random_state=seed)
        rest = np.setdiff1d(np.arange(len(y)), known.touched)
        model = ITMLKMeans(3, n_init=3, random_state=0).fit(X, constraints=known)
        plain = KMeans(3, n_init=3, random_state=0).fit(X)
        scores = [adjusted_rand_score(y[rest], m.labels_[rest]) for m in (model, plain)]
        gains.append(scores[0] - scores[1])
    assert np.mean(gains) > 0.15
