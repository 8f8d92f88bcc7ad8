"""Which pairs a person picked: it stays with them through changes, rows and files."""

import pickle
from contextlib import closing

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints, as_constraints
from jupyter_sscluster.constraints.merge_constraints import about_all, among
from jupyter_sscluster.export.clustering_script import python_code
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.constraints_from_answers import told


def known():
    value = Constraints(8, must=[(0, 1), (2, 3)], cannot=[(1, 2)], must_weights=[1.0, 2.0])
    value = value.add(4, 5, "must", soft=True).add(5, 6, "cannot", 3.0, soft=True)
    return value.with_by_hand([(3, 2), (5, 6), (0, 7)])


def picked(value):
    return sorted(map(tuple, value.by_hand.tolist()))


def test_only_stated_pairs_are_by_hand_and_each_call_says_all_of_them():
    assert picked(known()) == [(2, 3), (5, 6)]
    assert picked(known().with_by_hand([(0, 1)])) == [(0, 1)]
    assert picked(known().with_by_hand([])) == []
    assert picked(Constraints(8, must=[(0, 1)])) == []
    with pytest.raises(InputError):
        known().with_by_hand([(0, 8)])


def test_it_is_no_statement_of_its_own():
    assert known() == known().with_by_hand([])
    assert hash(known()) == hash(known().with_by_hand([]))
    assert picked(pickle.loads(pickle.dumps(known()))) == picked(known())


def test_it_stays_with_the_pairs_through_changes():
    value = known().add(6, 7, "must").add(2, 3, "must", 5.0)
    assert picked(value) == [(2, 3), (5, 6)]
    assert picked(value.remove(2, 3)) == [(5, 6)]
    assert picked(known().add(5, 6, "cannot")) == [(2, 3)], "a hard statement is another one"
    assert picked(Constraints(8, must=[(0, 1)]) | known()) == [(2, 3), (5, 6)]
    assert picked(known() | Constraints(8, must=[(0, 1)])) == [(2, 3), (5, 6)]
    assert picked(as_constraints(8, must=[(6, 7)], constraints=known())) == [(2, 3), (5, 6)]
    assert picked(known().grown(9, None, known().noise)) == [(2, 3), (5, 6)]


def test_it_stays_with_the_pairs_through_other_rows():
    assert picked(known()[[6, 5, 3, 2]]) == [(0, 1), (2, 3)]
    assert picked(known()[[0, 1, 5]]) == []
    rows = np.arange(1, 8)
    value = known().remove(0, 1)
    some = among(value, rows)
    assert picked(some) == [(1, 2), (4, 5)]
    assert picked(about_all(some, 8, rows, None)) == picked(value)


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("pairs", [[(2, 3), (5, 6)], []])
def test_files_keep_it(tmp_path, ending, pairs):
    value = known().with_by_hand(pairs).with_noise([7])
    path = tmp_path / f"known.{ending}"
    getattr(value, f"to_{ending}")(path)
    back = getattr(Constraints, f"from_{ending}")(path)
    assert back == value
    assert picked(back) == picked(value)
    assert ("picked" in path.read_text()) == bool(pairs)


def test_a_pair_is_by_hand_if_nothing_else_was_said_of_it():
    sources = ["user", "lasso by Ann", "label:2", "question", "proposal", "automatic", "initial"]
    answers = [Answer(n, 2 * n, 2 * n + 1, "must", source=s) for n, s in enumerate(sources)]
    value = told(Constraints(20), answers)
    assert picked(value) == [(0, 1), (2, 3), (4, 5)]
    again = told(value, [Answer(9, 1, 0, "must", source="question"), Answer(10, 6, 7, "must")])
    assert picked(again) == [(2, 3), (4, 5)], "one of them was asked too, and one before"
    unsure = told(value, [Answer(9, 0, 1, "unknown", source="question")])
    assert picked(unsure) == picked(value)
    both = [Answer(1, 0, 1, "must"), Answer(2, 0, 1, "must", source="question")]
    assert picked(told(Constraints(4), both)) == picked(told(Constraints(4), both[::-1])) == []


def rows():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(12), 5)
    return rng.normal(size=(12, 4))[y] + 0.1 * rng.normal(size=(60, 4))


def test_a_session_keeps_it_from_the_start_and_through_undo_and_its_journal(tmp_path):
    X, path = rows(), tmp_path / "journal.jsonl"
    given = Constraints(60, must=[(0, 5), (10, 15)]).with_by_hand([(0, 5)])
    model = NeighbourGraphAgglomerative()
    with closing(Session(X, model, constraints=given, path=path)) as session:
        assert picked(session.constraints) == [(0, 5)]
        session.answer(20, 25, "must")
        session.answer(30, 35, "must", source="question")
        assert picked(session.constraints) == [(0, 5), (20, 25)]
        first = session.labels.copy()
        session.remove(session.answers[2])
        assert picked(session.constraints) == [(0, 5)]
        session.undo()
        assert picked(session.constraints) == [(0, 5), (20, 25)]
    with closing(Session(X, model, constraints=given, path=path)) as again:
        assert picked(again.constraints) == [(0, 5), (20, 25)]
        np.testing.assert_array_equal(again.labels, first)
        again.rows.exclude([20])
        assert picked(again.constraints) == [(0, 5)]
        again.rows.include([20])
        assert picked(again.constraints) == [(0, 5), (20, 25)]


@pytest.mark.parametrize("source", ["user", "question"])
def test_python_code_of_a_session_says_it_where_the_clusterer_heeds_it(source):
    session = Session(rows(), NeighbourGraphAgglomerative())
    session.answer(0, 5, "must", source=source)
    assert ("with_by_hand(by_hand)" in python_code(session)) == (source == "user")
    session.set_clusterer("beliefclustering", n_clusters=12)
    assert ("with_by_hand(by_hand)" in python_code(session)) == (source == "user")
    session.set_clusterer("pckmeans", n_clusters=12)
    assert "by_hand" not in python_code(session)
