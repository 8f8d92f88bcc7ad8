"""Answers stated softly: what they told is not asked again, and they lead on as hard ones do."""

import numpy as np
import pytest
from shaped_runs import proposed, said
from table import STRATEGIES

from jupyter_sscluster.active import NPU, Oracle, Snapshot
from jupyter_sscluster.active.question_types.soft_as_hard import soft_as_hard
from jupyter_sscluster.constraints import Constraints

OFFERING = [row for row in STRATEGIES if "sort" in row.cls.question_types]
EVERY = pytest.mark.parametrize("row", OFFERING, ids=lambda row: row.name)
SHAPE = pytest.mark.parametrize("question_type", ["place", "sort"])


@EVERY
@SHAPE
def test_soft_answers_place_points_and_are_not_asked_again(row, question_type):
    X = np.random.default_rng(0).normal(scale=0.5, size=(12, 2)) + np.repeat([[0], [5], [9]], 4, 0)
    oracle, y = Oracle(np.repeat([0, 1, 2], 4), None), np.repeat([0, 1, 2], 4)
    known, seen = Constraints(12), set()
    for _ in range(6):
        question = proposed(row.make(), Snapshot(X, known, y, n_clusters=3), question_type)
        if question is None:
            break
        assert str(question) not in seen
        seen.add(str(question))
        for i, j, kind in said(oracle, known, question_type, question):
            known = known.add(i, j, kind, soft=True)
    assert len(seen) >= 3
    assert row.make().expected_changes(Snapshot(X, known, y, n_clusters=3)).moved is not None


def test_the_same_answers_stated_softly_lead_to_the_same_pairs():
    X = np.random.default_rng(0).normal(scale=2.0, size=(20, 2)) + np.repeat([[0], [6]], 10, 0)
    y = np.repeat([0, 1], 10)
    hard = soft = Constraints(20)
    for _ in range(12):
        asked = [
            NPU().propose(Snapshot(X, known, y, n_clusters=2))[0].pair for known in (hard, soft)
        ]
        assert asked[0] == asked[1]
        kind = "must" if y[asked[0][0]] == y[asked[0][1]] else "cannot"
        hard, soft = hard.add(*asked[0], kind), soft.add(*asked[0], kind, soft=True)


def test_which_soft_statements_count_depends_on_no_order():
    told = [(0, 1, "must"), (1, 2, "must"), (0, 2, "cannot"), (2, 3, "must"), (0, 3, "must")]
    found = set()
    for rows in (told, told[::-1], told[2:] + told[:2]):
        known = Constraints(4)
        for i, j, kind in rows:
            known = known.add(i, j, kind, soft=True)
        value = soft_as_hard(Snapshot(np.eye(4), known)).constraints
        tables = value.must, value.cannot, value.soft_must, value.soft_cannot
        found.add(str([sorted(table.tolist()) for table in tables]))
    assert found == {"[[[0, 1], [0, 3]], [[0, 2]], [[1, 2], [2, 3]], []]"}


def test_hard_statements_come_before_heavier_soft_ones():
    known = Constraints(3, must=[(0, 1)]).add(0, 1, "cannot", 9.0, soft=True)
    value = soft_as_hard(Snapshot(np.eye(3), known)).constraints
    assert value.relation(0, 1) == "must"
    assert value.soft_cannot.tolist() == [[0, 1]]
