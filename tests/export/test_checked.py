"""What files say of how right a clustering was found to be."""

import pytest
from checking import Checker
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster.export import python_code
from jupyter_sscluster.export.pictures.summary import summary
from jupyter_sscluster.export.replay import replay_data

X, Y = make_blobs(60, centers=2, cluster_std=1.0, random_state=0)


@pytest.fixture
def checked():
    session = Session(X, "pckmeans", n_clusters=2, annotator="Ann")
    Checker(session.check(20), Y).all()
    return session


def test_files_say_how_right_the_clustering_is_who_checked_it_and_when(checked):
    told = checked.check().summary
    assert told.startswith("checked: ") and " % of rows belong where they are, " in told
    assert ", 20 checks by Ann, 20" in told
    assert replay_data(checked, None, "t")["checked"] == told
    assert f"\n# {told}\n" in python_code(checked)
    assert f"C{told[1:]}." in summary(checked)


def test_without_a_check_they_say_nothing():
    session = Session(X, "pckmeans", n_clusters=2)
    assert session.check().summary == replay_data(session, None, "t")["checked"] == ""
    assert "heck" not in python_code(session) + summary(session)


def test_a_later_clustering_is_told_apart(checked):
    before = checked.check().summary
    checked.set_n_clusters(4)
    assert checked.check().summary == ""  # what the new clusters stand for is not known yet
    checked.undo()
    assert checked.check().summary == before
