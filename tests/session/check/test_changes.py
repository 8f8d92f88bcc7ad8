"""A check while answers, clusterings and rows come and go."""

import numpy as np
import pytest
from checking import Checker, Given, blobs, with_errors

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Sorting


def test_after_another_clustering_the_same_rows_give_a_new_figure():
    session, y = with_errors(0.4)
    person = Checker(session.check(), y).all()
    before, rows = person.check.result.in_place, person.check.rows
    session.set_clusterer(Given(y))
    after = person.check.result.in_place
    assert person.check.rows == rows and after.value == 1.0 > before.value
    assert person.check.since.n_moved == int((session.labels != session.history.at(0).labels).sum())
    assert "changed cluster since; the figures are of this clustering" in person.check.text
    session.undo()
    assert person.check.result.in_place == before


def test_rows_that_a_person_put_out_are_not_counted():
    session, y = with_errors(0.0, n=60)
    session.noise.add(range(0, 60, 4))
    person = Checker(session.check(60), y).all()
    assert person.check.result.n_samples == 45
    assert not {*person.check.rows} & {*range(0, 60, 4)}


def test_rows_that_answers_settle_are_counted_not_drawn():
    X, y = blobs(60, 2)
    session = Session(X, Given(y), "random", n_clusters=2)
    card = int(np.flatnonzero(y == 0)[0])
    same = [int(row) for row in np.flatnonzero(y == 0)[1:11]]
    session.answer_many([(card, row, "must") for row in same], soft=False)
    person = Checker(session.check(40), y).all()
    assert not {*person.check.rows} & {card, *same}
    found = person.check.result
    assert found.n_settled == 11 + 1 and found.n_samples == 60
    assert found.in_place.high == 1.0 and "12 of 60 rows follow from answers" in person.check.text
    drawn = person.check.rows[:8]
    other = [row for row in drawn if y[row] == 0]
    session.answer(card, other[0], "must")
    again = person.check.result
    assert (again.n_checked, again.n_settled) == (39, 13)


def test_checks_told_become_answers_and_count_no_more():
    session, y = with_errors(annotator="Ann")
    person = Checker(session.check(), y).all()
    rows, found = person.check.rows, person.check.result
    session.set_clusterer("pckmeans")
    before = person.check.result
    answers = person.check.tell()
    assert person.check.rows == () and person.check.result is None
    assert {answer.source for answer in answers} == {"check by Ann"}
    must = [answer for answer in answers if answer.kind == "must"]
    assert len(must) == 40 and all(y[a.i] == y[a.j] for a in must)
    assert all(y[a.i] != y[a.j] for a in answers if a.kind == "cannot")
    assert session.history.steps[-1].cause.startswith("40 checks told to the clustering: ")
    fresh = Checker(session.check(), y).all()
    assert len({*fresh.check.rows} & {*rows}) == 0 and fresh.check.result.n_settled >= 40
    while person.check.rows != rows:
        session.undo()
    assert person.check.rows == rows and person.check.result.in_place == before.in_place
    assert found.n_checked == 40


def test_what_contradicts_an_answer_is_not_told():
    session, y = with_errors(0.3)
    check = session.check()
    Checker(check, y).all()
    row = check.rows[0]
    card = next(c for c in check._judged().card_of_class.values() if y[c] == y[row])
    session.answer(row, card, "cannot")
    answers = check.tell()
    assert (row, card, "must") not in [(a.i, a.j, a.kind) for a in answers]
    with pytest.raises(InputError, match="no check to tell"):
        check.tell()


def test_rows_that_come_in_later_are_due_first_and_not_counted_before():
    X, y = blobs(120, 3)
    session = Session(X, "kmeans", "random", n_clusters=3)
    late = [*range(60, 120)]
    session.noise.add(late)
    person = Checker(session.check(30), y).all()
    before = person.check.result
    assert before.n_samples == 60 and not {*person.check.rows} & {*late}
    session.noise.remove(late)
    keys = person.check._keys_of(0)
    cut = max(keys[row] for row in person.check.rows)
    due = {row for row in late if keys[row] <= cut}
    assert {*person.check.due} == due and due
    assert person.check.result.n_samples == 60
    assert "That is of the 60 rows of then" in person.check.text
    assert person.check.question.point in due
    person.all()
    assert person.check.due == () and person.check.result.n_samples == 120
    assert len(person.check.rows) == 30 + len(due)
    assert {*person.check.rows} >= due


def test_undo_and_redo_take_one_check_back_and_bring_it_again():
    session, y = with_errors()
    person = Checker(session.check(), y).all(most=13)
    done = person.check.rows
    row = person.check.question.point
    person.all(most=1)
    assert session.undo() == f"check: point {row}"
    assert person.check.rows == done and person.check.question.point == row
    assert session.redo() == f"check: point {row}"
    assert person.check.rows == (*done, row)
    for _ in range(14):
        session.undo()
    assert person.check.rows == () and isinstance(person.check.question, Sorting)
    assert len(session.history.branches) == 1
