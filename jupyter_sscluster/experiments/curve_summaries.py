"""Records of `label_economy` in short: mean curves, areas under them, questions needed."""

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
    for record in scored(records, score):
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


def _runs(
    records: Iterable[Record], score: str, unit: str = "questions"
) -> dict[Key, tuple[NDArray[Any], NDArray[np.float64]]]:
    """Questions, or another unit, ascending, and scores of every run."""
    points = defaultdict[Key, dict[float, float]](dict)
    for record in scored(records, score):
        points[tuple(record[name] for name in RUN)][record[unit]] = float(record[score])
    return {
        key: (np.array(sorted(of)), np.array([of[q] for q in sorted(of)]))
        for key, of in points.items()
    }


def scored(records: Any, score: str) -> list[Record]:
    """The records that have the score; those of a data frame as dicts."""
    listed = as_records(records)
    if listed and not any(score in record for record in listed):
        raise InputError(f"score={score!r} is in no record; they hold {', '.join(listed[0])}")
    found = [r for r in listed if r.get(score) is not None and r[score] == r[score]]
    return [{"question_type": record.get("shape", "pair"), **record} for record in found]
