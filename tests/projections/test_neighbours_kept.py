"""The share of neighbours that axes keep, against a brute-force count."""

import numpy as np
import pytest

from jupyter_sscluster.projections import neighbours_kept as neighbours
from jupyter_sscluster.projections.neighbours_kept import neighbours_kept


def brute_force(X, xy, k, asked, among):
    kept = 0
    for i in asked:
        others = [j for j in among if j != i]
        near = sorted(others, key=lambda j: np.sum((X[i] - X[j]) ** 2))[:k]
        shown = sorted(others, key=lambda j: np.sum((xy[i] - xy[j]) ** 2))[:k]
        kept += len(set(near) & set(shown))
    return kept / (k * len(asked))


@pytest.mark.parametrize("k", [1, 3, 10])
def test_it_counts_as_brute_force_does(k):
    X = np.random.default_rng(k).normal(size=(80, 6)) * [1, 1, 1, 5, 0.1, 1]
    xy = X[:, [3, 0]]
    wanted = brute_force(X, xy, k, range(80), range(80))
    assert neighbours_kept(X, xy, k) == pytest.approx(wanted)


def test_of_many_rows_a_fixed_sample_is_asked(monkeypatch):
    monkeypatch.setattr(neighbours, "AMONG", 60)
    monkeypatch.setattr(neighbours, "ASKED", 20)
    X = np.random.default_rng(0).normal(size=(200, 4))
    xy = X[:, :2]
    among = neighbours.fixed_sample(200, 60)
    asked = among[neighbours.fixed_sample(60, 20)]
    assert neighbours_kept(X, xy) == pytest.approx(brute_force(X, xy, 10, asked, among))
    assert neighbours_kept(X, xy) == neighbours_kept(X, xy)


def test_never_more_distances_than_the_sample_has(monkeypatch):
    asked = []
    real = neighbours.cdist
    monkeypatch.setattr(
        neighbours, "cdist", lambda a, b: asked.append((len(a), len(b))) or real(a, b)
    )
    neighbours_kept(np.random.default_rng(0).normal(size=(9000, 3)), np.zeros((9000, 2)))
    assert set(asked) == {(500, 5000)}


def test_the_rows_themselves_keep_all_and_equal_rows_stand_in_for_each_other():
    X = np.repeat(np.random.default_rng(0).normal(size=(10, 2)), 20, axis=0)
    assert neighbours_kept(X, X[:, ::-1] * 3 + 1) == 1.0
    assert neighbours_kept(X + 1e6, X) == 1.0


def test_too_few_rows_tell_nothing():
    assert neighbours_kept(np.ones((1, 3)), np.zeros((1, 2))) == 1.0
    assert neighbours_kept(np.eye(2), np.zeros((2, 2))) == 1.0
