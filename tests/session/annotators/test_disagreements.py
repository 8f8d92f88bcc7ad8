"""Who said what: signed answers, disagreements, and one that settles them."""

import pytest
from session_parts import blobs

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of

X = blobs()


def disagreeing(**options):
    session = Session(X, n_clusters=3, annotator="Ann", **options)
    session.answer_many([(0, 3), (1, 4)], "must")
    session.annotators.current = "Bob"
    session.answer(3, 0, "cannot", soft=True)
    return session


def test_every_way_to_answer_is_signed():
    session = Session(X, n_clusters=3, annotator=" Ann ")
    session.propose()
    i, j = session.question.pair
    session.answer(i, j, "unknown", source="question")
    session.answer(0, 3, "must")
    session.answer_many([(6, 9)], "must")
    session.clusters.merge(0, 1)
    session.place(12, [20, 31], 20)
    assert {answer.annotator for answer in session.answers} == {"Ann"}
    assert session.answers[0].source == "question by Ann"
    assert session.answers[0].manner == "question"
    session.annotators.current = None
    assert session.answer(20, 23, "must").source == "user"
    assert session.annotators.names == ("Ann",)


def test_an_answer_to_a_question_opens_it_again_when_undone_whoever_gave_it():
    session = Session(X, n_clusters=3, annotator="Ann")
    session.propose()
    pair = session.question.pair
    session.answer(*pair, "must", source="question")
    assert session.questions.last_type == "pair"
    session.undo()
    assert session.question.pair == pair


def test_two_people_go_on_in_one_journal(tmp_path):
    path = tmp_path / "answers.jsonl"
    session = Session(X, n_clusters=3, path=path, annotator="Ann")
    session.answer(0, 3, "must")
    session.close()
    again = Session(X, n_clusters=3, path=path, annotator="Bob")
    again.answer(1, 4, "must")
    assert [answer.source for answer in again.answers] == ["user by Ann", "user by Bob"]
    assert engine_of(again).revision == 2, "another person is no change"
    assert (again.annotators.current, again.annotators.names) == ("Bob", ("Ann", "Bob"))
    again.close()
    assert Session.load(path, X).annotators.names == ("Ann", "Bob")


def test_a_pair_that_two_see_differently_is_settled_in_one_step():
    session = disagreeing()
    (found,) = session.annotators.disagreements
    assert (found.i, found.j) == (0, 3)
    assert [a.annotator for a in (*found.must, *found.cannot)] == ["Ann", "Bob"]
    before = session.answers
    for kind in ("must", "cannot"):
        session.annotators.settle(3, 0, kind)
        assert session.annotators.disagreements == ()
        assert {a.kind for a in session.answers if a.pair == (0, 3)} == {kind}
        session.undo()
        assert session.answers == before
    with pytest.raises(ConflictError):
        session.answer(1, 4, "cannot")


def test_one_person_who_is_of_two_minds_disagrees_with_nobody():
    session = Session(X, n_clusters=3, annotator="Ann")
    session.answer(0, 3, "must")
    session.answer(0, 3, "cannot", soft=True)
    assert session.annotators.disagreements == ()


@pytest.mark.parametrize("pair", [(0, 1), (1, 4)])
def test_only_a_disagreement_can_be_settled(pair):
    with pytest.raises(InputError, match="nobody disagrees"):
        disagreeing().annotators.settle(*pair, "must")


def test_a_third_opinion_is_none():
    with pytest.raises(InputError, match="must be 'must' or 'cannot'"):
        disagreeing().annotators.settle(0, 3, "unknown")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 81, "Ann by Bob", 7])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(InputError, match="annotator="):
        Session(X, n_clusters=3, annotator=name)
