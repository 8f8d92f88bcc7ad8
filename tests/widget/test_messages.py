"""Every message of the page: what it does, and what it refuses."""

import numpy as np
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.active import NPU, Query, Random


def test_a_link_is_recorded_and_shown_at_once(page):
    state = page.send("link", i=3, j=7, kind="must")
    assert page.pairs("must") == [(3, 7)]
    assert state["error"] is None
    page.settled()
    assert page.explorer.constraints.must.tolist() == [[3, 7]]
    assert len(page.explorer.constraints.cannot) == 0
    assert "1 constraint" in page.state["status"]


def test_a_link_made_before_is_pointed_out_and_not_recorded(explore):
    page = explore(constraints=Constraints(150, cannot=[(0, 100)]))
    page.send("link", i=5, j=10, kind="must")
    page.settled()
    page.send("suggest")
    question = page.settled()["question"]
    session = page.explorer.session
    before = (session.revision, len(session.history), session.undo_label)
    state = page.send("link", i=10, j=5, kind="must")
    assert state["status"] == "10 – 5 is already a must-link (answer 2)."
    state = page.send("link", i=0, j=100, kind="cannot")
    assert state["status"] == "0 – 100 is already a cannot-link (given at the start)."
    assert (session.revision, len(session.history), session.undo_label) == before
    assert len(state["links"]) == 2
    assert state["question"] == question
    page.send("link", i=5, j=11, kind="must")
    page.send("link", i=10, j=11, kind="must")
    assert len(page.settled()["links"]) == 4, "what only follows can be stated"


def test_cannot_link(page):
    page.send("link", i=70, j=3, kind="cannot")
    page.settled()
    assert page.explorer.constraints.cannot.tolist() == [[3, 70]]


def test_labels_and_state_agree_with_the_session(page):
    page.send("link", i=3, j=100, kind="must")
    page.settled()
    np.testing.assert_array_equal(page.labels, page.explorer.session.labels)
    sizes = [cluster["size"] for cluster in page.state["clusters"]]
    assert sizes == np.bincount(page.labels, minlength=3).tolist()


def test_suggest_asks_what_the_strategy_proposes(page):
    page.send("suggest")
    question = page.settled()["question"]
    session = page.explorer.session
    assert {question["i"], question["j"]} == set(session.question.pair)
    assert question["reason"]
    assert question["title"] == f"Do {question['a']} and {question['b']} belong together?"
    assert question["strategy"] == NPU.title
    assert len(question["features"]) == 3
    assert all(0 <= bar <= 1 for feature in question["features"] for bar in feature["bars"])


def test_the_next_question_comes_by_itself(page):
    page.send("suggest")
    asked = []
    for kind in ("must", "cannot", "unknown", "cannot", "must"):
        question = page.settled()["question"]
        asked.append((question["i"], question["j"]))
        assert question["number"] == len(asked)
        page.answer(question, kind)
    page.settled()
    assert page.state["error"] is None
    assert len(set(asked)) == 5
    assert len(page.explorer.session.answers) == 5
    assert page.explorer.session.unknown == (tuple(sorted(asked[2])),)


class Stubborn(Random):
    """Asks about the same pair for ever."""

    title = "Stubborn"

    def propose(self, snapshot, n_pairs=1):
        return [Query((0, 1), 1.0, "Because.")]


class Broken(Random):
    """Fails."""

    title = "Broken"

    def propose(self, snapshot, n_pairs=1):
        raise RuntimeError("out of ideas")


def test_a_strategy_that_repeats_itself_is_told_so(explore):
    page = explore(strategy=Stubborn())
    assert page.state["settings"]["strategies"][-1] == ["Stubborn", "Stubborn"]
    page.send("suggest")
    page.send("answer", number=1, i=0, j=1, kind="must")
    assert "known already" in page.settled()["error"]
    assert page.state["question"] is None


