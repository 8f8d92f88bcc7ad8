"""Estimate the error rate of the answers from the answers."""

from typing import NamedTuple

import numpy as np

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
    unary: Array, pairs: IntArray, together: Mask, weights: Array, first: float = FIRST
) -> Estimate:
    """Error rate e with e = (1 + Σ v P(wrong)) / (20 + Σ v), within .005 and .35, v = min(w, 1).

    Alternates beliefs and e, from `first`; the prior is one wrong answer in twenty.
    """
    counts, error = np.minimum(weights, 1.0), first
    for _ in range(_ESTIMATES):
        belief, wrong = propagate(unary, pairs, together, weights, error)
        found = (PRIOR[0] + counts @ wrong) / (sum(PRIOR) + counts.sum())
        found = float(np.clip(found, LEAST, MOST))
        if abs(found - error) < _TOLERANCE:
            break
        error = found
    return Estimate(error, belief, wrong)
