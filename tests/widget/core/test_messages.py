"""Messages from the page: links and questions, replies, and all that is malformed."""

import numpy as np
import pytest

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.active import Query, Random, RobustNPU
from jupyter_sscluster.session import engine_of


def test_a_link_is_recorded_and_shown_at_once(page):
    state = page.send("link", i=3, j=7, kind="must")
    assert page.pairs("must") == [(3, 7)]
    assert state["error"] is None
    page.settled()
    assert page.explorer.constraints.must.tolist() == [[3, 7]]
    assert len(page.explorer.constraints.cannot) == 0
    assert "1 constraint" in page.state["status"]


@pytest.mark.parametrize("by_hand", [[], [(0, 100)]])
def test_a_link_made_before_is_pointed_out_and_not_recorded(explore, by_hand):
    page = explore(constraints=Constraints(150, cannot=[(0, 100)]).with_by_hand(by_hand))
    page.send("link", i=5, j=10, kind="must")
    page.settled()
    page.send("suggest")
    question = page.settled()["question"]
    session = page.explorer.session
    before = (engine_of(session).revision, len(session.history.fits), session.history.undo_label)
    state = page.send("link", i=10, j=5, kind="must")
    assert state["status"] == "10 – 5 is already a must-link (answer 2)."
    state = page.send("link", i=0, j=100, kind="cannot")
    assert state["status"] == "0 – 100 is already a cannot-link (given at the start)."
    assert (
        engine_of(session).revision,
        len(session.history.fits),
        session.history.undo_label,
    ) == before
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
    assert question["strategy"] == RobustNPU.title
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
    assert engine_of(page.explorer.session).state.unknown == (tuple(sorted(asked[2])),)


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
    assert page.state["settings"]["strategies"][-1] == [
        "Stubborn",
        "Stubborn",
        "Your own",
        "Asks about the same pair for ever.",
    ]
    page.send("suggest")
    page.send("answer", number=1, i=0, j=1, kind="must")
    assert "only repeats known pairs" in page.settled()["error"]
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
    revision = engine_of(page.explorer.session).revision
    assert page.send("dismiss_question")["question"] is None
    assert page.settled()["question"] is None
    assert page.send("dismiss_question")["error"] is None
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["question"] is None
    assert engine_of(page.explorer.session).revision == revision + 1
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


def test_describe_sends_a_reply_and_changes_nothing(page):
    before = page.state
    page.send("describe", index=68, step=None)
    assert page.state is before
    (reply,) = page.sent
    assert reply["type"] == "describe"
    assert reply["index"] == 68
    assert reply["title"].startswith("Point 68 · cluster ")
    assert reply["features"][0] == ["Feature 0", "6.2"]


def test_a_part_of_the_page_comes_as_bytes_and_changes_nothing(page):
    before = page.state
    page.send("part", name="interaction")
    assert page.state is before
    assert page.sent == [{"type": "part", "name": "interaction"}]
    assert page.buffers == [b"export default {} // interaction"]


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
    assert "from scratch" not in before["status"]
    objectives = [record.objective for record in page.explorer.session.history.branch_fits[-2:]]
    said = f"objective {objectives[1]:.4g} (was {objectives[0]:.4g})"
    assert after["status"].startswith("No point changed cluster · 1 constraint")
    assert said in after["status"]


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
        {"type": "part"},
        {"type": "part", "name": "layer"},
        {"type": "part", "name": ["interaction"]},
        {"type": "set"},
        {"type": "set", "what": "param", "value": 3},
    ],
    ids=str,
)
def test_malformed_messages_are_refused_with_a_sentence(page, message):
    before = engine_of(page.explorer.session).revision
    page.raw(message)
    error = page.state["error"]
    assert error, message
    assert "Traceback" not in error
    assert engine_of(page.explorer.session).revision == before
    assert page.state["links"] == []


def test_an_unforeseen_failure_is_a_sentence_too(page, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Session, "answer", broken)
    assert "the disk is full" in page.send("link", i=0, j=1, kind="must")["error"]
