"""Questions of a session: closed without an answer, and open again after an undo."""

import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session.engine import cautions as advice
from jupyter_sscluster.session.engine.open_questions import REOPENED

X = blobs()


def make(**settings):
    return Session(X, PCKMeans(3, n_init=2), "random", **settings)


def asked(session, kind, source="question"):
    query = session.question or session.propose()[0]
    session.answer(*query.pair, kind, source=source)
    return query


def test_a_question_can_be_dismissed():
    session = make()
    assert not session.questions.dismiss()
    session.propose(3)
    before, events = picture(session), []
    session.subscribe(events.append)
    assert session.questions.dismiss()
    assert (session.question, session.questions.open) == (None, ())
    assert [(event.kind, event.detail) for event in events] == [("question", None)]
    assert picture(session) == before
    assert not session.history.can_undo
    assert session.propose()[0] is session.question


@pytest.mark.parametrize("kind", ["must", "cannot", "unknown"])
def test_a_question_is_open_again_when_its_answer_is_undone(kind):
    session = make()
    first = asked(session, kind)
    second = asked(session, "unknown")
    third = session.propose()[0]
    session.undo()
    assert session.question is second is not third
    events = []
    session.subscribe(events.append)
    session.undo()
    assert session.question is first
    assert [event.kind for event in events] == ["answers", "question"]
    session.redo()
    assert session.question is None


def test_undoing_anything_else_leaves_the_open_question():
    session = make()
    query = session.propose()[0]
    i, j = [row for row in range(4) if row not in query.pair][:2]
    session.answer(i, j, "must")
    session.set_n_clusters(2)
    session.undo()
    session.undo()
    assert session.question is query


def test_a_question_that_undo_or_redo_makes_known_closes():
    session = make()
    query = session.propose()[0]
    session.answer(*query.pair, "must")
    session.undo()
    assert session.question is query
    session.redo()
    assert session.question is None


def test_a_question_from_before_the_session_was_opened_comes_back_too(tmp_path):
    session = make(path=tmp_path / "journal")
    query = asked(session, "must")
    session.close()
    again = make(path=tmp_path / "journal")
    again.undo()
    assert set(again.question.pair) == set(query.pair)
    assert again.question.reason == REOPENED


def test_a_journal_that_fails_leaves_the_question_as_it_was():
    session = make()
    asked(session, "must")
    query = session.propose()[0]
    session.close()
    with pytest.raises(ValueError, match="closed"):
        session.undo()
    assert session.question is query


# --------------------------------------------------------------------------- advice


def test_a_feature_that_decides_alone_is_named():
    import pandas as pd
    from sklearn.datasets import load_wine

    frame = load_wine(as_frame=True).data
    session = Session(frame, PCKMeans(3, n_init=1))
    assert session.notes == (
        "proline carries 99.8 % of the variance, so that hardly anything else counts in plain "
        "distances. If that is not meant, standardise the columns: "
        'add preprocess="standardise".',
    )
    (note,) = Session(frame.to_numpy(), PCKMeans(3, n_init=1)).notes
    assert note.startswith("Feature 12 carries 99.8 %")
    scaled = (frame - frame.mean()) / frame.std()
    assert isinstance(scaled, pd.DataFrame)
    assert Session(scaled, PCKMeans(3, n_init=1)).notes == ()


@pytest.mark.parametrize("factor", [1.0, 1e300, 1e-300])
def test_nine_tenths_is_the_bound_at_any_scale(factor):
    below = X * [1.0, 2.9 * X[:, 0].std() / X[:, 1].std()] * factor
    above = X * [1.0, 3.1 * X[:, 0].std() / X[:, 1].std()] * factor
    assert advice.scale_note(below, None) is None
    assert advice.scale_note(above, None).startswith("Feature 1 carries 90.6 %")


def test_one_feature_or_one_that_varies_is_nothing_to_tell():
    assert advice.scale_note(X[:, :1], None) is None
    assert advice.scale_note(X * [1.0, 0.0], None) is None
    assert advice.scale_note(X * 0, None) is None
    assert advice.scale_note(X[:1], None) is None
