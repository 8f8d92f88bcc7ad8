"""What a function may be asked and what it costs: changed, undone, reached in mid-batch."""

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


def own(session):
    return [answer.pair for answer in session.answers if answer.annotator == NAME]


def test_a_limit_that_is_reached_is_raised_and_the_function_goes_on(session):
    helper = session.helpers.add(rule, name=NAME, most=12)
    answered(session, 8)
    assert (helper.n_asked, helper.n_left, helper.condition) == (12, 0, "used up")
    helper.most = 20
    assert session.helpers.wait(30)
    assert helper.most == 20 and 12 < helper.n_asked <= 20 and helper.asks
    assert len(own(session)) == len({*own(session)}) == helper.n_asked
    helper.most = None
    assert (helper.most, helper.n_left) == (None, None)


def test_a_changed_limit_is_one_undo_step_that_holds_the_function_again(session):
    helper = session.helpers.add(rule, name=NAME, most=7)
    answered(session, 7)
    assert helper.condition == "used up"
    helper.stop()
    helper.most = 300
    assert session.history.undo_label == f"{NAME}: at most 300 questions"
    assert (helper.n_left, helper.n_asked) == (293, 7)
    session.undo()
    helper.resume()
    answered(session, 3)
    assert (helper.most, helper.n_asked, helper.condition) == (7, 7, "used up")


def test_a_limit_below_what_was_asked_asks_no_more(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 7)
    n_asked = helper.n_asked
    assert n_asked > 7
    helper.most = 3
    answered(session, 3)
    assert (helper.n_asked, helper.n_left, helper.condition) == (n_asked, 0, "used up")


@pytest.mark.parametrize(("batch", "most"), [(None, 9), (4, 6), (4, 9), (50, 13)])
def test_the_limit_is_reached_in_mid_batch_and_what_was_answered_is_kept(session, batch, most):
    asked = []

    def said(a, b):
        asked.append((int(a), int(b)))
        return rule(a, b)

    def said_of_many(pairs):
        return [said(a, b) for a, b in pairs]

    ask = said if batch is None else said_of_many
    helper = session.helpers.add(ask, name=NAME, most=most, batch=batch)
    answered(session, 10)
    assert len(asked) == helper.n_asked == most
    assert [*own(session)] == asked and helper.failure == ""
    assert helper.condition == "used up"
    session.undo()  # the answers taken back were paid for
    assert (helper.n_asked, helper.n_left) == (most, 0)
    session.redo()
    helper.most = most + 2
    assert session.helpers.wait(30)
    assert len(asked) == helper.n_asked == len({*asked}) == most + 2
    assert {*own(session)} == {*asked}


def test_a_limit_that_is_lowered_in_mid_batch_holds_from_the_next_question_on(session):
    limits = {8: 9}

    def said(a, b):
        limit = limits.get(session.helpers[NAME].n_asked)
        if limit is not None:
            session.helpers[NAME].most = limit
        return rule(a, b)

    helper = session.helpers.add(said, name=NAME)
    answered(session, 8)
    assert (helper.most, helper.n_asked, helper.condition) == (9, 9, "used up")
    assert len(own(session)) == 9 and helper.failure == ""


def test_functions_alone_go_on_where_their_limit_is_raised(session):
    helper = session.helpers.add(rule, name=NAME, most=10)
    session.helpers.who_answers = "functions"
    answered(session, 7)
    assert helper.condition == "used up"
    helper.most = 40
    assert session.helpers.wait(60)
    assert helper.n_asked > 10 + 10 or helper.asker.nothing_left
    assert session.helpers.who_answers == "functions"


def test_what_an_answer_costs_is_changed_and_undone(session):
    helper = session.helpers.add(rule, name=NAME, cost=0.5)
    answered(session, 3)
    assert helper.spent == 1.5
    helper.cost = 0.25
    assert (helper.cost, helper.spent, session.helpers.spent[NAME]) == (0.25, 0.75, 0.75)
    assert session.history.undo_label == f"{NAME}: costs 0.25 each"
    session.undo()
    assert helper.spent == 1.5
    helper.set_terms(0.1, 1)
    assert session.history.undo_label == f"{NAME}: at most 1 question, costs 0.1 each"
    assert session.undo() and (helper.cost, helper.most) == (0.5, 600)


def test_what_is_known_of_a_function_stays_where_its_terms_change(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 9)
    helper.weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    helper.most = 300
    assert helper.counts and helper.source.gain == 20.0


def test_terms_are_checked_and_what_changes_nothing_is_no_step(session):
    helper = session.helpers.add(rule, name=NAME)
    before = session.history.undo_label
    for bad in (-1, 1.5, "many", True):
        with pytest.raises(InputError, match=f"most={bad!r}"):
            helper.most = bad
    for bad in (-0.1, None, "free", float("nan")):
        with pytest.raises(InputError, match="cost="):
            helper.cost = bad
    helper.most, helper.cost = 600, 0.05
    assert session.history.undo_label == before
    session.undo()
    with pytest.raises(InputError, match="is no helper now"):
        helper.most = 5


def test_a_changed_limit_is_read_from_the_journal(tmp_path):
    path = tmp_path / "a.session"
    session = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann", path=path)
    helper = session.helpers.add(rule, name=NAME, most=5)
    answered(session, 6)
    helper.set_terms(0.02, 6)
    assert session.helpers.wait(30) and helper.n_asked == 6
    session.close()
    again = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann", path=path)
    assert again.helpers.terms(NAME) == {"cost": 0.02, "most": 6}
    helper = again.helpers.add(rule, name=NAME, **again.helpers.terms(NAME))
    answered(again, 3)
    assert (helper.n_asked, helper.condition) == (6, "used up")
    again.close()
