"""Seconds of each type of question, by the clock of the answers, and what they are told to tell."""

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster.active import ExpectedChanges, default_question_type
from jupyter_sscluster.experiments import CostModel
from jupyter_sscluster.session.questions import question_times
from jupyter_sscluster.session.questions.question_times import (
    FASTER,
    LAST_TIMED,
    LEAST_TIMED,
    PAUSE,
    QuestionTime,
    faster,
    fastest,
)
from jupyter_sscluster.session.stopping.stopping import Stopping

Y = np.repeat([0, 1, 2], 30)
X = np.random.default_rng(0).normal(Y[:, None] * 4.0, size=(90, 2))


@pytest.fixture
def clock(monkeypatch):
    now = [1e9]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def paired(session, clock, *seconds):
    for took in seconds:
        query = session.propose()[0]
        clock[0] += took
        i, j = query.pair
        session.answer(i, j, "must" if Y[i] == Y[j] else "cannot", source="question")


def placed(session, clock, *seconds):
    for took in seconds:
        asked = session.propose_placement()
        clock[0] += took
        with_ = [row for row in asked.representatives if Y[row] == Y[asked.point]]
        session.place(asked.point, asked.representatives, with_[0] if with_ else None)


def by_type(session):
    return {each.type: each for each in session.questions.times}


def test_it_is_the_median_from_one_answer_to_the_next(clock):
    session = Session(X, n_clusters=3)
    paired(session, clock, 50.0, 2.0, 9.0, 3.0, 4.0, 3.0)  # the first has none before it
    found = by_type(session)["pair"]
    assert (found.seconds, found.n_timed, found.is_timed, found.n_pairs) == (3.0, 5, True, 1.0)


def test_below_five_answers_it_is_assumed_as_much_longer_as_the_others_took(clock):
    session = Session(X, n_clusters=3)
    paired(session, clock, *[5.0] * LEAST_TIMED)
    assert not by_type(session)["pair"].is_timed
    assert by_type(session)["pair"].seconds == CostModel().pair
    paired(session, clock, 5.0)
    found, cost = by_type(session), CostModel()
    assert found["pair"].is_timed and not found["place"].is_timed
    assert found["place"].seconds == pytest.approx(2.0 * cost.seconds("place", n_cards=3))
    assert found["sort"].seconds == pytest.approx(2.0 * cost.seconds("sort", 4, 3))


def test_pauses_and_what_was_done_between_are_not_counted(clock):
    session = Session(X, n_clusters=3)
    paired(session, clock, 1.0, 2.0, PAUSE + 1.0, 4.0)
    session.set_n_clusters(4)
    paired(session, clock, 8.0, 6.0)
    assert (by_type(session)["pair"].seconds, by_type(session)["pair"].n_timed) == (2.5, 3)


def test_a_dont_know_is_part_of_the_time_of_the_next_answer(clock):
    session = Session(X, n_clusters=3)
    paired(session, clock, 1.0, *[2.0] * 5)
    clock[0] += 5.0
    session.answer(*session.propose()[0].pair, "unknown", source="question")
    assert by_type(session)["pair"].n_timed == 5
    paired(session, clock, 4.0, *[9.0] * 5)
    assert by_type(session)["pair"].n_timed == 11
    assert by_type(session)["pair"].seconds == 9.0  # five of 2, 9 = 5 + 4, and five of 9 seconds


def test_a_program_that_answers_at_once_is_no_person(clock):
    session = Session(X, n_clusters=3)
    paired(session, clock, *[0.19] * 9)
    assert by_type(session)["pair"].n_timed == 0
    paired(session, clock, *[0.2] * 6)
    assert by_type(session)["pair"].seconds == pytest.approx(0.2)


def test_seconds_are_those_of_the_person_who_answers_now(clock):
    session = Session(X, n_clusters=3, annotator="Ann")
    paired(session, clock, 1.0, *[2.0] * 6)
    session.annotators.current = "Ben"
    assert by_type(session)["pair"].n_timed == 0
    paired(session, clock, 30.0, *[8.0] * 5)  # the first runs from Ann's last answer
    assert (by_type(session)["pair"].seconds, by_type(session)["pair"].n_timed) == (8.0, 5)
    session.annotators.current = "Ann"
    assert (by_type(session)["pair"].seconds, by_type(session)["pair"].n_timed) == (2.0, 6)


def test_taking_answers_back_is_no_answer(clock):
    session = Session(X, "pckmeans", n_clusters=3)
    paired(session, clock, 1.0, 2.0, 3.0)
    session.place(89, [0, 30], None)
    clock[0] += 5.0
    session.remove(session.answers[-1].number)
    session.remove(session.answers[-1].number)
    assert by_type(session)["pair"].n_timed == 2
    assert session.questions.last_type == "place"
    paired(session, clock, 6.0)
    assert by_type(session)["pair"].n_timed == 2


def test_an_answer_in_place_of_an_undone_one_is_not_timed(clock, tmp_path):
    path = tmp_path / "answers.jsonl"
    session = Session(X, "pckmeans", n_clusters=3, path=path)
    paired(session, clock, 1.0, 2.0, 9.0)
    session.undo()
    paired(session, clock, 4.0, 6.0)
    found = by_type(session)["pair"]
    assert found.n_timed == 2  # 2 and 6, not 9 + 4
    session.close()
    again = Session(X, path=path)
    assert by_type(again)["pair"] == found
    again.close()


