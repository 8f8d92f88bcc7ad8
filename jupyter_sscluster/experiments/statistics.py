"""Intervals, tests and effect sizes for paired scores of repeated cross-validation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from jupyter_sscluster._validation import InputError, Real, check_count

SAME = 1e-12
"""Differences below it are ties."""
Alternative = Literal["two-sided", "greater", "less"]


class Interval(NamedTuple):
    """A mean, its confidence interval and the two-sided p of its being 0."""

    mean: float
    low: float
    high: float
    p: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


class Effect(NamedTuple):
    """Sizes of a difference of pairs.

    Attributes
    ----------
    d : float
        Cohen's d_z: mean over standard deviation of the differences; infinite where they are all
        the same and not 0.
    rank : float
        Matched-pairs rank biserial correlation, from -1 (always below) to 1.
    """

    d: float
    rank: float


def corrected_interval(differences: ArrayLike, folds: int = 0, level: float = 0.95) -> Interval:
    """Mean difference and its interval by the corrected resampled t.

    Training sets of different folds and repeats share rows, so that their differences are
    correlated and Student's interval is too short. With ρ = 1 / k, the share of the rows that is
    tested, the variance of the mean of J differences is taken as

        (1/J + ρ / (1 - ρ)) s² ,   s² their variance,   with J - 1 degrees of freedom.

    Parameters
    ----------
    differences : array, shape (n,)
        One for each fold of each repeat.
    folds : int, default 0
        k. With 0 runs share no rows by design, and this is Student's interval.
    level : float, default 0.95

    Raises
    ------
    InputError
        If there are no differences, or a parameter is out of range.

    References
    ----------
    Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. Machine Learning 52,
    239-281, section 5.

    >>> print(corrected_interval([0.1, 0.2, 0.3, 0.2], folds=5))
    +0.200 [+0.016, +0.384]
    >>> print(corrected_interval([0.1, 0.2, 0.3, 0.2]))
    +0.200 [+0.070, +0.330]
    """
    values = _finite(differences)
    if not Real(0.0, 1.0).check(level) or not 0 < level < 1:
        raise InputError(f"level={level!r} must be between 0 and 1, such as 0.95")
    if check_count(folds, "folds", 0) == 1:
        raise InputError("folds=1 tests all rows; use at least 2, or 0 where there are none")
    n, mean = len(values), float(values.mean())
    shared = 1 / (folds - 1) if folds else 0.0
    error = math.sqrt((1 / n + shared) * float(values.var(ddof=1))) if n > 1 else math.inf
    if error < SAME:
        return Interval(mean, mean, mean, 1.0 if abs(mean) < SAME else 0.0)
    if not math.isfinite(error):
        return Interval(mean, -math.inf, math.inf, 1.0)
    half = error * float(stats.t.ppf((1 + level) / 2, n - 1))
    p = 2 * float(stats.t.sf(abs(mean) / error, n - 1))
    return Interval(mean, mean - half, mean + half, p)


def wilcoxon(differences: ArrayLike, alternative: Alternative = "two-sided") -> float:
    """The p of the signed rank test, without ties; 1 where nothing differs.

    `alternative` is what the differences are said to be: "two-sided", other than 0, "greater" or
    "less".

    >>> round(wilcoxon([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), 4)
    0.0312
    >>> round(wilcoxon([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "greater"), 4)
    0.0156
    """
    values = _finite(differences)
    decided = values[np.abs(values) >= SAME]
    if not len(decided):
        return 1.0
    return float(stats.wilcoxon(decided, alternative=alternative).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """P of several tests, adjusted so that one wrong rejection among them stays rare.

    The i-th smallest of m is multiplied by m - i + 1, and is at least the one before it.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
    of Statistics 6, 65-70.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(ps, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    raised = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    found: list[float] = adjusted.tolist()
    return found


def effect(differences: ArrayLike) -> Effect:
    """How large a difference of pairs is beside how much it varies.

    >>> found = effect([0.1, 0.2, -0.1])
    >>> round(found.d, 3), round(found.rank, 3)
    (0.436, 0.5)
    """
    values = _finite(differences)
    mean, spread = float(values.mean()), float(values.std(ddof=1)) if len(values) > 1 else 0.0
    if spread < SAME:
        d = 0.0 if abs(mean) < SAME else math.copysign(math.inf, mean)
    else:
        d = mean / spread
    decided = values[np.abs(values) >= SAME]
    ranks = stats.rankdata(np.abs(decided))
    total = float(ranks.sum())
    rank = float((np.sign(decided) * ranks).sum()) / total if total else 0.0
    return Effect(d, rank)


def _finite(differences: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
        raise InputError(
            f"differences of shape {values.shape} must be a flat list of numbers, at least one, "
            "none of them missing"
        )
    return values
