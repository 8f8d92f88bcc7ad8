"""What the page tells of functions and people that answer, and what a person does about them."""

import threading

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session

X = blobs(60)
TRUTH = np.arange(60) % 3
NAME = "<b>same</b> topic?"


def rule(a, b):
    return bool(TRUTH[a] == TRUTH[b])


@pytest.fixture
def open_one(explore):
    def opened(**options):
        return explore(X, clusterer="adaptivepckmeans", n_clusters=3, annotator="Ann", **options)

    return opened


def answered(page, n):
    session = page.explorer.session
    for question in session.ask(n):
        question.answer("must" if rule(question.i, question.j) else "cannot")
        assert session.helpers.wait(30)
    return page.wait(lambda state: not _is_busy(state))["who_answers"]


def _is_busy(state):
    cards = (state["who_answers"] or {"cards": []})["cards"]
    asked = any(each["condition"] == "Answering now." for each in cards)
    return asked or state["fit"] is not None or state["asking"]


def card(page, name=NAME):
    return next(each for each in page.settled()["who_answers"]["cards"] if each["name"] == name)


def test_without_functions_and_suspects_nothing_is_told(open_one):
    page = open_one()
    answered(page, 2)
    assert page.state["who_answers"] is None


def test_a_function_has_a_card_with_answers_cost_and_why_it_does_not_count(open_one):
    page = open_one(helpers={NAME: rule})
    shown = answered(page, 4)
    assert (shown["current"], shown["functions"], shown["can_ask"]) == ("both", 1, True)
    assert "usually better" in shown["note"] and shown["left"] == []
    (found,) = shown["cards"]
    assert (found["title"], found["answers"], found["kind"]) == (NAME, "4 answers", "your function")
    assert found["error"] is None and found["condition"] == "Asked after each of your answers."
    assert found["cost"] == {
        **{"label": "Cost", "share": 0.0067, "text": "0.2 of 30"},
        "about": "Asked 4 of 600 questions, each at 0.05 of an answer of yours.",
    }
    assert found["notes"] == [
        f"Its answers do not count yet. Answer 2 more questions: {NAME} is asked the same."
    ]
    assert (found["turn"], found["rest"], found["take_back"]) == (
        *("stop", "set_aside"),
        "Take back all 4",
    )


def test_one_that_counts_has_an_error_rate_with_its_interval_and_leaves_a_sample(open_one):
    page = open_one(helpers={NAME: rule})
    answered(page, 6)
    helper = page.explorer.session.helpers[NAME]
    helper.weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    shown = answered(page, 10)
    found, rate = card(page), helper.error_rate
    assert helper.n_audited > 0
    assert found["error"]["text"] == f"0 % (0–{100 * rate.high:.0f} %)"
    assert found["error"]["end"] == pytest.approx(
        rate.high / (0.5 if rate.high <= 0.5 else 1), abs=1e-4
    )
    assert found["notes"][0].startswith("You checked ")
    assert f"Its answers count as {helper.weight:.1f} of one of yours." in found["notes"][1]
    assert shown["left"][-1] == ["To check", "drawn at random", "1 in 5"]


def test_before_questions_go_by_it_the_rate_is_of_the_pairs_that_both_answered(open_one):
    page = open_one(helpers={NAME: rule})
    answered(page, 6)
    helper = page.explorer.session.helpers[NAME]
    helper.weigh("set", weights=((0.0, 1.0, 1.0),), counts=True)
    answered(page, 3)
    rate, shown = helper.error_rate_common, card(page)["error"]
    assert helper.counts and not helper.source.leads and helper.error_rate is None
    low, value, high = (f"{100 * each:.0f}" for each in (rate.low, rate.value, rate.high))
    assert shown["text"] == f"{value} % ({low}–{high} %)"
    told = f"{value} %, {low} to {high} %"
    assert shown["about"] == f"Error rate on the pairs that you both answered: {told}"
    assert 0.0 <= rate.low < rate.value < rate.high < 0.5


