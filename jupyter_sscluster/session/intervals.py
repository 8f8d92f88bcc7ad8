"""Intervals for a share of rows, from rows that were drawn at random without replacement."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom, hypergeom

from jupyter_sscluster._validation import InputError, Real, check_count

TAIL = 0.025
"""Probability outside a 95 % interval, on each side."""

NORMAL = 1.959963984540054
"""The normal quantile that belongs to it."""

TIE = 1e-12
"""Tails that are equal but for rounding are."""

LARGE = 20_000
"""Of more rows the binomial distribution is used: its ends differ by less than .001."""


DRAWS = 10_000
"""Draws of the shares of strata, from a fixed seed."""


@dataclass(frozen=True)
class Estimated:
    """An estimate with its 95 % interval.

    Attributes
    ----------
    value : float
    low, high : float
        The ends of the interval.

    Examples
    --------
    >>> print(Estimated(0.95, 0.842, 0.991))
    95 % (84 % to 99 %)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        value, low, high = (f"{100 * each:.0f} %" for each in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"


def share_right(
    n_right: int, n_checked: int, n_drawn_from: int, known_right: int = 0, n_known: int = 0
) -> Estimated:
    """The share of right rows among those of which some were drawn and those that are known.

    θ = (B + N x / n) / (N + M) with x of n checked rows right, drawn from N, and B of M known rows.
    The interval is that of `right_rows`, with the known rows added.

    Examples
    --------
    >>> print(share_right(37, 40, 130, 20, 20))
    94 % (85 % to 97 %)
    """
    total = n_drawn_from + n_known
    if not n_checked:
        known = known_right / total if total else 1.0
        return Estimated(known, known, known + (n_drawn_from / total if total else 0.0))
    low, high = right_rows(n_right, n_checked, n_drawn_from)
    share = n_right / n_checked * n_drawn_from
    # the ends are whole rows, which an estimate between two of them may lie beyond
    ends = (share, min(low, share), max(high, share))
    return Estimated(*((known_right + rows) / total for rows in ends))


class StratumRows(NamedTuple):
    """One stratum: right and checked rows, and the rows that these were drawn from."""

    n_right: int
    n_checked: int
    n_drawn_from: int


def share_of_strata(
    strata: Sequence[StratumRows], known_right: int = 0, n_known: int = 0
) -> Estimated:
    """The share of right rows where strata were sampled at different rates.

    θ = (B + Σ N_h x_h / n_h) / (Σ N_h + M), with x_h of n_h checked rows right in stratum h of N_h
    rows, and B of M known rows. For the interval θ_h is drawn from Beta(x_h + ½, n_h - x_h + ½) and
    the rows that were not checked from the binomial, 10,000 times. Of a stratum without checks the
    estimate takes the others' share. Of one stratum it is `share_right`.

    Examples
    --------
    >>> print(share_of_strata([StratumRows(33, 34, 120), StratumRows(10, 16, 30)]))
    90 % (83 % to 94 %)
    """
    some = [each for each in strata if each.n_drawn_from]
    checked = sum(each.n_checked for each in some)
    if len(some) < 2 or not checked:
        n_right, n_rows = (sum(each[k] for each in some) for k in (0, 2))
        return share_right(n_right, checked, n_rows, known_right, n_known)
    x, n, rows = np.array(some, dtype=float).T
    shares = np.divide(x, n, out=np.full(len(n), x.sum() / checked), where=n > 0)
    rng = np.random.default_rng(0)
    drawn = rng.beta(x + 0.5, n - x + 0.5, (DRAWS, len(n)))
    right = x + rng.binomial((rows - n).astype(np.int64), drawn)
    value = float((shares * rows).sum())
    low, high = np.quantile(right.sum(axis=1), [TAIL, 1 - TAIL]).tolist()
    ends = (value, min(low, value), max(high, value))
    total = float(rows.sum()) + n_known
    return Estimated(*((known_right + each) / total for each in ends))


def right_rows(n_right: int, n_checked: int, n_rows: int) -> tuple[float, float]:
    """The 95 % interval of the number of right rows, by the mid-P of the hypergeometric.

    All whole numbers R with P(X > x) + ½ P(X = x) and P(X < x) + ½ P(X = x) at least .025, where X
    are the right ones among n rows drawn without replacement from N rows, R of them right. Both
    tails are monotone in R, so that bisection finds the ends. If all rows are checked, the two are
    one; from more than 20,000 rows it is the mid-P of the binomial, which has no whole numbers.

    Parameters
    ----------
    n_right, n_checked, n_rows : int
        x, n and N; n is at least 1.

    References
    ----------
    Berry, G. & Armitage, P. (1995). Mid-P confidence intervals: a brief review. The Statistician
    44, 417-423.

    Examples
    --------
    >>> right_rows(3, 4, 6), right_rows(6, 6, 6)
    ((3, 5), (6, 6))
    """
    if n_rows > LARGE and n_checked < n_rows:
        low, high = _binomial(n_right, n_checked)
        return n_rows * low, n_rows * high
    first, last = n_right, n_rows - (n_checked - n_right)

    def at_least(right: int) -> bool:
        return _mid_p(n_checked - n_right, n_checked, n_rows, n_rows - right) >= TAIL - TIE

    def at_most(right: int) -> bool:
        return _mid_p(n_right, n_checked, n_rows, right) >= TAIL - TIE

    # an estimate lies between the ends, so that both conditions hold there
    inside = min(max(round(n_right / n_checked * n_rows), first), last)
    return _end(at_least, first, inside), _end(at_most, last, inside)


def _mid_p(count: int, n_checked: int, n_rows: int, marked: int) -> float:
    """P(X < count) + ½ P(X = count), of the marked among the checked rows."""
    ends = np.array([count - 1, count])
    return float(np.mean(hypergeom.cdf(ends, n_rows, marked, n_checked)))


def _end(holds: Callable[[int], bool], outside: int, inside: int) -> int:
    """The number farthest from `inside` for which a monotone condition holds."""
    while outside != inside:
        middle = (outside + inside) // 2 if outside < inside else -((-outside - inside) // 2)
        if holds(middle):
            inside = middle
        else:
            outside = middle + (1 if outside < inside else -1)
    return inside


def _binomial(n_right: int, n_checked: int) -> tuple[float, float]:
    """The ends of the mid-P interval of a share, without a finite number of rows."""

    def above(share: float) -> float:
        drawn = binom(n_checked, share)
        return float(drawn.sf(n_right) + drawn.pmf(n_right) / 2) - TAIL

    def below(share: float) -> float:
        drawn = binom(n_checked, share)
        return float(drawn.cdf(n_right - 1) + drawn.pmf(n_right) / 2) - TAIL

    low = 0.0 if n_right == 0 else brentq(above, TIE, 1 - TIE)
    high = 1.0 if n_right == n_checked else brentq(below, TIE, 1 - TIE)
    return float(low), float(high)


def expected(share: Estimated, n_checked: int, n_rows: int) -> Estimated:
    """The interval that so many checks are likely to have, if the share stays as it is."""
    n = min(n_checked, n_rows)
    return share_right(round(share.value * n), n, n_rows)


def sample_size(half_width: float, share: float = 0.9, n_samples: int | None = None) -> int:
    """The number of checks for an interval of a given half-width.

    n = m / (1 + (m - 1) / N) with m = z² θ (1 - θ) / h², the normal approximation with the factor
    of a finite number of rows. It is for planning: the interval itself is exact.

    Parameters
    ----------
    half_width : float
        h, such as .05 for "± 5 %".
    share : float, default 0.9
        θ, the share of right rows that is expected; the fewer, the more checks.
    n_samples : int, optional
        N, the number of rows; by default very many.

    Returns
    -------
    int

    Raises
    ------
    InputError
        If a number is out of range.

    References
    ----------
    Cochran, W. G. (1977). Sampling techniques, 3rd edition, equations 4.1 and 4.2.

    Examples
    --------
    >>> sample_size(0.05, 0.9, 2000), sample_size(0.03, 0.94)
    (130, 241)
    """
    for name, value in (("half_width", half_width), ("share", share)):
        if not Real(0, 1).check(value) or value in (0, 1):
            raise InputError(f"{name}={value!r} must be a number between 0 and 1, such as 0.05")
    wanted = NORMAL**2 * share * (1 - share) / half_width**2
    if n_samples is not None:
        wanted /= 1 + (wanted - 1) / check_count(n_samples, "n_samples")
    return max(1, math.ceil(wanted))
