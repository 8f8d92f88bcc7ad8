"""The learned curve beside numerical integration, and what follows from it."""

import numpy as np
import pytest
from scipy.integrate import dblquad

from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import believed, netted
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import (
    Calibration,
    log_prior,
    trust_in,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, soft_pairs

FAR = np.full(1, -1)
NOBODY = np.empty((0, 2), dtype=np.int64)


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


def told(must, cannot, soft, different, merges, picked=()):
    """What is believed, the statements at the places `picked` by hand."""
    by_hand = np.isin(np.arange(len(soft)), picked)
    return believed(must, cannot, soft, different, merges, by_hand)


def statements(*rows):
    known = Constraints(9)
    for i, j, kind, weight in rows:
        known = known.add(i, j, kind, weight, soft=True)
    return netted(soft_pairs(known))


def test_statements_and_their_opposites_cancel():
    assert len(statements((0, 1, "must", 2.0), (0, 1, "cannot", 2.0))) == 0
    left = statements((0, 1, "must", 2.0), (0, 1, "cannot", 3.0), (2, 3, "must", 1.0))
    assert left.pairs.tolist() == [[0, 1], [2, 3]]
    assert left.weights.tolist() == [1.0, 1.0]
    assert left.together.tolist() == [False, True]


def test_a_likely_statement_is_a_link_and_an_unlikely_one_has_its_price():
    soft = statements((0, 1, "must", 1.0), (2, 3, "must", 1.0), (4, 5, "cannot", 1.0))
    found = told(NOBODY, NOBODY, soft, np.array([0.5, 0.99, 0.2]), np.full(3, -1))
    assert found.must.tolist() == [[0, 1]]
    assert found.sure.tolist() == [True], "nine to one"
    for different, sure in ((0.69, True), (0.7, False)):  # four to one is between them
        once = told(NOBODY, NOBODY, statements((0, 1, "must", 1.0)), np.array([different]), FAR)
        assert (once.must.tolist(), once.sure.tolist()) == ([[0, 1]], [sure])
    assert found.cannot.tolist() == [[4, 5]]
    said = statements((0, 1, "must", 2.0))
    twice = told(np.array([[7, 8]]), NOBODY, said, np.array([0.5]), np.full(1, -1))
    assert twice.sure.tolist() == [True, True]
    pairs, against = found.unkept(np.arange(9))
    assert pairs.tolist() == [[0, 1], [2, 3]], "no groups join them here"
    np.testing.assert_allclose(against[1], np.log(27.0 / 9.0))
    assert found.unkept(np.zeros(9, dtype=int))[0].tolist() == [[4, 5]]


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_a_statement_said_twice_is_a_link_at_any_height(kind):
    unlikely = np.array([0.9999 if kind == "must" else 0.0001])
    for weight, kept in ((1.0, 0), (1.4, 0), (1.6, 1), (2.0, 1)):
        found = told(NOBODY, NOBODY, statements((0, 1, kind, weight)), unlikely, np.array([-1]))
        assert len(found.must if kind == "must" else found.cannot) == kept


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_a_statement_by_hand_is_a_link_at_any_height_and_sure(kind):
    unlikely = np.array([0.9999 if kind == "must" else 0.0001])
    said = statements((0, 1, kind, 1.0))
    found = told(NOBODY, NOBODY, said, unlikely, np.array([-1]), [0])
    assert (found.must if kind == "must" else found.cannot).tolist() == [[0, 1]]
    assert found.sure.all()
    assert found.against.tolist() == [-np.log(9.0)]
    against = Constraints(9, cannot=[(0, 1)]) if kind == "must" else Constraints(9, must=[(0, 1)])
    refused = told(against.must, against.cannot, said, unlikely, np.array([-1]), [0])
    assert refused.against.tolist() == [np.log(9.0)], "a hard one says the opposite"


def test_statements_about_one_merge_support_each_other():
    unlikely, merges = np.array([0.05, 0.05, 0.05]), np.array([20, 20, 20])
    alone = statements((0, 4, "cannot", 1.0))
    assert len(told(NOBODY, NOBODY, alone, unlikely[:1], merges[:1]).cannot) == 0
    both = statements((0, 4, "cannot", 1.0), (1, 5, "cannot", 1.0))
    found = told(NOBODY, NOBODY, both, unlikely[:2], merges[:2])
    assert found.cannot.tolist() == [[0, 4], [1, 5]]
    assert len(told(NOBODY, NOBODY, both, unlikely[:2], np.array([20, 21])).cannot) == 0
    assert len(told(NOBODY, NOBODY, both, unlikely[:2], np.array([-1, -1])).cannot) == 0
    three = statements((0, 4, "cannot", 2.0), (1, 5, "cannot", 1.0), (2, 6, "must", 1.0))
    found = told(NOBODY, NOBODY, three, unlikely, merges)
    assert found.must.tolist() == [], "two others say the opposite"
    louder = statements((0, 4, "cannot", 2.0), (1, 5, "cannot", 1.0), (2, 6, "must", 2.0))
    assert told(NOBODY, NOBODY, louder, unlikely, merges).must.tolist() == [[2, 6]]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_kept_never_contradicts_itself_nor_hard_links(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(4, size=30)
    hard = Constraints.from_labels(y, 15, random_state=seed)
    pairs = np.unique(np.sort(rng.integers(30, size=(60, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    together = rng.random(len(pairs)) < 0.5
    soft = WeightedPairs(pairs, rng.uniform(0.5, 3.0, len(pairs)), together)
    different = rng.uniform(0.05, 0.95, len(pairs))
    merges = rng.integers(-1, 40, len(pairs))
    found = told(hard.must, hard.cannot, soft, different, merges)
    said = np.where(together, 1.0, -1.0) * soft.weights * np.log(9)
    context = np.log(1.0 / different - 1.0)
    for i, merge in enumerate(merges):
        others = [j for j in range(len(pairs)) if j != i and merges[j] == merge >= 0]
        context[i] += said[others].sum()
    odds = np.clip(context, -1.5 * np.log(9), 1.5 * np.log(9)) + said
    expected = hard
    for at in np.argsort(-np.abs(odds)).tolist():
        pair, kind = pairs[at].tolist(), "must" if together[at] else "cannot"
        if (odds[at] > 0.0) == together[at] and expected.witness(*pair, kind) is None:
            expected = expected.add(*pair, kind)
    known = Constraints(30, found.must, found.cannot)
    assert known == expected
    assert len(hard) < len(expected) < len(hard) + len(soft)
