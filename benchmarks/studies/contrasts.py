"""A claim's smallest part: a score here against a score there, on paired folds."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.statistics import (
    Interval,
    corrected_interval,
    effect,
    holm,
    wilcoxon,
)
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
    signed_rank : float
        One-sided p of what is said, by the signed rank test over repeats, each the mean of its
        folds: of these rows, whatever new ones of the same kind would say.
    p, holm : float
        One-sided p of what is said, by the corrected resampled t; adjusted for the parts of the
        claim.
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
    signed_rank: float
    p: float
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


def find(
    contrasts: Iterable[Contrast], records: Kept, protocol: str, all_needed: bool
) -> list[Finding]:
    """What records, by protocol, say of the contrasts of a claim; those without any are left out.

    Where all of them are needed each may be tested by itself, since the claim is only as likely
    to be wrong as its weakest part; where some are enough, p are adjusted by Holm's rule.
    """
    pairs = [pair for each in contrasts if (pair := _paired(each, records, protocol))]
    ps = [in_favour(pair.contrast, pair) for pair in pairs]
    adjusted = holm(ps)
    decisive = ps if all_needed else adjusted
    return [_finding(*each) for each in zip(pairs, ps, adjusted, decisive, strict=True)]


def means(contrast: Contrast, records: Kept, protocol: str) -> tuple[float, float] | None:
    """Means of both sides over the folds that have both; None where there is none."""
    pair = _paired(contrast, records, protocol)
    return None if pair is None else (float(pair.first.mean()), float(pair.second.mean()))


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
    folds = {fold for fold, _ in found}
    return {
        fold: float(np.mean([np.mean(found[fold, name]) for name in data]))
        for fold in folds
        if all((fold, name) in found for name in data)
    }


def _finding(pair: Paired, p: float, adjusted: float, decisive: float) -> Finding:
    gaps = pair.first - pair.second
    bounds = corrected_interval(gaps, pair.n_folds, 1 - 2 * LEVEL)
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
        corrected_interval(gaps, pair.n_folds),
        by_ranks(pair.contrast, np.array([np.mean(each) for each in by_repeat.values()])),
        p,
        adjusted,
        *size,
        verdict(pair.contrast, bounds, decisive),
    )


def in_favour(contrast: Contrast, pair: Paired) -> float:
    """The one-sided p of what a contrast says: of the margin not being reached.

    For "≈" that of two one-sided tests which is larger.
    """
    gaps, margin = pair.first - pair.second, contrast.margin
    if contrast.relation == "<":
        return _above(-gaps - margin, pair.n_folds)
    shift = margin if contrast.relation == ">" else -margin
    above = _above(gaps - shift, pair.n_folds)
    if contrast.relation != "≈":
        return above
    return max(above, _above(margin - gaps, pair.n_folds))


def by_ranks(contrast: Contrast, gaps: NDArray[np.float64]) -> float:
    """The one-sided p of what a contrast says, by the signed rank test of one gap a repeat.

    >>> tie = Contrast("", (), Side("a"), "≈", Side("b"), 0.1)
    >>> round(by_ranks(tie, np.linspace(-0.03, 0.02, 6)), 4)
    0.0156
    """
    margin = contrast.margin
    if contrast.relation == "<":
        return wilcoxon(gaps + margin, "less")
    above = wilcoxon(gaps - (margin if contrast.relation == ">" else -margin), "greater")
    if contrast.relation != "≈":
        return above
    return max(above, wilcoxon(gaps - margin, "less"))


def _above(gaps: NDArray[np.float64], n_folds: int) -> float:
    """The p of the mean being at most 0; where all gaps are the same, none is needed to tell."""
    found = corrected_interval(gaps, n_folds)
    if found.mean <= 0 and found.p == 0:
        return 1.0
    return found.p / 2 if found.mean > 0 else 1 - found.p / 2


def verdict(contrast: Contrast, interval: Interval, p: float) -> str:
    """Whether records bear a contrast out, contradict it or leave it open.

    It holds where p is below .05. `interval` is the one of 90 %, whose ends are bounds of 95 % on
    either side: ">" fails where all of it is at most the margin, "<" likewise, ">=" where it is
    below minus the margin, "≈" where it is beyond the margin on either side.

    >>> gap = Contrast("", (), Side("a"), ">", Side("b"))
    >>> [verdict(gap, Interval(m, m - 0.1, m + 0.1, 0.0), 0.5) for m in (0.0, -0.1)]
    ['undecided', 'fails']
    """
    low, high, margin = interval.low, interval.high, contrast.margin
    if p < LEVEL:
        return "holds"
    fails = {
        ">": high <= margin,
        "<": low >= -margin,
        ">=": high < -margin,
        "≈": low > margin or high < -margin,
    }[contrast.relation]
    return "fails" if fails else "undecided"
