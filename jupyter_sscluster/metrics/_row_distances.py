"""Rows as a metric has them, and the least and largest of their distances."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from scipy.spatial.distance import pdist

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._row_metric import RowMetric
from jupyter_sscluster.metrics._checks import unit

_ENTRIES = 1 << 20
"""Distances held at a time."""


def in_unit(data: Array, by: RowMetric) -> Array:
    """Rows that `by` has mapped, centred, in a unit in which no square overflows."""
    return unit(by.mapped(data))


def blocks(n_rows: int, n_columns: int) -> Iterator[slice]:
    """Slices of rows whose distances to so many others are held at a time."""
    step = max(1, _ENTRIES // n_columns)
    bounds = [*range(0, n_rows, step), n_rows]
    yield from (slice(start, stop) for start, stop in pairwise(bounds))


def least_distance(A: Array, B: Array, by: RowMetric) -> float:
    """Distance of the two nearest rows, one of each table, of all their pairs."""
    return min(float(by.between(A[part], B).min()) for part in blocks(len(A), len(B)))


def largest_distance(A: Array, by: RowMetric) -> float:
    """Distance of the two farthest rows, of all pairs."""
    return max(float(by.between(A[part], A).max()) for part in blocks(len(A), len(A)))


def least_of_all(points: Array, by: RowMetric) -> float:
    """Distance of the two nearest of two rows or more."""
    if by.power == 2.0:
        return float(pdist(points).min())
    apart = by.between(points, points)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())