def test_a_strategy_that_fails_is_a_sentence(explore):
    page = explore(strategy=Broken())
    page.send("suggest")
    assert page.settled()["error"] == "out of ideas"


def test_a_plain_link_asks_nothing(page):
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["question"] is None


def test_a_link_beside_an_open_question_keeps_one_open(page):
    page.send("suggest")
    question = page.settled()["question"]
    others = [i for i in range(10) if i not in (question["i"], question["j"])]
    page.send("link", i=others[0], j=others[1], kind="must")
    page.wait(lambda state: state["question"] is not None and state["fit"] is None)
    assert len(page.explorer.session.answers) == 1


def test_undo_and_redo_bring_the_labels_back(page):
    first = page.labels.copy()
    for i, j, kind in [(50, 120, "must"), (60, 130, "cannot"), (70, 140, "must")]:
        page.send("link", i=i, j=j, kind=kind)
        page.settled()
    last = page.labels.copy()
    for _ in range(3):
        assert page.state["can_undo"]
        page.send("undo")
    np.testing.assert_array_equal(page.labels, first)
    assert page.state["links"] == []
    assert not page.state["can_undo"]
    for _ in range(3):
        page.send("redo")
    np.testing.assert_array_equal(page.settled() and page.labels, last)
    assert len(page.state["links"]) == 3


def test_a_question_can_be_closed_unanswered(page):
    page.send("suggest")
    assert page.settled()["question"] is not None
    revision = page.explorer.session.revision
    assert page.send("dismiss_question")["question"] is None
    assert page.settled()["question"] is None
    assert page.send("dismiss_question")["error"] is None
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["question"] is None
    assert page.explorer.session.revision == revision + 1
    page.send("suggest")
    assert page.settled()["question"] is not None


def test_undo_with_nothing_to_undo_is_quiet(page):
    assert page.send("undo")["error"] is None
    assert page.send("redo")["error"] is None


def test_remove_takes_one_answer_back(page):
    page.send("link", i=0, j=1, kind="must")
    page.send("link", i=2, j=3, kind="must")
    number = page.settled()["links"][0]["answer"]
    page.send("remove", answer=number)
    page.settled()
    assert page.pairs("must") == [(2, 3)]
    assert "not in force" in page.send("remove", answer=number)["error"]


# --------------------------------------------------------------------------- lasso


def test_ten_points_give_nine_links_and_one_undo_takes_them_back(page):
    ten = list(range(0, 20, 2))
    state = page.send("select", indices=ten)
    assert state["lasso"]["count"] == 10
    assert state["lasso"]["must_links"] == len(state["lasso"]["preview_must"]) == 9
    assert state["status"] == "10 points selected. All must-link would add 9 links."
    page.send("group", action="must")
    state = page.settled()
    assert len(state["links"]) == 9
    assert state["lasso"] is None
    assert {link["source"] for link in state["links"]} == {"lasso"}
    page.send("undo")
    assert page.settled()["links"] == []


def test_a_selection_that_is_linked_already_adds_nothing(page):
    for _ in range(2):
        page.send("select", indices=[1, 2, 3])
        page.send("group", action="must")
        page.settled()
    assert len(page.state["links"]) == 2
    assert page.state["error"] is None
    assert "Nothing to add" in page.state["status"] or page.state["status"]


def test_cannot_link_between_two_groups(page):
    for group in ([0, 1, 2], [100, 101]):
        page.send("select", indices=group)
        page.send("group", action="must")
    page.send("select", indices=[0, 1, 2])
    state = page.send("group", action="cannot_first")
    assert state["lasso"]["group"] == [0, 1, 2]
    assert "second group" in state["status"]
    state = page.send("select", indices=[100, 101])
    assert state["lasso"]["cannot_links"] == 1
    assert state["status"] == "2 points selected. Cannot-link with the first 3 would add 1 link."
    assert "in both groups" in page.send("select", indices=[2, 100])["status"]
    page.send("group", action="cannot", indices=[100, 101])
    page.settled()
    assert len(page.pairs("cannot")) == 1
    assert page.explorer.constraints.relation(2, 101) == "cannot"
    assert page.state["lasso"] is None


