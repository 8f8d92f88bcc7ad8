"""Warnings of a fit beside the caller's thread become notes; those of others stay warnings."""

import threading
import warnings

import pytest
from session_parts import blobs
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster import Session
from jupyter_sscluster.session import engine_of

X = blobs()

pytestmark = pytest.mark.filterwarnings("default::UserWarning")


class Warner(ClusterMixin, BaseEstimator):
    """Warns in every fit, and waits until it may go on."""

    inside, go = threading.Event(), threading.Event()

    def __init__(self, n_clusters=3):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        warnings.warn(f"stopped after {10 + len(constraints)} steps", stacklevel=2)
        warnings.warn("columns 0 and 1 are equal", UserWarning, stacklevel=2)
        self.inside.set()
        self.go.wait(20)
        self.labels_ = X[:, 0].argsort() % self.n_clusters
        return self


@pytest.fixture
def free():
    Warner.go.set()
    Warner.inside.clear()
    yield
    Warner.go.set()


def test_each_is_a_note_once_in_every_session_and_nothing_is_printed(free, capfd):
    filters = list(warnings.filters)
    for _ in range(2):
        session = Session(X, Warner(), background=True)
        assert session.wait(20)
        for row in range(1, 4):
            session.answer(0, row, "must")
            assert session.wait(20)
            assert engine_of(session).fits.error is None
        assert session.notes == ("stopped after 10 steps", "columns 0 and 1 are equal")
        session.close()
    assert capfd.readouterr().err == ""
    assert warnings.filters == filters


def test_a_warning_elsewhere_meanwhile_is_a_warning(free):
    Warner.go.clear()
    session = Session(X, Warner(), background=True)
    assert Warner.inside.wait(20)
    with pytest.warns(UserWarning, match="from another cell"):
        warnings.warn("from another cell", stacklevel=1)
    Warner.go.set()
    assert session.wait(20)
    assert "from another cell" not in session.notes
    session.close()


def test_what_is_ignored_is_no_note(free):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = Session(X, Warner(), background=True)
        assert session.wait(20)
    assert session.notes == ()
    session.close()


def test_in_the_callers_thread_they_stay_warnings(free):
    with pytest.warns(UserWarning, match="columns 0 and 1"):
        session = Session(X, Warner())
    assert session.notes == ()


def test_too_few_clusters_are_told_as_trouble_alone():
    session = Session(X, "pckmeans", n_clusters=3, background=True)
    session.answer_many([(0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 4)], "cannot")
    assert session.wait(20)
    assert session.problem.title == "3 clusters cannot keep 4 points apart"
    assert [note for note in session.notes if "PCKMeans" in note] == []
    session.close()
