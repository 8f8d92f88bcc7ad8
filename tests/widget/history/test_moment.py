"""A moment of the past on the page: bit for bit what was shown then, in words of then."""

import numpy as np
import pytest

from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.history.moments import line
from jupyter_sscluster.widget.core.view import ABSENT


def looked(page, step, compared=None):
    """The reply to a look, and its labels."""
    page.send("look", step=step, compared=compared)
    reply = page.sent[-1]
    kind = np.uint8 if reply["labels_itemsize"] == 1 else "<u2"
    return reply, np.frombuffer(page.buffers[0], dtype=kind)


FOUND_OUT = ("suspected", "why", "enforceable")
"""What is known of a link by now, and can be done about it now."""


def plain(links):
    return [{key: link[key] for key in link if key not in FOUND_OUT} for link in links]


def shown(page):
    state = page.settled()
    page.wait(lambda state: None not in state["progress"]["curve"]["score"])
    state = page.state
    values = {"clusters": state["clusters"], "links": plain(state["links"])}
    settings = {name: state["settings"][name] for name in ("clusterer", "strategy", "n_clusters")}
    texts = {name: state["progress"][name] for name in ("score_text", "kept_text")}
    return {**values, **settings, **texts}, page.labels.copy()


@pytest.fixture
def walked(page):
    """A page with answers, a setting, a name and a branch, and what each moment showed."""
    seen = {0: shown(page)}

    def act(*args, **content):
        page.send(*args, **content)
        seen[page.explorer.session.history.step] = shown(page)

    act("link", i=0, j=100, kind="cannot")
    act("link", i=53, j=87, kind="must")
    act("rename", cluster=0, name="Setosa")
    act("set", what="n_clusters", value=4)
    act("set", what="clusterer", value="mpckmeans")
    act("link", i=53, j=120, kind="must")
    page.send("go", step=2)
    act("set", what="n_clusters", value=5)
    act("link", i=1, j=2, kind="must")
    page.seen = seen
    return page


def test_every_moment_is_shown_as_it_was(walked):
    assert sorted(walked.seen) == list(range(len(walked.explorer.session.history)))
    for step, (values, labels) in walked.seen.items():
        reply, found = looked(walked, step)
        np.testing.assert_array_equal(found, labels)
        then = {**reply["shows"], **reply["settings"], **reply["shows"]["progress"]}
        then["links"] = plain(then["links"])
        assert {name: then[name] for name in values} == values
        differ = np.flatnonzero(walked.explorer.labels != labels).tolist()
        assert (reply["step"], reply["differ"]) == (step, differ)
    assert walked.faults == []


def test_two_moments_are_compared_by_what_was_shown(walked):
    for step, compared in [(6, 2), (2, 6), (0, 8), (4, 7), (3, 3)]:
        reply, found = looked(walked, step, compared)
        (_, labels), (_, others) = walked.seen[step], walked.seen[compared]
        np.testing.assert_array_equal(found, labels)
        differ = [row for row in range(150) if labels[row] != others[row]]
        assert (reply["step"], reply["differ"]) == (step, differ)
        assert reply["compared"] == {
            "step": compared,
            "place": looked(walked, compared)[0]["place"],
        }
    walked.send("look", step=0, compared=9)
    assert "compared" in walked.state["error"]
    assert walked.faults == []


def test_a_point_is_described_in_the_cluster_of_the_moment(walked):
    def title(step):
        walked.send("describe", index=100, step=step)
        assert (walked.sent[-1]["index"], walked.sent[-1]["step"]) == (100, step)
        return walked.sent[-1]["title"]

    told = [title(step) for step in range(9)]
    for step, (values, labels) in walked.seen.items():
        name = next(each["name"] for each in values["clusters"] if each["id"] == labels[100])
        assert told[step].lower() == f"point 100 · {name}".lower()
    assert title(None) == told[8]
    walked.send("describe", index=np.flatnonzero(walked.seen[3][1] == 0)[0].item(), step=3)
    assert walked.sent[-1]["title"].endswith("· Setosa")
    assert walked.faults == []


def test_where_it_stands_in_words(walked):
    told = [looked(walked, step)[0] for step in range(9)]
    assert [reply["where"] for reply in told] == [
        "the start",
        "after answer 1 of 4",
        "after answer 2 of 4",
        "branch 1, Cluster 1 is called Setosa, after answer 2 of 3",
        "branch 1, 4 clusters, after answer 2 of 3",
        "branch 1, clusterer MPCK-means, after answer 2 of 3",
        "branch 1, after answer 3 of 3",
        "5 clusters, after answer 2 of 4",
        "after answer 4 of 4",
    ]
    assert told[6]["place"] == "branch 1, answer 3 of 3"
    assert told[6]["shows"]["status"].startswith("Branch 1, answer 3 of 3 · 3 constraints, ")
    assert told[6]["shows"]["status"].endswith(" · nothing changes while you look")
    lead, rest = told[6]["told"]
    moved = walked.explorer.session.history.at(6).record.moved
    assert (lead, rest.split(". ")[0]) == ("Answer 3", ": 53 – 120, must-link")
    assert rest.split()[-3] == (str(moved) if moved else "No")
    assert [reply["left"] for reply in (told[1], told[2], told[6])] == [
        "Answers 2–4 stay in the history as another branch.",
        "Answer 4 stays in the history as another branch.",
        "Branch 2 began at answer 2.",
    ]
    assert [reply["verb"] for reply in told[5:8]] == [
        "Continue from here",
        "Switch to branch 1",
        "Continue from here",
    ]


