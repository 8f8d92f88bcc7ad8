"""What a session refuses, named and with nothing changed, and the odd data that it takes."""

import numpy as np
import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.session import engine_of

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.answer(0, 60, "must"), "60"),
        (lambda s: s.answer(-1, 2, "unknown"), "-1"),
        (lambda s: s.answer(3, 3, "must"), "3"),
        (lambda s: s.answer(1.0, 2, "must"), "1.0"),
        (lambda s: s.answer("1", 2, "unknown"), "'1'"),
        (lambda s: s.answer(True, 2, "must"), "True"),
        (lambda s: s.answer(1, 2, "maybe"), '\'maybe\'.*"must".*"unknown"'),
        (lambda s: s.answer(1, 2, "must", weight=0), "weight=0"),
        (lambda s: s.answer(1, 2, "unknown", weight=float("nan")), "weight=nan"),
        (lambda s: s.answer(1, 2, "must", weight=1e308), r"weight=1e\+308 must be .* <= 1e\+12"),
        (lambda s: s.answer_many([(1, 2)], "cannot", weight=1e13), r"weight=10+.0 must be"),
        (lambda s: s.answer(1, 2, "must", source=3), "source=3"),
        (lambda s: s.answer(1, 2, "must", source="read by eye"), "source='read by eye' must not"),
        (lambda s: s.propose(among=5), r"among=5 must be several rows.*among=\[5\]"),
        (lambda s: s.propose(among="5"), "among='5' must be several rows"),
        (lambda s: s.answer_many([(1, 2), (3,)], "must"), r"\(3,\)"),
        (lambda s: s.answer_many([(1, 2)]), "kind=None"),
        (lambda s: s.answer_many([(1, 2), 7], "must"), "7"),
        (lambda s: s.remove(9), "answer 9.*session.answers"),
        (lambda s: s.remove(True), "True"),
        (lambda s: s.replace(9, 1, 2, "must"), "answer 9"),
        (lambda s: s.set_n_clusters(0), "n_clusters=0.*1 to 60"),
        (lambda s: s.set_n_clusters(61), "n_clusters=61"),
        (lambda s: s.set_n_clusters(2.0), "2.0"),
        (lambda s: s.set_clusterer("dbscam"), "'dbscam'.*'kmeans'"),
        (lambda s: s.set_clusterer(3), "3"),
        (lambda s: s.set_clusterer("kmeans", n_init=0), "n_init=0"),
        (lambda s: s.set_clusterer("kmeans", depth=3), "depth"),
        (lambda s: s.set_clusterer(KMeans(3), depth=3), "depth.*n_init"),
        (lambda s: s.set_params(max_iter=-1), "max_iter=-1"),
        (lambda s: s.set_params(depth=1), "'depth'.*max_iter"),
        (lambda s: s.set_params(init=X[:2]), r"\(2, 2\).*\(3, 2\).*n_clusters together"),
        (lambda s: s.set_params(init=X[:3, :1]), r"\(3, 1\).*\(3, 2\)"),
        (lambda s: s.set_params(init=X[:3], n_clusters=4), r"\(3, 2\).*\(4, 2\)"),
        (lambda s: s.set_params(init=np.full((3, 2), np.nan)), "init holds NaN"),
        (lambda s: s.set_params(init="nope"), "init='nope'.*'kmeans_plusplus'"),
        (lambda s: s.set_params(random_state="x"), "random_state='x'.*RandomState"),
        (lambda s: s.set_clusterer("kmeans", init=X[:2]), r"\(2, 2\).*\(3, 2\)"),
        (lambda s: s.set_clusterer(KMeans(4, init=X[:3])), r"\(3, 2\).*\(4, 2\)"),
        (lambda s: s.set_strategy("guess"), "'guess'.*'npu'"),
        (lambda s: s.set_strategy("npu", random_state="x"), "random_state='x'"),
        (lambda s: s.propose(0), "n_pairs=0"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(call, words):
    session = make()
    session.answer(0, 1, "must")
    before, events = picture(session), watched(session)
    with pytest.raises(InputError, match=words):
        call(session)
    assert picture(session) == before
    assert events == []


def test_given_centres_hold_the_number_of_clusters_until_both_change():
    session = make()
    session.set_params(init=X[:3])
    assert engine_of(session).fits.error is None
    with pytest.raises(InputError, match=r"\(3, 2\).*\(4, 2\)"):
        session.set_n_clusters(4)
    session.set_params(init=X[:4], n_clusters=4)
    assert (session.n_clusters, engine_of(session).fits.error) == (4, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n_clusters": 0}, "n_clusters=0"),
        ({"n_clusters": 61}, "n_clusters=61.*60"),
        ({"clusterer": "nearest"}, "'nearest'.*'pckmeans'"),
        ({"clusterer": PCKMeans(99)}, "n_clusters=99"),
        ({"clusterer": PCKMeans(3, max_iter=0)}, "max_iter=0"),
        ({"strategy": "nearest"}, "'nearest'.*'npu'"),
        ({"constraints": Constraints(5)}, "5 rows.*is 60"),
        ({"constraints": [(1, 2)]}, r"Constraints\(60"),
        ({"names": ["a"]}, "1 names.*60 rows"),
        ({"y_true": [0, 1]}, r"y_true.*\(60,\)"),
        ({"random_state": -1}, "random_state=-1"),
        ({"random_state": None}, "random_state=None"),
        ({"path": 7}, "path=7"),
    ],
)
def test_bad_arguments_are_named(arguments, words):
    with pytest.raises(InputError, match=words):
        Session(X, **arguments)


@pytest.mark.parametrize("bad", [[[np.nan]], np.ones(3), np.ones((0, 2)), [["a"]]])
def test_bad_data_are_refused(bad):
    with pytest.raises(InputError):
        Session(bad)


@pytest.mark.filterwarnings("ignore:.*centres differ")
@pytest.mark.parametrize("data", [np.ones((6, 2)), np.c_[np.arange(6.0), np.ones(6)]])
def test_identical_points_and_constant_columns_are_fine(data):
    session = Session(data, n_clusters=2)
    session.answer(0, 1, "cannot")
    assert engine_of(session).fits.error is None
    assert session.propose()


def test_one_point_alone():
    session = Session([[1.0, 2.0]])
    assert session.labels.tolist() == [0]
    assert session.propose() == []
