"""Who answers: people, functions or both; sources taken back or set aside."""

import threading

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError

X = blobs(60)
TRUTH = np.arange(60) % 3
NAME = "same topic?"


def rule(a, b):
    return bool(TRUTH[a] == TRUTH[b])


@pytest.fixture
def session():
    made = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann")
    yield made
    made.close()


def answered(session, n):
    for question in session.ask(n):
        question.answer("must" if rule(question.i, question.j) else "cannot")
        assert session.helpers.wait(30)


def by(session, name):
    return [answer for answer in session.answers if answer.annotator == name]


def test_without_functions_people_answer(session):
    assert session.helpers.who_answers == "people"
    for who, why in (("both", "no function to ask"), ("all", "'all'")):
        with pytest.raises(InputError, match=why):
            session.helpers.who_answers = who
    session.helpers.who_answers = "people"
    assert not session.history.can_undo


def test_functions_wait_for_what_shows_their_worth(session):
    helper = session.helpers.add(rule, name=NAME)
    session.helpers.who_answers = "functions"
    assert session.helpers.wait(30)
    assert (helper.n_asked, helper.condition) == (0, "waiting")
    answered(session, 6)
    assert helper.n_asked > 6 + 10  # more than one batch after the sixth answer
    assert [a.pair for a in by(session, NAME)] == list({a.pair: 0 for a in by(session, NAME)})


def test_functions_alone_end_where_nothing_is_in_doubt_or_the_limit_is_reached(session):
    helper = session.helpers.add(rule, name=NAME, most=30)
    session.helpers.who_answers = "functions"
    answered(session, 8)
    assert helper.n_asked <= 30
    assert helper.condition == "used up" or helper.asker.nothing_left
    n_asked = helper.n_asked
    session.helpers.who_answers = "both"
    assert session.helpers.who_answers == "both"
    assert session.helpers.wait(30)
    assert helper.n_asked == n_asked or helper.n_left > 0


def test_one_is_resumed_where_all_had_been_stopped(session):
    first, second = (session.helpers.add(rule, name=name) for name in ("a", "b"))
    session.helpers.who_answers = "people"
    assert not first.asks and not second.asks
    assert session.history.undo_label == "functions stopped"
    second.resume()
    session.helpers.who_answers = "both"
    assert (first.asks, second.asks) == (False, True)


def test_a_function_is_said_to_answer_while_it_is_asked(session):
    go, heard = threading.Event(), []
    session.subscribe(lambda event: heard.append(event.kind))
    helper = session.helpers.add(lambda a, b: go.wait(30), name=NAME)
    (query,) = session.propose()
    session.answer(*query.pair, "must", source="asked")
    for _ in range(300):
        if heard.count("helper") >= 2 and helper.condition == "answering":
            break
        threading.Event().wait(0.02)
    assert helper.condition == "answering"
    go.set()
    assert session.helpers.wait(30)
    assert helper.condition == "waiting"


def test_the_sample_is_kept_though_another_question_was_looked_for_at_once(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 6)
    helper.weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    answered(session, 3)
    (query,) = session.propose()
    i, j = query.pair
    assert session.helpers.asked_about(i, j) == (NAME, "sample")
    before = helper.n_audited
    asker, asker.start = helper.asker, lambda: None  # the round comes later than the next question
    session.answer(i, j, "must" if rule(i, j) else "cannot", source="asked")
    session.propose()
    del asker.start
    helper.start()
    assert session.helpers.wait(30)
    assert helper.n_audited == before + 1


def test_what_people_say_whose_answers_are_set_aside_does_not_count_against_a_function(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 6)
    right = helper.error_rate_common
    session.annotators.current = "Bob"
    wrong = [(0, 3), (1, 4), (2, 5)]
    session.answer_many(wrong, "cannot", soft=True)
    assert session.helpers.wait(30)
    assert helper.error_rate_common.value > right.value
    session.review.set_aside("Bob")
    assert helper.error_rate_common == right


def test_all_answers_of_a_person_are_taken_back_in_one_step(session):
    answered(session, 4)
    session.annotators.current = "Bob"
    session.answer_many([(0, 3), (1, 4)], "must", soft=True)
    before = session.answers
    assert session.annotators.take_back("Ann") == 4
    assert {answer.annotator for answer in session.answers} == {"Bob"}
    session.undo()
    assert session.answers == before
    with pytest.raises(
        InputError, match="'Zoe' has given no answer; name one who has: 'Ann', 'Bob'"
    ):
        session.annotators.take_back("Zoe")
    assert session.answers == before


def test_taking_back_what_a_function_said_stops_it(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 7)
    before = session.answers
    assert session.annotators.take_back(NAME) == len(before) - 7
    assert not by(session, NAME) and helper.condition == "stopped"
    session.undo()
    assert session.answers == before and helper.asks
