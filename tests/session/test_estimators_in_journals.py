"""Estimators and seedings in a journal: by name and parameters, never loaded as code."""

import json

import numpy as np
import pytest
from journaled import X, make
from session_parts import Deaf

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.seeding import farthest_first
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.settings import _plain, _value


def test_an_estimator_of_ones_own_must_be_passed_again(path):
    make(path, clusterer=Deaf(0)).close()
    data = path.read_bytes()
    with pytest.raises(InputError, match=r"session_parts.Deaf .* pass it again as clusterer="):
        Session.load(path, X)
    assert isinstance(Session.load(path, X, clusterer=Deaf(0)).clusterer, Deaf)
    assert path.read_bytes() == data
    assert isinstance(make(path, clusterer=Deaf(0)).clusterer, Deaf)


def test_an_absent_estimator_in_the_past_does_no_harm(path):
    session = make(path)
    session.set_clusterer(Deaf(0))
    deaf = session.labels
    session.set_clusterer("kmeans")
    session.close()
    again = make(path)
    again.undo()
    assert again.labels.tobytes() == deaf.tobytes()
    again.answer(0, 1, "must")
    assert "session_parts.Deaf" in engine_of(again).fits.error
    again.set_clusterer("kmeans")
    assert engine_of(again).fits.error is None


@pytest.mark.parametrize(
    "init", ["random", farthest_first, X[:3], X[:3].astype(np.float32)], ids=lambda v: str(type(v))
)
def test_parameters_come_back_as_they_were(path, init):
    make(path, clusterer=KMeans(3, init=init, tol=1e-9)).close()
    again = Session.load(path, X).clusterer
    assert again.tol == 1e-9
    if isinstance(init, np.ndarray):
        np.testing.assert_array_equal(again.init, init)
        assert again.init.dtype == init.dtype
    else:
        assert again.init is init or again.init == init


def my_start(X, n_clusters, *, constraints=None, random_state=None):
    return X[:n_clusters]


def test_a_callable_of_ones_own_must_be_passed_again(path):
    make(path, clusterer=KMeans(3, init=my_start)).close()
    with pytest.raises(InputError, match="pass it again"):
        Session.load(path, X)
    assert make(path, clusterer=KMeans(3, init=my_start)).clusterer.init is my_start


def test_a_nested_estimator_comes_back(path):
    strategy = Random(clusterer=PCKMeans(2, constraint_weight=0.5))
    make(path, strategy=strategy).close()
    assert Session.load(path, X).strategy.clusterer.constraint_weight == 0.5


def test_a_file_can_name_a_class_but_never_load_it(path):
    make(path).close()
    head, rest = path.read_bytes().split(b"\n", 1)
    entry = json.loads(head)
    entry["settings"]["clusterer"] = {"class": "subprocess.Popen", "params": {"args": "true"}}
    path.write_bytes(json.dumps(entry).encode() + b"\n" + rest)
    with pytest.raises(InputError, match="pass it again"):
        Session.load(path, X)


@pytest.mark.parametrize(
    "value", [0.5, 1e-300, np.inf, -np.inf, np.float64(2.5), (1, 0.5), [np.inf]]
)
def test_numbers_are_written_as_they_are_and_infinite_ones_by_name(value):
    text = json.dumps(_plain(value), allow_nan=False)
    assert _value(json.loads(text)) == value
    assert _plain(0.5) == 0.5
