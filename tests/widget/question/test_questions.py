"""An open question: its number, its status line, late answers, and undo."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine

from jupyter_sscluster import Constraints
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core import text as wording


@pytest.fixture
def asked(page):
    """A page with an open question."""
    page.send("suggest")
    page.settled()
    return page


def reply(page, kind, **more):
    question = page.settled()["question"]
    pair = {"i": question["i"], "j": question["j"]}
    page.send("answer", kind=kind, number=question["number"], **pair, **more)
    return question


def test_eight_quick_presses_record_one_answer(asked):
    question = asked.state["question"]
    for _ in range(8):
        asked.send(
            "answer", kind="cannot", number=question["number"], i=question["i"], j=question["j"]
        )
    state = asked.settled()
    assert [(link["i"], link["j"]) for link in state["links"]] == [(question["i"], question["j"])]
    assert state["error"] is None
    assert state["question"]["number"] == 2


def test_an_answer_to_another_question_is_dropped(asked):
    question = asked.state["question"]
    pair = {"i": question["i"], "j": question["j"]}
    others = [row for row in range(4) if row not in pair.values()]
    asked.send("answer", kind="must", number=question["number"] + 1, **pair)
    asked.send("answer", kind="must", number=1, i=others[0], j=others[1])
    asked.send("dismiss_question")
    asked.send("answer", kind="must", number=question["number"], **pair)
    assert asked.settled()["links"] == []
    assert asked.explorer.session.answers == ()


def test_a_question_is_numbered_as_its_answer_will_be(explore):
    page = explore(constraints=Constraints(150, must=[(0, 1)]))
    page.send("suggest")
    for kind in ("cannot", "unknown", "must"):
        question = reply(page, kind)
        assert page.explorer.session.answers[-1].number == question["number"]
    page.send("undo")
    number = page.settled()["question"]["number"]
    assert number == engine_of(page.explorer.session).timeline.next_number == 5


def test_undo_asks_the_question_again(asked):
    first = reply(asked, "must")
    second = reply(asked, "cannot")
    asked.settled()
    for question in (second, first):
        asked.send("undo")
        again = asked.settled()["question"]
        assert (again["i"], again["j"]) == (question["i"], question["j"])
        assert again["reason"] == question["reason"]
    asked.send("redo")
    question = asked.settled()["question"]
    assert (question["i"], question["j"]) != (first["i"], first["j"])
    assert asked.pairs("must") == [(first["i"], first["j"])]


def test_undo_of_a_plain_link_opens_nothing(page):
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    page.send("undo")
    assert page.settled()["question"] is None


def test_the_status_keeps_what_happened(page):
    page.send("link", i=0, j=100, kind="must")
    page.settled()
    page.send("suggest")
    state = page.settled()
    number, a, b = (state["question"][key] for key in ("number", "a", "b"))
    told = wording.sentence(page.explorer.view().kept_text)
    assert state["status"] == f"{told}. Question {number}: points {a} and {b}. Press M, C or S."
    reply(page, "cannot")
    assert " changed cluster · 2 constraints, " in page.settled()["status"]
    assert ". Question 3: points " in page.state["status"]


def test_long_names_are_shortened_in_sentences_only(explore):
    names = [f"Cabernet Sauvignon, Napa Valley, row {i}" for i in range(150)]
    page = explore(load_iris().data, n_clusters=3, names=names)
    page.send("suggest")
    state = page.settled()
    question = state["question"]
    assert question["a"] in names
    short = wording.shortened(question["a"])
    assert len(short) <= 24
    assert short.startswith("Cabernet")
    assert short.endswith(f"row {question['i']}")
    assert question["title"].startswith(f"Do {short} and Cabernet")
    assert f"points {short} and " in state["status"]
    assert len(state["status"]) < 110


@pytest.mark.parametrize("length", range(20, 30))
def test_a_shortened_name_keeps_both_ends(length):
    name = "".join(chr(97 + i % 26) for i in range(length))
    short = wording.shortened(name)
    assert len(short) == min(length, 24)
    assert (short == name) == (length <= 24)
    assert (short[:12], short[-11:]) == (name[:12], name[-11:])


def test_a_feature_that_decides_alone_is_told_and_dismissed(explore):
    page = explore(load_wine(as_frame=True).data, n_clusters=3)
    assert page.state["error"].startswith("proline carries 99.8 % of the variance")
    assert page.send("dismiss_error")["error"] is None
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["error"] is None


def test_an_answer_to_what_follows_from_others_is_recorded_and_opens_no_conflict(explore):
    page = explore(strategy="robustnpu")
    session, rng = page.explorer.session, np.random.default_rng(0)
    contradicted = 0
    for count in range(16):
        page.send("suggest")
        question = page.settled()["question"]
        told = session.constraints.relation(question["i"], question["j"])
        kind = {"must": "cannot", "cannot": "must"}.get(told) or rng.choice(["must", "cannot"])
        contradicted += told is not None
        state = page.answer(question, str(kind))
        assert state["conflict"] is None
        assert len(session.answers) == count + 1
    assert contradicted > 0
    assert any(answer.soft for answer in session.answers)
