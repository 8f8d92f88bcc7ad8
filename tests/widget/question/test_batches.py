"""Pairs proposed together, on the page: a list to go through, with what is known of each."""

import pytest
from sklearn.datasets import load_iris

TRUTH = load_iris().target


@pytest.fixture
def listing(page):
    """A page that asks ten pairs as a list."""
    page.send("question_type", question_type="list")
    page.send("suggest")
    page.settled()
    return page


def pairs(page):
    return [(pair["i"], pair["j"]) for pair in page.state["batch"]["pairs"]]


def said(page):
    return [pair["said"] for pair in page.state["batch"]["pairs"]]


def now(page):
    question = page.settled()["question"]
    return question["i"], question["j"]


def test_the_list_is_what_the_session_proposed(listing):
    state, session = listing.state, listing.explorer.session
    assert pairs(listing) == [each.query.pair for each in session.questions.batch]
    assert len(pairs(listing)) == 10 and now(listing) == pairs(listing)[0]
    assert (
        state["question_types"]["current"] == "list"
        and state["batch"]["title"] == "10 pairs, 0 answered"
    )
    assert ", pair 1 of 10: points" in state["status"]


def test_any_pair_can_be_turned_to_and_the_next_open_one_follows(listing):
    wanted = pairs(listing)
    listing.send("turn", i=wanted[8][1], j=wanted[8][0])
    assert now(listing) == wanted[8] and ", pair 9 of 10" in listing.state["status"]
    for place in (8, 9, 0):
        assert now(listing) == wanted[place]
        listing.answer(listing.state["question"], "unknown")
    assert now(listing) == wanted[1]
    assert [place for place, each in enumerate(said(listing)) if each] == [0, 8, 9]
    assert listing.state["batch"]["pairs"][8]["about"] == "don't know"
    before = listing.state["question"]
    listing.send("turn", i=wanted[8][0], j=wanted[8][1])
    assert listing.state["question"] == before, "what was answered is not asked again"
    listing.send("undo")
    assert now(listing) == wanted[0] and said(listing)[0] == ""


def test_after_the_last_one_comes_another_list(listing):
    first = pairs(listing)
    for _ in range(10):
        if [each for each in pairs(listing) if each not in first]:
            break
        question = listing.settled()["question"]
        same = TRUTH[question["i"]] == TRUTH[question["j"]]
        listing.answer(question, "must" if same else "cannot")
        listing.settled()
    assert not set(pairs(listing)) & set(first) and said(listing) == [""] * 10
    assert listing.state["batch"]["title"] == "10 pairs, 0 answered"


def test_what_follows_is_said_to(listing):
    # Of a strategy that takes answers to be right; another may ask all the same.
    listing.send("set", what="strategy", value="npu")
    listing.send("suggest")
    listing.settled()
    i, j = pairs(listing)[3]
    other = next(row for row in range(150) if row not in (i, j))
    listing.explorer.session.answer_many([(i, other), (other, j)], "must")
    listing.settled()
    known = listing.state["batch"]["pairs"][3]
    assert (known["said"], known["about"]) == ("must", "must-link, follows from other answers")


def test_a_batch_from_python_is_listed_too(page):
    page.explorer.session.propose(4)
    page.wait(lambda state: state["batch"] is not None)
    assert len(pairs(page)) == 4 and page.state["question_types"]["current"] == "list"
    page.send("dismiss_question")
    assert page.settled()["batch"] is None
