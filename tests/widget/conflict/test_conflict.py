"""A contradicting answer is stopped, shown with its chain, and waits for a choice."""

import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.session import engine_of


@pytest.fixture
def chained(page):
    """Points 53, 87 and 146 are must-linked by answers 1 and 3."""
    page.send("link", i=53, j=87, kind="must")
    page.send("link", i=0, j=100, kind="cannot")
    page.send("link", i=87, j=146, kind="must")
    page.settled()
    page.send("link", i=53, j=146, kind="cannot")
    return page


def statements(page):
    known = page.explorer.constraints
    return known.must.tolist(), known.cannot.tolist(), known.soft_cannot.tolist()


def test_the_chain_is_shown_and_nothing_recorded(chained):
    conflict = chained.state["conflict"]
    assert conflict["title"] == "Points 53 and 146 cannot be apart"
    assert conflict["text"] == (
        "Two earlier answers put them together. Your new answer is not recorded yet."
    )
    steps = [(s["i"], s["j"], s["kind"], s["answer"]) for s in conflict["chain"]]
    assert steps == [(53, 87, "must", 1), (87, 146, "must", 3)]
    assert (conflict["new"]["i"], conflict["new"]["j"]) == (53, 146)
    assert conflict["new"]["kind"] == "cannot"
    assert (
        chained.state["status"]
        == "53 – 146 contradicts answers 1 and 3, so it is not recorded yet."
    )
    assert statements(chained) == ([[53, 87], [87, 146]], [[0, 100]], [])
    assert len(chained.explorer.session.answers) == 3


def test_the_choices(chained):
    choices = chained.state["conflict"]["choices"]
    assert [c["id"] for c in choices] == ["take_back_new", "take_back:1", "take_back:3", "soft"]
    assert choices[0]["title"] == "Take back the new answer"
    assert choices[0]["text"] == "Nothing changes."
    assert choices[2]["title"] == "Take back answer 3"
    assert choices[2]["text"] == "Removes must-link 87 – 146, records cannot-link 53 – 146."
    assert choices[2]["answer"] == 3
    assert choices[3]["text"] == "Recorded, but it may be violated."


def test_an_answer_of_somebody_else_is_named_and_both_can_be_kept(page):
    session = page.explorer.session
    session.annotators.current = "Ann"
    assert page.state["saved"] == "Annotator Ann · not saved"
    page.send("link", i=5, j=65, kind="must")
    session.annotators.current = "Bob"
    assert page.state["saved"] == "Annotator Bob · 1 answer, not saved"
    page.send("link", i=5, j=65, kind="cannot")
    conflict = page.state["conflict"]
    assert conflict["text"].startswith("One earlier answer by Ann puts them together. ")
    assert [step["who"] for step in conflict["chain"]] == ["Ann"]
    assert conflict["choices"][-1]["title"] == "Keep both"
    page.send("resolve", choice="soft")
    (only,) = page.found()["disagreements"]
    assert only["said"] == (
        "Ann said: same cluster (answer 1). Bob said: different clusters (answer 2)."
    )
    assert page.state["doubtful"] == [], "one question about the pair, not two"
    rows = page.state["links"]
    assert [row["who"] for row in rows] == ["Ann", "Bob"]
    assert sum(row["violated"] for row in rows) == 1


def test_taking_back_the_new_one_changes_nothing(chained):
    revision = engine_of(chained.explorer.session).revision
    chained.send("resolve", choice="take_back_new")
    assert chained.state["conflict"] is None
    assert engine_of(chained.explorer.session).revision == revision
    assert statements(chained) == ([[53, 87], [87, 146]], [[0, 100]], [])


def test_taking_back_an_earlier_one_is_one_undo_step(chained):
    chained.send("resolve", choice="take_back:3")
    chained.settled()
    assert chained.state["conflict"] is None
    assert statements(chained) == ([[53, 87]], [[0, 100], [53, 146]], [])
    chained.send("undo")
    chained.settled()
    assert statements(chained) == ([[53, 87], [87, 146]], [[0, 100]], [])


def test_keeping_it_as_soft(chained):
    chained.send("resolve", choice="soft")
    chained.settled()
    assert chained.state["conflict"] is None
    assert statements(chained) == ([[53, 87], [87, 146]], [[0, 100]], [[53, 146]])
    link = chained.state["links"][-1]
    assert link["soft"]
    assert (link["i"], link["j"], link["kind"]) == (53, 146, "cannot")


def test_a_hard_clusterer_ignores_what_is_soft(explore):
    page = explore(clusterer="copkmeans")
    page.send("link", i=0, j=1, kind="must")
    page.send("link", i=0, j=1, kind="cannot")
    soft = page.state["conflict"]["choices"][-1]
    assert soft["text"].startswith("Recorded, but COP")


