"""Journals of every format, opened with the arguments they were begun with, go on as they were.

`earlier_files/journals/` holds what the same program wrote at several commits, which are the names
of the files: constraints, answers of each kind, another clusterer, undo and redo, another strategy
and K, set while the arguments stayed. None is ever written anew; a release that changes what is
written adds one.
"""

import inspect
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.journal import lines
from jupyter_sscluster.session import engine_of

FILES = Path(__file__).parent / "earlier_files"
JOURNALS = sorted((FILES / "journals").glob("*.jsonl"))
X = np.loadtxt(FILES / "data.csv", delimiter=",")
ANSWERS = [
    (1, 0, 3, "must", 1.0, False, "initial"),
    (2, 1, 4, "must", 2.5, False, "user"),
    (3, 2, 7, "cannot", 1.0, True, "user"),
    (4, 5, 9, "unknown", 1.0, False, "user"),
    (7, 10, 14, "cannot", 1.0, False, "user"),
]
LABELS = "102101101112102132132132102102102132"


def opened(path, clusterer="pckmeans", **settings):
    known = Constraints(36, must=[(0, 3)])
    return Session(X, clusterer, "random", known, **{"n_clusters": 3, **settings}, path=path)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


@pytest.mark.parametrize("earlier", JOURNALS, ids=lambda path: path.stem)
def test_the_same_arguments_change_nothing(earlier, path):
    shutil.copy(earlier, path)
    session = opened(path)
    assert path.read_bytes() == earlier.read_bytes()
    assert type(session.clusterer).__name__ == "COPKMeans" and session.clusterer.n_init == 2
    assert type(session.strategy).__name__ == "NPU" and session.n_clusters == 4
    assert session.history.undo_label == "4 clusters"
    told = [(a.number, a.i, a.j, a.kind, a.weight, a.soft, a.source) for a in session.answers]
    assert told == ANSWERS
    assert "".join(map(str, session.labels)) == LABELS


@pytest.mark.parametrize("earlier", JOURNALS, ids=lambda path: path.stem)
def test_an_edited_argument_is_one_step(earlier, path):
    shutil.copy(earlier, path)
    session = opened(path, PCKMeans(3, tol=0.5))
    assert (type(session.clusterer).__name__, session.clusterer.tol) == ("PCKMeans", 0.5)
    session.undo()
    assert type(session.clusterer).__name__ == "COPKMeans"
    session.close()
    again = opened(path, PCKMeans(3, tol=0.5))
    assert type(again.clusterer).__name__ == "COPKMeans", "not edited again"


@pytest.mark.parametrize("earlier", JOURNALS, ids=lambda path: path.stem)
def test_it_goes_on_in_its_file(earlier, path):
    shutil.copy(earlier, path)
    session = opened(path)
    session.answer(20, 22, "cannot")
    session.close()
    assert len(Session.load(path, X).answers) == len(ANSWERS) + 1


def with_defaults(monkeypatch, cls, **values):
    """A later release, in which parameters of a class have other defaults."""
    init = cls.__init__
    parameters = inspect.signature(init).parameters
    changed = {name: parameters[name].replace(default=value) for name, value in values.items()}

    def later(self, *args, **kwargs):
        bound = inspect.signature(init).bind(self, *args, **kwargs)
        given = {**values, **bound.arguments}
        given.pop("self")
        init(self, **given)

    later.__signature__ = inspect.Signature([*{**parameters, **changed}.values()])
    monkeypatch.setattr(cls, "__init__", later)


def test_a_default_that_changes_is_as_the_session_began_with_it(path, monkeypatch):
    opened(path).close()
    before = path.read_bytes()
    with_defaults(monkeypatch, PCKMeans, n_init=3, tol=0.25)
    assert PCKMeans().n_init == 3
    session = opened(path)
    assert (session.clusterer.n_init, session.clusterer.tol) == (10, 0.0)
    assert not session.history.can_undo and path.read_bytes() == before


def test_what_was_left_out_stays_where_something_else_is_edited(path, monkeypatch):
    opened(path).close()
    with_defaults(monkeypatch, PCKMeans, n_init=3)
    session = opened(path, PCKMeans(3, tol=0.5))
    assert (session.clusterer.n_init, session.clusterer.tol) == (10, 0.5)
    session.close()
    again = opened(path, PCKMeans(3, tol=0.5))
    assert len(again.history) == 2
    again.close()
    edited = opened(path, PCKMeans(3, n_init=4, tol=0.5))
    assert edited.clusterer.n_init == 4 and len(edited.history) == 3


def test_a_value_that_was_given_is_edited_by_leaving_it_out(path, monkeypatch):
    opened(path, PCKMeans(3, n_init=3)).close()
    with_defaults(monkeypatch, PCKMeans, n_init=4)
    assert opened(path, PCKMeans(3)).clusterer.n_init == 4


def test_the_first_line_says_what_was_left_out(path):
    opened(path, PCKMeans(3, n_init=3)).close()
    given = lines.read(path).entries[0]["given"]
    assert "n_init" not in given["defaults"]["clusterer"]
    assert {"tol", "init"} < set(given["defaults"]["clusterer"])
    assert set(given["defaults"]) == {"clusterer", "strategy"}


def test_a_parameter_that_a_nested_estimator_has_since_is_no_edit(path):
    from jupyter_sscluster.active import Random

    Session(X, "kmeans", Random(clusterer=PCKMeans(2)), n_clusters=3, path=path).close()
    entries = [json.loads(text) for text in path.read_bytes().splitlines()]
    nested = [entries[0][key]["strategy"]["params"] for key in ("given", "settings")]
    for params in nested:
        del params["clusterer"]["params"]["algorithm"]
    path.write_bytes(b"".join(json.dumps(entry).encode() + b"\n" for entry in entries))
    before = path.read_bytes()
    session = Session(X, "kmeans", Random(clusterer=PCKMeans(2)), n_clusters=3, path=path)
    assert len(session.history) == 1 and path.read_bytes() == before


class Halves(ClusterMixin, BaseEstimator):
    def __init__(self, n_clusters=2, at=18):
        self.n_clusters, self.at = n_clusters, at

    def fit(self, X, y=None):
        self.labels_ = (np.arange(len(X)) >= self.at).astype(int)
        return self


def test_a_clusterer_of_ones_own_may_get_a_parameter(path, monkeypatch):
    Session(X, Halves(), "random", path=path).close()
    text = path.read_text()
    at = ',"at":18' if ',"at":18' in text else '"at":18,'
    assert text.count(at) == 2
    path.write_text(text.replace(at, ""))
    entries = [json.loads(one) for one in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    session = Session(X, Halves(), "random", path=path)
    assert len(session.history) == 1
    session.close()
    assert Session(X, Halves(at=9), "random", path=path).clusterer.at == 9
    assert engine_of(session).journal.closed
