"""Oracles that place and sort points: true, wrong, unsure, hurried, on record, and a person."""

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    AbstainingOracle,
    BudgetedOracle,
    BudgetExhausted,
    HumanOracle,
    NoisyOracle,
    Oracle,
    RecordedOracle,
)
from jupyter_sscluster.constraints import Constraints

Y = np.arange(60) % 3
CARDS = [0, 1, 2]


def truth(y=Y):
    return Oracle(y, None)


def flat(piles):
    return sorted(row for pile in piles for row in pile)


def pile_of(piles, row):
    return next((number for number, pile in enumerate(piles) if row in pile), None)


# ------------------------------------------------------------------ the truth


def test_true_classes_place_and_sort():
    oracle = Oracle(["a", "b", "c", "a", "b", "d", "d"], None)
    assert [oracle.place(p, [0, 1]) for p in (3, 4, 2)] == [0, 1, None]
    assert oracle.sort([3, 5, 4, 6, 2], [0, 1]) == [[0, 3], [1, 4], [5, 6], [2]]
    assert oracle.sort([3, 4, 0]) == [[3, 0], [4]]
    assert oracle.sort([], [1, 0]) == [[1], [0]]
    assert oracle.queries_cnt == 6


def test_a_point_without_a_label_is_in_no_pile_and_may_be_where_a_label_is_missing():
    oracle = Oracle(["a", None, "b", "a"], None)
    assert oracle.place(1, [0, 2]) == "unknown"
    assert oracle.place(3, [1, 0]) == 0
    assert oracle.place(2, [1, 0]) == "unknown"
    assert oracle.sort([1, 2, 3], [0]) == [[0, 3], [2]]
    assert oracle.sort([2, 3], [1]) == [[1]]


def test_each_counts_as_one_question_and_a_senseless_one_as_none():
    oracle = Oracle(Y, 2)
    with pytest.raises(InputError, match="point 3 belongs with itself"):
        oracle.place(3, [0, 3])
    with pytest.raises(InputError, match="point"):
        oracle.sort([99])
    oracle.place(3, CARDS)
    oracle.sort([4, 5, 6, 7], CARDS)
    assert oracle.remaining == 0
    for ask in (lambda: oracle.place(3, CARDS), lambda: oracle.sort([4], CARDS)):
        with pytest.raises(BudgetExhausted, match="all 2 questions"):
            ask()
    hurried = BudgetedOracle(truth(), 2)
    assert hurried.place(3, CARDS) == 0
    assert hurried.sort([4], CARDS) == [[0], [1, 4], [2]]
    assert hurried.remaining == 0
    with pytest.raises(BudgetExhausted):
        hurried.sort([4], CARDS)
    with pytest.raises(BudgetExhausted):
        hurried.place(4, CARDS)


# ------------------------------------------------------------------ wrong and unsure


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_each_point_errs_at_the_rate_in_either_shape(rate):
    wrong, rows = [], range(3, 60)
    for seed in range(20):
        oracle = NoisyOracle(truth(), rate, seed)
        wrong += [oracle.place(row, CARDS) != Y[row] for row in rows]
        for low in range(3, 60, 4):
            points = [*range(low, min(low + 4, 60))]
            piles = oracle.sort(points, CARDS)
            assert flat(piles) == [*CARDS, *points]
            assert [pile[0] for pile in piles] == CARDS
            wrong += [pile_of(piles, row) != Y[row] for row in points]
    assert abs(np.mean(wrong) - rate) <= 4 * np.sqrt(rate * (1 - rate) / len(wrong))


def test_a_point_is_told_the_same_again_in_any_company_but_not_with_other_cards():
    oracle, other = NoisyOracle(truth(), 0.5, 7), NoisyOracle(truth(), 0.5, 7)
    first = {row: oracle.place(row, CARDS) for row in range(6, 60)}
    for row in reversed(range(6, 60)):
        assert other.place(row, CARDS[::-1]) == oracle.place(row, CARDS) == first[row]
        near = [row, 3 + row % 3]
        assert pile_of(other.sort(near, CARDS), row) == pile_of(oracle.sort([row], CARDS), row)
    differs = [first[row] != oracle.place(row, [3, 4, 5]) - 3 for row in range(6, 60)]
    assert 0.3 < np.mean(differs) < 0.8


