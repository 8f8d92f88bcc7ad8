"""Curves, areas and comparisons from records, and their picture."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments import (
    area_under_curve,
    compare,
    curves,
    questions_needed,
)
from jupyter_sscluster.experiments.strategy_comparison import compared


def run(strategy, seed, scores, **fields):
    common = {"data": "d", "clusterer": "c", "noise": 0.0, "holdout": 0.0, "start": 0}
    return [
        {**common, "strategy": strategy, "seed": seed, "questions": q, "ari": v, **fields}
        for q, v in scores.items()
    ]


RUNS = [
    *run("a", 0, {0: 0.0, 10: 1.0, 20: 1.0}),
    *run("a", 1, {20: 0.8, 10: 0.4, 0: 0.2}),
    *run("b", 0, {0: 0.0, 10: 0.5, 20: 0.9}),
    *run("b", 1, {0: 0.2, 10: 0.4, 20: 0.8}),
    *run("b", 2, {0: 0.2, 10: None, 20: float("nan")}),
]


def test_curves_are_means_with_standard_errors():
    curve = curves(RUNS)[("d", "a", "c")]
    assert curve.questions.tolist() == [0, 10, 20]
    assert curve.mean == pytest.approx([0.1, 0.7, 0.9])
    assert curve.error == pytest.approx([0.1, 0.3, 0.1])
    assert curve.n == 2
    assert set(curves(RUNS, by=["strategy"])) == {("a",), ("b",)}
    with pytest.raises(InputError, match="score='f' is in no record"):
        curves(RUNS, "f")


def test_area_and_questions_needed_by_hand():
    areas = {(r["strategy"], r["seed"]): r["area"] for r in area_under_curve(RUNS)}
    assert areas[("a", 0)] == pytest.approx(0.75)
    assert areas[("a", 1)] == pytest.approx((0.3 + 0.6) / 2)
    assert areas[("b", 2)] == 0.2
    needed = {
        (r["strategy"], r["seed"], r["level"]): r["needed"]
        for r in questions_needed(RUNS, [0.5, 0.8, 0.95])
    }
    assert [needed[("a", 0, level)] for level in (0.5, 0.8, 0.95)] == [10, 10, 10]
    assert [needed[("a", 1, level)] for level in (0.5, 0.8, 0.95)] == [20, 20, None]


def test_comparisons_pair_what_is_otherwise_the_same():
    found = compare(RUNS, "a", "b", at=10)
    assert (found.n, found.wins, found.ties, found.losses) == (2, 1, 1, 0)
    assert found.difference == pytest.approx(0.25)
    back = compare(RUNS, "b", "a", at=10)
    assert back.difference == -found.difference and (back.low, back.high) == (-found.high, 0.0)
    assert compare(RUNS, "a", "b").difference == pytest.approx((0.75 - 0.475) / 2)
    noisy = [*RUNS, *run("a", 3, {10: 1.0}, noise=0.1), *run("b", 3, {10: 0.0}, noise=0.2)]
    assert compare(noisy, "a", "b", at=10).n == 2
    with pytest.raises(InputError, match="no record has a 'ari' after 7 questions"):
        compare(RUNS, "a", "b", at=7)
    with pytest.raises(InputError, match="no run of 'a' has a partner of 'x'; strategy is one of"):
        compare(RUNS, "a", "x")


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_the_interval_is_that_of_the_mean(seed):
    gaps = np.random.default_rng(seed).normal(0.3, 1.0, 60)
    found = compared(gaps)
    half = 1.96 * gaps.std() / np.sqrt(60)
    assert found.low == pytest.approx(gaps.mean() - half, abs=0.25 * half)
    assert found.high == pytest.approx(gaps.mean() + half, abs=0.25 * half)
    assert found.wins + found.losses == found.n == 60
    assert (compared(-gaps).wins, compared(-gaps).sign) == (found.losses, found.sign)


def test_tests_of_nothing_and_of_something_clear():
    assert compared(np.zeros(5))[1:] == (0.0, 0.0, 0.0, 0, 5, 0, 1.0, 1.0)
    clear = compared(np.full(20, 0.1) + np.arange(20) / 1000)
    assert clear.wilcoxon < 1e-5 and clear.sign < 1e-5
    assert clear.low > 0.1
    assert "better 20, equal 0, worse 0 of 20" in str(clear)
