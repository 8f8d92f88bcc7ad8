"""Points that the fit put into no cluster, taken into clusters near them on the page."""

import numpy as np
import pytest

from jupyter_sscluster.widget.features.noise import text as words
from jupyter_sscluster.widget.features.noise.worker import MOST_STEPS, steps_of

NEIGHBOURS = "neighbourgraphagglomerative"
LINE = np.array([*range(6), *range(100, 105), 140, -50, 180], dtype=float).reshape(-1, 1)
"""Points 11, 12 and 13 are in no cluster: 36, 50 and 76 times the reach away from one."""


@pytest.fixture
def page(explore):
    return explore(LINE, clusterer=NEIGHBOURS)


def near(page):
    page.sent.clear()
    page.send("near_clusters")
    page.wait(lambda _: page.sent)
    return page.sent[-1]


def told(page):
    """The points and the clusters that they would join."""
    rows, clusters = page.buffers
    return np.frombuffer(rows, "<u4").tolist(), np.frombuffer(clusters, "<u2").tolist()


def test_each_position_tells_what_would_join(page):
    reply = near(page)
    assert [step["n"] for step in reply["steps"]] == [1, 2, 3]
    assert told(page) == ([11, 12, 13], page.labels[[10, 0, 10]].tolist())
    first, *_, last = reply["steps"]
    assert (first["lead"], first["rest"]) == ("1 point", "would join 1 cluster")
    assert last["note"] == ["If taken in:", "3 points join 2 clusters"]
    assert last["text"] == "At 76.0 times their reach: 3 points would join 2 clusters."
    assert reply["note"] == ""


def test_points_are_taken_in_and_undone_in_one_step(page):
    reply = near(page)
    page.send("take_in", moment=reply["moment"], step=2)
    state = page.settled()
    assert page.labels[[11, 12]].tolist() == page.labels[[10, 0]].tolist()
    assert state["status"].startswith("Taken in: 2 points · no other point changed cluster")
    assert (state["no_cluster"]["size"], state["undo_label"]) == (1, "Taken in: 2 points")
    assert [step["n"] for step in near(page)["steps"]] == [1]
    page.send("undo")
    assert page.settled()["no_cluster"]["size"] == 3
    assert [step["n"] for step in near(page)["steps"]] == [1, 2, 3]


def test_positions_of_other_clusters_are_refused(page):
    old = near(page)["moment"]
    page.send("no_cluster", indices=[13])
    page.settled()
    for moment in (old, near(page)["moment"] + "1", None):
        assert page.send("take_in", moment=moment, step=1)["error"] == words.CHANGED
    assert page.explorer.session.answers == ()
    reply = near(page)
    assert [step["n"] for step in reply["steps"]] == [1, 2]
    assert "step=3 must be" in page.send("take_in", moment=reply["moment"], step=3)["error"]


def test_without_points_nearby_there_is_no_position(explore):
    page = explore(np.arange(12.0).reshape(-1, 1), clusterer="kmeans", n_clusters=2)
    reply = near(page)
    assert (reply["steps"], reply["note"], told(page)) == ([], "", ([], []))
    assert page.send("take_in", moment=reply["moment"], step=1)["error"] == words.CHANGED


def test_points_that_answers_keep_apart_cannot_join(page):
    session = page.explorer.session
    for each in session.noise.near_clusters:
        session.answer(each.row, each.nearest, "cannot", soft=True)
    page.settled()
    reply = near(page)
    assert (reply["steps"], reply["note"]) == ([], words.KEPT_APART)


def test_a_clusterer_that_takes_no_notice_of_pairs_is_named(explore):
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.cluster import DBSCAN

    class Density(ClusterMixin, BaseEstimator):
        """Finds noise, and hears of no pairs."""

        title = "Density"
        uses_constraints = False

        def fit(self, X, y=None, *, constraints=None):
            self.labels_ = DBSCAN(eps=2.0, min_samples=2).fit(X).labels_
            return self

    page = explore(LINE, clusterer=Density())
    reply = near(page)
    assert reply["steps"] == []
    assert reply["note"] == (
        "Density takes no notice of pairs, so that no point can be taken into a cluster."
    )


def test_of_a_sample_only_points_shown_are_previewed(explore):
    page = explore(LINE, clusterer=NEIGHBOURS, sample=[*range(12)])
    reply = near(page)
    n_near = len(page.explorer.session.noise.near_clusters)
    assert reply["steps"][-1]["lead"].startswith(str(n_near))
    places, _ = told(page)
    assert len(places) == reply["steps"][-1]["n"] <= n_near


def test_of_many_positions_the_first_and_the_last_stay():
    from jupyter_sscluster.session.noise.noise import NearCluster

    many = tuple(NearCluster(row, 0, 1, float(row), 1.0) for row in range(1000))
    steps = steps_of(many)
    assert (len(steps), steps[0].size, steps[-1].size) == (MOST_STEPS, 1, 1000)
    assert len(steps_of(many[:1])) == 1