def test_a_wrong_point_goes_to_another_row_shown_or_to_none():
    always = NoisyOracle(truth(), 1.0)
    assert always.place(3, [0]) is None
    assert always.place(3, [0, 1]) == 1
    assert always.place(5, [0]) == 0
    assert {always.place(row, CARDS) for row in range(3, 60, 3)} == {1, 2}
    assert always.sort([3], [0]) == [[0], [3]]
    assert always.sort([3, 6], [0, 1]) == [[0], [1, 3, 6]]
    apart = always.sort([3, 4])
    assert sorted(map(sorted, apart)) == [[3], [4]]
    together = always.sort([3, 6])
    assert sorted(map(sorted, together)) == [[3], [6]]


def test_a_teacher_may_not_know_some_points():
    for oracle, unsure in (
        (AbstainingOracle(truth(), 1.0), [*range(3, 60)]),
        (AbstainingOracle(truth(), 0.25, doubt=np.arange(60.0)), [*range(45, 60)]),
        (AbstainingOracle(truth(), 0.0), []),
    ):
        told = [row for row in range(3, 60) if row not in unsure]
        assert [r for r in range(3, 60) if oracle.place(r, CARDS) == "unknown"] == unsure
        piles = oracle.sort([*range(3, 60)], CARDS)
        assert flat(piles) == [*CARDS, *told]
    drawn = AbstainingOracle(truth(), 0.4, random_state=3)
    left = [row for row in range(3, 60) if drawn.place(row, CARDS) == "unknown"]
    assert 10 < len(left) < 37
    assert flat(drawn.sort([*range(3, 60)], CARDS)) == sorted({*range(60)} - {*left})


# ------------------------------------------------------------------ on record


def test_a_record_answers_what_its_pairs_say():
    known = Constraints(8, must=[(0, 1), (2, 3)], cannot=[(0, 2), (4, 0), (4, 2), (5, 0)])
    oracle = RecordedOracle(known)
    assert oracle.place(1, [2, 0]) == 0
    assert oracle.place(4, [1, 3]) is None
    assert oracle.place(5, [1, 3]) == "unknown"
    assert oracle.sort([1, 4, 5, 3], [0]) == [[0, 1], [4], [3]]
    assert oracle.sort([1, 4, 3, 0]) == [[1, 0], [4], [3]]
    with pytest.raises(InputError, match="the record says nothing"):
        RecordedOracle(known, missing="raise").place(5, [1, 3])
    with pytest.raises(BudgetExhausted):
        RecordedOracle(known, missing="end").sort([5, 3], [1])


# ------------------------------------------------------------------ a person


class Desk:
    """A keyboard with a line of keys, and a screen."""

    def __init__(self, *keys):
        self.keys, self.shown, self.prompts = list(keys), [], []

    def read(self, prompt):
        self.prompts.append(prompt)
        return self.keys.pop(0)

    def oracle(self, **options):
        return HumanOracle(input=self.read, print=self.shown.append, **options)


def test_a_person_types_the_number_of_a_point():
    desk = Desk("2", "0", "S", "7", "m", "1")
    oracle = desk.oracle(X=[[1.0], [2.0], [3.0], [4.0]], names=list("abcd"), max_queries_cnt=4)
    oracle.reason = "It is far."
    answers = [oracle.place(3, rows) for rows in ([0, 1], [2], [0, 2], [1, 2])]
    assert answers == [1, None, "unknown", 1]
    assert oracle.placements[0] == (3, [0, 1], 1)
    assert desk.shown[:2] == [
        "Question 1: which of these does d belong with?\n    It is far.\n    1: a\n    2: b",
        "    d:\n    feature 0:  4 | 1 | 2",
    ]
    assert desk.prompts[:2] == ["0-2 / s / q? ", "0-1 / s / q? "]
    assert sum(text.startswith("Type the number") for text in desk.shown) == 2
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted):
        oracle.sort([0], [1])


def test_a_person_makes_piles_and_numbers_of_new_ones():
    desk = Desk("0", "3", "1", "s")
    oracle = desk.oracle(n_samples=9)
    assert oracle.sort([4, 5, 6, 7], [0, 1]) == [[0, 6], [1], [4, 5]]
    assert desk.prompts == ["0-2 / s / q? ", *["0-3 / s / q? "] * 3]
    assert "    3: 4" in desk.shown


def test_a_sorting_that_is_ended_keeps_what_was_sorted():
    oracle = Desk("1", "q").oracle(n_samples=9)
    assert oracle.sort([4, 5, 6], [0, 1]) == [[0, 4], [1]]
    assert oracle.remaining == 0
    for ask in (lambda o: o.sort([4], [0]), lambda o: o.place(4, [0])):
        quits = Desk("q").oracle(n_samples=9)
        with pytest.raises(BudgetExhausted, match="ended after 0 answers"):
            ask(quits)
        assert quits.remaining == 0
