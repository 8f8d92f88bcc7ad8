"""On the page an action is one number, however many answers it recorded in the session."""

import numpy as np


def lassoed(page, points=9):
    page.send("link", i=100, j=101, kind="must")
    page.send("select", indices=list(range(points)))
    page.send("group", action="must")
    page.settled()
    return page


def test_a_lasso_is_one_number(page):
    state = lassoed(page).state
    assert [link["number"] for link in state["links"]] == [1] + 8 * [2]
    assert [answer.number for answer in page.explorer.session.answers] == list(range(1, 10))
    assert state["undo_label"] == "answer 2: 8 must-links"
    assert state["saved"] == "2 answers, not saved"
    page.send("suggest")
    question = page.settled()["question"]
    assert question["number"] == 3
    assert page.state["status"].startswith("9 constraints, all kept. Question 3: points")
    page.answer(question, "unknown")
    assert page.explorer.session.answers[-1].number == 10
    assert page.send("undo")["status"].startswith("Undone: answer 3: ") or page.state["question"]


def test_all_of_an_action_is_taken_back_in_one_step(page):
    before = page.explorer.session.labels.copy()
    lassoed(page)
    state = page.send("remove_action", number=2)
    assert page.pairs("must") == [(100, 101)]
    assert state["undo_label"] == "answer 2 taken back: 8 must-links"
    page.send("undo")
    assert len(page.settled()["links"]) == 9
    page.send("remove", answer=4)
    page.send("remove_action", number=2)
    assert page.pairs("must") == [(100, 101)]
    assert "taken back before" in page.send("remove_action", number=2)["error"]
    for _ in range(3):
        page.send("undo")
    page.send("undo")
    page.send("undo")
    page.settled()
    np.testing.assert_array_equal(page.explorer.session.labels, before)


def test_a_conflict_names_actions(page):
    lassoed(page)
    page.send("link", i=110, j=111, kind="must")
    page.send("link", i=0, j=110, kind="cannot")
    state = page.send("link", i=2, j=111, kind="must")
    numbers = {step["number"] for step in state["conflict"]["chain"]}
    assert numbers == {2, 3, 4}
    assert "contradicts answers 2, 3 and 4" in state["status"]
    titles = [choice["title"] for choice in state["conflict"]["choices"]]
    assert "Take back answer 4" in titles


def test_numbers_are_never_given_twice_so_that_an_undo_leaves_a_gap(page):
    lassoed(page)
    page.send("undo")
    page.send("link", i=7, j=8, kind="must")
    assert [link["number"] for link in page.settled()["links"]] == [1, 3]


def test_a_journal_brings_the_same_numbers_back(explore, tmp_path):
    path = tmp_path / "a.jsonl"
    first = lassoed(explore(path=path, n_clusters=3))
    first.send("undo")
    first.send("link", i=7, j=8, kind="must")
    shown = [link["number"] for link in first.settled()["links"]]
    first.explorer.close()
    again = explore(path=path, n_clusters=3)
    assert [link["number"] for link in again.settled()["links"]] == shown == [1, 3]
