"""Answers of a session: knowledge at once, steps that can be undone, contradictions stopped."""

import numpy as np
import pytest
from session_parts import blobs, picture

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.fit.scores import satisfaction

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


def test_it_starts_with_the_clusterers_own_labels():
    session = make(random_state=5)
    expected = PCKMeans(3, n_init=2, random_state=5).fit(X)
    np.testing.assert_array_equal(session.labels, expected.labels_)
    assert session.history.current_fit.objective == expected.objective_
    assert (
        session.history.current_fit.cause,
        session.history.current_fit.fresh,
        session.history.current_fit.moved,
    ) == ("start", True, 0)


def test_an_answer_is_knowledge_and_a_step_of_its_own():
    session = make()
    answer = session.answer(7, 3, "must", weight=2.0, source="test")
    assert (answer.number, answer.i, answer.j, answer.kind) == (1, 7, 3, "must")
    assert (answer.weight, answer.source, answer.pair) == (2.0, "test", (3, 7))
    assert session.answers == (answer,)
    assert session.constraints == Constraints(60, must=[(3, 7)], must_weights=2.0)
    assert session.history.undo_label == "answer 1: 7 – 3, must-link"


def test_undo_and_redo_bring_labels_back_without_a_fit():
    session = make()
    seen = [session.labels]
    for i, j, kind in [(0, 1, "must"), (3, 4, "must"), (0, 3, "cannot")]:
        session.answer(i, j, kind)
        seen.append(session.labels)
    events = watched(session)
    n_fits = len(session.history.fits)
    assert session.undo() == "answer 3: 0 – 3, cannot-link"
    assert session.redo() == "answer 3: 0 – 3, cannot-link"
    assert [session.labels is seen[k] for k in (3,)] == [True]
    for k in (2, 1, 0):
        session.undo()
        assert session.labels is seen[k]
    assert (session.undo(), session.history.can_undo, session.answers) == (None, False, ())
    for k in (1, 2, 3):
        session.redo()
        assert session.labels is seen[k]
    assert (session.redo(), session.history.can_redo) == (None, False)
    assert len(session.history.fits) == n_fits
    assert {event.kind for event in events} == {"answers"}


def test_every_change_has_a_revision_of_its_own_undo_and_redo_included():
    session = make()
    changes = [
        lambda: session.answer(0, 1, "must"),
        lambda: session.answer(0, 2, "cannot"),
        session.undo,
        session.undo,
        session.redo,
        lambda: session.set_params(n_init=1),
        session.undo,
    ]
    seen = [engine_of(session).revision]
    for change in changes:
        change()
        seen.append(engine_of(session).revision)
    assert seen == list(range(len(changes) + 1))


def test_a_new_answer_after_undo_drops_what_was_undone_but_no_number_is_used_twice():
    session = make()
    session.answer(0, 1, "must")
    session.answer(2, 3, "must")
    session.undo()
    session.undo()
    assert session.answer(4, 5, "must").number == 3
    assert not session.history.can_redo
    assert [record.cause[:8] for record in session.history.branch_fits] == ["start", "answer 3"]
    assert len(session.history.fits) == 4
    session.remove(3)
    assert session.answer(4, 5, "must").number == 4


def test_dont_know_is_remembered_and_moves_nothing():
    session = make()
    events = watched(session)
    session.answer(9, 8, "unknown")
    assert engine_of(session).state.unknown == ((8, 9),)
    assert len(session.constraints) == 0
    assert len(session.history.fits) == 1
    assert [event.kind for event in events] == ["answers"]
    session.answer(8, 9, "must")
    assert engine_of(session).state.unknown == ()
    session.remove(2)
    assert engine_of(session).state.unknown == ((8, 9),)


def test_the_same_link_twice_is_no_new_knowledge():
    session = make()
    first = session.answer(0, 1, "must")
    before, events = picture(session), watched(session)
    assert session.answer(1, 0, "must") is first
    assert session.answer(0, 1, "must", weight=0.5) is first
    assert session.answer_many([(1, 0), (0, 1)], "must") == (first, first)
    assert picture(session) == before
    assert events == []


def test_a_larger_weight_is_a_change_and_a_link_that_only_follows_is_recorded():
    session = make()
    session.answer(0, 1, "must")
    heavier = session.answer(0, 1, "must", weight=2.0)
    assert heavier.number == 2
    assert session.constraints.must_weights.tolist() == [2.0]
    assert engine_of(session).now.statements(1, 0, "must") == session.answers
    assert session.answer(1, 0, "must") is heavier
    session.answer(1, 2, "must")
    assert session.answer(0, 2, "must").number == 4
    assert session.answer(0, 2, "must", soft=True).number == 5
    session.remove(2)
    assert session.constraints.must_weights.tolist() == [1.0, 1.0, 1.0]


