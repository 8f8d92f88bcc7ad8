"""Informativeness and coherence of a set of pairs, by hand and by all couples."""

import numpy as np
import pytest

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import coherence, informativeness


def test_informativeness_is_the_share_of_violated_pairs():
    known = Constraints(6, must=[(0, 1), (1, 2)], cannot=[(0, 3), (0, 4), (3, 5)])
    assert informativeness([0, 0, 0, 1, 1, 2], known) == 0.0
    assert informativeness([0, 0, 0, 0, 1, 2], known) == pytest.approx(1 / 5)
    assert informativeness([0, 1, 0, 0, 0, 0], known) == 1.0
    assert informativeness([0, 1, 0, 0, 0, 0], Constraints(6)) == 0.0
    assert informativeness([0, 0, 0, 0, 1, 2], known, rows=[0, 1, 3]) == pytest.approx(1 / 2)
    soft = Constraints(3, must=[(0, 1), (1, 2)], cannot=[(0, 2)], conflicts="soft")
    assert informativeness([0, 0, 0], soft) == pytest.approx(1 / 3)


POINTS = np.array([[0, 0], [4, 0], [1, 1], [3, 2], [6, 1], [9, 1], [2, -3], [2, 5], [0, 0]], float)


@pytest.mark.parametrize(
    ("cannot", "expected"),
    [
        ([(2, 3)], 0.0),  # beside the must-link
        ([(4, 5)], 1.0),  # along it, but farther on
        ([(6, 7)], 1.0),  # across it
        ([(1, 5)], 1.0),  # it begins where the must-link ends
        ([(0, 3)], 0.0),
        ([(2, 3), (4, 5)], 0.5),
        ([(0, 8)], 1.0),  # two equal rows: no direction
    ],
)
def test_coherence_by_hand(cannot, expected):
    known = Constraints(9, must=[(0, 1)], cannot=cannot)
    assert coherence(POINTS, known) == pytest.approx(expected)
    turned = POINTS @ [[0.6, 0.8], [-0.8, 0.6]]
    assert coherence(7 * turned + 3, known) == pytest.approx(expected)
    assert coherence(1e300 * turned, known) == pytest.approx(expected)
    assert coherence(1e-200 * turned, known) == pytest.approx(expected)


def brute_coherence(X, must, cannot):
    def overlap(a, b):
        line = X[a[1]] - X[a[0]]
        length = np.linalg.norm(line)
        if not length:
            return False
        low, high = sorted((X[e] - X[a[0]]) @ line / length for e in b)
        return min(high, length) - max(low, 0) > 1e-9 * length

    return np.mean([not overlap(m, c) and not overlap(c, m) for m in must for c in cannot])


@pytest.mark.parametrize("seed", range(40))
def test_coherence_by_all_couples(monkeypatch, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2)) if seed % 2 else rng.integers(0, 5, (30, 2)).astype(float)
    known = Constraints.from_labels(rng.integers(0, 3, 30), 40, random_state=seed)
    expected = brute_coherence(X, known.must, known.cannot)
    monkeypatch.setitem(coherence.__globals__, "_BLOCK", 60)
    assert coherence(X, known) == pytest.approx(expected)
    rows = np.arange(20)
    inside = [p[(p < 20).all(axis=1)] for p in (known.must, known.cannot)]
    if len(inside[0]) and len(inside[1]):
        assert coherence(X, known, rows=rows) == pytest.approx(brute_coherence(X, *inside))


def test_coherence_without_one_kind_is_full():
    assert coherence(POINTS, Constraints(9, must=[(0, 1)])) == 1.0
    assert coherence(POINTS, Constraints(9, cannot=[(0, 1)])) == 1.0