def test_the_question_says_that_it_checks_a_function_and_no_other_is_shown_meanwhile(open_one):
    page = open_one(helpers={NAME: rule})
    session = page.explorer.session
    answered(page, 6)
    session.helpers[NAME].weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    answered(page, 3)  # nine answers: the tenth question is drawn at random
    page.send("suggest")
    question = page.settled()["question"]
    assert question["strategy"] == f"checks {NAME}"
    assert question["reason"].startswith(f"Drawn at random among the answers of {NAME}")
    pair = {question["i"], question["j"]}
    assert session.helpers.asked_about(*pair) == (NAME, "sample")
    assert pair in [set(answer.pair) for answer in session.helpers[NAME].answers]
    assert pair not in [{link["i"], link["j"]} for link in page.state["links"]]
    page.answer(question, "must" if rule(*pair) else "cannot")
    said = [link["who"] for link in page.settled()["links"] if {link["i"], link["j"]} == pair]
    assert said == [NAME, "Ann"]
    assert session.helpers.asked_about(0, 59) is None


def test_no_question_is_foretold_where_one_about_a_function_may_come_first(open_one):
    page = open_one(helpers={NAME: rule})
    session = page.explorer.session
    answered(page, 6)
    session.helpers[NAME].weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    answered(page, 1)
    foretold = []
    for _ in range(3):
        (query,) = session.propose()
        foretold.append(session.preview("must").next_question is not None)
        kind = "must" if rule(*query.pair) else "cannot"
        session.answer(*query.pair, kind, source="asked")
        session.helpers.wait(30)
    assert foretold == [True, False, True]  # after eight, nine and ten answers


def test_functions_alone_go_on_until_their_limit(open_one):
    page = open_one()
    session = page.explorer.session
    helper = session.helpers.add(rule, name=NAME, most=60)
    answered(page, 7)
    page.send("dismiss_question")
    before = helper.n_asked
    page.send("who_answers", value="functions")
    assert session.helpers.wait(60)
    with page.explorer.event_loop.acting():
        pass
    assert page.settled()["who_answers"]["current"] == "functions"
    assert before < helper.n_asked <= 60
    if helper.n_left == 0:
        assert card(page)["condition"] == "Its limit of 60 questions is reached."
    else:
        assert card(page)["condition"].startswith("Nothing is left")
    people = [a for a in session.answers if a.annotator == "Ann"]
    assert len(people) == 7
    assert f"{NAME} has given {len(helper.answers)} answers, the last: " in page.state["status"]
    page.send("who_answers", value="people")
    assert not helper.asks and page.settled()["who_answers"]["current"] == "people"
    session.undo()
    assert helper.asks


def test_a_limit_that_is_reached_is_raised_on_the_card_in_one_step(open_one):
    page = open_one()
    session = page.explorer.session
    helper = session.helpers.add(rule, name=NAME, most=7)
    answered(page, 7)
    assert card(page)["condition"] == "Its limit of 7 questions is reached."
    assert (card(page)["turn"], card(page)["terms"]) == ("ask_more", {"cost": 0.05, "most": 7})
    page.send("source", name=NAME, act="ask_more")
    assert session.helpers.wait(30)
    assert (helper.most, card(page)["turn"]) == (107, "stop") and helper.n_asked > 7
    while session.helpers[NAME].most != 7:
        session.undo()
    assert card(page)["turn"] == "ask_more"


def test_limit_and_cost_are_changed_on_the_card(open_one):
    page = open_one(helpers={NAME: rule})
    answered(page, 2)
    page.send("source_terms", name=NAME, cost=0.25, most=None)
    found = card(page)
    assert found["terms"] == {"cost": 0.25, "most": None}
    assert (found["cost"]["text"], found["cost"]["share"]) == ("0.5", None)
    page.send("undo")
    assert card(page)["terms"] == {"cost": 0.05, "most": 600}
    for wrong in ({"cost": None, "most": 5}, {"cost": 0.1, "most": 2.5}, {"cost": "x", "most": 1}):
        page.send("source_terms", name=NAME, **wrong)
        assert "must be" in page.state["error"]
    page.send("source_terms", name="Zoe", cost=0.1, most=5)
    assert "'Zoe'" in page.state["error"]
    assert card(page)["terms"] == {"cost": 0.05, "most": 600}


