"""The search for a question: one at a time, ended by a new choice and by Cancel."""

from __future__ import annotations

import pytest

from jupyter_sscluster.cluster import FitCancelled


class Held:
    """Background work that waits until the test does it."""

    closed = False

    def __init__(self):
        self.pieces, self.wanted = [], None

    def run(self, work, then):
        self.wanted = (work, then)
        self.pieces.append(self.wanted)

    def give_up(self):
        self.wanted = None

    close = give_up

    def finish(self, place):
        """Do a piece of work; its result is dropped if it was given up."""
        work, then = self.pieces[place]
        try:
            outcome = work()
        except FitCancelled as cancelled:
            outcome = cancelled
        if self.wanted == self.pieces[place]:
            then(outcome)
        return outcome


@pytest.fixture
def held(page, monkeypatch):
    found = Held()
    monkeypatch.setattr(page.explorer.event_loop.next_question, "_task", found)
    return found


@pytest.mark.parametrize("shape", ["pair", "place", "sort"])
def test_a_new_choice_ends_the_search_for_a_question(page, held, shape):
    session = page.explorer.session
    page.send("question_type", question_type="place" if shape == "pair" else "pair")
    page.send("suggest")
    page.send("question_type", question_type=shape)
    assert len(held.pieces) == 2
    held.finish(1)
    key = {"pair": "question", "place": "placement", "sort": "sorting"}[shape]
    opened = session.question
    assert page.settled()[key] is not None
    assert isinstance(held.finish(0), FitCancelled)
    assert session.question is opened


def test_the_search_for_a_question_is_cancelled_and_begun_again(page, held):
    session, before = page.explorer.session, page.explorer.session.labels
    page.send("suggest")
    assert page.state["asking"]
    page.send("suggest")
    assert len(held.pieces) == 1
    page.send("cancel")
    assert not page.state["asking"]
    assert page.state["status"] == "Cancelled. No question is asked."
    assert isinstance(held.finish(0), FitCancelled)
    assert session.question is None
    assert session.labels is before or (session.labels == before).all()
    page.send("suggest")
    held.finish(1)
    assert session.question is not None


def test_an_answer_given_meanwhile_ends_the_search_for_a_question(page, held):
    page.send("suggest")
    page.explorer.session.answer(0, 1, "must")
    page.wait(lambda state: len(held.pieces) == 2)
    assert isinstance(held.finish(0), FitCancelled)
    held.finish(1)
    assert page.explorer.session.question is not None
