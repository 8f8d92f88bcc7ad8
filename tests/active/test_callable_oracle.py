"""A function answers: once about each pair, kept on disk, with its confidence and its name."""

import signal
import subprocess
import sys
from datetime import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, AskingFailed, BudgetExhausted, CallableOracle
from jupyter_sscluster.active.oracles import answer_cache as cache
from jupyter_sscluster.active.oracles.answer_cache import CachedAnswer, content_key

WORDS = ["apple", "avocado", "banana", "blueberry", "cherry"]


class Rule:
    """Whether two words begin alike; it counts how often it is asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, a, b):
        self.asked.append((a, b))
        return a[0] == b[0]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


def test_a_pair_is_asked_about_once_in_whichever_order(path):
    rule = Rule()
    oracle = CallableOracle(rule, WORDS, cache=path)
    assert [oracle.query(1, 0), oracle.query(0, 1), oracle.query(0, 2)] == [
        "must",
        "must",
        "cannot",
    ]
    assert rule.asked == [("apple", "avocado"), ("apple", "banana")]
    later = Rule()
    again = CallableOracle(later, WORDS[::-1], cache=path)
    assert (again.query(4, 3), again.query(2, 4), later.asked) == ("must", "cannot", [])
    assert again.query(0, 1) == "cannot"
    assert len(path.read_text().splitlines()) == 1 + 3
    other = CallableOracle(Rule(), WORDS, cache=path, name="another rule")
    other.query(0, 1)
    assert other.queries_cnt == 1, "what another source said is no answer of this one"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("must", CachedAnswer("must")),
        (False, CachedAnswer("cannot")),
        (np.True_, CachedAnswer("must")),
        (None, CachedAnswer("unknown")),
        (("cannot", 0.25), CachedAnswer("cannot", 0.25)),
        ((True, np.float32(0.5)), CachedAnswer("must", 0.5)),
        (("must", 0), CachedAnswer("unknown")),
        (("unknown", 0.3), CachedAnswer("unknown")),
    ],
)
def test_what_an_answer_means(told, said, path):
    assert CallableOracle(lambda a, b: told, WORDS, cache=path).said(3, 1) == said
    kept = CallableOracle(lambda a, b: 1 / 0, WORDS, cache=path)
    assert kept.said(1, 3) == said, "a don't-know is kept as well"


@pytest.mark.parametrize(
    "told", [1, 0, "yes", "", ("must", 1.5), ("must", "x"), ("must",), [], 2.5]
)
def test_nonsense_is_named_and_not_kept(told, path):
    oracle = CallableOracle(lambda a, b: told, WORDS, cache=path, name="rule")
    with pytest.raises(Exception, match="rule answered .* about rows 1 and 3; return 'must'"):
        oracle.query(3, 1)
    assert not path.exists()


def test_a_function_that_raises_loses_no_answer(path):
    def ask(a, b):
        if "cherry" in (a, b):
            raise ConnectionError("no route")
        return a[0] == b[0]

    oracle = CallableOracle(ask, WORDS, cache=path)
    assert oracle.query(0, 1) == "must"
    with pytest.raises(
        AskingFailed, match="ask failed on rows 2 and 4 with ConnectionError: no ro"
    ):
        oracle.query(2, 4)
    with pytest.raises(
        AskingFailed, match="no route; its 1 other answer is kept: correct the function"
    ):
        oracle.query(2, 4)
    with pytest.raises(AskingFailed, match="no route; correct the function, or ask about other"):
        CallableOracle(ask, WORDS).query(2, 4)
    kept = CallableOracle(lambda a, b: 1 / 0, WORDS, cache=path, name="ask")
    assert kept.query(0, 1) == "must"


def test_batches_are_asked_together_and_what_is_good_of_them_is_kept():
    sizes = []

    def ask(pairs):
        sizes.append(len(pairs))
        return [a[0] == b[0] if "banana" not in (a, b) else "?" for a, b in pairs]

    oracle = CallableOracle(ask, WORDS, batch=3)
    assert oracle.prepare([(0, 1), (1, 0), (3, 4), (0, 3), (1, 4)]) == 4
    assert sizes == [3, 1]
    assert oracle.prepare([(0, 1), (3, 4)]) == 0
    with pytest.raises(Exception, match="'\\?' about rows 1 and 2"):
        oracle.prepare([(0, 4), (1, 2), (1, 3)])
    assert [oracle.query(0, 4), oracle.query(1, 3)] == ["cannot", "cannot"]
    assert sizes == [3, 1, 3]
    short = CallableOracle(lambda pairs: ["must"], WORDS, batch=9, name="short")
    with pytest.raises(Exception, match="short gave 1 answers to 2 pairs; return one answer"):
        short.prepare([(0, 1), (1, 2)])


def test_no_question_is_left_at_the_limit():
    oracle = CallableOracle(Rule(), WORDS, max_queries_cnt=2)
    assert oracle.prepare([(0, 1), (0, 2), (0, 3)]) == 2
    assert (oracle.query(0, 1), oracle.remaining) == ("must", 0)
    with pytest.raises(BudgetExhausted, match="all 2 questions"):
        oracle.query(0, 3)


KILLED = """
import os, signal, sys
from jupyter_sscluster.active import CallableOracle
from jupyter_sscluster.active.oracles import answer_cache as cache
whole = cache._line
def ask(a, b):
    return True
