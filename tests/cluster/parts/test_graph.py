"""Graphs of nearest rows and what spreads along them, against formulas with dense inverses."""

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster.cluster._parts.belief.fit_inputs import spread
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver
from jupyter_sscluster.cluster._parts.graph.neighbour_graph import NearestRows, neighbour_graph


def dense_laplacian(X, k):
    """Q of the definition, with all distances and loops."""
    n = len(X)
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    np.fill_diagonal(D, np.inf)
    order = np.argsort(D, axis=1, kind="stable")[:, : min(k, n - 1)]
    s = [max(D[i, order[i, min(7, k, n - 1) - 1]], 1e-9) for i in range(n)]
    W = np.zeros((n, n))
    for i in range(n):
        for j in order[i]:
            W[i, j] = W[j, i] = np.exp(-(D[i, j] ** 2) / s[i] / s[j])
    return np.diag(1.001 * (W.sum(axis=1) + 1e-6)) - W


def two_groups(rng, n=80, d=3):
    """Rows in two groups far from each other."""
    X = rng.normal(size=(n, d))
    X[n // 2 :] += 1000.0
    return X


SETS = {
    "plane": lambda rng: rng.normal(size=(90, 2)),
    "apart": two_groups,
    "wide": lambda rng: rng.normal(size=(40, 384)),
    "few": lambda rng: rng.normal(size=(4, 3)),
    "far": lambda rng: rng.normal(size=(60, 12)) + 1e3,
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("seed", range(3))
def test_the_graph_is_as_defined(name, seed):
    X = SETS[name](np.random.default_rng(seed))
    graph = neighbour_graph(X, 10)
    np.testing.assert_allclose(graph.laplacian.toarray(), dense_laplacian(X, 10), atol=1e-10)


def test_duplicates_and_single_rows_have_a_graph():
    X = np.repeat(np.random.default_rng(0).normal(size=(3, 2)), 15, axis=0)
    graph = neighbour_graph(X, 10)
    assert graph.weights.diagonal().max() == 0.0
    assert connected_components(graph.weights)[0] >= 3
    assert np.linalg.eigvalsh(graph.laplacian.toarray()).min() > 0.0
    for n in (1, 2):
        assert neighbour_graph(np.zeros((n, 2)), 10).laplacian.shape == (n, n)


@pytest.mark.parametrize("d", [2, 30])
def test_nearest_rows_are_those_of_all_distances(d):
    rng = np.random.default_rng(1)
    X, new = rng.normal(size=(70, d)), rng.normal(size=(9, d))
    distances, places = NearestRows(X).of(new, 5)
    D = np.sqrt(((new[:, None] - X) ** 2).sum(axis=2))
    np.testing.assert_array_equal(places, np.argsort(D, axis=1)[:, :5])
    np.testing.assert_allclose(distances, np.sort(D, axis=1)[:, :5], rtol=1e-12)


def placed(rng, n, n_placed=12, k=3):
    rows = rng.choice(n, min(n_placed, n // 2), replace=False)
    return rows, rng.dirichlet(np.ones(k), len(rows))


def by_definition(Q, rows, Y):
    """With G = Q⁻¹ and C = G_LL + σ I: P = G_·L C⁻¹(Y - μ) + 1/K, and without itself for row i.

    The means μ are those under which the residuals Y - μ are smallest in C⁻¹.
    """
    G = np.linalg.inv(Q)
    C = G[np.ix_(rows, rows)]
    C = C + 1e-3 * np.mean(np.diag(C)) * np.eye(len(rows))
    P = G[:, rows] @ np.linalg.inv(C) @ (Y - least_squares_means(C, Y))
    for i, row in enumerate(rows):
        others = np.arange(len(rows)) != i
        rest, known = C[np.ix_(others, others)], Y[others]
        known = known - least_squares_means(rest, known) if len(known) else known
        P[row] = C[i, others] @ np.linalg.inv(rest) @ known
    return shares(P + 1.0 / Y.shape[1])


def least_squares_means(C, Y):
    """By the QR decomposition of a column of ones and Y, both whitened."""
    white = np.linalg.cholesky(np.linalg.inv(C)).T
    return np.linalg.lstsq(white @ np.ones((len(Y), 1)), white @ Y)[0]


def shares(P):
    return np.clip(P, 1e-6, None) / np.clip(P, 1e-6, None).sum(axis=1, keepdims=True)


def spread_with(graph, rows, Y, direct):
    solver = GraphSolver(graph.laplacian, direct)
    return spread(solver, rows, solver.between(rows), Y)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("direct", [4000, 0])
def test_what_spreads_is_that_of_the_dense_formula(name, direct):
    rng = np.random.default_rng(2)
    X = SETS[name](rng)
    rows, Y = placed(rng, len(X))
    found = spread_with(neighbour_graph(X, 10), rows, Y, direct)
    # Factors are exact; gradients stop at a residual of 1e-8.
    np.testing.assert_allclose(
        found, by_definition(dense_laplacian(X, 10), rows, Y), atol=1e-8 if direct else 1e-5
    )


def test_a_row_that_is_alone_in_its_class_is_predicted_from_the_others():
    X = np.concatenate([np.random.default_rng(3).normal(size=(20, 2)) + 9.0 * i for i in range(3)])
    graph = neighbour_graph(X, 10)
    found = spread_with(graph, np.array([0, 20, 40]), np.eye(3), 4000)
    # What is known of other groups tells nothing about it.
    np.testing.assert_allclose(found[[0, 20, 40]], 1.0 / 3.0, atol=1e-9)
    one = spread_with(graph, np.array([0]), np.eye(3)[:1], 4000)
    np.testing.assert_allclose(one, 1.0 / 3.0)


def test_a_class_gains_nothing_by_being_asked_about_more_often():
    """Nine placed rows at the left, one at the right: rows in the middle are of either class."""
    X = np.random.default_rng(5).normal(size=(600, 2))
    across = np.argsort(X[:, 0])
    rows = np.append(across[:9], across[-1])
    found = spread_with(neighbour_graph(X, 10), rows, np.eye(2)[[0] * 9 + [1]], 4000)[across, 1]
    assert found[50:200].mean() < 0.45 < found[280:320].mean() < 0.55 < found[400:550].mean()


def test_it_is_woodburys_form_too():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 3))
    rows, Y = placed(rng, 60)
    graph = neighbour_graph(X, 10)
    Q = graph.laplacian.toarray()
    noise = 1e-3 * np.mean(np.linalg.inv(Q)[rows, rows])
    picked = np.zeros((len(rows), 60))
    picked[np.arange(len(rows)), rows] = 1.0
    C = np.linalg.inv(Q)[np.ix_(rows, rows)] + noise * np.eye(len(rows))
    apart = Y - least_squares_means(C, Y)
    P = np.linalg.solve(Q + picked.T @ picked / noise, picked.T @ apart / noise)
    P = shares(P + 1.0 / 3.0)
    found = spread_with(graph, rows, Y, 4000)
    others = np.setdiff1d(np.arange(60), rows)
    np.testing.assert_allclose(found[others], P[others], atol=1e-8)


@pytest.mark.parametrize("shape", ["chain", "plane", "parts"])
def test_gradients_solve_what_factors_solve(shape):
    rng = np.random.default_rng(5)
    if shape == "chain":
        X = np.column_stack([np.arange(600.0), np.zeros(600)])
    elif shape == "plane":
        X = rng.normal(size=(600, 2))
    else:
        X = rng.normal(size=(600, 2)) + 100.0 * rng.integers(0, 40, 600)[:, None]
    Q = neighbour_graph(X, 10).laplacian
    B = rng.normal(size=(600, 7))
    B[:, 3] = 0.0
    exact = GraphSolver(Q).solve(B)
    np.testing.assert_allclose(Q @ exact, B, atol=1e-9)
    found = GraphSolver(Q, direct=0).solve(B)
    np.testing.assert_allclose(found, exact, atol=1e-5 * np.abs(exact).max())
    np.testing.assert_array_equal(found[:, 3], 0.0)
    between = GraphSolver(Q, direct=0).between(np.array([5, 99, 500]))
    dense = np.linalg.inv(Q.toarray())[np.ix_([5, 99, 500], [5, 99, 500])]
    np.testing.assert_allclose(between, dense, atol=1e-5 * np.abs(dense).max())


def test_other_rows_are_attached_to_their_nearest_by_the_same_weights():
    rng = np.random.default_rng(6)
    X, new = rng.normal(size=(50, 2)), rng.normal(size=(4, 2))
    rows = neighbour_graph(X, 10).rows
    means = rows.means_over(new, 10).toarray()
    D = np.sqrt(((new[:, None] - X) ** 2).sum(axis=2))
    for i in range(4):
        near = np.argsort(D[i])[:10]
        w = np.exp(-(D[i, near] ** 2) / (D[i, near[6]] * rows.scales[near]))
        expected = np.zeros(50)
        expected[near] = w / w.sum()
        np.testing.assert_allclose(means[i], expected, atol=1e-15)
    assert sparse.issparse(neighbour_graph(X, 10).laplacian)
