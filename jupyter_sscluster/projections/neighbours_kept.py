"""Quality of a projection: the share of nearest neighbours that it preserves."""

import numpy as np
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.projections.projection import fixed_sample

ASKED = 500
"""Rows whose neighbours are looked at."""

AMONG = 5000
"""Rows among which they are looked for."""

EQUAL = 1e-9
"""Relative difference up to which two distances are the same."""


def neighbours_kept(X: Array, xy: Array, k: int = 10) -> float:
    """Share of each row's k nearest neighbours in `X` that are among its k nearest in `xy`.

    At most 500 rows of a fixed sample of 5,000 are compared. Ties with the k-th nearest count as
    near, as equal rows are interchangeable. 1 for too few rows.

    >>> X = np.arange(20.0)[:, None]
    >>> neighbours_kept(X, np.column_stack([X, 0 * X]), k=2)
    1.0
    """
    rows = fixed_sample(len(X), AMONG)
    asked = fixed_sample(len(rows), ASKED)
    k = min(k, len(rows) - 1)
    if k < 1:
        return 1.0
    truth, seen = (_distances(values[rows], asked) for values in (X, xy))
    farthest = np.partition(truth, k - 1, axis=1)[:, k - 1]
    shown = np.argpartition(seen, k - 1, axis=1)[:, :k]
    near = np.take_along_axis(truth, shown, axis=1) <= farthest[:, None] * (1 + EQUAL)
    return float(near.mean())


def _distances(values: Array, asked: IntArray) -> Array:
    """Distances (asked, rows); to itself a row is infinitely far."""
    size = float(np.abs(values - values.mean(axis=0)).max()) or 1.0
    unit = (values - values.mean(axis=0)) / size
    found: Array = cdist(unit[asked], unit)
    found[np.arange(len(asked)), asked] = np.inf
    return found
