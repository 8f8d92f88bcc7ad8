"""Points that a person puts out of all clusters on the page, and takes back."""

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster.widget.core.view import FOUND, SAID


def out(page):
    return page.explorer.session.noise.stated.tolist()


def test_a_point_is_put_out_and_back(page):
    assert page.state["no_cluster"] is None
    assert page.state["labels_itemsize"] == 1
    page.send("no_cluster", indices=[14])
    state = page.settled()
    assert out(page) == [14]
    assert state["no_cluster"] == {
        "size": 1,
        "lead": "1 of 150 points",
        "rest": "belongs to no cluster, said by you.",
        "said": [{"index": 14, "name": "14"}],
        "more": "",
    }
    assert state["status"].startswith("No cluster: point 14 · O puts it back · ")
    assert page.labels[14] == SAID
    assert sum(each["size"] for each in state["clusters"]) == 149
    assert state["undo_label"] == "No cluster: point 14"
    page.send("no_cluster", indices=[14])
    state = page.settled()
    assert out(page) == []
    assert state["no_cluster"] is None
    assert state["status"].startswith("Put back: point 14 · ")
    page.send("undo")
    assert page.settled()["no_cluster"]["size"] == 1
    page.send("undo")
    assert page.settled()["no_cluster"] is None


def test_of_several_those_that_are_in_are_put_out_and_then_all_are_put_back(page):
    page.send("no_cluster", indices=[3])
    page.settled()
    page.send("select", indices=[3, 4, 5])
    state = page.send("no_cluster", indices=[3, 4, 5])
    assert state["lasso"] is None
    assert page.settled()["status"].startswith("No cluster: 2 points · O puts them back · ")
    assert out(page) == [3, 4, 5]
    page.send("no_cluster", indices=[3, 4, 5])
    page.settled()
    assert out(page) == []


def test_many_are_not_all_listed(page):
    page.send("no_cluster", indices=[*range(0, 50, 2)])
    found = page.settled()["no_cluster"]
    assert (len(found["said"]), found["more"]) == (20, "and 5 more")
    assert found["rest"] == "belong to no cluster, said by you."


def test_what_cannot_be_put_out_is_told_by_the_numbers_of_the_page(page):
    page.send("select", indices=[1, 2, 3])
    page.send("group", action="must")
    page.settled()
    page.send("link", i=2, j=9, kind="must")
    page.settled()
    state = page.send("no_cluster", indices=[9])
    assert "9 cannot be in no cluster, as it is must-linked by answer 2;" in state["error"]
    assert out(page) == []


def test_a_must_link_with_it_is_refused_in_a_sentence(page):
    page.send("no_cluster", indices=[9])
    page.settled()
    state = page.send("link", i=2, j=9, kind="must")
    assert "9 belongs to no cluster, as was said; put it back first (O on the page" in str(
        state["error"]
    )
    assert page.explorer.session.answers == ()


def test_what_shows_points_in_none(page):
    page.send("no_cluster", indices=[14])
    page.settled()
    page.send("describe", index=14, step=None)
    assert "no cluster" in str(page.sent[-1])
    page.send("select", indices=[14, 15])
    cells = page.state["selected"]["rows"]
    assert cells[0]["cluster"] == SAID


def test_columns_and_searches_count_the_clusters_only(explore):
    X = pd.DataFrame({"a": np.arange(12.0), "b": np.arange(12.0) % 3}, index=list("abcdefghijkl"))
    page = explore(X, clusterer="kmeans", n_clusters=2, color="a")
    page.send("no_cluster", indices=[0, 5])
    assert page.settled()["no_cluster"]["size"] == 2
    page.explorer.color_by = "b"
    page.settled()
    page.send("find", text="a", start=0)
    assert page.sent[-1]["type"] == "found"


@pytest.mark.parametrize("clusterer", ["constrainedagglomerative", "kmeans", "mpckmeans"])
def test_the_steps_of_a_fit_leave_them_out(explore, clusterer):
    X = np.random.default_rng(1).normal(size=(30, 2)) + np.repeat([[0], [6]], 15, axis=0)
    page = explore(X, clusterer=clusterer, n_clusters=2)
    page.send("no_cluster", indices=[4, 20])
    page.settled()
    page.send("steps", fresh=False)
    page.wait(lambda _: any(reply["type"] == "steps" for reply in page.sent))
    page.send("frames", fit=page.sent[-1]["fit"], first=0, last=1)
    page.wait(lambda _: any(reply["type"] == "frames" for reply in page.sent))
    assert page.state["error"] is None


def test_looking_back_shows_them_as_they_were(page):
    page.send("no_cluster", indices=[14])
    page.settled()
    page.send("no_cluster", indices=[14])
    page.settled()
    page.send("look", step=1, compared=None)
    reply = page.sent[-1]
    assert reply["labels_itemsize"] == 2
    labels = np.frombuffer(page.buffers[0], "<u2")
    assert labels[14] == SAID


def test_noise_that_a_fit_found_is_hollow_and_told_apart(explore):
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.cluster import DBSCAN

    class Density(ClusterMixin, BaseEstimator):
        """Finds noise."""

        def fit(self, X, y=None, *, constraints=None):
            self.labels_ = DBSCAN(eps=2.0, min_samples=2).fit(X).labels_
            return self

    X = np.array([[0.0], [1.0], [50.0], [9.0], [10.0], [-70.0]])
    page = explore(X, clusterer=Density(), n_clusters=2)
    assert page.labels[[2, 5]].tolist() == [FOUND, FOUND]
    assert page.state["no_cluster"]["rest"] == "belong to no cluster, found by the fit."
    page.send("no_cluster", indices=[5])
    state = page.settled()
    assert page.labels[[2, 5]].tolist() == [FOUND, SAID]
    assert state["no_cluster"]["lead"] == "2 of 6 points"
    assert state["no_cluster"]["rest"] == (
        "belong to no cluster: 1 found by the fit, 1 said by you."
    )


def test_of_a_sample_only_points_shown_are_listed(explore):
    X = np.random.default_rng(0).normal(size=(200, 2))
    page = explore(X, clusterer="kmeans", n_clusters=2, sample=[*range(0, 200, 2)])
    page.send("no_cluster", indices=[3])  # the place of row 6
    page.settled()
    assert out(page) == [6]
    with page.explorer.event_loop.acting():
        page.explorer.session.noise.add([7])
    found = page.settled()["no_cluster"]
    assert found["said"] == [{"index": 3, "name": "6"}]
    assert (found["size"], found["more"]) == (2, "and 1 more")
    assert page.labels[3] == SAID