@pytest.mark.parametrize(
    "choice", ["take_back:2", "take_back:99", "take_back:", "explode", 3, None]
)
def test_a_choice_that_was_not_offered_is_refused(chained, choice):
    before = statements(chained)
    chained.send("resolve", choice=choice)
    assert chained.state["error"]
    assert chained.state["conflict"] is not None
    assert statements(chained) == before


def test_must_link_against_a_cannot_link(page):
    page.send("link", i=0, j=1, kind="must")
    page.send("link", i=1, j=2, kind="cannot")
    conflict = page.send("link", i=0, j=2, kind="must")["conflict"]
    assert conflict["title"] == "Points 0 and 2 cannot be together"
    assert conflict["text"].startswith("Two earlier answers keep them apart.")


def test_the_same_pair_the_other_way(page):
    page.send("link", i=0, j=1, kind="must")
    conflict = page.send("link", i=1, j=0, kind="cannot")["conflict"]
    assert conflict["text"].startswith("One earlier answer puts them together.")
    assert page.state["status"] == "0 – 1 contradicts answer 1, so it is not recorded yet."


@pytest.fixture
def twice(page):
    """Points 0 and 2 are must-linked by way of 1 and by way of 3, answers 1 to 4."""
    for i, j in [(0, 1), (1, 2), (0, 3), (3, 2)]:
        page.send("link", i=i, j=j, kind="must")
    page.settled()
    page.send("link", i=0, j=2, kind="cannot")
    return page


def test_a_second_chain_comes_up_after_the_first(twice):
    first = twice.state["conflict"]
    assert first["choices"][1]["title"] == "Take back answer 1"
    second = twice.send("resolve", choice="take_back:1")["conflict"]
    assert {step["answer"] for step in second["chain"]} == {3, 4}
    assert second["text"].startswith(
        "Taking back answer 1 alone does not resolve it. Two earlier answers put"
    )
    (one,) = [choice for choice in second["choices"] if choice["id"] == "take_back:4"]
    assert one["title"] == "Also take back answer 4"
    assert one["text"] == "Also removes must-link 2 – 3, records cannot-link 0 – 2."
    assert len(twice.explorer.session.answers) == 4, "still nothing recorded, nothing removed"


def test_all_chains_are_taken_back_in_one_undo_step(twice):
    revision = engine_of(twice.explorer.session).revision
    twice.send("resolve", choice="take_back:1")
    twice.send("resolve", choice="take_back:4")
    state = twice.settled()
    assert (state["conflict"], state["error"]) == (None, None)
    assert engine_of(twice.explorer.session).revision == revision + 1
    assert statements(twice) == ([[1, 2], [0, 3]], [[0, 2]], [])
    twice.send("undo")
    assert len(twice.settled()["links"]) == 4


def test_taking_back_the_new_one_after_all_takes_nothing_back(twice):
    twice.send("resolve", choice="take_back:1")
    twice.send("resolve", choice="take_back_new")
    assert twice.state["conflict"] is None
    assert [link["answer"] for link in twice.state["links"]] == [1, 2, 3, 4]


def test_a_link_stated_with_two_weights_gives_way_at_once(page):
    page.explorer.session.answer(0, 1, "must")
    page.explorer.session.answer(0, 1, "must", weight=2.0)
    page.send("link", i=0, j=1, kind="cannot")
    page.send("resolve", choice="take_back:1")
    assert page.settled()["conflict"] is None
    assert statements(page) == ([], [[0, 1]], [])


def test_a_contradicted_pair_is_named_by_its_kinds(page):
    page.send("link", i=5, j=10, kind="must")
    conflict = page.send("link", i=5, j=10, kind="cannot")["conflict"]
    assert conflict["choices"][1]["text"] == (
        "Removes must-link 5 – 10, records cannot-link 5 – 10."
    )


def test_constraints_given_at_the_start_are_named_as_such(explore):
    page = explore(constraints=Constraints(150, must=[(0, 1)]))
    page.send("link", i=1, j=2, kind="must")
    conflict = page.send("link", i=0, j=2, kind="cannot")["conflict"]
    assert conflict["text"].startswith("Two statements put them together.")
    assert [step["given"] for step in conflict["chain"]] == [True, False]
    assert conflict["choices"][1]["title"] == "Take back a given constraint"
    assert "one given constraint" in page.state["status"]


def test_a_group_that_contradicts_is_stopped_whole(chained):
    chained.send("resolve", choice="take_back_new")
    before = statements(chained)
    chained.send("select", indices=[0, 5, 100])
    chained.send("group", action="must")
    conflict = chained.state["conflict"]
    assert [choice["id"] for choice in conflict["choices"]] == ["take_back_new"]
    assert "new answers are not recorded" in conflict["text"]
    assert statements(chained) == before
    assert chained.send("resolve", choice="soft")["error"]
    chained.send("resolve", choice="take_back_new")
    assert statements(chained) == before


def test_a_conflict_goes_when_something_else_is_done(chained):
    chained.send("undo")
    assert chained.settled()["conflict"] is None
