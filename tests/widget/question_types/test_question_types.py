"""Questions about several points: which form, what a card says, and that just this is recorded."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs
from true_pairs import piles_by_truth

from jupyter_sscluster.active import default_question_type
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.features.question_types import text as words

TRUTH = load_iris().target


@pytest.fixture
def placing(page):
    """A page that asks where a point belongs."""
    page.send("question_type", question_type="place")
    page.send("suggest")
    page.settled()
    return page


@pytest.fixture
def sorting(page):
    """A page that asks for points to be sorted."""
    page.send("question_type", question_type="sort")
    page.send("suggest")
    page.settled()
    return page


def place(page, choice):
    """Answer the open placement; the question that was answered."""
    question = page.settled()["placement"]
    page.send("place", number=question["number"], point=question["point"]["i"], choice=choice)
    return question


def sort(page, piles):
    question = page.settled()["sorting"]
    page.send("sort", number=question["number"], piles=piles)
    return question


def by_truth(question):
    """The card where the truth places the point, None if there is none."""
    point = TRUTH[question["point"]["i"]]
    cards = [card["face"]["i"] for card in question["cards"]]
    return next((row for row in cards if TRUTH[row] == point), None)


def new_answers(page, before):
    known = {answer.number for answer in before}
    return [a for a in page.explorer.session.answers if a.number not in known]


# --------------------------------------------------------------------------- the form


def test_the_form_is_that_which_is_said_to_save_most(explore):
    X, _ = make_blobs(120, centers=7, random_state=0)
    for k in (3, 7):
        page = explore(X, n_clusters=k)
        chosen = page.state["question_types"]["current"]
        assert chosen == default_question_type(k) == ("sort" if k == 7 else "pair")
        page.send("suggest")
        key = {3: "question", 7: "sorting"}[k]
        assert page.settled()[key] is not None


def test_the_form_stays_when_the_number_of_clusters_changes(page):
    page.send("suggest")
    page.settled()
    page.send("set", what="n_clusters", value=8)
    assert page.settled()["question_types"]["current"] == "pair"


def test_another_form_asks_the_open_question_anew(page):
    for shape, key in [("place", "placement"), ("sort", "sorting"), ("pair", "question")]:
        page.send("question_type", question_type=shape)
        assert page.settled()[key] is None or shape != "place"
        if shape == "place":
            page.send("suggest")
        state = page.settled()
        others = {"placement", "sorting", "question"} - {key}
        assert state[key] is not None
        assert [state[other] for other in others] == [None, None]
        assert page.explorer.session.answers == ()


def test_a_form_that_the_strategy_does_not_ask_says_so(page):
    page.send("set", what="strategy", value="random")
    choices = {each["id"]: each for each in page.settled()["question_types"]["choices"]}
    assert choices["pair"]["reason"] == ""
    assert choices["sort"]["reason"] == "Random asks only questions of the form “Pair”"
    assert page.send("question_type", question_type="sort")["error"] == choices["sort"]["reason"]
    page.send("suggest")
    assert page.settled()["question"] is not None


def test_a_strategy_without_the_form_asks_pairs_until_the_other_is_back(placing):
    placing.send("set", what="strategy", value="random")
    assert placing.settled()["question_types"]["current"] == "pair"
    placing.send("set", what="strategy", value="npu")
    assert placing.settled()["question_types"]["current"] == "place"


def test_the_form_of_the_last_answer_is_that_of_the_next_kernel(explore, tmp_path):
    path = tmp_path / "session.jsonl"
    page = explore(path=path)
    page.send("question_type", question_type="sort")
    page.send("suggest")
    sort(page, piles_by_truth(TRUTH, page.settled()["sorting"]))
    page.settled()
    page.send("set", what="n_clusters", value=4)
    page.settled()
    page.explorer.close()
    again = explore(path=path, n_clusters=4)
    assert again.state["question_types"]["current"] == "sort"
    again.send("suggest")
    assert again.settled()["sorting"] is not None


# --------------------------------------------------------------------------- a point is placed


def test_twenty_placements_record_exactly_what_their_cards_said(placing):
    session = placing.explorer.session
    for _ in range(20):
        question, before = placing.settled()["placement"], session.answers
        choice = by_truth(question)
        way = next(
            (card["way"] for card in question["cards"] if card["face"]["i"] == choice),
            question["none"],
        )
        place(placing, choice)
        placing.settled()
        said = [[a.i, a.j, a.kind] for a in new_answers(placing, before)]
        assert said == [link for link in way["links"] if link in said]
        stated = {(min(i, j), max(i, j), kind) for i, j, kind in way["links"]}
        assert all(session.constraints.relation(i, j) == kind for i, j, kind in stated)
        assert len(said) == len(way["links"])
    assert len(session.history.branch_fits) > 10


def test_a_placement_is_one_step_and_undo_asks_the_very_question_again(placing):
    session = placing.explorer.session
    first = place(placing, by_truth(placing.state["placement"]))
    second = placing.settled()["placement"]
    assert second["point"]["i"] != first["point"]["i"]
    placing.send("undo")
    again = placing.settled()["placement"]
    for key in ("point", "cards", "reason", "strips", "none"):
        assert again[key] == first[key]
    assert session.answers == ()
    placing.send("redo")
    state = placing.settled()
    assert state["placement"] is not None, state
    assert state["placement"]["point"] == second["point"]


def test_dont_know_is_recorded_and_not_asked_again(placing):
    question = place(placing, "unknown")
    placing.settled()
    point = question["point"]["i"]
    pairs = {tuple(sorted((point, card["face"]["i"]))) for card in question["cards"]}
    unknown = engine_of(placing.explorer.session).state.unknown
    assert {tuple(sorted(pair)) for pair in unknown} == pairs
    assert placing.state["placement"]["point"]["i"] != point


def test_none_of_these_says_whether_it_makes_a_new_cluster(explore):
    page = explore(n_clusters=2)
    page.send("question_type", question_type="place")
    page.send("suggest")
    titles = set()
    for _ in range(6):
        question, k = page.settled()["placement"], page.explorer.session.n_clusters
        choice = by_truth(question)
        titles.add(question["none"]["title"])
        place(page, choice)
        after = page.settled()["settings"]["n_clusters"]
        is_new = question["none"]["title"] == words.NEW_CLUSTER
        assert (f"K becomes {k + 1}" in question["none"]["effect"]) == is_new
        assert after == k + (choice is None and is_new)
    assert titles == {words.NONE, words.NEW_CLUSTER}
    assert page.explorer.session.n_clusters == 3


def test_the_status_names_the_keys(placing):
    for _ in range(3):
        place(placing, by_truth(placing.settled()["placement"]))
    state = placing.settled()
    question = state["placement"]
    keys = ", ".join(str(k + 1) for k in range(len(question["cards"])))
    asked = f"where does point {question['point']['name']} belong? Press {keys}, 0 or S."
    assert state["status"].endswith(f"Question {question['number']}: {asked}")
    assert len(question["cards"]) > 1


def test_a_late_or_foreign_placement_is_dropped(placing):
    question = placing.state["placement"]
    number, point = question["number"], question["point"]["i"]
    choice = question["cards"][0]["face"]["i"]
    placing.send("place", number=number + 1, point=point, choice=choice)
    placing.send("place", number=number, point=point + 1, choice=choice)
    placing.send("sort", number=number, piles=[[point, choice]])
    placing.send("skip", number=number)
    assert placing.settled()["links"] == []
    for _ in range(5):
        placing.send("place", number=number, point=point, choice=choice)
    assert len(placing.settled()["links"]) == 1


def test_strips_are_the_features_that_set_the_points_apart(placing):
    for _ in range(3):
        place(placing, by_truth(placing.settled()["placement"]))
    question = placing.settled()["placement"]
    rows = [question["point"]["i"], *(card["face"]["i"] for card in question["cards"])]
    X = load_iris().data
    assert len(question["strips"]) == 4
    spans = []
    for strip in question["strips"]:
        column = placing.explorer._context.tips.features.index(strip["name"])
        low, high = X[:, column].min(), X[:, column].max()
        places = (X[rows, column] - low) / (high - low)
        np.testing.assert_allclose([strip["mine"], *strip["theirs"]], places, atol=1e-4)
        spans.append(np.ptp(places))
        assert strip["about"].startswith(f"{strip['name']}: point {rows[0]} {strip['value']}; ")
    assert spans == sorted(spans, reverse=True)


# --------------------------------------------------------------------------- points are sorted


def test_ten_sorts_record_exactly_the_pairs_that_were_open(sorting):
    session = sorting.explorer.session
    for _ in range(10):
        question = sorting.settled()["sorting"]
        if question is None:
            break
        rows = [face["i"] for face in [*question["points"], *question["cards"]]]
        pairs = list(combinations(rows, 2))
        before = session.constraints.relations(np.array(pairs))
        assert [list(p) for p, code in zip(pairs, before, strict=True) if code == 0] == (
            question["open"]
        )
        sort(sorting, piles_by_truth(TRUTH, question))
        sorting.settled()
        after = session.constraints.relations(np.array(pairs))
        same = np.array([TRUTH[i] == TRUTH[j] for i, j in pairs])
        np.testing.assert_array_equal(after == 1, same)
        np.testing.assert_array_equal(after == -1, ~same)
    assert len(session.answers) > 20


def test_a_sorting_is_one_step_and_undo_asks_the_very_question_again(sorting):
    first = sorting.state["sorting"]
    sort(sorting, piles_by_truth(TRUTH, first))
    assert sorting.settled()["sorting"]["points"] != first["points"]
    sorting.send("undo")
    again = sorting.settled()["sorting"]
    for key in ("points", "cards", "open", "reason", "title"):
        assert again[key] == first[key]
    assert sorting.explorer.session.answers == ()


def test_skipped_points_are_not_shown_again(sorting):
    shown = {face["i"] for face in sorting.state["sorting"]["points"]}
    sorting.send("skip", number=sorting.state["sorting"]["number"])
    session = sorting.explorer.session
    assert {row for pair in engine_of(session).state.unknown for row in pair} >= shown
    assert not {face["i"] for face in sorting.settled()["sorting"]["points"]} & shown


def test_piles_that_are_none_are_refused_and_foreign_rows_are_dropped(sorting):
    question = sorting.state["sorting"]
    number, row = question["number"], question["points"][0]["i"]
    for piles in (3, [3], [["a"]], [[True]]):
        sorting.raw({"type": "sort", "number": number, "piles": piles})
        assert sorting.state["error"].startswith("piles=")
        sorting.send("dismiss_error")
    shown = {face["i"] for face in [*question["points"], *question["cards"]]}
    foreign = next(row for row in range(150) if row not in shown)
    sorting.send("sort", number=number, piles=[[row, foreign]])
    assert sorting.settled()["links"] == []


def test_more_piles_than_clusters_are_so_many_clusters(explore):
    page = explore(n_clusters=2)
    page.send("question_type", question_type="sort")
    page.send("suggest")
    rows = [face["i"] for face in page.settled()["sorting"]["points"]]
    sort(page, [[row] for row in rows])
    assert page.settled()["settings"]["n_clusters"] == len(rows) == 4


def test_the_title_counts_the_points():
    assert words.sort_these(["a", "b", "c", "d"]) == "Sort these four"
    assert words.sort_these(["a"]) == "Sort point a"
    assert words.sort_status(3, ["a", "b"]).startswith("Question 3: sort these two. ")


# --------------------------------------------------------------------------- contradictions


def believing(page):
    """The session, with a strategy that takes answers to be right: they may not contradict."""
    page.send("set", what="strategy", value="npu")
    page.send("suggest")
    page.settled()
    return page.explorer.session


def contradicted(page):
    """Sort two points onto one pile that were kept apart; the rows, and the answer that did."""
    rows = [face["i"] for face in page.settled()["sorting"]["points"]]
    i, j, k = rows[:3]
    page.explorer.session.answer(i, j, "cannot")
    page.settled()
    question = page.settled()["sorting"]
    if question is None or [face["i"] for face in question["points"]] != rows:
        pytest.fail("the question did not stay open")
    sort(page, [[i, j, k]])
    return i, j, k


@pytest.mark.parametrize("choice", ["take_back_new", "take_back:1", "soft"])
def test_a_contradiction_in_a_pile_has_ways_out(sorting, choice):
    session = believing(sorting)
    i, j, k = contradicted(sorting)
    conflict = sorting.state["conflict"]
    choices = [option["id"] for option in conflict["choices"]]
    assert choices == ["take_back_new", "take_back:1", "soft"]
    assert sorting.state["status"].startswith(wording.pair(str(j), str(i)))
    assert len(session.answers) == 1
    sorting.send("resolve", choice=choice)
    state = sorting.settled()
    assert state["conflict"] is None
    known = session.constraints
    if choice == "take_back_new":
        assert len(session.answers) == 1
        assert [face["i"] for face in state["sorting"]["points"]][:3] == [i, j, k]
    elif choice == "soft":
        assert known.relation(i, j) == "cannot"
        assert len(known.soft_must) == 2
    else:
        assert known.relation(i, j) == known.relation(j, k) == "must"
        assert [answer.number for answer in session.answers] == [2, 3]
        sorting.send("undo")
        sorting.settled()
        assert session.constraints.relation(i, j) == "cannot"


def test_one_way_out_may_not_be_enough_and_both_are_one_step(sorting):
    session = believing(sorting)
    i, j, *_ = (face["i"] for face in sorting.state["sorting"]["points"])
    other = next(row for row in range(150) if row not in (i, j))
    for statement in [(i, j, "cannot"), (i, other, "must"), (other, j, "cannot")]:
        session.answer(*statement)
    sorting.settled()
    sort(sorting, [[i, j]])
    taken = []
    while (conflict := sorting.state["conflict"]) is not None:
        assert conflict["text"].startswith("Taking back answer") == bool(taken)
        assert len(session.answers) == 3
        way = next(c for c in conflict["choices"] if c["id"].startswith("take_back:"))
        sorting.send("resolve", choice=way["id"])
        taken.append(way["answer"])
    assert len(taken) == 2 and session.constraints.relation(i, j) == "must"
    sorting.send("undo")
    sorting.settled()
    assert [answer.number for answer in session.answers] == [1, 2, 3]
