"""Axis limits, and outliers that would take most of an axis."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, Mask
from jupyter_sscluster._validation import check_data

ROOM = 0.04
"""What is left free at either end, as a share of the spread."""

FENCE = 4.0
"""A point is far from the others from so many interquartile ranges beyond the quartiles on."""

FEW = 50
"""One point in so many is few; one is always."""

FEWEST = 10
"""Of fewer points none is an outlier."""


def limits(values: Array) -> tuple[float, float]:
    """The lowest and the highest of some values, with a little room at either end.

    >>> limits(np.array([0.0, 100.0]))
    (-4.0, 104.0)
    >>> limits(np.array([2.0]))
    (1.5, 2.5)
    """
    low, high = (float(end(check_data([values], name="values"))) for end in (np.min, np.max))
    room = ROOM * (high - low) or max(0.5, abs(low) * 1e-6)
    return low - room, high + room


def outliers(xy: Array) -> Mask:
    """Which points take most of the plot area, where they are few: all false where none do.

    A point more than four interquartile ranges beyond a quartile of either axis is far away. Such
    points are outliers if they are one in fifty at most (or one alone), and if without them one of
    the axes would need less than half its length. `xy` is (n_samples, 2).

    Examples
    --------
    >>> places = np.column_stack([np.arange(20.0), np.arange(20.0)])
    >>> places[7] = (1000.0, 3.0)
    >>> np.flatnonzero(outliers(places))
    array([7])
    """
    xy = check_data(xy, name="xy")
    none = np.zeros(len(xy), dtype=bool)
    if len(xy) < FEWEST:
        return none
    far = np.any([_far(values) for values in xy.T], axis=0)
    if not 0 < far.sum() <= max(1, len(xy) // FEW):
        return none
    whole, rest = np.ptp(xy, axis=0), np.ptp(xy[~far], axis=0)
    return far if bool(np.any(rest < whole / 2)) else none


def _far(values: Array) -> Mask:
    """Far from the others; where more than half share one value, the middle nine tenths decide."""
    for share in (0.25, 0.05):
        low, high = np.quantile(values, [share, 1 - share])
        if high > low:
            reach = FENCE * (high - low)
            far: Mask = (values < low - reach) | (values > high + reach)
            return far
    return np.zeros(len(values), dtype=bool)
