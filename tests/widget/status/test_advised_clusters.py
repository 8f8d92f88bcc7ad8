"""The number of clusters that a note advises is one click away, and one undo step."""

import numpy as np
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints.clique_warning import clique_note
from jupyter_sscluster.session.engine.cautions import empty_note, fewer_note, number_note
from jupyter_sscluster.widget.features.status.state import ADVISED

Y = np.repeat([0, 1, 2], 30)
X = np.random.default_rng(0).normal(Y[:, None] * 6.0, size=(90, 3))
APART = Constraints(9, cannot=[(i, j) for i in range(4) for j in range(i)])


@pytest.mark.parametrize(
    ("note", "advised"),
    [
        (fewer_note(5, 3), 3),
        (empty_note([1], 3), 2),
        (clique_note(APART, 2), 4),
        (number_note("COP-k-means", 3, 5, APART, True), 5),
    ],
)
def test_all_notes_that_advise_a_number_are_understood(note, advised):
    assert [int(each) for each in ADVISED.findall(note)] == [advised]


def test_a_note_that_advises_none_has_none(explore):
    assert ADVISED.search(number_note("SCOP", 3, 2, Constraints(9), False)) is None
    assert explore(X, n_clusters=3).settled()["advised_clusters"] == 0


def test_fewer_clusters_are_one_click_and_one_undo_step(explore):
    page = explore(X, clusterer=PCKMeans(5, random_state=0), n_clusters=5)
    session = page.explorer.session
    for question in session.ask(40):
        question.answer("must" if Y[question.i] == Y[question.j] else "cannot")
    state = page.wait(lambda state: state["advised_clusters"])
    assert state["error"].startswith("K = 5 may be too many")
    assert state["error"].endswith("choose K = 3.") and state["advised_clusters"] == 3
    assert state["is_note"]
    page.send("set", what="n_clusters", value=3)
    state = page.settled()
    assert (state["error"], state["advised_clusters"], len(state["clusters"])) == (None, 0, 3)
    page.send("undo")
    assert page.settled()["advised_clusters"] == 3
    assert session.n_clusters == 5
