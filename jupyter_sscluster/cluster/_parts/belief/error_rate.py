"""Estimate the error rate of the answers from the answers."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, logit

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.cluster._parts.belief.propagation import propagate

PRIOR = (1.0, 19.0)
"""Wrong and right answers that are taken as seen before the first."""

FIRST, LEAST, MOST = 0.05, 0.005, 0.35

_ESTIMATES = 20
_TOLERANCE = 1e-4


class Estimate(NamedTuple):
    """Error rate, and the beliefs under it: see `propagate`."""

    error: float
    belief: Array
    wrong: Array


def estimate(unary: Array, pairs: IntArray, together: Mask, weights: Array) -> float:
    """The error rate of `estimated`."""
    return estimated(unary, pairs, together, weights).error


def estimated(
    unary: Array,
    pairs: IntArray,
    together: Mask,
    weights: Array,
    first: float = FIRST,
    *,
    least: float = LEAST,
    counts: Array | None = None,
    limited: Mask | bool = True,
) -> Estimate:
    """Error rate e of an answer of weight 1, as likely as the beliefs make it.

    A statement of weight w <= 1 is wrong with the probability σ(-w L), L = log((1 - e) / e). With
    P(wrong) from the beliefs, the expected log-likelihood Σ (1 - P) log σ(w L) + P log σ(-w L) has
    the derivative Σ w (σ(-w L) - P) in L, which is 0, with the prior's one wrong answer in twenty,
    where 20 e + Σ v σ(-v L) = 1 + Σ v P(wrong), v = min(w, 1): e = (1 + Σ P(wrong)) / (20 + n) if
    all weigh 1. Alternates beliefs and e, from `first`, between `least` and .35. `counts` are the
    v where the weights are not those that were stated; `limited` is that of `propagate`.
    """
    counts, error = np.minimum(weights, 1.0) if counts is None else counts, first
    values, number = np.unique(counts, return_inverse=True)
    totals = np.bincount(number, weights=counts).astype(np.float64)
    for _ in range(_ESTIMATES):
        belief, wrong = propagate(unary, pairs, together, weights, error, limited=limited)
        found = max(_rate(values, totals, PRIOR[0] + float(counts @ wrong)), least)
        if abs(found - error) < _TOLERANCE:
            break
        error = found
    return Estimate(error, belief, wrong)


def _rate(values: Array, totals: Array, wrong: float) -> float:
    """The e at which so much is expected to be wrong of these totals of these weights."""

    def too_much(error: float) -> float:
        expected = float(totals @ expit(values * logit(error)))
        return sum(PRIOR) * error + expected - wrong

    if len(values) == 0 or values[0] == 1.0:
        return float(np.clip(wrong / (sum(PRIOR) + totals.sum()), LEAST, MOST))
    if too_much(LEAST) >= 0.0:
        return LEAST
    return MOST if too_much(MOST) <= 0.0 else float(brentq(too_much, LEAST, MOST, xtol=1e-9))