def test_what_is_known_is_left_out_of_many_and_each_still_has_its_answer():
    session = make()
    known = session.answer(0, 1, "must")
    given = session.answer_many([(2, 3, "must"), (0, 1, "must"), (3, 2, "must"), (4, 5, "cannot")])
    assert [answer.number for answer in given] == [2, 1, 2, 3]
    assert given[1] is known
    assert session.history.undo_label == "answers 2–3: 1 must-link and 1 cannot-link"


def test_replace_takes_several_back_in_one_step():
    session = make()
    for i, j in [(0, 1), (1, 2), (0, 3), (3, 2)]:
        session.answer(i, j, "must")
    new = session.replace((1, 3), 0, 2, "cannot")
    assert [answer.number for answer in session.answers] == [2, 4, 5]
    assert (new.number, session.constraints.relation(0, 2)) == (5, "cannot")
    assert session.history.undo_label.endswith("instead of answers 1 and 3")
    session.undo()
    assert [answer.number for answer in session.answers] == [1, 2, 3, 4]
    assert session.replace([1, 2], 0, 3, "must").number == 3
    assert [answer.number for answer in session.answers] == [3, 4]


def test_a_contradiction_is_stopped_before_anything_is_recorded():
    session = make()
    session.answer(0, 1, "must")
    session.answer(1, 2, "must")
    before, events = picture(session), watched(session)
    with pytest.raises(ConflictError) as caught:
        session.answer(0, 2, "cannot")
    assert [answer.number for answer in engine_of(session).now.chain(caught.value.witness)] == [
        1,
        2,
    ]
    with pytest.raises(ConflictError):
        session.answer_many([(5, 6), (0, 2), (7, 8)], "cannot")
    assert picture(session) == before
    assert events == []


def test_a_soft_answer_never_contradicts():
    session = make()
    session.answer(0, 1, "must")
    session.answer(0, 1, "cannot", soft=True)
    assert session.constraints.relation(0, 1) == "must"
    assert session.constraints.soft_cannot.tolist() == [[0, 1]]
    assert session.history.current_fit.violated == 1
    assert session.history.current_fit.kept == 0.5
    assert session.history.undo_label == "answer 2: 0 – 1, cannot-link, soft"


def test_soft_answers_count_as_kept_where_the_labels_keep_them():
    constraints = Constraints(4, must=[(0, 1)], cannot=[(0, 3)])
    constraints = constraints.add_pairs([(2, 3), (1, 2), (0, 2)], "must", soft=True)
    constraints = constraints.add_pairs([(1, 3), (2, 3)], "cannot", soft=True)
    assert satisfaction(np.array([0, 0, 1, 1]), constraints) == (1 - 3 / 7, 3)
    assert satisfaction(np.array([0, 1, 1, 0]), constraints) == (1 - 4 / 7, 4)
    assert satisfaction(np.zeros(4, dtype=int), Constraints(4)) == (1.0, 0)


def test_replace_takes_one_back_and_records_another_in_one_step():
    session = make()
    session.answer(0, 1, "must")
    session.answer(1, 2, "must")
    new = session.replace(1, 0, 2, "cannot")
    assert new.number == 3
    assert [answer.number for answer in session.answers] == [2, 3]
    assert session.constraints == Constraints(60, must=[(1, 2)], cannot=[(0, 2)])
    assert session.history.undo_label == "answer 3: 0 – 2, cannot-link, instead of answer 1"
    session.undo()
    assert [answer.number for answer in session.answers] == [1, 2]
    with pytest.raises(ConflictError):
        session.replace(2, 0, 1, "cannot")
    assert [answer.number for answer in session.answers] == [1, 2]


def test_many_answers_are_one_step():
    session = make()
    given = session.answer_many([(0, 1, "must"), (2, 3, "cannot"), (4, 5, "must")])
    assert [answer.number for answer in given] == [1, 2, 3]
    assert {answer.source for answer in given} == {"lasso"}
    assert session.history.undo_label == "answers 1–3: 2 must-links and 1 cannot-link"
    session.undo()
    assert session.answers == ()
    assert session.answer_many([], "must") == ()
    assert not session.history.can_undo


def test_what_was_known_at_the_start_has_numbers_too():
    known = Constraints(60, must=[(0, 1)], cannot=[(5, 2)], must_weights=3.0)
    known = known.add(7, 8, "must", soft=True)
    session = make(constraints=known)
    assert [(a.number, a.kind, a.soft, a.source) for a in session.answers] == [
        (1, "must", False, "initial"),
        (2, "cannot", False, "initial"),
        (3, "must", True, "initial"),
    ]
    assert session.constraints == known
    assert not session.history.can_undo
    session.remove(2)
    assert session.constraints.relation(2, 5) is None
    session.undo()
    assert session.constraints == known


def test_an_answer_is_removed_by_number_or_as_it_is():
    session = make()
    one, two = session.answer_many([(0, 3), (1, 4)], "must")
    session.remove(one)
    assert session.answers == (two,)
    assert session.replace([two], 1, 4, "cannot").kind == "cannot"
    assert len(session.answers) == 1
