"""Curves and comparisons out of the records of `label_economy`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.coerce_input import as_records

Record = dict[str, Any]
Key = tuple[Any, ...]

BY = ("data", "strategy", "clusterer")
RUN = (*BY, "question_type", "seed", "holdout", "noise", "start")
UNITS = ("questions", "actions", "person_seconds")
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


class MeanCurve(NamedTuple):
    """Mean and standard error of a score after some numbers of questions, over `n` runs."""

    questions: NDArray[np.int64]
    mean: NDArray[np.float64]
    error: NDArray[np.float64]
    n: int


def curves(
    records: Iterable[Record], score: str = "ari", by: Sequence[str] = BY
) -> dict[Key, MeanCurve]:
    """The mean score after each number of questions.

    Parameters
    ----------
    records : records of `label_economy`, or a DataFrame of them
    score : str, default "ari"
        Which score; records without it (a failed fit, too few rows) are left out.
    by : sequence of str, default ("data", "strategy", "clusterer")
        Fields that tell curves apart.

    Returns
    -------
    dict of tuple of these fields to MeanCurve (questions, mean, error, n)
    """
    values = defaultdict[Key, dict[int, list[float]]](dict)
    for record in _scored(records, score):
        at = values[tuple(record[field] for field in by)].setdefault(record["questions"], [])
        at.append(float(record[score]))
    return {key: mean_curve(points) for key, points in values.items()}


def mean_curve(points: Mapping[int, Sequence[float]]) -> MeanCurve:
    """The curve of the scores that several runs have after each number of questions."""
    questions = sorted(points)
    n = min(len(values) for values in points.values())
    mean = np.array([np.mean(points[q]) for q in questions])
    error = np.array([stats.sem(points[q]) if len(points[q]) > 1 else 0.0 for q in questions])
    return MeanCurve(np.array(questions), mean, error, n)


def area_under_curve(records: Iterable[Record], score: str = "ari") -> list[Record]:
    """The mean height of the curve of each run, by the trapezium rule.

    Returns
    -------
    list of dict
        One a run: its fields `data`, `strategy`, `clusterer`, `question_type`, `seed`, `holdout`,
        `noise`, `start` and `area`; the area of a run with one number of questions is its score.
    """
    found = []
    for key, (questions, heights) in _runs(records, score).items():
        width = questions[-1] - questions[0]
        area = np.trapezoid(heights, questions) / width if width else heights[0]
        found.append({**dict(zip(RUN, key, strict=True)), "area": float(area)})
    return found


def questions_needed(
    records: Iterable[Record],
    levels: Iterable[float] = (0.8, 0.9, 0.95),
    score: str = "ari",
    unit: str = "questions",
) -> list[Record]:
    """The least number of questions after which each run reaches some levels.

    Parameters
    ----------
    records : records of `label_economy`, or a DataFrame of them
    levels : iterable of float
    score : str, default "ari"
    unit : {"questions", "actions", "person_seconds"}, default "questions"
        What is counted.

    Returns
    -------
    list of dict
        One a run and level: the fields of the run, `level` and `needed`, None where the level is
        not reached.
    """
    if unit not in UNITS:
        raise InputError(f"unit={unit!r} must be one of {', '.join(map(repr, UNITS))}")
    wanted, found = list(levels), []
    for key, (counts, heights) in _runs(records, score, unit).items():
        for level in wanted:
            reached = counts[heights >= level]
            needed = reached[0].item() if len(reached) else None
            found.append({**dict(zip(RUN, key, strict=True)), "level": level, "needed": needed})
    return found


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
        values = [(r, float(r[score])) for r in _scored(records, score) if r["questions"] == at]
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


def _runs(
    records: Iterable[Record], score: str, unit: str = "questions"
) -> dict[Key, tuple[NDArray[Any], NDArray[np.float64]]]:
    """Questions, or another unit, ascending, and scores of every run."""
    points = defaultdict[Key, dict[float, float]](dict)
    for record in _scored(records, score):
        points[tuple(record[name] for name in RUN)][record[unit]] = float(record[score])
    return {
        key: (np.array(sorted(of)), np.array([of[q] for q in sorted(of)]))
        for key, of in points.items()
    }


def _scored(records: Any, score: str) -> list[Record]:
    """The records that have the score; those of a data frame as dicts."""
    listed = as_records(records)
    if listed and not any(score in record for record in listed):
        raise InputError(f"score={score!r} is in no record; they hold {', '.join(listed[0])}")
    found = [r for r in listed if r.get(score) is not None and r[score] == r[score]]
    return [{"question_type": record.get("shape", "pair"), **record} for record in found]
