"""A person at the keyboard, asked until the keys mean something."""

import itertools

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    BudgetedOracle,
    BudgetExhausted,
    HumanOracle,
    Random,
)
from jupyter_sscluster.cluster import PCKMeans

PAIRS = list(itertools.combinations(range(40), 2))


def replies(oracle, pairs=PAIRS):
    return [oracle.query(i, j) for i, j in pairs]


class Desk:
    """A keyboard with a line of keys, and a screen."""

    def __init__(self, *keys):
        self.keys, self.shown, self.prompts = list(keys), [], 0

    def read(self, prompt):
        self.prompts += 1
        key = self.keys.pop(0)
        if isinstance(key, type):
            raise key
        return key

    def oracle(self, *args, **options):
        return HumanOracle(*args, input=self.read, print=self.shown.append, **options)


def test_a_person_presses_keys_and_is_asked_again_where_they_mean_nothing():
    desk = Desk("m", " C ", "?", "", "skip", "s", "cannot")
    oracle = desk.oracle(n_samples=5)
    assert replies(oracle, [(0, 1), (1, 2), (2, 3), (3, 4)]) == [
        "must",
        "cannot",
        "unknown",
        "cannot",
    ]
    assert oracle.answers == [
        (0, 1, "must"),
        (1, 2, "cannot"),
        (2, 3, "unknown"),
        (3, 4, "cannot"),
    ]
    assert sum("Type m (must" in text for text in desk.shown) == 3
    assert desk.shown[0] == "Question 1: do 0 and 1 belong together?"


@pytest.mark.parametrize("end", ["q", "quit", EOFError, KeyboardInterrupt])
def test_an_interrupted_run_keeps_its_answers(end):
    X, _ = make_blobs(20, centers=2, random_state=0)
    desk = Desk("c", "m", "c", end)
    oracle = desk.oracle(X)
    fitted = NPU(PCKMeans(n_clusters=2, random_state=0), n_estimators=5).fit(X, oracle)
    assert fitted.n_queries_ == 3
    assert [kind for *_, kind in oracle.answers] == ["cannot", "must", "cannot"]
    assert fitted.labels_.shape == (20,)
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted, match="no question is left"):
        oracle.query(0, 1)
    assert desk.prompts == 4


def test_names_values_and_the_reason_are_shown():
    frame = pd.DataFrame({"size": [1.0, 2.5, 9.0], "age": [5.0, 5.0, 5.5]}, index=["a", "b", "c"])
    desk = Desk("m", "q")
    NPU(n_clusters=2, n_estimators=5).fit(frame, desk.oracle(frame))
    head, why, *values = desk.shown[0].splitlines()
    assert head.startswith("Question 1: do ") and " and " in head
    assert why.strip().endswith(".")
    assert {line.split(":")[0].strip() for line in values} == {"size", "age"}
    named = Desk("m")
    named.oracle(names=["x", "y"], n_samples=2).query(0, 1)
    assert named.shown == ["Question 1: do x and y belong together?"]


def test_the_reason_reaches_a_person_through_other_oracles():
    desk = Desk("m", "q")
    X = np.arange(6.0)[:, None]
    Random(n_clusters=2).fit(X, BudgetedOracle(desk.oracle(X), 5))
    assert "Drawn at random" in desk.shown[0]


def test_of_many_features_those_that_differ_most_are_shown():
    X = np.zeros((3, 30))
    X[1] = np.arange(30) * 1e300
    X[2, 5:] = X[1, 5:]
    desk = Desk("m")
    desk.oracle(X).query(0, 2)
    lines = desk.shown[0].splitlines()
    assert len(lines) == 1 + 12 + 1
    assert lines[-1].strip() == "… and 18 more"
    assert all(int(line.split()[1].rstrip(":")) >= 5 for line in lines[1:-1])


def test_a_persons_time_may_be_limited():
    oracle = Desk("m", "m").oracle(n_samples=4, max_queries_cnt=1)
    assert oracle.remaining == 1
    oracle.query(0, 1)
    with pytest.raises(BudgetExhausted):
        oracle.query(1, 2)
    for wrong in ({}, {"n_samples": 0}, {"n_samples": 3, "max_queries_cnt": -1}):
        with pytest.raises(InputError):
            HumanOracle(**wrong)
    with pytest.raises(InputError, match="asks about one point"):
        HumanOracle(n_samples=3).query(1, 1)
