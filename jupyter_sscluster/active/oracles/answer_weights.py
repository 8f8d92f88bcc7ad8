"""What an answer of a function is worth: its error rate, its weight, and the value of asking it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import betainc, betaincinv

from jupyter_sscluster._arrays import Array

PERSON = 0.05
"""The error rate at which an answer weighs 1."""

LEAST, MOST = 0.02, 1.5
"""The least error rate that is believed of a function, and the most that its answer weighs."""

RIGHT, WRONG = 3, 1
"""Pairs that a function is taken to have answered before the first, rightly and wrongly."""

COMMON = 6
"""Pairs that a person must have decided too, before the answers of a function count."""

HALF, THIRD = 0.45, 1 / 3
"""Error rates that must be unlikely: above the first it is not asked, above the second it does not
count."""

GOOD = 0.2
"""Error rate below which a function is good: the surer that is, the less else must be shown."""

QUANTILE = 0.9

LIKELY = 0.75
"""The quantile of an error rate that a weight goes by. Where little is known of a function, its
answers weigh less than the median says: with 30 % errors the clusters are worse by less."""

KINDS_FROM, BINS_FROM = 20, 30
"""Common pairs of each kind from which the kinds have error rates of their own, and common pairs
from which told confidences have."""


class Common(NamedTuple):
    """A pair that a function and a person have decided: what each said, and how sure it was."""

    said: str
    truth: str
    confidence: float = 1.0

    @property
    def wrong(self) -> bool:
        """Whether the function was wrong, if the person was right."""
        return self.said != self.truth


def error_rate(n_wrong: int, n_common: int, quantile: float = 0.5) -> float:
    """A quantile of the error rate ε after w of n common pairs: ε ~ Beta(1 + w, 3 + n - w).

    The mean before the first pair is ¼: a function has to earn its weight.

    >>> round(error_rate(0, 6, 0.9), 3), round(error_rate(1, 8, 0.9), 3)
    (0.226, 0.31)
    """
    return float(betaincinv(WRONG + n_wrong, RIGHT + n_common - n_wrong, quantile))


def likely_rate(wrong: Sequence[bool]) -> float:
    """The error rate that is not exceeded with a probability of ¾, by what was wrong in common."""
    return error_rate(sum(wrong), len(wrong), LIKELY)


def answer_weight(error: float) -> float:
    """What an answer of this error rate weighs: log((1 - ε) / ε) / log 19, at most 1.5, at least 0.

    >>> [round(answer_weight(error), 3) for error in (0.01, 0.05, 0.15, 0.3, 0.6)]
    [1.322, 1.0, 0.589, 0.288, 0.0]
    """
    return kind_weight(error, error)


def kind_weight(wrong_here: float, wrong_there: float) -> float:
    """What a must-link weighs that is said of a share of the pairs apart, or the other way round.

    log((1 - β) / α) / log 19, where α is how often pairs that are apart are said to be together and
    β how often pairs that are together are said to be apart: a function that always says the same
    has α = 1 - β, and weighs nothing.

    References
    ----------
    Dawid, A. P. & Skene, A. M. (1979). Maximum likelihood estimation of observer error-rates using
    the EM algorithm. Applied Statistics 28, 20-28.
    """
    odds = (1.0 - max(wrong_there, LEAST)) / max(wrong_here, LEAST)
    scale = np.log((1.0 - PERSON) / PERSON)
    return min(max(float(np.log(max(odds, 1.0)) / scale), 0), MOST)


def value_of_asking(together: Array, error: float) -> Array:
    """Bits that one answer tells of whether a pair is together, h(p (1 - ε) + (1 - p) ε) - h(ε).

    >>> value_of_asking(np.array([0.5, 0.5, 1.0]), 0.05).round(2).tolist()
    [0.71, 0.71, 0.0]
    """
    p = np.asarray(together)
    return _entropy(p * (1 - error) + (1 - p) * error) - _entropy(np.array(error))


def _entropy(p: Array) -> Array:
    inside = np.clip(p, 1e-12, 1 - 1e-12)
    bits: Array = -(inside * np.log2(inside) + (1 - inside) * np.log2(1 - inside))
    return bits


def may_be_asked(common: Sequence[Common]) -> bool:
    """Whether it is worth to ask further pairs: it is unlikely that it errs 45 % of the time.

    A function that has said one thing of all pairs is asked on as long as people have said so too.
    """
    n_wrong = sum(each.wrong for each in common)
    tells = not says_one_thing(common) or len({each.truth for each in common}) == 1
    enough = len(common) >= COMMON and tells
    return enough and error_rate(n_wrong, len(common), QUANTILE) < HALF


def may_count(common: Sequence[Common]) -> bool:
    """Whether it is unlikely that it errs a third of the time: 0 wrong of 6, 1 of 8, 2 of 12."""
    n_wrong = sum(each.wrong for each in common)
    told_apart = may_be_asked(common) and not says_one_thing(common)
    return told_apart and error_rate(n_wrong, len(common), QUANTILE) < THIRD


def log_odds_of_good(common: Sequence[Common]) -> float:
    """Log P(ε < .2) / P(ε > .2) after the common pairs.

    >>> [round(log_odds_of_good([Common("must", "must")] * n), 1) for n in (0, 6, 12)]
    [-0.0, 1.9, 3.3]
    """
    n_wrong = sum(each.wrong for each in common)
    p = float(betainc(WRONG + n_wrong, RIGHT + len(common) - n_wrong, GOOD))
    return float(np.log(p + 1e-12) - np.log1p(1e-12 - p))


def says_one_thing(common: Sequence[Common]) -> bool:
    """Whether it has said the same of all common pairs, so that it tells none apart."""
    return len(common) >= COMMON and len({each.said for each in common}) == 1


def weights_of(common: Sequence[Common]) -> tuple[tuple[float, float, float], ...]:
    """What answers weigh, as rows (least confidence, must-link, cannot-link), by the common pairs.

    With one rate; with one of each kind from 20 common pairs of each; with one for each third of
    the confidences from 30 pairs, if it tells several. None rises as confidence falls. A rate is
    the one that is not exceeded with a probability of ¾.
    """
    told = np.array([each.confidence for each in common])
    if len(common) >= BINS_FROM and len(np.unique(told)) > 1:
        return _by_confidence(common, told)
    counts = {kind: [each.wrong for each in common if each.truth == kind] for kind in KINDS}
    if min(map(len, counts.values())) >= KINDS_FROM:
        apart, together = (likely_rate(counts[kind]) for kind in ("cannot", "must"))
        return ((0.0, kind_weight(apart, together), kind_weight(together, apart)),)
    weight = answer_weight(likely_rate([each.wrong for each in common]))
    return ((0.0, weight, weight),)


KINDS = ("must", "cannot")


def _by_confidence(common: Sequence[Common], told: Array) -> tuple[tuple[float, float, float], ...]:
    """The same by thirds of the told confidences; neighbours in the wrong order are pooled."""
    wrong = np.array([each.wrong for each in common])
    edges = np.unique([0.0, *np.quantile(told, [1 / 3, 2 / 3])])
    at = np.searchsorted(edges, told, side="right") - 1
    pooled: list[tuple[float, list[bool]]] = []
    for k in np.unique(at).tolist():
        pooled.append((float(edges[k]) if pooled else 0.0, wrong[at == k].tolist()))
        while len(pooled) > 1 and likely_rate(pooled[-1][1]) > likely_rate(pooled[-2][1]):
            (edge, first), (_, last) = pooled[-2:]
            pooled[-2:] = [(edge, first + last)]
    weights = [(edge, answer_weight(likely_rate(which))) for edge, which in pooled]
    return tuple((edge, weight, weight) for edge, weight in weights)
