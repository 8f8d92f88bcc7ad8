"""A claim's smallest part: a score here against a score there, on paired folds."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.experiments.statistics import (
    Interval,
    corrected_interval,
    effect,
    holm,
    wilcoxon,
)
from jupyter_sscluster.experiments.store import Record
from jupyter_sscluster.experiments.studies import PROTOCOLS

LEVEL = 0.05
EVERYWHERE = (-math.inf, math.inf)
Fold = tuple[int, int]
Kept = Mapping[str, Sequence[Record]]


@dataclass(frozen=True)
class Side:
    """What is averaged in each fold: some methods at some levels.

    Parameters
    ----------
    methods : str or tuple of str
    levels : (lowest, highest)
    score : str
        Field of a record; "" is the score of the protocol.
    kind : {"both", "must", "cannot"}
    protocol : str
        "" is that of the claim.
    log : bool
        Whether its natural logarithm is taken, so that differences are ratios.
    """

    methods: str | tuple[str, ...]
    levels: tuple[float, float] = EVERYWHERE
    score: str = ""
    kind: str = "both"
    protocol: str = ""
    log: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Its methods."""
        return (self.methods,) if isinstance(self.methods, str) else self.methods


@dataclass(frozen=True)
class Contrast:
    """One side said to be above, not below, below, or about the same as another, or a number.

    `margin` is how much counts as nothing: for ">=" and "≈". `data` names sets, whose mean is
    taken; the sets are those of `label`.
    """

    label: str
    data: tuple[str, ...]
    first: Side
    relation: str
    second: Side | float
    margin: float = 0.0


class Finding(NamedTuple):
    """What records say of a contrast.

    Attributes
    ----------
    label : str
    relation : str
    n : int
        Paired folds, and `repeats` of them.
    first, second : float
        Means of the two sides.
    interval : Interval
        Of first less second, by the corrected resampled t.
    wilcoxon : float
        p of the signed rank test over repeats, each the mean of its folds.
    holm : float
        The interval's p, adjusted for the parts of the claim.
    d, rank : float
        Cohen's d_z and the rank biserial correlation.
    verdict : {"holds", "fails", "undecided"}
    """

    label: str
    relation: str
    n: int
    repeats: int
    first: float
    second: float
    interval: Interval
    wilcoxon: float
    holm: float
    d: float
    rank: float
    verdict: str


class Paired(NamedTuple):
    """The two sides of a contrast, fold by fold; `n_folds` of a repeat, 0 where there are none."""

    contrast: Contrast
    folds: list[Fold]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    n_folds: int


def find(contrasts: Iterable[Contrast], records: Kept, protocol: str) -> list[Finding]:
    """What records, by protocol, say of the contrasts of a claim; those without any are left out.

    p of all parts are adjusted together by Holm's rule.
    """
    pairs = [pair for each in contrasts if (pair := _paired(each, records, protocol))]
    tested = [corrected_interval(pair.first - pair.second, pair.n_folds) for pair in pairs]
    adjusted = holm([interval.p for interval in tested])
    return [_finding(*each) for each in zip(pairs, tested, adjusted, strict=True)]


def _paired(contrast: Contrast, records: Kept, protocol: str) -> Paired | None:
    second = contrast.second
    left = _values(contrast.first, contrast.data, records, protocol)
    if isinstance(second, Side):
        right = _values(second, contrast.data, records, protocol)
    else:
        right = dict.fromkeys(left, second)
    folds = sorted(left.keys() & right.keys())
    if not folds:
        return None
    n_folds = max(fold for _, fold in folds) + 1
    first, other = (np.array([side[fold] for fold in folds]) for side in (left, right))
    return Paired(contrast, folds, first, other, n_folds if n_folds > 1 else 0)


def _values(side: Side, data: tuple[str, ...], records: Kept, protocol: str) -> dict[Fold, float]:
    """The mean of each fold over methods, levels and sets, of folds that have all sets."""
    of = side.protocol or protocol
    score = side.score or PROTOCOLS[of].score
    low, high = side.levels
    found = defaultdict[tuple[Fold, str], list[float]](list)
    for record in records.get(of, ()):
        is_meant = record["method"] in side.names and record["kind"] == side.kind
        if not is_meant or record["data"] not in data or not low <= record["level"] <= high:
            continue
        value = record.get(score)
        if value is not None:
            where = (record["repeat"], record["fold"])
            found[where, record["data"]].append(math.log(max(value, 1e-9)) if side.log else value)
    sets = {name for _, name in found}
    folds = {fold for fold, _ in found}
    return {
        fold: float(np.mean([np.mean(found[fold, name]) for name in sets]))
        for fold in folds
        if all((fold, name) in found for name in sets)
    }


def _finding(pair: Paired, interval: Interval, adjusted: float) -> Finding:
    gaps = pair.first - pair.second
    by_repeat = defaultdict[int, list[float]](list)
    for (repeat, _), gap in zip(pair.folds, gaps, strict=True):
        by_repeat[repeat].append(float(gap))
    size = effect(gaps)
    return Finding(
        pair.contrast.label,
        pair.contrast.relation,
        len(gaps),
        len(by_repeat),
        float(pair.first.mean()),
        float(pair.second.mean()),
        interval,
        wilcoxon([float(np.mean(each)) for each in by_repeat.values()]),
        adjusted,
        *size,
        verdict(pair.contrast, interval, adjusted),
    )


def verdict(contrast: Contrast, found: Interval, p: float) -> str:
    """Whether an interval bears a relation out, contradicts it or leaves it open.

    ">" and "<" hold where the whole interval is on their side and the adjusted p is below 0.05;
    they fail where it reaches no farther than the margin. ">=" holds above minus the margin, and
    "≈" within it; they fail where the whole interval lies beyond.

    >>> gap = Contrast("", (), Side("a"), ">", Side("b"))
    >>> [verdict(gap, Interval(m, m - 0.1, m + 0.1, 0.01), 0.02) for m in (0.2, 0.0, -0.1)]
    ['holds', 'undecided', 'fails']
    """
    low, high, margin = found.low, found.high, contrast.margin
    holds, fails = {
        ">": (low > margin and p < LEVEL, high <= margin),
        "<": (high < -margin and p < LEVEL, low >= -margin),
        ">=": (low > -margin, high < -margin),
        "≈": (low > -margin and high < margin, low > margin or high < -margin),
    }[contrast.relation]
    return "holds" if holds else "fails" if fails else "undecided"
