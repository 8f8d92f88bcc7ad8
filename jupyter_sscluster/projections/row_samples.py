"""Samples of rows that are the same every time, and numbers without their last digits."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray

DIGITS = 7


def fixed_sample(n_rows: int, most: int) -> IntArray:
    """Numbers of at most so many rows, ascending: the same for as many rows, every time.

    >>> fixed_sample(3, 5).tolist(), len(fixed_sample(1000, 5))
    ([0, 1, 2], 5)
    """
    if n_rows <= most:
        return np.arange(n_rows)
    drawn = np.random.default_rng(0).choice(n_rows, most, replace=False)
    return np.sort(drawn).astype(np.int64)


def rounded(values: Array) -> Array:
    """Values over the largest of them, in seven digits after the point.

    >>> rounded(np.array([[2.0, 1.0 + 1e-12]])).tolist()
    [[1.0, 0.5]]
    """
    largest = float(np.abs(values).max()) or 1.0
    return np.round(values / largest, DIGITS)