def test_all_functions_are_stopped_in_one_step_and_asked_again(open_one):
    page = open_one(helpers={"a": rule, "b": rule})
    session = page.explorer.session
    answered(page, 2)
    page.send("who_answers", value="people")
    assert [each["condition"] for each in page.settled()["who_answers"]["cards"]] == [
        "Stopped: it is no longer asked."
    ] * 2
    session.undo()
    assert [helper.asks for helper in session.helpers] == [True, True]
    page.send("who_answers", value="people")
    page.send("who_answers", value="both")
    assert [helper.asks for helper in session.helpers] == [True, True]
    page.send("who_answers", value="nobody")
    assert "'nobody'" in page.state["error"]


def test_all_of_one_source_is_taken_back_in_one_step(open_one):
    page = open_one(helpers={NAME: rule})
    session = page.explorer.session
    answered(page, 7)
    before = session.answers
    page.send("source", name=NAME, act="take_back")
    assert {a.annotator for a in session.answers} == {"Ann"}
    assert (card(page)["answers"], card(page)["take_back"]) == ("0 answers", "")
    page.send("undo")
    assert session.answers == before
    page.send("source", name="Ann", act="take_back")
    assert {a.annotator for a in session.answers} == {NAME}
    page.send("undo")
    assert session.answers == before
    page.send("source", name="Zoe", act="take_back")
    assert "'Zoe' has given no answer" in page.state["error"]
    page.send("source", name=NAME, act="burn")
    assert "burn" in page.state["error"]


def test_answers_set_aside_are_not_violated_and_count_again(open_one):
    page = open_one(helpers={NAME: lambda a, b: not rule(a, b)})
    session = page.explorer.session
    answered(page, 4)
    helper = session.helpers[NAME]
    assert not any(link["violated"] for link in page.state["links"] if link["who"] == NAME)
    own = sum(link["who"] == NAME for link in page.state["links"])
    told = f"4 constraints, all kept, {own} answers that do not count"
    assert own > 1 and page.explorer.view().kept_text == told
    helper.weigh("set", weights=((0.0, 0.1, 0.1),), counts=True)
    page.send("source", name=NAME, act="set_aside")
    shown = card(page)
    assert shown["condition"] == "Set aside: its answers stay in the table but do not count."
    assert (shown["turn"], shown["rest"]) == ("", "count_again")
    assert session.helpers.who_answers == "people"
    page.send("source", name=NAME, act="count_again")
    assert card(page)["rest"] == "set_aside"
    page.send("undo")
    assert card(page)["rest"] == "count_again"


def test_a_person_worse_than_chance_is_told_of_once_and_set_aside(open_one):
    page = open_one()
    session = page.explorer.session
    answered(page, 8)
    session.annotators.current = "Bob"
    wrong = [(k, k + 1) for k in range(0, 30, 2)]
    session.answer_many(wrong, "must", soft=True)
    page.wait(lambda state: state["who_answers"])
    found = card(page, "Bob")
    assert found["worse"].startswith("Bob is wrong more often than by chance: about ")
    assert (found["kind"], found["cost"], found["turn"]) == ("a person", None, "")
    assert "“Who answers” in the More menu" in page.state["error"]
    page.send("dismiss_error")
    page.send("source", name="Bob", act="set_aside")
    assert page.settled()["error"] is None
    assert card(page, "Bob")["worse"] == ""
    assert not any(link["violated"] for link in page.state["links"] if link["who"] == "Bob")
    page.send("source", name="Bob", act="count_again")
    assert card(page, "Bob")["rest"] == "set_aside"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (lambda a, b: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda a, b: "perhaps", "'perhaps'"),
    ],
)
def test_a_function_that_fails_is_told_of_once_and_may_be_resumed(open_one, said, why):
    page = open_one(helpers={NAME: said})
    answered(page, 1)
    shown = card(page)
    assert shown["is_failure"] and why in shown["condition"]
    assert (shown["turn"], shown["take_back"]) == ("resume", "")
    page.wait(lambda state: why in (state["error"] or ""))
    page.send("dismiss_error")
    assert page.settled()["error"] is None
    page.send("source", name=NAME, act="resume")
    assert page.explorer.session.helpers.wait(30)
    with page.explorer.event_loop.acting():
        pass
    page.wait(lambda state: why in (state["error"] or ""))


