"""Scores of a labelling on some rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.metrics import (
    adjusted_rand,
    normalized_mutual_info,
    pairwise_precision_recall_f,
)

PARTS = ("", "_untouched", "_holdout")

Score = Callable[[NDArray[Any], NDArray[Any], IntArray], float]

SCORES: dict[str, Score] = {
    "ari": lambda y, labels, rows: adjusted_rand(y, labels, rows=rows),
    "f": lambda y, labels, rows: pairwise_precision_recall_f(y, labels, rows=rows).f,
    "nmi": lambda y, labels, rows: normalized_mutual_info(y, labels, rows=rows),
    "gnmi": lambda y, labels, rows: normalized_mutual_info(
        y, labels, average_method="geometric", rows=rows
    ),
}


def scored(
    y: NDArray[Any], labels: NDArray[Any], rows: IntArray, part: str, scores: Iterable[str]
) -> list[tuple[str, float | None]]:
    """Scores on some rows, named after their part; None where there are fewer than two."""
    if len(rows) < 2:
        return [(name + part, None) for name in scores]
    return [(name + part, float(SCORES[name](y, labels, rows))) for name in scores]
