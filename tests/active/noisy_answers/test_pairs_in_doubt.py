"""The pairs that a function is asked about: by value, by row, not about the same twice."""

import numpy as np
import pytest

from jupyter_sscluster.active.noisy_answers import pairs_in_doubt as room
from jupyter_sscluster.active.noisy_answers.pairs_in_doubt import pairs_in_doubt

SPREAD = np.linspace(0.5, 0.95, 12)


def line(n=12):
    X = np.arange(float(n))[:, None]
    q = np.stack([SPREAD[:n], 1.0 - SPREAD[:n]], axis=1)
    return X, q


def plain(X, q, stand_ins, value):
    """The best pair of all, by a double loop."""
    found = {}
    for i in range(len(q)):
        for members in stand_ins:
            j = min(members, key=lambda v: abs(float(X[v, 0] - X[i, 0])))
            if i != j:
                found[i, int(j)] = float(value(np.array([q[i] @ q[j]]))[0])
    return max(found, key=found.get)


def by_distance_from_half(p):
    return 0.51 - abs(p - 0.5)


def test_the_first_pair_is_worth_most():
    X, q = line()
    stand_ins = [np.array([11]), np.array([3])]
    first = pairs_in_doubt(X, q, stand_ins, 1, value=by_distance_from_half)
    assert [tuple(sorted(plain(X, q, stand_ins, by_distance_from_half)))] == first


def test_rows_that_were_asked_about_and_pairs_that_are_taken_come_later():
    X, q = line()
    stand_ins = [np.array([11]), np.array([10])]
    (first,) = pairs_in_doubt(X, q, stand_ins, 1)
    row = first[0]
    assert row not in {i for i, _ in pairs_in_doubt(X, q, stand_ins, 1, asked=[first] * 20)}
    assert first not in pairs_in_doubt(X, q, stand_ins, 30, taken=[first])
    assert row not in {i for i, _ in pairs_in_doubt(X, q, stand_ins, 30, out=[row])}
    assert len(set(pairs_in_doubt(X, q, stand_ins, 30))) == len(pairs_in_doubt(X, q, stand_ins, 30))


def test_rows_between_other_classes_come_before_more_of_the_same():
    q = np.array([[0.5, 0.5, 0.0]] * 5 + [[0.0, 0.4, 0.6]] + list(np.eye(3)))
    X = np.arange(float(len(q)))[:, None]
    found = pairs_in_doubt(X, q, [np.array([6]), np.array([7]), np.array([8])], 2, out={6, 7, 8})
    assert [i for i, _ in found] == [0, 5]
    assert len(pairs_in_doubt(X, q, [np.array([k]) for k in (6, 7, 8)], 9, out={6, 7, 8})) == 6


def test_a_class_that_nobody_has_met_has_its_surest_rows():
    q = np.array([[0.5, 0.5], [0.1, 0.9], [0.2, 0.8], [1.0, 0.0], [0.4, 0.6]])
    X = np.array([[0.0], [3.0], [1.0], [9.0], [8.0]])
    nobody = np.empty(0, dtype=np.intp)
    assert pairs_in_doubt(X, q, [np.array([3]), nobody], 1, out={3}, taken={(0, 3)}) == [(0, 2)]
    unsure = q * 0.2 + 0.4
    assert not pairs_in_doubt(X, unsure, [nobody, nobody], 3, value=lambda p: p * 0.0)


def test_nothing_is_asked_that_is_worth_nothing():
    X, q = line()
    stand_ins = [np.array([11]), np.array([10])]
    assert pairs_in_doubt(X, q, stand_ins, 5, value=np.zeros_like) == []


@pytest.mark.parametrize("seed", range(5))
def test_only_rows_of_high_entropy_are_looked_at(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    q = rng.dirichlet(np.ones(3), 60)
    X = rng.normal(size=(60, 2))
    stand_ins = [np.array([k]) for k in range(3)]
    monkeypatch.setattr(room, "CANDIDATES", 10)
    surest = np.argsort(room.entropy(q))[:40].tolist()
    asked = {i + j - s for i, j in pairs_in_doubt(X, q, stand_ins, 30) for s in (i, j) if s < 3}
    assert len(asked - {0, 1, 2}) >= 5
    assert not asked & {*surest} - {0, 1, 2}
