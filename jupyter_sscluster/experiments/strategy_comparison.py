"""Paired comparisons of two strategies or clusterers over the records of `label_economy`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.curve_summaries import RUN, Key, Record, area_under_curve, scored

RESAMPLES = 9999


class PairedComparison(NamedTuple):
    """Two ways compared in pairs.

    Attributes
    ----------
    n : int
        Number of pairs.
    difference : float
        Mean of first less second.
    low, high : float
        95 % confidence interval of it, by the bootstrap over pairs.
    wins, ties, losses : int
        Pairs in which the first is better, equal and worse.
    wilcoxon, sign : float
        p of the two-sided signed rank test, and of the sign test without ties.
    """

    n: int
    difference: float
    low: float
    high: float
    wins: int
    ties: int
    losses: int
    wilcoxon: float
    sign: float

    def __str__(self) -> str:
        return (
            f"{self.difference:+.3f} [{self.low:+.3f}, {self.high:+.3f}], better {self.wins}, "
            f"equal {self.ties}, worse {self.losses} of {self.n}; Wilcoxon p = "
            f"{self.wilcoxon:.2g}, sign p = {self.sign:.2g}"
        )


def compare(
    records: Iterable[Record],
    first: str,
    second: str,
    score: str = "ari",
    *,
    at: int | None = None,
    field: str = "strategy",
) -> PairedComparison:
    """Two strategies, or two clusterers, compared over runs that are otherwise the same.

    Parameters
    ----------
    records : records of `label_economy`, or a DataFrame of them
    first, second : str
        Names in `field`.
    score : str, default "ari"
    at : int, optional
        After so many questions; by default the area under the curve is compared.
    field : str, default "strategy"
        "strategy", "clusterer", or any other field of a run.

    Returns
    -------
    PairedComparison

    Raises
    ------
    InputError
        If no run of the first has a partner.

    >>> rest = dict(data="d", clusterer="c", noise=0, holdout=0, start=0, questions=5)
    >>> runs = [
    ...     {**rest, "strategy": s, "seed": k, "ari": v}
    ...     for s, values in {"npu": [0.9, 0.8, 0.7], "random": [0.6, 0.7, 0.7]}.items()
    ...     for k, v in enumerate(values)
    ... ]
    >>> found = compare(runs, "npu", "random")
    >>> found.n, round(found.difference, 3), found.wins, found.ties
    (3, 0.133, 2, 1)
    """
    if at is None:
        values = [(r, r["area"]) for r in area_under_curve(records, score)]
    else:
        values = [(r, float(r[score])) for r in scored(records, score) if r["questions"] == at]
    rest = [name for name in RUN if name != field]
    sides = {name: dict[Key, float]() for name in (first, second)}
    for record, value in values:
        if record[field] in sides:
            sides[record[field]][tuple(record[name] for name in rest)] = value
    keys = [key for key in sides[first] if key in sides[second]]
    if not keys:
        present = sorted({str(record[field]) for record, _ in values})
        if not present:
            when = "" if at is None else f" after {at} questions"
            raise InputError(
                f"no record has a {score!r}{when}; give records of label_economy, and a number of "
                "questions that it scored"
            )
        raise InputError(
            f"no run of {first!r} has a partner of {second!r}; {field} is one of "
            f"{', '.join(map(repr, present))}, and both need the same data and seeds"
        )
    return compared(np.array([sides[first][key] - sides[second][key] for key in keys]))


def compared(differences: NDArray[np.float64]) -> PairedComparison:
    """The comparison that differences of pairs amount to; below 1e-12 they are ties."""
    gaps = np.where(np.abs(differences) < 1e-12, 0.0, differences)
    n, wins, losses = len(gaps), int((gaps > 0).sum()), int((gaps < 0).sum())
    drawn = np.random.default_rng(0).integers(0, n, (RESAMPLES, n))
    low, high = np.quantile(gaps[drawn].mean(axis=1), [0.025, 0.975]).tolist()
    decided = wins + losses
    return PairedComparison(
        n,
        float(gaps.mean()),
        low,
        high,
        wins,
        n - decided,
        losses,
        float(stats.wilcoxon(gaps[gaps != 0]).pvalue) if decided else 1.0,
        float(stats.binomtest(wins, decided).pvalue) if decided else 1.0,
    )