def test_label_as_joins_the_group_to_a_cluster(page):
    before = page.labels.copy()
    cluster = int(before[0])
    page.send("select", indices=[100, 101])
    page.send("group", action="label", cluster=cluster)
    links = page.settled()["links"]
    assert {link["source"] for link in links} == {f"label:{cluster}"}
    joined = {point for link in links for point in (link["i"], link["j"])} - {100, 101}
    assert [before[point] for point in joined] == [cluster]
    page.send("undo")
    assert page.settled()["links"] == []


def test_a_lasso_can_be_called_off(page):
    page.send("select", indices=[1, 2])
    assert page.send("group", action="cancel")["lasso"] is None
    assert page.state["links"] == []
    assert "no points are selected" in page.send("group", action="must")["error"]


# --------------------------------------------------------------------------- settings


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
    assert (settings["clusterer"], settings["strategy"]) == ("pckmeans", "npu")
    assert settings["n_clusters"] == 3


def test_a_parameter_can_be_set_and_a_bad_value_says_what_is_allowed(page):
    page.send("set", what="param", name="max_iter", value=7)
    assert page.settled()["error"] is None
    assert page.explorer.session.clusterer.max_iter == 7
    revision = page.explorer.session.revision
    for value, shown in ((0, "0"), (-3, "-3"), ("many", "'many'"), (None, "none"), (True, "on")):
        error = page.send("set", what="param", name="max_iter", value=value)["error"]
        assert error == f"Iterations at most: {shown} must be a whole number, 1 or more"
    assert page.explorer.session.revision == revision
    assert page.explorer.session.clusterer.max_iter == 7


def test_a_parameter_goes_by_its_name_in_the_form(page):
    error = page.send("set", what="param", name="n_init", value=2.5)["error"]
    assert error == "Starts: 2.5 must be a whole number, 1 or more"
    error = page.send("set", what="param", name="constraint_weight", value="x")["error"]
    assert error == "Constraint weight: 'x' must be a number, 0 or more, or auto"
    page.send("set", what="param", name="n_init", value=4)
    assert page.settled()["undo_label"] == "Starts = 4"
    assert page.send("undo")["redo_label"] == "Starts = 4"
    assert page.state["status"] == "Undone: Starts = 4."


def test_text_from_a_form_becomes_the_number_it_stands_for(page):
    page.send("set", what="param", name="constraint_weight", value="2.5")
    assert page.settled()["error"] is None
    assert page.explorer.session.clusterer.constraint_weight == 2.5
    page.send("set", what="param", name="constraint_weight", value="auto")
    assert page.explorer.session.clusterer.constraint_weight == "auto"
    page.send("set", what="param", name="n_init", value="4")
    assert page.explorer.session.clusterer.n_init == 4


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"what": "clusterer", "value": "dbscan"}, ["dbscan", "pckmeans"]),
        ({"what": "clusterer", "value": None}, ["None"]),
        ({"what": "strategy", "value": "oracle"}, ["oracle", "npu"]),
        ({"what": "n_clusters", "value": 0}, ["K = 0"]),
        ({"what": "n_clusters", "value": 151}, ["151", "150"]),
        ({"what": "n_clusters", "value": "three"}, ["three"]),
        ({"what": "param", "name": "colour", "value": 1}, ["colour", "Iterations at most"]),
        ({"what": "strategy_param", "name": "depth", "value": 1}, ["depth", "Members"]),
        ({"what": "strategy_param", "name": "diversity", "value": -1}, ["Diversity: -1 must be"]),
        ({"what": "weather", "value": 1}, ["weather"]),
    ],
)
def test_settings_that_cannot_be(page, message, words):
    before = page.explorer.session.revision
    error = page.send("set", **message)["error"]
    assert all(word in error for word in words), error
    assert page.explorer.session.revision == before


