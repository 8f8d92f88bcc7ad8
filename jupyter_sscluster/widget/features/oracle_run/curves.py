"""Where the curves of agreement run on a picture whose sides are 1, and what its scales say."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from jupyter_sscluster.session import Curve
from jupyter_sscluster.widget.features.oracle_run import text as words

MOST_POINTS = 200
LEAST_SPAN = 0.4
RUNG = 0.05
"""The lower end stays at least so far below the lowest value, so that it seldom moves."""

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
MOST_STEPS = 5


def drawn(curves: Sequence[Curve], goal: int | None) -> dict[str, Any]:
    """The curves, their scales, and how many questions lie at the right end."""
    asked = max((len(curve.scores) - 1 for curve in curves), default=0)
    span = _span(asked, goal)
    bottom = _bottom([score for curve in curves for score in curve.scores if score is not None])
    return {
        "curves": [
            {
                "title": curve.title,
                "text": words.now(curve),
                "points": [*_points(curve.scores, span, bottom)],
            }
            for curve in curves
        ],
        "levels": _levels(bottom),
        "steps": _steps(span),
    }


def _span(asked: int, goal: int | None) -> int:
    """The questions wanted, or the next round number above those asked."""
    if goal is not None:
        return max(goal, asked, 1)
    return next((span for span in _round_numbers() if span > asked), asked)


def _round_numbers() -> Iterator[int]:
    for power in range(1, 7):
        yield from (one * 10**power for one in (1, 2, 5))


def _bottom(scores: Sequence[float]) -> float:
    lowest = min([*scores, 1.0 - LEAST_SPAN + RUNG])
    return math.floor(round((lowest - RUNG) * 10, 6)) / 10


def _points(
    scores: Sequence[float | None], span: int, bottom: float
) -> Iterator[tuple[float, float]]:
    """The known values, the last among them; of many some are left out."""
    every = max(1, math.ceil(len(scores) / MOST_POINTS))
    last = len(scores) - 1
    for place, score in enumerate(scores):
        if score is not None and (place % every == 0 or place == last):
            yield round(place / span, 4), round((score - bottom) / (1.0 - bottom), 4)


def _levels(bottom: float) -> list[tuple[float, str]]:
    """Heights to be marked, and what they stand for."""
    tenths = round((1.0 - bottom) * 10)
    every = next(step for step in (1, 2, 5, 10) if tenths / step <= MOST_STEPS)
    marked = range(10, 10 - tenths - 1, -every)
    return [(round((ten / 10 - bottom) / (1.0 - bottom), 4), f"{ten / 10:.1f}") for ten in marked]


def _steps(span: int) -> list[tuple[float, str]]:
    """Numbers of questions to be marked."""
    every = next((step for step in STEPS if span / step <= MOST_STEPS), span)
    return [(round(at / span, 4), str(at)) for at in range(0, span + 1, every)]
