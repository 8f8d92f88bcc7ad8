"""Settings that the page changes, and those that cannot be."""

import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.session import engine_of


@pytest.fixture
def adaptive(explore):
    """A page whose clusterer has a parameter that is a number or a word."""
    return explore(clusterer="adaptivepckmeans")


def test_clusterer_strategy_and_k_can_be_set(page):
    page.send("set", what="clusterer", value="copkmeans")
    page.send("set", what="strategy", value="random")
    page.send("set", what="n_clusters", value=4)
    settings = page.settled()["settings"]
    assert (settings["clusterer"], settings["strategy"]) == ("copkmeans", "random")
    assert settings["n_clusters"] == 4
    assert len(page.state["clusters"]) == 4
    for _ in range(3):
        page.send("undo")
    settings = page.settled()["settings"]
    assert (settings["clusterer"], settings["strategy"]) == ("beliefclustering", "robustnpu")
    assert settings["n_clusters"] == 3


def test_a_parameter_can_be_set_and_a_bad_value_says_what_is_allowed(adaptive):
    adaptive.send("set", what="param", name="max_iter", value=7)
    assert adaptive.settled()["error"] is None
    assert adaptive.explorer.session.clusterer.max_iter == 7
    revision = engine_of(adaptive.explorer.session).revision
    for value, shown in ((0, "0"), (-3, "−3"), ("many", "'many'"), (None, "none"), (True, "on")):
        error = adaptive.send("set", what="param", name="max_iter", value=value)["error"]
        assert error == f"Max. iterations: {shown} must be a whole number, 1 or more"
    assert engine_of(adaptive.explorer.session).revision == revision
    assert adaptive.explorer.session.clusterer.max_iter == 7


def test_a_parameter_goes_by_its_name_in_the_form(adaptive):
    error = adaptive.send("set", what="param", name="n_init", value=2.5)["error"]
    assert error == "Restarts: 2.5 must be a whole number, 1 or more"
    error = adaptive.send("set", what="param", name="constraint_weight", value="x")["error"]
    assert error == "Constraint weight: 'x' must be a number, 0 or more, or auto"
    adaptive.send("set", what="param", name="n_init", value=4)
    assert adaptive.settled()["undo_label"] == "Restarts = 4"
    assert adaptive.send("undo")["redo_label"] == "Restarts = 4"
    assert adaptive.state["status"] == "Undone: Restarts = 4."


def test_text_from_a_form_becomes_the_number_it_stands_for(adaptive):
    adaptive.send("set", what="param", name="constraint_weight", value="2.5")
    assert adaptive.settled()["error"] is None
    assert adaptive.explorer.session.clusterer.constraint_weight == 2.5
    adaptive.send("set", what="param", name="constraint_weight", value="auto")
    assert adaptive.explorer.session.clusterer.constraint_weight == "auto"
    adaptive.send("set", what="param", name="n_init", value="4")
    assert adaptive.explorer.session.clusterer.n_init == 4


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"what": "clusterer", "value": "dbscan"}, ["dbscan", "pckmeans"]),
        ({"what": "clusterer", "value": None}, ["None"]),
        ({"what": "strategy", "value": "oracle"}, ["oracle", "npu"]),
        ({"what": "n_clusters", "value": 0}, ["K = 0"]),
        ({"what": "n_clusters", "value": 151}, ["151", "150"]),
        ({"what": "n_clusters", "value": "three"}, ["three"]),
        ({"what": "param", "name": "colour", "value": 1}, ["colour", "Max. rounds"]),
        ({"what": "strategy_param", "name": "depth", "value": 1}, ["depth", "Ensemble size"]),
        ({"what": "strategy_param", "name": "diversity", "value": -1}, ["Diversity: −1 must be"]),
        ({"what": "weather", "value": 1}, ["weather"]),
    ],
)
def test_settings_that_cannot_be(page, message, words):
    page.send("set", what="strategy", value="npu")
    before = engine_of(page.explorer.session).revision
    error = page.send("set", **message)["error"]
    assert all(word in error for word in words), error
    assert engine_of(page.explorer.session).revision == before


def test_k_below_what_the_cannot_links_need(explore):
    known = Constraints(150, cannot=[(0, 60), (60, 120), (0, 120)])
    page = explore(clusterer="copkmeans", constraints=known)
    assert page.state["settings"]["n_clusters_low"] == 3
    assert "K = 2 is" in page.send("set", what="n_clusters", value=2)["error"]


def test_a_refused_value_is_said_at_its_field_until_something_else_is_done(adaptive):
    state = adaptive.send("set", what="param", name="constraint_weight", value=-1)
    assert state["refused"] == {
        "what": "param",
        "name": "constraint_weight",
        "text": "−1 must be a number, 0 or more, or auto.",
    }
    assert state["error"] == "Constraint weight: −1 must be a number, 0 or more, or auto"
    adaptive.send("set", what="strategy", value="npu")
    state = adaptive.send("set", what="strategy_param", name="n_estimators", value=0)
    assert (state["refused"]["what"], state["refused"]["name"]) == (
        "strategy_param",
        "n_estimators",
    )
    assert (
        adaptive.send("set", what="strategy_param", name="n_estimators", value=30)["refused"]
        is None
    )
    adaptive.send("set", what="param", name="max_iter", value=0)
    assert adaptive.send("dismiss_error")["refused"] is None
    assert adaptive.state["error"] is None


def test_an_error_that_is_about_no_field_is_at_none(page):
    state = page.send("set", what="n_clusters", value=500)
    assert state["error"] is not None
    assert state["refused"] is None
    assert page.send("set", what="param", name="no_such", value=1)["refused"]["name"] == "no_such"
