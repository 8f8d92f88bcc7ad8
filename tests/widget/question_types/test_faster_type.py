"""The type that tells most per second of a person: when the page turns to it, and what it says."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris
from true_pairs import piles_by_truth

from jupyter_sscluster.active import RobustNPU
from jupyter_sscluster.session.questions import question_times
from jupyter_sscluster.session.questions.question_times import FASTER, QuestionTime
from jupyter_sscluster.session.questions.questions import Questions
from jupyter_sscluster.widget.core.interaction import RowFilter
from jupyter_sscluster.widget.core.question_types import faster_type
from jupyter_sscluster.widget.features.preview.replies import send

TRUTH = load_iris().target


@pytest.fixture
def took(monkeypatch):
    """Tells the seconds of the types, as if five answers to each had been timed."""

    def tell(page, *seconds):
        page.found()
        told = zip(("pair", "place", "sort"), seconds, (1.0, 1.5, 6.0), strict=True)
        times = tuple(QuestionTime(kind, each, 5, worth) for kind, each, worth in told)
        monkeypatch.setattr(Questions, "times", times)
        monkeypatch.setattr(question_times, "FASTER", FASTER)
        interaction = page.explorer._context.interaction
        who = page.explorer.session.annotators.current
        interaction.findings = replace(interaction.findings, times=times, times_of=who)

    return tell


def answer(page):
    question = page.settled()["question"]
    i, j = question["i"], question["j"]
    kind = "must" if TRUTH[i] == TRUTH[j] else "cannot"
    page.send("answer", number=question["number"], i=i, j=j, kind=kind)


def test_once_answers_were_timed_the_next_question_is_of_the_type_that_tells_most(page, took):
    page.send("suggest")
    answer(page)
    page.settled()
    took(page, 2.0, 3.0, 6.0)
    assert page.state["question"] is not None  # the open one stays
    answer(page)
    state = page.settled()
    assert state["sorting"] is not None and state["question_types"]["current"] == "sort"
    told = "Sorting points is expected to tell 2.0 times as much per second as asking about pairs."
    assert f"{told} Question 3" in state["status"]
    page.send("undo")
    assert "per second" not in page.settled()["status"]  # the open pair was asked before
    answer(page)
    state = page.settled()
    assert f"{told} Question 4" in state["status"]
    took(page, 2.0, 3.0, 30.0)
    question = state["sorting"]
    page.send("sort", number=question["number"], piles=piles_by_truth(TRUTH, question))
    state = page.settled()
    assert state["question"] is not None
    told = "Asking about pairs is expected to tell 2.5 times as much per second as sorting points."
    assert f"{told} Question 5" in state["status"]


def test_a_type_that_was_turned_to_and_asks_nothing_gives_way_to_pairs(page, took, monkeypatch):
    page.send("suggest")
    answer(page)
    took(page, 2.0, 3.0, 6.0)
    monkeypatch.setattr(RobustNPU, "propose_sorting", lambda *given, **options: None)
    answer(page)
    state = page.settled()
    assert state["question"] is not None and not state["exhausted"]
    assert state["question_types"]["current"] == "pair" and "per second" not in state["status"]
    answer(page)
    assert page.settled()["question"] is not None  # and stays


def test_the_menu_puts_the_reason_away(page, took):
    page.send("suggest")
    answer(page)
    took(page, 2.0, 3.0, 6.0)
    answer(page)
    assert "per second" in page.settled()["status"]
    page.send("dismiss_question")
    page.send("question_type", question_type="list")
    page.send("undo")
    assert "per second" not in page.settled()["status"]


def test_a_page_goes_on_with_the_type_of_the_last_answer(explore, took, tmp_path):
    path = tmp_path / "session.jsonl"
    page = explore(path=path)
    page.send("suggest")
    answer(page)
    page.settled()
    page.explorer.close()
    page = explore(path=path)
    took(page, 2.0, 3.0, 6.0)
    page.send("suggest")
    assert page.settled()["question"] is not None


def test_rows_that_are_chosen_are_asked_about_in_the_same_type(page, took):
    page.send("suggest")
    answer(page)
    took(page, 2.0, 3.0, 6.0)
    interaction = page.explorer._context.interaction
    session = page.explorer.session
    assert faster_type(session, interaction) == ("sort", 2.0)
    session.annotators.current = "another"
    assert faster_type(session, interaction) is None
    session.annotators.current = None
    rows = np.arange(60)
    interaction.filters["some"] = RowFilter("Rows", "some", rows)
    interaction.asks_filtered = True
    assert faster_type(session, interaction) is None


def test_a_type_that_was_chosen_stays(page, took):
    page.send("question_type", question_type="pair")
    page.send("suggest")
    answer(page)
    page.settled()
    took(page, 2.0, 3.0, 6.0)
    answer(page)
    state = page.settled()
    assert state["question"] is not None and "per second" not in state["status"]


def test_no_pair_is_told_ahead_where_a_faster_type_follows(page, took, monkeypatch):
    page.send("suggest")
    answer(page)
    page.found()
    context, question = page.explorer._context, page.explorer.session.question
    outcome, sent = page.explorer.session.preview("must"), []
    following = outcome.next_question
    monkeypatch.setattr(context.layer, "send", lambda *told: sent.append(told))
    send(context, question, "must", outcome, following)
    assert len(sent) == 1 and sent[0][0]["type"] == "next"
    took(page, 2.0, 3.0, 6.0)
    sent.clear()
    send(context, question, "must", outcome, following)
    assert sent == []