def test_one_that_says_none_is_told_to_know_nothing(open_one):
    page = open_one(helpers={NAME: lambda a, b: None})
    answered(page, 21)
    assert card(page)["condition"] == f"{NAME} did not know half of what it was asked."
    assert page.settled()["who_answers"]["current"] == "people"


def test_one_that_hangs_is_said_to_answer_and_may_be_stopped(open_one):
    go = threading.Event()
    page = open_one(helpers={NAME: lambda a, b: go.wait(60)})
    session = page.explorer.session
    question = next(iter(session.ask(1)))
    question.answer("must" if rule(question.i, question.j) else "cannot")
    page.wait(lambda state: state["who_answers"]["cards"][0]["condition"] == "Answering now.")
    page.send("source", name=NAME, act="stop")
    assert card(page)["condition"] == "Stopped: it is no longer asked."
    go.set()
    assert session.helpers.wait(30)
    assert len(session.answers) == 1


def test_a_limit_that_is_reached_in_mid_batch_is_said(open_one):
    page = open_one()
    helper = page.explorer.session.helpers.add(rule, name=NAME, cost=0.1, most=11)
    answered(page, 8)
    found = card(page)
    assert helper.n_asked == 11
    assert found["condition"] == "Its limit of 11 questions is reached."
    assert (found["cost"]["text"], found["cost"]["share"]) == ("1.1 of 1.1", 1.0)


def test_without_a_limit_and_without_a_cost_the_questions_are_counted(open_one):
    page = open_one()
    page.explorer.session.helpers.add(rule, name=NAME, cost=0, most=None)
    answered(page, 2)
    assert card(page)["cost"] == {
        **{"label": "Questions", "share": None, "text": "2"},
        "about": "Asked 2 questions.",
    }


def test_after_a_kernel_was_killed_the_answers_are_there_and_the_function_goes_on(
    open_one, tmp_path
):
    path, copy = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    page = open_one(path=path, helpers={NAME: rule})
    page.explorer.session.helpers.add(rule, name=NAME, cost=0.2, most=90)
    answered(page, 7)
    answers = page.explorer.session.answers
    copy.write_bytes(path.read_bytes()[:-20])  # killed while a line was written
    away = open_one(path=copy)
    kept = away.explorer.session.answers
    assert [a for a in answers if a.annotator == "Ann"][:6] == [
        a for a in kept if a.annotator == "Ann"
    ][:6]
    shown = card(away)
    assert shown["condition"].startswith("The function is not loaded.")
    assert not away.settled()["who_answers"]["can_ask"]
    assert away.state["who_answers"]["current"] == "people"
    away.send("who_answers", value="both")
    assert "no function to ask" in away.state["error"]
    away.explorer.close()
    again = open_one(path=copy, helpers={NAME: rule})
    assert again.explorer.session.helpers[NAME].source.most == 90
    assert again.explorer.session.helpers.wait(30)
    assert card(again)["turn"] == "stop"


def test_a_function_that_is_added_again_while_stopped_is_there(open_one, tmp_path):
    path = tmp_path / "a.jsonl"
    session = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann", path=path)
    session.helpers.add(rule, name=NAME).stop()
    session.close()
    page = open_one(path=path, helpers={NAME: rule})
    assert (card(page)["condition"], card(page)["turn"]) == (
        *("Stopped: it is no longer asked.", "resume"),
    )
    page.send("source", name=NAME, act="resume")
    assert page.settled()["who_answers"]["current"] == "both"


def test_what_is_left_to_people_is_counted():
    session = Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann")
    sure = iter([0.95] * 8 + [0.6, 0.9] * 200)
    session.helpers.add(lambda a, b: ("must" if rule(a, b) else "cannot", next(sure)), name=NAME)
    for question in session.ask(8):
        question.answer("must" if rule(question.i, question.j) else "cannot")
        session.helpers.wait(30)
    helper = session.helpers[NAME]
    helper.weigh("set", weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    decided = {a.pair for a in session.answers if a.annotator == "Ann"}
    unsure = [a for a in helper.answers if a.weight < 0.8 and a.pair not in decided]
    found = session.helpers.left_to_people
    assert found.unsure + found.contradicted >= len(unsure) > 0
    helper.stop()
    session.review.set_aside(NAME)
    assert session.helpers.left_to_people.unsure == 0
    session.close()