oracle = CallableOracle(ask, n_samples=4, cache={path!r})
oracle.query(0, 1)
print(flush=True)
cache._line = lambda entry: whole(entry)[:25]
oracle.query(2, 3)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
def test_a_process_killed_in_the_middle_of_a_line_loses_that_line_alone(path):
    code = KILLED.format(path=str(path))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == -signal.SIGKILL, run.stderr
    assert not path.read_bytes().endswith(b"\n")
    asked = []
    oracle = CallableOracle(
        lambda a, b: asked.append((a, b)) or False, range(4), cache=path, name="ask"
    )
    assert (oracle.query(0, 1), oracle.query(2, 3), oracle.query(1, 2)) == (
        "must",
        "cannot",
        "cannot",
    )
    assert asked == [(2, 3), (1, 2)]
    again = CallableOracle(lambda a, b: 1 / 0, range(4), cache=path, name="ask")
    assert [again.query(0, 1), again.query(2, 3)] == ["must", "cannot"]


@pytest.mark.parametrize("length", [0, 5, 40])
def test_a_file_torn_in_its_first_line_is_begun_anew(path, length):
    CallableOracle(Rule(), WORDS, cache=path).query(0, 1)
    path.write_bytes(path.read_bytes()[:length])
    CallableOracle(Rule(), WORDS, cache=path).query(0, 1)
    assert CallableOracle(lambda a, b: 1 / 0, WORDS, cache=path, name="Rule").query(0, 1) == "must"


def test_two_processes_that_begin_a_file_at_once_lose_nothing(path, monkeypatch):
    first, second = (CallableOracle(Rule(), WORDS, cache=path) for _ in range(2))
    whole = cache._line

    def meanwhile(entry):
        monkeypatch.setattr(cache, "_line", whole)
        second.query(2, 3)
        return whole(entry)

    monkeypatch.setattr(cache, "_line", meanwhile)  # once the first has seen that it is empty
    first.query(0, 1)
    again = CallableOracle(lambda a, b: 1 / 0, WORDS, cache=path, name="Rule")
    assert (again.query(0, 1), again.query(2, 3)) == ("must", "must")


def test_a_file_of_something_else_is_left_alone(path):
    path.write_text("i,j,kind\n0,1,must\n")
    with pytest.raises(Exception, match="holds something else than answers of a function"):
        CallableOracle(Rule(), WORDS, cache=path)
    assert path.read_text() == "i,j,kind\n0,1,must\n"


def test_contents_name_items_whatever_they_are():
    frame = load_iris(as_frame=True).data
    array = np.arange(6.0).reshape(2, 3)
    items = ["1", 1, 1.5, b"1", None, True, ["1"], {"a": 1}, array, array.T, array.astype("f4")]
    assert len({content_key(item) for item in items}) == len(items)
    assert content_key(np.int64(1)) == content_key(1)
    assert content_key({"a": 1, "b": [2]}) == content_key({"b": [2], "a": 1})
    assert content_key(frame.iloc[3]) == content_key(frame.iloc[3].copy())
    assert content_key(array) == content_key(array.copy(order="F"))
    with pytest.raises(TypeError, match="give items of text.*or key="):
        content_key(object())
    oracle = CallableOracle(lambda a, b: a["sepal width (cm)"] > 3, frame)
    assert oracle.n_samples == 150 and oracle.query(0, 1) == "must"


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_each_row_of_a_frame_of_any_kind_is_a_mapping(kind, path):
    frame = kind(
        {
            "town": ["Ulm", "Ulm", None],
            "since": [datetime(2020, 5, 1), None, datetime(2021, 5, 1)],
            "price": [Decimal("1.5"), Decimal("2.5"), None],
        }
    )
    oracle = CallableOracle(lambda a, b: a["town"] == b["town"], frame, cache=path, name="town")
    assert [oracle.query(0, 1), oracle.query(0, 2)] == ["must", "cannot"]
    again = CallableOracle(lambda a, b: 1 / 0, frame, cache=path, name="town")
    assert [again.query(1, 0), again.query(2, 0)] == ["must", "cannot"]


