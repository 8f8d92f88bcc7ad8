"""What the clusters stand for: the sorting of their cards."""

import numpy as np
import pytest
from checking import Checker, Given, blobs, with_errors

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Sorting


def test_a_cluster_without_cards_is_asked_about_before_a_figure():
    session, y = with_errors(0.1)
    person = Checker(session.check(), y).all()
    halves = y.copy()
    halves[np.flatnonzero(y == 1)[::2]] = 3
    session.set_clusterer(Given(halves), n_clusters=4)
    assert person.check.result is None and "new: say first" in person.check.text
    asked = person.check.question
    assert isinstance(asked, Sorting) and len(asked.cards) >= 3
    with pytest.raises(InputError, match="say first what the clusters stand for"):
        person.check.place(person.check.rows[0], None)
    person.sort()
    assert person.check.result.in_place.value == 1.0
    assert person.check.result.indices.recall.value < 1.0
    assert session.undo().startswith("check of 40")


def test_rows_that_are_none_of_these_are_a_class_that_later_rows_may_join():
    X, y = blobs(90, 3)
    labels = np.where(y == 2, 1, y)  # two classes in one cluster
    session = Session(X, Given(labels), "random", n_clusters=2)
    person = Checker(session.check(60), y).all()
    meant = person.meant(session.labels)
    third = ({0, 1, 2} - {*meant.values()}).pop()
    drawn = [row for row in person.check.rows if y[row] == third]
    judged = person.check._judged()
    assert len(drawn) > 5 and len({judged.class_of(row) for row in drawn}) == 1
    assert {*person.check.result.wrong} == {*drawn}
    scores = person.check.result.indices
    assert scores.recall.value == 1.0 and scores.precision.value < 1.0


def test_a_card_that_shows_nothing_is_exchanged():
    session, _ = with_errors(0.0)
    check = session.check()
    first = check.question.points
    check.exchange(first[1])
    second = check.question.points
    assert (second[0], second[2]) == (first[0], first[2]) and second[1] != first[1]
    assert session.labels[second[1]] == session.labels[first[1]]
    with pytest.raises(InputError, match="is on no new card"):
        check.exchange(first[1])
    check.sort()
    assert session._engine.state.checks.card_rows == second
    with pytest.raises(InputError, match="is on no new card"):
        check.exchange(second[0])


def test_a_cluster_of_one_row_is_its_own_card():
    X, y = blobs(40, 2)
    labels = y.copy()
    labels[0] = 2
    session = Session(X, Given(labels), "random", n_clusters=3)
    person = Checker(session.check(), y).all()
    assert 0 not in person.check.rows
    assert person.check.result.clusters[2].in_place.value == 1.0
