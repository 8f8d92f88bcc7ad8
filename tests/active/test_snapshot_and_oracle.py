"""What a strategy sees, and an oracle that counts its answers."""

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    BudgetExhausted,
    Oracle,
    Snapshot,
)
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints

LINE = np.arange(8.0)[:, None]


def test_a_snapshot_takes_names_from_the_rows_and_k_from_the_clusterer():
    frame = pd.DataFrame({"a": [0.0, 1.0, 5.0]}, index=["x", "y", "z"])
    snapshot = Snapshot(frame, Constraints(3), clusterer=PCKMeans(n_clusters=2))
    assert snapshot.name(2) == "z"
    assert snapshot.n_clusters == 2
    assert Snapshot(LINE, Constraints(8)).name(2) == "2"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"constraints": None}, r"build Constraints\(8, "),
        ({"constraints": Constraints(7)}, "about 7 rows, and the number of rows of X is 8"),
        ({"labels": np.zeros(3, dtype=int)}, r"shape \(8,\)"),
        ({"labels": np.zeros(8)}, "one integer a row"),
        ({"unknown": [(0, 8)]}, "the row 8; rows go from 0 to 7"),
        ({"unknown": [(-1, 2)]}, "the row -1"),
        ({"unknown": [(0.5, 2)]}, "pairs of row numbers"),
        ({"n_clusters": 0}, "n_clusters=0"),
        ({"names": ["a"]}, "1 names were given for 8 rows"),
    ],
)
def test_parts_of_a_snapshot_that_do_not_fit_are_refused(parts, said):
    with pytest.raises(InputError, match=said):
        Snapshot(LINE, **{"constraints": Constraints(8), **parts})


def test_oracle_counts_every_answer_and_stops():
    oracle = Oracle(labels=["a", None, "b", "a"], max_queries_cnt=3)
    assert [oracle.query(0, 3), oracle.query(0, 1), oracle.query(2, 3)] == [
        "must",
        "unknown",
        "cannot",
    ]
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted, match="all 3 questions are used up"):
        oracle.query(0, 2)
    assert oracle.queries_cnt == 3


def test_oracle_without_limit_and_with_unlabelled_points():
    assert Oracle(["a", float("nan")]).query(0, 1) == "unknown"
    oracle = Oracle(np.array([0.0, np.nan, 0.0]), None)
    assert oracle.query(0, 2) == "must"
    assert oracle.query(0, 1) == "unknown"
    assert oracle.remaining == float("inf")
    assert Oracle([0, -1]).query(0, 1) == "unknown"


def test_oracle_refuses_what_it_cannot_answer():
    with pytest.raises(InputError, match="one label a row"):
        Oracle(np.array([[0], [1]]))
    with pytest.raises(InputError, match="max_queries_cnt=-1"):
        Oracle([0, 1], -1)
    oracle = Oracle([0, 1])
    with pytest.raises(InputError, match="point=2"):
        oracle.query(0, 2)
    with pytest.raises(InputError, match=r"query\(1, 1\) asks whether point 1 belongs with itself"):
        oracle.query(1, 1)
    assert oracle.queries_cnt == 0