def test_missing_values_of_nullable_columns_name_a_row():
    frame = pd.DataFrame({"n": [1, None, 2], "day": pd.to_datetime(["2020", None, "2021"])})
    rows = [frame.convert_dtypes().iloc[row] for row in range(3)]
    assert rows[1]["n"] is pd.NA and rows[1]["day"] is pd.NaT
    assert len({content_key(row) for row in rows}) == 3


@pytest.mark.parametrize("column", [np.array, pd.Series, pl.Series, pa.array, tuple])
def test_a_batch_of_answers_may_be_an_array(column):
    oracle = CallableOracle(
        lambda pairs: column([a[0] == b[0] for a, b in pairs]), WORDS, batch=3, name="rule"
    )
    assert oracle.prepare([(0, 1), (0, 2), (2, 3)]) == 3
    assert [oracle.query(0, 1), oracle.query(0, 2), oracle.query(2, 3)] == [
        "must",
        "cannot",
        "must",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"items": None}, "needs the items"),
        ({"ask": "rule"}, "must be a function"),
        ({"n_samples": 3}, "5 items were given for n_samples=3"),
        ({"batch": 0}, "batch=0"),
        ({"name": "Ann by Bob"}, "without 'by'"),
        ({"name": "\n"}, "on one line"),
        ({"cache": "nowhere/at/all.jsonl"}, "a folder that exists"),
        ({"max_queries_cnt": -1}, "max_queries_cnt=-1"),
    ],
)
def test_wrong_arguments_are_named(options, said):
    with pytest.raises(Exception, match=said):
        CallableOracle(**{"ask": Rule(), "items": WORDS} | options)


@pytest.mark.parametrize("row", [5, -1, 0.5])
def test_rows_that_are_none_cost_nothing(row):
    oracle = CallableOracle(Rule(), WORDS)
    for pair in ((row, 1), (1, row), (1, 1)):
        with pytest.raises(Exception):  # noqa: B017 (whichever of the rules)
            oracle.query(*pair)
    assert oracle.queries_cnt == 0


@pytest.mark.parametrize("pair", [(len(WORDS), 0), (0, len(WORDS) + 1)])
def test_a_row_beyond_the_last_is_named(pair):
    with pytest.raises(InputError, match=f"row={max(pair)} .*{len(WORDS) - 1}"):
        CallableOracle(Rule(), WORDS).query(*pair)


def test_unsure_answers_of_an_oracle_become_soft():
    iris = load_iris()

    def ask(a, b):
        same = iris.target[a] == iris.target[b]
        return ("must" if same else "cannot", 0.5 if 50 <= min(a, b) else 1.0)

    strategy = NPU(n_clusters=3, random_state=0)
    strategy.fit(iris.data, oracle=CallableOracle(ask, n_samples=150, max_queries_cnt=15))
    known = strategy.constraints_
    soft = [*known.soft_must.tolist(), *known.soft_cannot.tolist()]
    hard = [*known.must.tolist(), *known.cannot.tolist()]
    assert soft and all(min(pair) >= 50 for pair in soft)
    assert all(min(pair) < 50 for pair in hard)
    assert set(known.soft_must_weights) | set(known.soft_cannot_weights) == {0.5}


def test_placements_and_sortings_are_asked_pair_by_pair():
    oracle = CallableOracle(Rule(), WORDS)
    assert (oracle.place(1, [2, 0]), oracle.place(4, [2, 0])) == (0, None)
    assert oracle.sort([1, 3, 4], [0]) == [[0, 1], [3], [4]]


def test_a_slow_function_may_be_interrupted_and_loses_nothing(path):
    """Ten seconds of waiting end when a person wants them to; what was answered before is there."""

    def ask(a, b):
        if b == "cherry":
            raise KeyboardInterrupt  # what a person does to ten seconds of waiting
        return a[0] == b[0]

    oracle = CallableOracle(ask, WORDS, cache=path)
    with pytest.raises(KeyboardInterrupt):
        oracle.prepare([(0, 1), (2, 3), (2, 4)])
    kept = CallableOracle(lambda a, b: 1 / 0, WORDS, cache=path, name="ask")
    assert [kept.query(0, 1), kept.query(2, 3)] == ["must", "must"]
