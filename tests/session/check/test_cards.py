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
    assert (
        person.check.result is None
        and "Say first what some clusters stand for" in person.check.text
    )
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


class OnlyWhole(Given):
    """A clusterer that cannot go on with fewer rows."""

    def fit(self, X, y=None):
        if len(X) < len(self.labels):
            raise ValueError("too few rows")
        return super().fit(X)


def test_of_a_new_cluster_that_was_put_out_whole_nothing_is_asked():
    X, y = blobs(120, 3)
    session = Session(X, OnlyWhole(y), "random", n_clusters=3)
    person = Checker(session.check(12), y).all()
    labels = y.copy()
    labels[:2] = 3
    session.set_clusterer(OnlyWhole(labels), n_clusters=4)
    assert isinstance(person.check.question, Sorting)
    session.noise.add([0, 1])
    assert session.labels[0] not in session.labels[2:]  # the fit failed, so the old one is shown
    assert person.check.question is None and person.check.result.n_samples == 118


def test_where_clusters_merge_one_question_says_what_the_new_one_stands_for():
    X, y = blobs(120, 5, 3)
    for all_different in (False, True):
        session = Session(X, n_clusters=5)
        person = Checker(session.check(20), y).all()
        for n_clusters in (2, 1):
            session.set_n_clusters(n_clusters)
            asked = 0
            while isinstance(person.check.question, Sorting):
                assert not {*person.check.question.points} & {*person.check.question.cards}
                person.check.sort() if all_different else person.sort()
                asked += 1
            assert asked <= 1
            assert not person.check._judged().unclear


def test_a_row_of_known_class_shows_what_a_cluster_stands_for_without_a_question():
    X, y = blobs(90, 3)
    session = Session(X, Given(y), "random", n_clusters=3)
    person = Checker(session.check(90), y).all()
    parts = y.copy()
    parts[[row for row in person.check.rows if y[row] == 1]] = 3  # no card among them
    session.set_clusterer(Given(parts), n_clusters=4)
    assert person.check.question is None and person.check.result.in_place.value == 1.0


def test_clusters_that_stand_for_the_same_thing_are_named():
    X, y = blobs(120, 3)
    halves = np.where((y == 1) & (np.arange(120) % 2 == 0), 3, y)
    session = Session(X, Given(halves), "random", n_clusters=4)
    person = Checker(session.check(20), y).all()
    ((one, other),) = person.check.result.same
    assert {*y[(session.labels == one) | (session.labels == other)]} == {1}
    names = session.clusters.names
    assert f"{names[one]} and {names[other]} stand for the same thing: merge" in person.check.text
