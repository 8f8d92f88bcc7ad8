"""Files of a session read back exactly, and no cell of theirs is a formula."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.files.csv_file import read_cell, safe_cell
from jupyter_sscluster.constraints.files.origins import seconds_of, time_text
from jupyter_sscluster.export import (
    constraints_csv,
    constraints_json,
    labels_csv,
    python_code,
    read_answers,
    read_labels,
)

X = np.array([[0.0, 0.0], [0.0, 1.0], [9.0, 0.0], [9.0, 1.0], [5.0, 5.0]])
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "'=1", "''+1"]
NASTY = [
    *FORMULAS,
    "<script>alert(1)</script>",
    'a "b", c',
    "",
    "'plain'",
    "\ud800",
    "\x00",
    "日本",
]
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=5))
DANGEROUS = tuple("=+-@\t\r\n＝＋－＠")


@given(TEXTS)
def test_a_cell_is_safe_and_reads_back_exactly(text):
    assert read_cell(safe_cell(text)) == text
    assert not safe_cell(text).startswith(DANGEROUS)


@given(TEXTS, TEXTS)
def test_different_texts_stay_different(a, b):
    assert (safe_cell(a) == safe_cell(b)) == (a == b)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 4e9))
def test_a_time_reads_back_to_the_last_bit(seconds):
    assert seconds_of(time_text(seconds)) == seconds


def test_times_are_for_people():
    assert time_text(1700000000.5) == "2023-11-14T22:13:20.5Z"
    assert seconds_of("2023-11-14T22:13:20Z") == 1700000000
    assert [seconds_of(text) for text in ("", "2023-13-01T00:00:00Z", "1_0")] == [None] * 3


def session_of(names=None, *, sources=("user",)):
    session = Session(X, "pckmeans", n_clusters=2, names=names)
    session.answer(3, 0, "cannot", source=sources[0])
    session.answer(0, 1, "must", weight=2.5)
    session.answer(1, 4, "unknown")
    session.answer(2, 4, "must", soft=True, weight=1 / 3, source=sources[-1])
    return session


def links(session):
    return tuple(answer for answer in session.answers if answer.kind != "unknown")


WRITERS = {"csv": constraints_csv, "json": constraints_json}
READERS = {"csv": Constraints.from_csv, "json": Constraints.from_json}


@pytest.mark.parametrize("suffix", WRITERS)
@settings(max_examples=40, deadline=None)
@given(
    names=st.none() | st.lists(TEXTS, min_size=5, max_size=5, unique=True), first=TEXTS, last=TEXTS
)
def test_constraints_and_answers_round_trip_exactly(tmp_path_factory, suffix, names, first, last):
    path = tmp_path_factory.mktemp("files") / f"known.{suffix}"
    session = session_of(names, sources=[first, last])
    path.write_bytes(WRITERS[suffix](session).encode("utf-8", "surrogatepass"))
    assert read_answers(path) == links(session)
    back = READERS[suffix](path)
    assert back == session.constraints
    assert back.names == session.names
    again = Session(X, "pckmeans", n_clusters=2, constraints=back)
    assert again.constraints == session.constraints


def test_no_cell_of_a_file_begins_as_a_formula_does():
    session = session_of(NASTY[:5], sources=["=cmd()", "@me"])
    session.answer(0, 2, "cannot", source="-x")
    for text in (constraints_csv(session), labels_csv(session, ["=A1", "-b"])):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert "'=1+1" in cells
        assert not [cell for cell in cells if cell.startswith(DANGEROUS)]


def test_rows_are_found_by_name_in_other_data(tmp_path):
    path = tmp_path / "known.csv"
    path.write_text(constraints_csv(session_of(list("abcde"))), encoding="utf-8")
    moved = read_answers(path, names=["new", *"edcba"])
    assert [(a.i, a.j, a.kind) for a in moved] == [(2, 5, "cannot"), (5, 4, "must"), (3, 1, "must")]


def test_a_file_of_constraints_alone_gives_answers_too(tmp_path):
    path = tmp_path / "known.json"
    Constraints(3, [(0, 1)]).to_json(path)
    assert [(a.number, a.pair, a.source) for a in read_answers(path)] == [(1, (0, 1), "initial")]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"answer": 0}, "answer is 0; answers are numbered from 1"),
        ({"answer": "1"}, "answer is '1'"),
        ({"source": 1}, "source is 1"),
        ({"time": "noon"}, "time is 'noon'; it must be like"),
        ({"time": 5}, "time is 5"),
    ],
)
def test_a_wrong_origin_is_refused_by_place(tmp_path, change, sentence):
    path = tmp_path / "known.json"
    held = json.loads(constraints_json(session_of()))
    held["statements"][1] |= change
    path.write_text(json.dumps(held))
    with pytest.raises(InputError, match=f"known.json, statement 2: {sentence}"):
        read_answers(path)
    del held["statements"][1]["time"]
    path.write_text(json.dumps(held))
    with pytest.raises(InputError, match="statement 2 has no 'time'"):
        Constraints.from_json(path)


@settings(max_examples=40, deadline=None)
@given(st.none() | st.lists(TEXTS, min_size=5, max_size=5, unique=True), st.none() | st.just(1))
def test_labels_round_trip_exactly(tmp_path_factory, names, called):
    session = session_of(names)
    clusters = called and ["=A", "Setosa, wild"]
    path = tmp_path_factory.mktemp("labels") / "labels.csv"
    path.write_bytes(labels_csv(session, clusters).encode("utf-8", "surrogatepass"))
    back = read_labels(path)
    np.testing.assert_array_equal(back.labels, session.labels)
    assert back.names == session.names
    expected = clusters and tuple(clusters[label] for label in session.labels)
    assert back.cluster_names == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no file of labels"),
        ("row,other\n0,1\n", "is no file of labels"),
        ("row,cluster\n0,a\n", "no whole number"),
        ("row,cluster\n1,0\n", "numbered from 0"),
        ("row,cluster\n0,0\n1\n", "line 3: 1 cells for 2 columns"),
        ("row,cluster\n0,0,0\n", "line 2: 3 cells for 2 columns"),
        ("row,cluster\n0,99999999999999999999999\n", "no whole number"),
        ("row,cluster,cluster\n0,1,1\n", "names a column twice"),
        ("row,cluster\n0,1\n1,-2\n", "line 3: cluster -2, and clusters count from 0, -1 being"),
    ],
)
def test_a_wrong_file_of_labels_is_refused(tmp_path, text, sentence):
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_labels(path)


def test_an_empty_line_at_the_end_of_labels_is_ignored(tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("row,cluster\n0,1\n1,0\n\n")
    assert read_labels(path).labels.tolist() == [1, 0]


def test_a_session_without_a_fit_has_no_code():
    session = Session(X, "pckmeans", n_clusters=2, background=True)
    session.wait()
    session._engine.ledger.shown = None
    with pytest.raises(InputError, match="nothing has been fitted yet"):
        python_code(session)
    session.close()
