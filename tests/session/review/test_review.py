"""Answers worth a second look: which, why, confirmed or changed."""

import json

import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.in_force import in_force
from jupyter_sscluster.journal.lines import JournalError

X = load_iris().data


@pytest.fixture
def doubted():
    session = Session(X, "adaptive pck-means", n_clusters=3)
    session.answer_many([(0, 1), (1, 2), (50, 51), (51, 52)], "must", soft=True)
    session.answer_many([(0, 50), (1, 51)], "cannot", soft=True)
    session.answer(2, 52, "must", soft=True)
    return session


def numbers(session):
    return [each.answer.number for each in session.review.doubtful]


def test_they_are_the_suspected_and_the_violated_answers_with_their_reasons(doubted):
    listed, found = doubted.review.doubtful, doubted.review.suspicions
    expected = {each.number for each in found if each.suspected or each.violated}
    assert expected == {each.answer.number for each in listed} >= {7}
    assert listed[0].answer.number == 7, "the one contradicted most comes first"
    assert all(each.why == found.of(each.answer.number).why != "" for each in listed)


def test_what_is_confirmed_is_not_listed_until_something_new_contradicts_it(doubted):
    before, labels = doubted.answers, doubted.labels
    doubted.review.confirm(7)
    assert 7 not in numbers(doubted)
    assert doubted.answers == before and doubted.labels is labels
    doubted.answer(100, 101, "must")
    assert 7 not in numbers(doubted), "that says nothing about it"
    against = doubted.review.suspicions.of(7).against
    doubted.remove(against)
    doubted.answer_many([(2, 51), (1, 52)], "cannot", soft=True)
    assert doubted.review.suspicions.of(7).against != against
    assert 7 in numbers(doubted)


def test_confirming_is_one_undo_step_that_a_journal_keeps(doubted, tmp_path):
    path = tmp_path / "answers.jsonl"
    doubted.save(path)
    session = Session(X, "adaptive pck-means", n_clusters=3, path=path)
    listed, fits = numbers(session), len(session.history.fits)
    session.review.confirm(7)
    step = session.history.step
    session.review.confirm(7)
    assert session.history.step == step, "said twice is said once"
    session.close()
    again = Session(X, "adaptive pck-means", n_clusters=3, path=path)
    assert numbers(again) == [number for number in listed if number != 7]
    assert in_force(path).answers == again.answers
    assert again.undo() == "answer 7 confirmed"
    assert numbers(again) == listed and len(again.history.fits) == fits
    assert again.redo() == "answer 7 confirmed"
    assert 7 not in numbers(again)


@pytest.mark.parametrize(
    "confirmed", [[99, True, False, []], [7, 1, False, []], [7, True, False, [0]], [7], None]
)
def test_what_no_session_writes_of_a_confirmed_answer_is_damage(doubted, tmp_path, confirmed):
    path = tmp_path / "answers.jsonl"
    doubted.save(path)
    with path.open("a") as file:
        file.write(json.dumps({"do": "confirm", "confirmed": confirmed}) + "\n")
    with pytest.raises(JournalError, match="damaged"):
        Session.load(path, X)


def test_changing_is_one_undo_step(doubted):
    labels, before = doubted.labels.tolist(), doubted.answers
    new = doubted.review.flip(7)
    assert (new.pair, new.kind, new.soft, new.number) == ((2, 52), "cannot", True, 8)
    assert 7 not in numbers(doubted) and 8 not in numbers(doubted)
    doubted.undo()
    assert (doubted.answers, doubted.labels.tolist()) == (before, labels)
    assert 7 in numbers(doubted)


def test_a_contrary_that_contradicts_is_stopped_and_nothing_changes():
    session = Session(X, "copkmeans", n_clusters=3)
    session.answer_many([(0, 1), (1, 2), (0, 2)], "must")
    before = session.answers
    with pytest.raises(ConflictError):
        session.review.flip(3)
    assert session.answers == before


@pytest.mark.parametrize("number", [0, 99, None, 1])
def test_what_is_no_link_is_refused(number):
    session = Session(X, n_clusters=3)
    session.answer(0, 1, "unknown")
    for act in (session.review.confirm, session.review.flip):
        with pytest.raises(InputError, match="in force"):
            act(number)


def test_a_clusterer_that_ignores_constraints_casts_no_doubt_on_answers():
    session = Session(X, "kmeans", n_clusters=3)
    session.answer(0, 100, "must")
    assert [each.violated for each in session.review.suspicions] == [True]
    assert session.review.doubtful == ()


def test_what_no_clustering_can_keep_is_told_as_trouble_alone():
    session = Session(X, "pckmeans", n_clusters=1)
    session.answer(0, 100, "cannot")
    assert session.problem.answers == (1,)
    assert session.review.doubtful == ()
