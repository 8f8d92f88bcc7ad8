"""Which question is open, of whatever shape, and which shape was answered last."""

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.feature_contrast import feature_contrasts


@pytest.fixture
def session():
    X = np.random.default_rng(0).normal(size=(40, 2)) + np.repeat([[0, 0], [9, 0]], 20, axis=0)
    return Session(X, n_clusters=2)


def test_the_open_question_is_the_last_proposed(session):
    assert session.question is None
    assert session.propose()[0] is session.question
    assert session.propose_placement() is session.question
    assert session.questions.open == ()
    assert session.propose_sorting() is session.question
    session.questions.dismiss()
    assert session.question is None


def test_the_last_shape_is_that_of_the_last_question_answered(session):
    assert session.questions.last_type is None
    session.answer(0, 1, "must")
    assert session.questions.last_type is None
    question = session.propose_placement()
    session.place(question.point, question.representatives, "unknown")
    assert session.questions.last_type == "place"
    i, j = session.propose()[0].pair
    session.answer(i, j, "must", source="question")
    assert session.questions.last_type == "pair"
    session.set_n_clusters(3)
    session.answer(2, 22, "cannot")
    assert session.questions.last_type == "pair"
    for _ in range(3):
        session.undo()
    assert session.questions.last_type == "place"


def test_a_shape_survives_in_the_journal(tmp_path):
    X, path = np.arange(20.0).reshape(-1, 1), tmp_path / "session.jsonl"
    session = Session(X, n_clusters=2, path=path)
    session.propose_sorting()
    session.sort("unknown")
    session.close()
    again = Session(X, n_clusters=2, path=path)
    assert again.questions.last_type == "sort"
    again.close()


def test_none_of_these_is_announced_as_it_is_then_recorded(session):
    for softly in (False, True):
        session.default_soft = softly
        for among in ([0], [0, 20], [0, 1, 20]):
            announced = session.questions.n_clusters_if_none(39, among)
            before = session.n_clusters
            session.place(39, among, None)
            assert session.n_clusters == announced
            session.undo()
            assert session.n_clusters == before


def test_a_feature_with_one_value_or_a_missing_one_sets_nothing_apart():
    X = np.array([[1.0, 5.0, np.nan], [2.0, 5.0, 1.0], [4.0, 5.0, 2.0]])
    assert [each.column for each in feature_contrasts(X, [0, 1])] == [0]
    assert [each.column for each in feature_contrasts(X, [1, 2])] == [2, 0]
    assert feature_contrasts(np.array([[-1e308], [1e308]]), [0, 1])[0].places == (0.0, 1.0)


def test_an_answer_to_the_open_question_is_known_as_one_and_others_are_by_hand():
    session = Session([[0.0], [1.0], [8.0], [9.0]], "kmeans", strategy="random", n_clusters=2)
    i, j = session.propose()[0].pair
    k, m = sorted({0, 1, 2, 3} - {i, j})
    assert session.answer(k, m, "unknown").source == "user"
    assert session.answer(j, i, "unknown").source == "question"
    assert session.answer(j, i, "must").source == "user"
    i, j = session.propose()[0].pair
    assert session.answer(i, j, "cannot", source="user").source == "user"
    with pytest.raises(InputError, match="7"):
        session.answer(7, 0, "must")
