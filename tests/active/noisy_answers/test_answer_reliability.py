"""Reliability: what the answers alone say, beside all ways there are, and one wrong answer."""

import itertools

import numpy as np
import pytest

from jupyter_sscluster.active import Oracle, RobustNPU, Snapshot
from jupyter_sscluster.active.noisy_answers.choosing_pairs import reliability
from jupyter_sscluster.active.question_types.choosing_points import placement, sorting
from jupyter_sscluster.active.question_types.class_probabilities import (
    ClassProbabilities,
    most_reliable,
)
from jupyter_sscluster.constraints import Constraints


def exact(n, k, stated, prior):
    """Each point's classes over all k ** n ways, every answer wrong with probability .1."""
    found = np.zeros((n, k))
    for way in itertools.product(range(k), repeat=n):
        p = np.prod([prior[i][c] for i, c in enumerate(way)])
        for i, j, together in stated:
            p *= 0.9 if (way[i] == way[j]) == together else 0.1
        for i, c in enumerate(way):
            found[i, c] += p
    return found / found.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("k", [2, 3])
def test_on_a_tree_it_is_the_exact_posterior(k):
    third = [1 / k] * k
    stated = [(0, 1, False), (0, 2, True), (2, 3, True), (1, 4, True), (1, 5, False)]
    prior = [third] * 6
    prior[0] = [0.998, *[0.002 / (k - 1)] * (k - 1)]
    prior[1] = [0.5, 0.5, *[0.0] * (k - 2)]
    must, cannot = ([(i, j) for i, j, t in stated if t == kind] for kind in (True, False))
    found = reliability(Constraints(6, must, cannot), [0, 1], [0, 1], k)
    assert np.allclose(found, exact(6, k, stated, prior), atol=1e-6)


def test_the_nearly_best_are_as_good_as_the_best():
    p = np.array([0.9, 0.97, 0.96, 0.2])
    assert most_reliable(np.array([0, 1, 2]), p).tolist() == [1, 2]
    assert most_reliable(np.array([], dtype=np.int64), p).tolist() == []


@pytest.mark.parametrize(
    ("reliability", "cards", "representatives"),
    [
        (None, (0, 5), (5, 2)),  # 0 is in two must-links; 5 and 2 are nearest to point 3
        ([0.98, 0.9, 0.97, 0.0, 0.0, 0.9, 0.99], (0, 6), (6, 2)),  # 2 is within .02 of 0
        ([0.9, 0.97, 0.98, 0.0, 0.0, 0.9, 0.99], (1, 6), (6, 2)),  # 1 is the mean
    ],
)
def test_those_stand_for_a_class_that_answers_are_surest_of(reliability, cards, representatives):
    known = Constraints(7, must=[(0, 1), (0, 2), (5, 6)], cannot=[(0, 5)])
    p = np.array([[1, 0], [1, 0], [1, 0], [0.4, 0.6], [0.6, 0.4], [0, 1], [0, 1]])
    at = ClassProbabilities(
        Snapshot(np.arange(7.0)[:, None], known, n_clusters=2),
        (np.array([0, 1, 2]), np.array([5, 6])),
        p,
        p.max(axis=1) == 1.0,
        lambda: iter([]),
        2,
        reliability=None if reliability is None else lambda: np.array(reliability),
    )
    assert sorting(at, 2).cards == cards
    assert placement(at).representatives == representatives


class Lying:
    """Two answers of a perfect oracle, the first of them and another, are turned round."""

    def __init__(self, y, number):
        self.inner, self.number, self.count = Oracle(y, None), number, 0

    @property
    def remaining(self):
        return 24 - self.count

    def query(self, i, j):
        self.count += 1
        said = self.inner.query(i, j)
        turned = {"must": "cannot", "cannot": "must"}
        return turned[said] if self.count == self.number else said


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(n, marks=pytest.mark.thorough) for n in (2, 3))]
)
def test_one_wrong_answer_at_the_start_does_not_spread(number):
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 40)
    X = rng.normal(size=(80, 2)) + 3.0 * y[:, None] * [1, 0]
    fitted = RobustNPU(n_clusters=2).fit(X, Lying(y, number))
    wrong = [(q.kind == "must") != (y[q.i] == y[q.j]) for q in fitted.queries_]
    assert sum(wrong) == 1
    asked = {p for q in fitted.queries_ for p in (q.i, q.j)}
    assert {*y[sorted(asked)].tolist()} == {0, 1}
