"""Intervals and tests beside SciPy, and numbers worked out by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments import corrected_interval, effect, holm, wilcoxon

GAPS = np.array([0.03, -0.01, 0.05, 0.02, 0.04, 0.0, 0.06, -0.02, 0.03, 0.01])


def test_without_folds_it_is_students_interval():
    found, scipys = corrected_interval(GAPS), stats.ttest_1samp(GAPS, 0.0)
    low, high = scipys.confidence_interval(0.95)
    assert found == pytest.approx((GAPS.mean(), low, high, scipys.pvalue))


def test_the_corrected_interval_by_hand():
    # Ten differences, five folds: (1/10 + 1/4) s², and t(9) = 2.262157.
    variance = sum((x - 0.021) ** 2 for x in GAPS) / 9
    half = 2.262157 * math.sqrt(0.35 * variance)
    found = corrected_interval(GAPS, folds=5)
    assert found[:3] == pytest.approx((0.021, 0.021 - half, 0.021 + half), abs=1e-7)
    assert found.p == pytest.approx(2 * stats.t.sf(0.021 / math.sqrt(0.35 * variance), 9), rel=1e-9)


def test_differences_that_are_all_the_same():
    assert corrected_interval([0.0] * 5, 5) == (0.0, 0.0, 0.0, 1.0)
    assert corrected_interval([0.2] * 5, 5).p == 0.0
    assert corrected_interval([0.2]) == (0.2, -math.inf, math.inf, 1.0)


def test_the_signed_rank_test_is_scipys_without_ties():
    assert wilcoxon(GAPS) == stats.wilcoxon(GAPS[GAPS != 0]).pvalue
    assert wilcoxon([0.0, 1e-15]) == 1.0


def test_holm_by_hand_and_in_any_order():
    # 4 · .005, then 3 · .01, 2 · .03 and .04, never below the one before it.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_effect_sizes_by_hand():
    found = effect([3.0, 1.0, -2.0, 0.0])
    # Mean .5, s² = (6.25 + .25 + 6.25 + .25) / 3; ranks 3 and 1 above, 2 below.
    assert found.d == pytest.approx(0.5 / math.sqrt(13 / 3))
    assert found.rank == pytest.approx((3 + 1 - 2) / 6)
    assert effect([0.1, 0.1]).d == math.inf
    assert effect([0.0, 0.0]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: corrected_interval([]), "at least one"),
        (lambda: corrected_interval([0.1, math.nan]), "none of them missing"),
        (lambda: corrected_interval(GAPS, 1), "folds=1"),
        (lambda: corrected_interval(GAPS, 5, 1.0), "level=1.0"),
    ],
)
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(InputError, match=said):
        call()