def test_without_branches_none_is_named(page):
    page.send("link", i=0, j=100, kind="cannot")
    page.send("link", i=0, j=120, kind="cannot")
    page.settled()
    reply, _ = looked(page, 1)
    assert (reply["where"], reply["place"]) == ("after answer 1 of 2", "answer 1 of 2")
    assert reply["left"] == "Answer 2 stays in the history as another branch."
    assert looked(page, 0)[0]["where"] == "the start"
    page.send("undo")
    assert looked(page, 2)[0]["verb"] == "Go to the end"


def test_going_there_is_told_and_can_be_gone_back_on(walked):
    session, before = walked.explorer.session, walked.labels.copy()
    state = walked.send("go", step=1)
    assert state["status"] == "Now at after answer 1 of 4. Your next answer starts branch 3."
    assert (session.history.step, state["history"]["at"], len(state["links"])) == (1, 1, 1)
    state = walked.send("go", step=8)
    assert state["status"] == "Now at the end of branch 2."
    np.testing.assert_array_equal(walked.labels, before)


def test_the_tree_and_curves_of_the_present_line(walked):
    history, progress = walked.state["history"], walked.state["progress"]
    assert history["branches"] == [
        {"number": 1, "began": None, "steps": [0, 1, 2, 3, 4, 5, 6]},
        {"number": 2, "began": 2, "steps": [7, 8]},
    ]
    assert (history["at"], history["end"], history["span"]) == (8, 8, 6)
    assert progress["curve"]["at"] == [0, 1, 2, 3, 4]
    assert (progress["place"], progress["span"], "beside" in progress) == (4, 6, False)
    then = looked(walked, 4)[0]["shows"]["progress"]
    assert then["curve"]["at"] == [0, 1, 2, 3, 4, 5, 6]
    assert (then["place"], then["beside"]["at"]) == (4, [0, 1, 2, 3, 4])
    scores = [stop.record.score for stop in line(engine_of(walked.explorer.session), 4)]
    order = np.argsort(np.argsort(scores))
    np.testing.assert_array_equal(np.argsort(np.argsort(then["curve"]["score"])), order)
    assert [turn["clusterer"] for turn in then["turns"]] == ["MPCK-means"]
    assert [turn["at"] for turn in then["turns"]] == [5]


@pytest.mark.parametrize("kind", ["look", "go", "describe"])
@pytest.mark.parametrize("step", [-1, 1, "0", [0], 0.5])
def test_no_such_moment(page, kind, step):
    page.send(kind, step=step, index=0, compared=None)
    assert "step" in page.state["error"]
    assert page.explorer.session.history.step == 0


@pytest.mark.thorough
def test_a_long_line_is_thinned_and_keeps_its_ends(page):
    session = page.explorer.session
    for k in range(500):
        session.default_soft = k % 2 == 0
    with page.explorer.event_loop.acting():
        pass
    curve = page.state["progress"]["curve"]
    assert (curve["at"][0], curve["at"][-1], len(curve["at"])) == (0, 500, 200)
    then = looked(page, 251)[0]["shows"]["progress"]
    assert 251 in then["curve"]["at"]
    assert then["place"] == 251


def test_of_no_constraints_none_is_kept(page):
    progress = page.settled()["progress"]
    assert progress["kept_text"] == ""
    assert progress["curve"]["kept"] == [None]
    assert progress["scales"]["kept"] == {"first": "", "top": "", "bottom": ""}
    page.send("link", i=0, j=1, kind="must")
    progress = page.settled()["progress"]
    assert progress["kept_text"] == "100 %"
    assert progress["curve"]["kept"] == [None, 1.0]


def test_rows_that_were_not_there_have_a_label_that_is_not_drawn(page):
    session = page.explorer.session
    before = page.settled() and page.labels.copy()
    session.rows.extend(session.X[:5] + 0.01)
    session.rows.exclude([7], "broken")
    page.settled()
    first, added, last = (looked(page, step)[1] for step in range(3))
    assert first[150:].tolist() == [ABSENT] * 5 and first[:150].tolist() == before.tolist()
    assert (added < 3).all()
    assert last[7] == ABSENT and (np.delete(last, 7) < 3).all()
    assert page.faults == []
