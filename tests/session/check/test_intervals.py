"""Intervals for a share of rows: against enumeration with fractions, and by simulation."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import hypergeom

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import intervals
from jupyter_sscluster.session.intervals import (
    Estimated,
    expected,
    right_rows,
    sample_size,
    share_right,
)

TAIL = Fraction(1, 40)


def enumerated(x, n, N):
    """The numbers of right rows that are not refused, by counting samples."""
    kept = []
    for right in range(x, N - (n - x) + 1):
        p = [Fraction(comb(right, k) * comb(N - right, n - k), comb(N, n)) for k in range(n + 1)]
        if min(sum(p[:x]), sum(p[x + 1 :])) + p[x] / 2 >= TAIL:
            kept.append(right)
    return min(kept), max(kept)


@pytest.mark.parametrize("N", range(1, 13))
def test_the_interval_is_that_of_enumeration(N):
    for n in range(1, N + 1):
        for x in range(n + 1):
            assert right_rows(x, n, N) == enumerated(x, n, N), (x, n, N)


@pytest.mark.parametrize(("n", "N"), [(40, 150), (40, 1797), (60, 61), (7, 7), (40, 30_000)])
def test_right_and_wrong_are_alike(n, N):
    for x in range(n + 1):
        low, high = right_rows(x, n, N)
        assert (N - high, N - low) == pytest.approx(right_rows(n - x, n, N), abs=1e-6)
        assert low <= np.ceil(x / n * N) and high >= np.floor(x / n * N)


def test_all_rows_checked_leave_nothing_open():
    for n in (1, 5, 40):
        for x in range(n + 1):
            assert right_rows(x, n, n) == (x, x)
    n = intervals.LARGE + 1
    assert right_rows(n - 3, n, n) == (n - 3, n - 3)


def test_of_very_many_rows_the_binomial_is_as_good(monkeypatch):
    by_rows = [share_right(x, 40, intervals.LARGE) for x in range(0, 41, 5)]
    monkeypatch.setattr(intervals, "LARGE", 10)
    for exact, x in zip(by_rows, range(0, 41, 5), strict=True):
        found = share_right(x, 40, 20_000)
        assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-3)


@pytest.mark.parametrize("right", [100, 160, 190, 199])
def test_the_interval_covers_what_it_says(right):
    n, N = 40, 200
    found = 0.0
    for x in range(n + 1):
        low, high = right_rows(x, n, N)
        found += float(hypergeom(N, right, n).pmf(x)) * (low <= right <= high)
    assert 0.925 <= found


def test_known_rows_are_added_as_they_are():
    low, high = right_rows(18, 20, 100)
    found = share_right(18, 20, 100, known_right=49, n_known=50)
    assert found.value == pytest.approx((90 + 49) / 150)
    assert (found.low, found.high) == ((low + 49) / 150, (high + 49) / 150)
    assert share_right(0, 0, 0, 7, 8) == Estimated(7 / 8, 7 / 8, 7 / 8)
    assert share_right(0, 0, 8, 8, 8) == Estimated(0.5, 0.5, 1.0)
    assert share_right(0, 0, 0) == Estimated(1.0, 1.0, 1.0)
    near = share_right(1, 60, 61)
    assert near.low <= near.value == near.high == pytest.approx(1 / 60)


def test_more_checks_are_expected_to_narrow_it():
    now = share_right(38, 40, 1797)
    then = expected(now, 60, 1797)
    assert then.value == pytest.approx(now.value)
    assert now.low < then.low and then.high < now.high
    assert expected(now, 5000, 1797).low == expected(now, 1797, 1797).high


def test_the_number_of_checks_gives_the_width():
    n = sample_size(0.05, 0.9, 2000)
    found = share_right(round(0.9 * n), n, 2000)
    assert (found.high - found.low) / 2 == pytest.approx(0.05, abs=0.004)
    assert sample_size(0.5, 0.5) == 4
    assert sample_size(0.01, 0.5, 10) == 10
    for wrong in ({"half_width": 0}, {"half_width": 2}, {"half_width": 0.1, "share": 1.0}):
        with pytest.raises(InputError, match="must be a number between 0 and 1"):
            sample_size(**wrong)
    with pytest.raises(InputError, match="n_samples=0"):
        sample_size(0.1, n_samples=0)


def test_an_estimate_reads_as_a_sentence_has_it():
    assert str(Estimated(0.954, 0.8449, 0.9911)) == "95 % (84 % to 99 %)"
