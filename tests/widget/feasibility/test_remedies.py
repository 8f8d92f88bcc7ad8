"""What prevents a clustering, as the page is told, and the remedies."""

import threading
import warnings

import numpy as np
import pytest
from calm_messages import CLIQUE, too_few
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster.session.feasibility.feasibility import Feasibility

X = np.random.default_rng(0).normal(size=(40, 2))


class Failing(ClusterMixin, BaseEstimator):
    """Cannot be fitted once it is told anything."""

    title = "MyMixture"

    def __init__(self, n_clusters=2, random_state=None):
        self.n_clusters, self.random_state = n_clusters, random_state

    def fit(self, X, y=None, *, constraints=None):
        if len(constraints) and self.random_state != 1:
            raise np.linalg.LinAlgError("3-th leading minor is not <b>positive</b> definite")
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


def remedies(state):
    return [each["text"] for each in state["problem"]["remedies"]]


def test_remedies_are_tried_again_where_the_problem_became_another_meanwhile(page, monkeypatch):
    tried, forgotten = Feasibility._tried, []

    def forgetting(self, remedy, key):
        found = tried(self, remedy, key)
        if not forgotten:
            forgotten.append(remedy)
            self._found = None  # as after a fit that began and ended
        return found

    monkeypatch.setattr(Feasibility, "_tried", forgetting)
    too_few(page)
    page.wait(lambda now: now["problem"]["remedies"][0]["detail"] == "Keeps all 6 constraints.")
    assert forgotten


def test_too_few_clusters_are_a_card_and_no_error(page):
    too_few(page)
    state, labels = page.state, page.labels.tolist()
    problem = state["problem"]
    assert (state["error"], problem["fitted"]) == (None, False)
    assert problem["title"] == "3 clusters cannot keep 4 points apart"
    assert (problem["about"], problem["field"]) == ("answer 2", "n_clusters")
    assert [point["i"] for point in problem["points"]] == [57, 64, 106, 118]
    assert (problem["one_of"], problem["cannot_all"]) == (
        "one of six",
        "6 answers contradict each other",
    )
    assert problem["note"] == ["Last clustering:", "after answer 1"]
    assert remedies(state) == ["Use 4 clusters", "Take back answer 2", "Use Adaptive PCK-means"]
    assert state["status"] == (
        "Not fitted: 3 clusters cannot keep 57, 64, 106 and 118 apart. The last clustering stays."
    )
    assert not any(link["violated"] for link in state["links"])
    page.wait(lambda now: now["problem"]["remedies"][0]["detail"] == "Keeps all 6 constraints.")
    would = page.state["problem"]["remedies"][2]["detail"]
    assert page.labels.tolist() == labels
    page.send("remedy", remedy="clusterer:Adaptive PCK-means")
    state = page.settled()
    assert state["problem"] is None, "who has chosen it has read what it does"
    violated = page.explorer.session.history.current_fit.violated
    assert would == f"Would violate {violated} of 6 constraints."
    page.send("undo")
    assert page.settled()["problem"] == {**problem, "remedies": page.state["problem"]["remedies"]}


def test_where_there_is_a_clustering_all_the_same_it_is_a_notice_that_can_be_put_away(page):
    page.explorer.session.answer_many(CLIQUE, "cannot")
    state = page.settled()
    assert state["problem"]["fitted"]
    assert state["error"].startswith("3 clusters cannot keep 4 points apart: 57, 64, 106 and 118")
    assert remedies(state) == ["Use 4 clusters", "Take back answer 1"]
    page.send("dismiss_error")
    assert (page.state["error"], page.state["problem"]) == (None, None)
    page.explorer.session.answer(57, 0, "cannot")
    assert page.settled()["error"] is None, "nothing new is in the way"


def test_a_clusterer_that_stops_tells_what_it_said(explore):
    page = explore(X, clusterer=Failing())
    page.send("link", i=0, j=1, kind="must")
    problem = page.settled()["problem"]
    assert problem["title"] == "MyMixture could not be fitted"
    assert problem["text"].startswith("It stopped with an error. Answer 1 is recorded;")
    assert problem["said"] == "LinAlgError: 3-th leading minor is not <b>positive</b> definite"
    assert problem["note"][1] == "before any answer"
    assert page.state["status"].startswith("Not fitted: MyMixture stopped with an error.")
    page.send("remedy", remedy="again")
    assert page.settled()["problem"] is None


def test_a_remedy_that_is_gone_is_refused_in_a_sentence(page):
    too_few(page)
    page.send("remedy", remedy="take_back:6")
    page.settled()
    page.send("remedy", remedy="take_back:6")
    assert "no remedy any more" in page.state["error"]


def test_a_clusterer_chosen_in_the_menu_is_in_trouble_like_any_other(page):
    page.explorer.session.answer_many(CLIQUE, "cannot")
    before = page.settled()
    for clusterer in ("copkmeans", "seededkmeans", "pccc"):
        page.send("set", what="clusterer", value=clusterer)
        state = page.settled()
        assert state["settings"]["clusterer"] == clusterer
        assert (state["error"], state["problem"]["fitted"]) == (None, False)
        assert state["problem"]["title"] == before["problem"]["title"]
        assert remedies(state)[:2] == remedies(before)


def test_what_a_way_would_do_is_left_when_something_else_is_done(explore):
    begun, go = threading.Event(), threading.Event()

    class Slow(Failing):
        def fit(self, X, y=None, *, constraints=None):
            if self.random_state == 1:
                begun.set()
                go.wait(10)
            return super().fit(X, y, constraints=constraints)

    page = explore(X, clusterer=Slow())
    page.send("link", i=0, j=1, kind="must")
    assert begun.wait(10), "it is tried beside"
    page.send("undo")
    assert page.settled()["problem"] is None
    go.set()


@pytest.mark.filterwarnings("default::UserWarning")
def test_a_warning_of_a_fit_is_a_notice(explore):
    class Warner(Failing):
        def fit(self, X, y=None, *, constraints=None):
            warnings.warn("columns 0 and 1 are equal", UserWarning, stacklevel=2)
            self.labels_ = np.arange(len(X)) % self.n_clusters
            return self

    page = explore(X, clusterer=Warner())
    assert page.settled()["error"] == "columns 0 and 1 are equal"
    page.send("dismiss_error")
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["error"] is None
