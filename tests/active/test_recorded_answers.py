"""Answers from a record or a journal: what was stated, and what follows."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    BudgetedOracle,
    BudgetExhausted,
    ExploreConsolidate,
    Oracle,
    RecordedOracle,
)
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.viewed import Viewed
from jupyter_sscluster.session import engine_of

PAIRS = list(itertools.combinations(range(40), 2))


def replies(oracle, pairs=PAIRS):
    return [oracle.query(i, j) for i, j in pairs]


def test_a_record_answers_what_was_stated_and_what_follows(tmp_path):
    value = Constraints(6, must=[(0, 1)], cannot=[(1, 2)]).add(3, 4, "must", soft=True)
    value.to_csv(tmp_path / "a.csv")
    value.to_json(tmp_path / "a.JSON")
    for record in (value, tmp_path / "a.csv", str(tmp_path / "a.JSON")):
        oracle = RecordedOracle(record)
        pairs = [(1, 0), (2, 0), (4, 3), (3, 5)]
        assert replies(oracle, pairs) == ["must", "cannot", "must", "unknown"]
        assert (oracle.n_missing, oracle.n_samples) == (1, 6)
        strict = RecordedOracle(record, missing="raise")
        assert replies(strict, pairs[:3]) == ["must", "cannot", "must"]
        with pytest.raises(InputError, match=r"nothing about the pair \(3, 5\)"):
            strict.query(5, 3)


def test_what_was_stated_softly_against_the_others_is_answered_as_it_was_stated():
    value = Constraints(4, [(0, 1), (1, 2)], [(0, 2)], conflicts="soft").add(1, 3, "cannot")
    value = value.add(0, 1, "cannot", soft=True)
    oracle = RecordedOracle(value)
    pairs = [(0, 1), (1, 2), (0, 2), (1, 3), (2, 3)]
    assert replies(oracle, pairs) == ["must", "must", "cannot", "cannot", "cannot"]
    assert oracle.n_missing == 0


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_journal_is_replayed_to_what_the_session_knows(data, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "answers.jsonl"
    X = np.arange(8.0)[:, None]
    y = [0, 0, 1, 1, 2, 2, 2, 0]
    session = Session(X, clusterer="kmeans", n_clusters=2, path=path, background=False)
    for _ in range(data.draw(st.integers(0, 12))):
        do = data.draw(st.sampled_from(["answer", "answer", "skip", "undo", "redo", "k", "back"]))
        i, j = sorted(data.draw(st.lists(st.integers(0, 7), min_size=2, max_size=2, unique=True)))
        if do == "answer":
            session.answer(i, j, "must" if y[i] == y[j] else "cannot")
        elif do == "skip":
            session.answer(i, j, "unknown")
        elif do in ("undo", "redo"):
            getattr(session, do)()
        elif do == "k":
            session.set_n_clusters(data.draw(st.integers(1, 4)))
        elif session.answers:
            session.remove(session.answers[0].number)
    oracle = RecordedOracle(path)
    assert oracle.constraints == session.constraints
    assert {(a.pair) for a in session.answers if a.kind == "unknown"} == oracle.unknown
    for i, j in itertools.combinations(range(8), 2):
        assert oracle.query(i, j) == (session.constraints.relation(i, j) or "unknown")
    session.save(path.with_name("copy"))
    assert RecordedOracle(path.with_name("copy")).constraints == session.constraints


def test_a_strategy_fits_on_a_record_again_without_a_miss():
    X, y = make_blobs(40, centers=3, random_state=0)
    live = NPU(n_clusters=3, n_estimators=5).fit(X, Oracle(y, 25))
    oracle = BudgetedOracle(RecordedOracle(live.constraints_, "raise"), 25)
    again = NPU(n_clusters=3, n_estimators=5).fit(X, oracle)
    assert again.queries_ == live.queries_
    assert (again.labels_ == live.labels_).all()


def test_questions_may_end_where_the_record_does():
    X, y = make_blobs(40, centers=3, random_state=0)
    live = ExploreConsolidate(n_clusters=3).fit(X, Oracle(y, 12))
    oracle = RecordedOracle(live.constraints_, missing="end")
    again = ExploreConsolidate(n_clusters=3).fit(X, oracle)
    assert again.queries_ == live.queries_
    assert again.constraints_ == live.constraints_
    assert again.unknown_ == []
    assert (again.labels_ == live.labels_).all()
    with pytest.raises(BudgetExhausted, match="says nothing"):
        RecordedOracle(Constraints(3), missing="end").query(0, 1)


@pytest.mark.parametrize("name", ["answers.json", "answers.csv"])
def test_a_journal_may_have_any_name(tmp_path, name):
    session = Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / name, background=False)
    session.answer(0, 3, "cannot")
    session.answer(1, 2, "unknown")
    oracle = RecordedOracle(tmp_path / name)
    assert oracle.constraints == session.constraints
    assert oracle.unknown == {(1, 2)}
    (tmp_path / name).write_text("[1]\n")
    with pytest.raises(InputError, match="to_(json|csv)"):
        RecordedOracle(tmp_path / name)


def test_a_journal_opened_with_other_arguments_keeps_its_answers(tmp_path):
    X, settled = np.arange(6.0)[:, None], {"path": tmp_path / "j", "background": False}
    with_two = Session(X, "kmeans", n_clusters=2, **settled)
    with_two.answer(0, 5, "cannot")
    with_two.close()
    known = Constraints(6, must=[(3, 4)])
    session = Session(X, "kmeans", n_clusters=3, constraints=known, **settled)
    assert '"do":"given"' in (tmp_path / "j").read_text("utf-8")
    session.answer(1, 2, "must")
    oracle = RecordedOracle(tmp_path / "j")
    assert oracle.constraints == session.constraints
    pairs = [(0, 5), (3, 4), (1, 2), (0, 1)]
    assert replies(oracle, pairs) == ["cannot", "must", "must", "unknown"]


def test_what_the_axes_showed_is_no_answer(tmp_path):
    session = Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / "j", background=False)
    engine_of(session).view(Viewed("pca"))
    session.answer(0, 3, "cannot")
    assert replies(RecordedOracle(tmp_path / "j"), [(0, 3)]) == ["cannot"]


def test_a_journal_keeps_dont_know_apart_from_what_is_missing(tmp_path):
    session = Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / "j", background=False)
    session.answer(0, 3, "unknown")
    oracle = RecordedOracle(tmp_path / "j", missing="raise")
    assert oracle.query(3, 0) == "unknown"
    with pytest.raises(InputError, match="says nothing"):
        oracle.query(1, 2)
    with pytest.raises(InputError, match="asks about one point"):
        oracle.query(1, 1)
    with pytest.raises(InputError, match="point=4"):
        oracle.query(1, 4)


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"data": {"shape": []}}\n', "[1]\n\n"])
def test_an_invalid_record_is_refused(tmp_path, text):
    path = tmp_path / "x.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=r"no constraints file .* and no journal of a session"):
        RecordedOracle(path)
    with pytest.raises(InputError, match="cannot be read"):
        RecordedOracle(tmp_path / "absent")
    with pytest.raises(InputError, match="missing='no' must be one of"):
        RecordedOracle(path, missing="no")


def test_an_undo_that_was_never_possible_is_damage(tmp_path):
    Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / "x", background=False)
    with open(tmp_path / "x", "a") as file:
        file.write('{"do":"undo"}\n')
    with pytest.raises(InputError, match=r"line \d+ of the journal .* nothing to undo"):
        RecordedOracle(tmp_path / "x")


def test_answers_are_read_without_the_clusterers_they_were_given_to(tmp_path):
    class Own(KMeans):
        """No journal can hold this class."""

    X = np.arange(6.0)[:, None]
    session = Session(X, Own(2), n_clusters=2, path=tmp_path / "x", background=False)
    session.answer(0, 5, "cannot", weight=3.0)
    session.set_clusterer("pckmeans")
    session.answer(1, 2, "must", soft=True)
    oracle = RecordedOracle(tmp_path / "x")
    assert [oracle.query(5, 0), oracle.query(1, 2), oracle.query(3, 4)] == [
        "cannot",
        "must",
        "unknown",
    ]