def test_k_below_what_the_cannot_links_need(explore):
    known = Constraints(150, cannot=[(0, 60), (60, 120), (0, 120)])
    page = explore(clusterer="copkmeans", constraints=known)
    assert page.state["settings"]["n_clusters_low"] == 3
    assert "K = 2 is" in page.send("set", what="n_clusters", value=2)["error"]


# --------------------------------------------------------------------------- asking and replying


def test_describe_sends_a_reply_and_changes_nothing(page):
    before = page.state
    page.send("describe", index=68)
    assert page.state is before
    (reply,) = page.sent
    assert reply["type"] == "describe"
    assert reply["index"] == 68
    assert reply["title"].startswith("Point 68 · cluster ")
    assert reply["rows"][0] == ["Feature 0", "6.2"]


def test_an_error_goes_when_dismissed_and_when_something_works(page):
    assert page.send("link", i=0, j=0, kind="must")["error"]
    assert page.send("dismiss_error")["error"] is None
    assert page.send("link", i=0, j=0, kind="must")["error"]
    assert page.send("link", i=0, j=1, kind="must")["error"] is None


def test_a_fresh_fit_is_reported_beside_the_one_before(page):
    page.send("link", i=0, j=1, kind="must")
    before = page.settled()
    page.send("refit")
    after = page.settled()
    assert after["error"] is None
    assert "afresh" not in before["status"]
    objectives = [record.objective for record in page.explorer.session.branch[-2:]]
    said = f"objective {objectives[1]:.4g} (was {objectives[0]:.4g})"
    assert after["status"].startswith("No point changed cluster · 1 constraint")
    assert said in after["status"]


# --------------------------------------------------------------------------- malformed


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "link",
        {},
        {"type": "format_disk"},
        {"type": ["link"]},
        {"type": "link"},
        {"type": "link", "i": 0},
        {"type": "link", "i": 0, "j": 1},
        {"type": "link", "i": 0, "j": 1, "kind": "unknown"},
        {"type": "link", "i": 0, "j": 1, "kind": ["must"]},
        {"type": "link", "i": 0, "j": 150, "kind": "must"},
        {"type": "link", "i": -1, "j": 1, "kind": "must"},
        {"type": "link", "i": 3, "j": 3, "kind": "cannot"},
        {"type": "link", "i": 0.5, "j": 1, "kind": "must"},
        {"type": "link", "i": "0", "j": 1, "kind": "must"},
        {"type": "link", "i": True, "j": 0, "kind": "must"},
        {"type": "answer", "number": 1, "i": 0, "j": 1, "kind": "perhaps"},
        {"type": "answer", "i": 0, "j": 1, "kind": "must"},
        {"type": "remove", "answer": "1"},
        {"type": "remove", "answer": 99},
        {"type": "select", "indices": [0, 150]},
        {"type": "select", "indices": "0, 1"},
        {"type": "select"},
        {"type": "group", "action": "explode"},
        {"type": "group", "action": ["must"]},
        {"type": "group"},
        {"type": "group", "action": "cannot", "indices": [1, 2]},
        {"type": "group", "action": "label", "cluster": 0},
        {"type": "resolve", "choice": "soft"},
        {"type": "ping"},
        {"type": "describe", "index": 150},
        {"type": "set"},
        {"type": "set", "what": "param", "value": 3},
    ],
    ids=str,
)
def test_malformed_messages_are_refused_with_a_sentence(page, message):
    before = page.explorer.session.revision
    page.raw(message)
    error = page.state["error"]
    assert error, message
    assert "Traceback" not in error
    assert page.explorer.session.revision == before
    assert page.state["links"] == []


def test_an_unforeseen_failure_is_a_sentence_too(page, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(page.explorer.session, "answer", broken)
    assert "the disk is full" in page.send("link", i=0, j=1, kind="must")["error"]