def test_answers_of_a_run_are_not_timed(clock):
    session = Session(X, "pckmeans", n_clusters=3, y_true=Y)
    paired(session, clock, 1.0, 2.0)
    run = session.run_oracle(n_questions=0)
    for _ in range(4):
        clock[0] += 0.01
        run.ask(1)
    paired(session, clock, 3.0, 4.0)
    assert by_type(session)["pair"].n_timed == 2


def test_answers_of_a_function_in_between_do_not_end_the_count(clock):
    session = Session(X, n_clusters=3, annotator="Ann")
    session.helpers.add(lambda i, j: bool(Y[i] == Y[j]), name="rule", cost=0.01, most=40)
    for _ in range(8):
        paired(session, clock, 3.0)
        assert session.helpers.wait(30)
    assert any(answer.annotator == "rule" for answer in session.answers)
    assert by_type(session)["pair"].n_timed == 7
    assert by_type(session)["pair"].seconds == pytest.approx(3.0)


def test_the_last_answers_count_and_undone_ones_do_not(clock):
    session = Session(X, "pckmeans", n_clusters=3)
    paired(session, clock, *[9.0] * 5, *[1.0] * LAST_TIMED)
    assert by_type(session)["pair"].n_timed == LAST_TIMED
    assert by_type(session)["pair"].seconds == 1.0
    for _ in range(LAST_TIMED):
        session.undo()
    assert (by_type(session)["pair"].seconds, by_type(session)["pair"].n_timed) == (2.5, 4)


def test_placements_are_timed_by_themselves_and_again_from_a_file(clock, tmp_path):
    path = tmp_path / "answers.jsonl"
    session = Session(X, n_clusters=3, path=path)
    paired(session, clock, *[2.0] * 6)
    placed(session, clock, *[7.0] * 6)
    told = session.questions.times
    assert [(t.type, t.seconds, t.n_timed) for t in told[:2]] == [
        ("pair", 2.0, 5),
        ("place", 7.0, 6),
    ]
    session.close()
    again = Session(X, path=path)
    assert again.questions.times == told
    again.close()


def test_a_placement_tells_as_much_as_the_pairs_that_are_expected_to_place_it(clock, monkeypatch):
    session = Session(X, n_clusters=3)
    paired(session, clock, *[2.0] * 20)
    q = session.stopping.expected_changes.n_pairs
    found = by_type(session)
    assert 1.0 <= q <= 2.0
    assert (found["pair"].n_pairs, found["place"].n_pairs) == (1.0, q)
    assert found["sort"].n_pairs == 4 * q
    assert found["sort"].seconds_per_pair == pytest.approx(found["sort"].seconds / (4 * q))
    least = min(found.values(), key=lambda each: each.seconds_per_pair)
    assert session.questions.fastest == least.type
    monkeypatch.setattr(Stopping, "expected_changes", ExpectedChanges(None, ""))
    assert session.questions.fastest == default_question_type(3)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [((2.0, 4.1, 20.0), "pair"), ((2.0, 3.9, 20.0), "place"), ((2.0, 4.1, 15.0), "sort")],
)
def test_the_fastest_has_the_fewest_seconds_for_a_pair(seconds, expected):
    n_pairs = (1.0, 2.0, 8.0)
    times = [
        QuestionTime(kind, took, 9, worth)
        for kind, took, worth in zip(("pair", "place", "sort"), seconds, n_pairs, strict=True)
    ]
    assert fastest(times) == expected
    assert fastest([*times, QuestionTime("other", 1.0, 9, None)]) is None
    assert fastest([]) is None


def test_a_strategy_without_posterior_has_times_alone():
    session = Session(X, n_clusters=3, strategy="random")
    assert [(t.type, t.seconds, t.n_pairs) for t in session.questions.times] == [("pair", 2.5, 1.0)]
    assert session.questions.fastest == "pair"


@pytest.mark.parametrize(
    ("kind", "seconds", "n_timed", "expected"),
    [
        ("pair", (2.0, 4.0, 12.0), 5, ("sort", 4 / 3)),  # a pair in 2 s, 8 in 12 s
        ("pair", (2.0, 4.0, 12.9), 5, None),  # 1.24 times as much
        ("pair", (2.0, 4.0, 12.0), 4, None),
        ("place", (2.0, 6.0, 16.0), 5, ("pair", 1.5)),
        ("sort", (2.0, 4.0, 12.0), 5, None),
        ("other", (2.0, 4.0, 12.0), 5, None),
    ],
)
def test_another_type_is_faster_only_once_this_one_is_timed(
    kind, seconds, n_timed, expected, monkeypatch
):
    monkeypatch.setattr(question_times, "FASTER", FASTER)
    told = zip(("pair", "place", "sort"), seconds, (1.0, 2.0, 8.0), strict=True)
    found = faster([QuestionTime(name, took, n_timed, worth) for name, took, worth in told], kind)
    assert found == (None if expected is None else (expected[0], pytest.approx(expected[1])))
    assert (
        faster([QuestionTime("pair", 2.0, 9, 1.0), QuestionTime("sort", 1.0, 9, None)], kind)
        is None
    )
