"""A journal is opened again: the same session, unless the arguments have changed."""

import json

import pytest
from journaled import busy, make, steps
from session_parts import Deaf, blobs, picture

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.session import engine_of


def test_reopening_gives_the_same_session(path):
    session = busy(path)
    before = picture(session)
    session.close()
    again = make(path)
    assert picture(again) == before
    assert again.notes == ()


def test_reopening_fits_nothing_and_restores_every_state(path, monkeypatch):
    expected = steps(busy(path.with_name("other")))
    busy(path).close()
    monkeypatch.setattr(KMeans, "fit", None)
    monkeypatch.setattr(PCKMeans, "fit", None)
    again = make(path)
    for one, other in zip(steps(again), expected, strict=True):
        for key in ("labels", "constraints", "unknown", "settings", "undo", "branch", "record"):
            assert one[key] == other[key]


def test_going_on_after_reopening_is_going_on(path):
    one, other = busy(path), busy(path.with_name("other"))
    one.close()
    one = make(path)
    for session in (one, other):
        session.answer(10, 11, "must")
        session.undo()
        session.undo()
        session.answer(12, 13, "cannot")
    assert one.labels.tobytes() == other.labels.tobytes()
    assert one.history.undo_label == other.history.undo_label


def test_names_and_weights_survive_exactly(path):
    names = [f"«{i}» <b>\u2028\udc80" for i in range(30)]
    session = make(path, names=names)
    session.answer(0, 1, "must", weight=1 / 3)
    label = session.history.undo_label
    session.close()
    again = make(path, names=names)
    assert again.answers[0].weight == 1 / 3
    assert again.history.undo_label == label
    assert again.constraints == session.constraints


def test_a_fit_that_was_not_written_is_made_again_with_the_same_labels(path):
    session = make(path)
    for i in range(5):
        session.answer(i, i + 10, "must")
    labels, fits = session.labels, len(session.history.fits)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(n for n, text in enumerate(lines) if b'"change"' in text)
    path.write_bytes(b"".join(lines[: last + 1]))
    again = make(path)
    assert again.labels.tobytes() == labels.tobytes()
    assert len(again.history.fits) == fits


def test_an_unfinished_fit_keeps_its_answer(path):
    session = make(path, background=True)
    assert session.wait(20)
    session.set_clusterer(Deaf(60))
    session.answer(0, 1, "must")
    session.close()
    again = make(path, clusterer=Deaf(0))
    assert [answer.pair for answer in again.answers] == [(0, 1)]
    assert len(again.history.fits) == 2


def test_the_file_is_text_and_a_fit_writes_only_what_changed(path):
    big = blobs(3000)
    session = Session(big, KMeans(3, n_init=1), "random", path=path)
    size = path.stat().st_size
    session.answer(0, 3, "must")
    assert path.stat().st_size - size < 1000
    assert [json.loads(line)["do"] for line in path.read_text().splitlines()[1:]] == [
        "fit", "score", "change", "fit", "score",
    ]  # fmt: skip


def test_arguments_as_before_let_the_last_settings_win(path):
    session = make(path, n_clusters=3)
    session.set_n_clusters(5)
    session.set_strategy("npu")
    session.close()
    again = make(path, n_clusters=3)
    assert again.n_clusters == 5
    assert type(again.strategy).__name__ == "NPU"
    assert engine_of(again).revision == 2


def test_edited_arguments_are_a_change(path):
    session = make(path, n_clusters=3)
    session.set_n_clusters(5)
    session.answer(0, 1, "must")
    session.close()
    edited = make(path, n_clusters=4, strategy=Random(random_state=8), random_state=1)
    assert (edited.n_clusters, edited.strategy.random_state) == (4, 8)
    assert edited.clusterer.random_state == 1
    assert edited.history.undo_label == "strategy Random, 4 clusters, random_state = 1"
    edited.set_n_clusters(2)
    edited.close()
    again = make(path, n_clusters=4, strategy=Random(random_state=8), random_state=1)
    assert again.n_clusters == 2
    again.undo()
    again.undo()
    assert again.n_clusters == 5


def test_constraints_left_out_of_the_arguments_are_taken_back(path):
    make(path, constraints=Constraints(30, must=[(0, 1), (2, 3)])).close()
    edited = make(path, constraints=Constraints(30, must=[(0, 1)]))
    assert edited.constraints == Constraints(30, must=[(0, 1)])
    edited.undo()
    assert edited.constraints == Constraints(30, must=[(0, 1), (2, 3)])


def test_constraints_that_were_answered_before_are_no_change(path):
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    edited = make(path, constraints=Constraints(30, must=[(0, 1)]))
    assert (engine_of(edited).revision, len(edited.answers)) == (1, 1)


def test_edited_constraints_are_a_change(path):
    first = Constraints(30, must=[(0, 1), (2, 3)])
    session = make(path, constraints=first)
    session.answer(10, 11, "must")
    session.close()
    edited = make(path, constraints=Constraints(30, must=[(2, 3)], cannot=[(0, 1), (10, 12)]))
    assert edited.constraints == Constraints(30, must=[(2, 3), (10, 11)], cannot=[(0, 1), (10, 12)])
    assert [answer.number for answer in edited.answers] == [2, 3, 4, 5]
    edited.undo()
    assert edited.constraints.relation(0, 1) == "must"
    edited.close()
    data = path.read_bytes()
    with pytest.raises(ConflictError):
        make(path, constraints=Constraints(30, cannot=[(10, 11)]))
    assert path.read_bytes() == data
