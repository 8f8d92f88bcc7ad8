"""RCA against its definition, another program, and what it is known not to change."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from pair_metric_cases import CASES, check_degenerate, up_to_scale
from scipy import linalg
from shared import golden, load
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, RCAKMeans
from jupyter_sscluster.constraints import Constraints


def plain(X, groups, **params):
    """The metric of plain RCA for these groups of rows."""
    ml = [(a, b) for group in groups for a, b in pairwise(group)]
    model = RCAKMeans(n_clusters=2, shrinkage=0.0, random_state=0, **params)
    return model.fit(X, ml=ml)


def covariance(X, groups):
    """C by its definition, point by point."""
    apart = [X[i] - X[group].mean(axis=0) for group in groups for i in group]
    return sum(np.outer(v, v) for v in apart) / len(apart)


def groups_of(draw_rng, n, sizes):
    order = draw_rng.permutation(n)
    ends = np.cumsum(sizes)
    return [order[end - size : end].tolist() for size, end in zip(sizes, ends, strict=True)]


def test_the_fixture_by_hand():
    X = np.array([[0.0, 0.0], [2.0, 0.0], [5.0, 5.0], [5.0, 9.0], [7.0, 7.0]])
    model = plain(X, [[0, 1], [2, 3]])
    np.testing.assert_allclose(model.metric_, np.diag([2.0, 0.5]), atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 4), st.lists(st.integers(2, 4), min_size=3, max_size=5))
def test_plain_rca_is_the_inverse_of_its_definition_and_whitens(seed, d, sizes):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, d)) @ rng.normal(size=(d, d)) + 100.0
    groups = groups_of(rng, 40, [size + d for size in sizes])
    C = covariance(X, groups)
    assume(np.linalg.cond(C) < 1e4)
    model = plain(X, groups)
    np.testing.assert_allclose(model.metric_ @ C, np.eye(d), atol=1e-7)
    Z = X @ np.linalg.cholesky(model.metric_)
    np.testing.assert_allclose(covariance(Z, groups), np.eye(d), atol=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_no_invertible_linear_map_changes_plain_rca(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3))
    groups = groups_of(rng, 60, [5, 5, 5, 4])
    start = X[:3]
    turn = rng.normal(size=(3, 3)) + 2.0 * np.eye(3)
    ml = [(g[0], i) for g in groups for i in g[1:]]
    params = {"n_clusters": 3, "shrinkage": 0.0}
    first = RCAKMeans(init=start, **params).fit(X, ml=ml)
    moved = RCAKMeans(init=start @ turn - 7.0, **params).fit(X @ turn - 7.0, ml=ml)
    np.testing.assert_array_equal(moved.labels_, first.labels_)
    np.testing.assert_allclose(moved.objective_, first.objective_)
    np.testing.assert_allclose(turn @ moved.metric_ @ turn.T, first.metric_, rtol=1e-6)


@pytest.mark.parametrize("shrinkage", [0.5, 4.0, "auto"])
def test_shrinkage_counts_points(shrinkage):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 4)) * [1.0, 2.0, 3.0, 4.0]
    groups = groups_of(rng, 30, [4, 3, 2])
    ml = [(g[0], i) for g in groups for i in g[1:]]
    nu = 4.0 if shrinkage == "auto" else shrinkage
    C, n_free = covariance(X, groups), 9 - 3
    mixed = (n_free * C + nu * np.trace(C) / 4 * np.eye(4)) / (n_free + nu)
    model = RCAKMeans(n_clusters=3, shrinkage=shrinkage, random_state=0).fit(X, ml=ml)
    np.testing.assert_allclose(model.metric_ @ mixed, np.eye(4), atol=1e-9)


def test_singletons_and_cannot_links_are_not_used():
    X = np.random.default_rng(0).normal(size=(30, 2))
    ml = [(0, 1), (1, 2), (5, 6), (7, 8)]
    alone = RCAKMeans(n_clusters=2, random_state=0).fit(X, ml=ml)
    both = RCAKMeans(n_clusters=2, random_state=0).fit(X, ml=ml, cl=[(0, 9), (10, 11)])
    np.testing.assert_array_equal(both.metric_, alone.metric_)


def test_links_within_a_group_say_nothing_new_and_weights_count_rows():
    X = np.random.default_rng(1).normal(size=(30, 2))
    path, star = [(0, 1), (1, 2), (5, 6)], [(0, 1), (0, 2), (1, 2), (5, 6)]
    fit = RCAKMeans(n_clusters=2, random_state=0).fit
    np.testing.assert_allclose(fit(X, ml=star).metric_, fit(X, ml=path).metric_)
    heavy = Constraints(30, path, must_weights=[3.0, 3.0, 1.0])
    C = 3.0 * 3.0 * covariance(X, [[0, 1, 2]]) + 2.0 * covariance(X, [[5, 6]])
    model = RCAKMeans(n_clusters=2, shrinkage=0.0, random_state=0).fit(X, constraints=heavy)
    np.testing.assert_allclose(model.metric_ @ C / 11.0, np.eye(2), atol=1e-9)


def test_soft_must_links_are_groups_of_two():
    X = np.random.default_rng(2).normal(size=(30, 2))
    pairs = [(0, 1), (2, 3), (4, 5)]
    soft = Constraints(30, pairs[:1]).add(2, 3, "must", soft=True).add(4, 5, "must", soft=True)
    model = RCAKMeans(n_clusters=2, random_state=0)
    expected = model.fit(X, ml=pairs).metric_
    np.testing.assert_allclose(model.fit(X, constraints=soft).metric_, expected)


def test_predicts_in_the_metric_and_says_what_it_is_without_must_links():
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 60, random_state=1)
    model = RCAKMeans(n_clusters=3, random_state=0).fit(X, constraints=known)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    alone = RCAKMeans(n_clusters=3, random_state=0).fit(X, cl=known.cannot)
    np.testing.assert_array_equal(alone.metric_, np.eye(4))
    np.testing.assert_array_equal(alone.labels_, KMeans(3, random_state=0).fit(X).labels_)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("shrinkage", ["auto", 0.0])
def test_degenerate_pairs_and_data(case, shrinkage):
    check_degenerate(RCAKMeans(shrinkage=shrinkage), case)


@pytest.mark.parametrize("m", [40, 100])
def test_the_metric_of_another_program(m):
    """metric-learn divides by another number, so only the scale differs."""
    with golden(f"metric_learn_iris_c{m}") as given:
        X, chunks, theirs = given["X"], given["chunks"], given["RCA_M"]
    groups = [np.flatnonzero(chunks == c).tolist() for c in range(chunks.max() + 1)]
    ours = plain(X, groups).metric_
    assert np.linalg.norm(up_to_scale(ours) - up_to_scale(theirs)) < 1e-3


def test_shrinking_mends_what_plain_rca_spoils():
    X, y = load("wdbc", standardised=True)
    scores = {}
    for shrinkage in (0.0, "auto"):
        known = [Constraints.from_labels(y, 100, random_state=s) for s in range(4)]
        model = RCAKMeans(n_clusters=2, n_init=3, shrinkage=shrinkage, random_state=0)
        found = [model.fit(X, constraints=k).labels_ for k in known]
        scores[shrinkage] = np.mean([adjusted_rand_score(y, labels) for labels in found])
    assert scores["auto"] > 0.65 > 0.4 > scores[0.0]


def test_fewer_directions_are_those_of_the_generalised_eigenvectors():
    rng = np.random.default_rng(0)
    y = np.arange(90) % 3
    X = rng.normal(size=(90, 8)) * [1, 1, 9, 9, 1, 1, 1, 1] + 6.0 * np.eye(8)[y]
    known = Constraints.from_partial_labels(np.where(np.arange(90) < 60, y, -1))
    means = np.array([X[:60][y[:60] == c].mean(axis=0) for c in range(3)])
    inside = X[:60] - means[y[:60]]
    C = inside.T @ inside / 60
    _, V = linalg.eigh(np.cov(X.T, bias=True), C)
    V = V[:, -2:]
    model = RCAKMeans(3, shrinkage=0, n_directions=2, random_state=0).fit(X, constraints=known)
    np.testing.assert_allclose(model.metric_, V @ V.T, rtol=1e-6, atol=1e-9)
    assert np.linalg.matrix_rank(model.metric_) == 2
    assert adjusted_rand_score(y, model.labels_) > 0.9
    assert model.predict(X).tolist() == model.labels_.tolist()
    whole = RCAKMeans(3, n_directions=8, random_state=0).fit(X, constraints=known)
    plain = RCAKMeans(3, random_state=0).fit(X, constraints=known)
    np.testing.assert_allclose(whole.metric_, plain.metric_, rtol=1e-9)
    with pytest.raises(InputError, match="n_directions=9 is more than the number of features"):
        RCAKMeans(3, n_directions=9).fit(X)
