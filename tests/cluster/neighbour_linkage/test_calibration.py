"""The learned curve beside numerical integration, and what follows from it."""

import numpy as np
import pytest
from scipy.integrate import dblquad

from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import (
    Calibration,
    log_prior,
    trust_in,
)


def learned(x, different, trust=None):
    x, different = np.array(x, dtype=float), np.array(different, dtype=bool)
    return Calibration.of(x, different, np.ones(len(x)) if trust is None else np.array(trust))


def integrated(x, answers):
    """P(different | x) by integration over shift and log slope."""

    def weight(log_slope, shift):
        slope = np.exp(log_slope)
        value = np.exp(log_prior(np.float64(shift), np.float64(slope)))
        for at, different in answers:
            p = 0.1 + 0.8 / (1.0 + np.exp(-slope * (at - shift)))
            value *= p if different else 1.0 - p
        return value

    def curve(log_slope, shift):
        return weight(log_slope, shift) / (1.0 + np.exp(-np.exp(log_slope) * (x - shift)))

    total, part = 0.0, 0.0
    for low, high in [(-7.5, -0.6), (-0.6, 0.6), (0.6, 7.5)]:
        limits = (low, high, np.log(1.0), np.log(60.0))
        total += dblquad(weight, *limits, epsabs=1e-7)[0]
        part += dblquad(curve, *limits, epsabs=1e-7)[0]
    return part / total


@pytest.mark.parametrize("x", [-0.3, 0.0, 0.2, 1.0])
def test_the_curve_is_that_of_numerical_integration(x):
    answers = [(0.4, False), (0.9, True), (-0.1, False)]
    found = learned(*zip(*answers, strict=True))
    assert float(found(np.array(x))) == pytest.approx(integrated(x, answers), abs=0.015)


def test_it_rises_and_without_answers_is_even_at_the_cut():
    plain = learned([], [])
    assert plain.half == pytest.approx(0.0, abs=1e-9)
    for answers in ([], [(1.0, False)] * 5, [(-2.0, True)] * 3 + [(0.0, False)]):
        curve = learned(*(zip(*answers, strict=True) if answers else ([], [])))
        assert (np.diff(curve.different) > 0.0).all()


def test_more_equal_answers_move_it_further():
    same = [learned([2.0] * m, [False] * m).half for m in range(8)]
    different = [learned([-2.0] * m, [True] * m).half for m in range(8)]
    assert (np.diff(same) > 0.0).all()
    assert (np.diff(different) < 0.0).all()
    assert same[1] < 0.25, "one answer cannot ruin hundreds of groups"


def test_trust_is_twice_the_odds_less_even():
    np.testing.assert_allclose(trust_in(np.array([0.0, 1.0, 2.0])), [0.0, 0.8, 80.0 / 82.0])
    half, full = learned([1.5], [False], [0.5]), learned([1.5], [False])
    assert 0.0 < half.half < full.half
