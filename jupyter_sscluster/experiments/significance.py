"""At which level two methods differ, as lower graphs of Eaton (2005) have it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.statistics import corrected_interval

SURE = (0.9, 0.95, 0.975, 0.99)


def certainty(
    records: Sequence[Record], first: str, second: str, field: str
) -> list[tuple[float, int]]:
    """For each level of supervision how many of `SURE` are reached, negative if `first` is worse.

    By the corrected resampled t of paired folds, two-sided. Levels with fewer than three of them
    are left out, and so is a method beside itself.

    >>> row = {"level": 10.0, "repeat": 0}
    >>> scores = {"a": (0.7, 0.8, 0.9), "b": (0.5, 0.61, 0.69)}
    >>> rows = [
    ...     {**row, "method": name, "fold": fold, "ari": score}
    ...     for name, each in scores.items()
    ...     for fold, score in enumerate(each)
    ... ]
    >>> certainty(rows, "a", "b", "ari"), certainty(rows, "b", "a", "ari")
    ([(10.0, 4)], [(10.0, -4)])
    """
    if first == second:
        return []
    sides = [
        {(r["level"], r["repeat"], r["fold"]): r[field] for r in records if r["method"] == name}
        for name in (first, second)
    ]
    both = sorted(sides[0].keys() & sides[1].keys())
    n_folds = len({fold for _, _, fold in both})
    found = []
    for level in dict.fromkeys(level for level, _, _ in both):
        gaps = np.array([sides[0][at] - sides[1][at] for at in both if at[0] == level])
        if len(gaps) < 3:
            continue
        interval = corrected_interval(gaps, n_folds if n_folds > 1 else 0)
        reached = sum(interval.p <= 1 - sure for sure in SURE) if gaps.any() else 0
        found.append((level, reached if interval.mean > 0 else -reached))
    return found
