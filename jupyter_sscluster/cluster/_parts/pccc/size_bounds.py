"""Bounds on cluster sizes: what may be given, and in rows for each cluster."""

from collections.abc import Sequence
from math import ceil, floor
from numbers import Number
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import Anything, Count, Either, InputError, Real
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.constraints import Constraints

Size = float | Sequence[float] | None
"""A bound on all clusters, or one each."""

ONE_SIZE = Either(Count(1), Real(0.0, 1.0, low_open=True))


class SizeOfEach(Anything):
    """A bound for each cluster; how many there are is checked in `fit`."""

    def check(self, value: Any) -> bool:
        listed = isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) == 1
        return listed and len(value) > 0 and all(ONE_SIZE.check(size) for size in value)

    def describe(self) -> str:
        return "a list of these, one a cluster"


class SizeBounds(NamedTuple):
    """How many rows each cluster holds at least, and at most: arrays (k,)."""

    low: IntArray
    high: IntArray

    @property
    def all_equal(self) -> bool:
        """Whether all clusters have the same bounds."""
        return bool((self.low == self.low[0]).all() and (self.high == self.high[0]).all())

    def for_larger(self, sizes: IntArray) -> IntArray:
        """The cluster that each bound is for, if larger ones are to have larger bounds."""
        order = np.empty(len(sizes), dtype=np.int64)
        order[np.lexsort((self.low, self.high))] = np.argsort(sizes, kind="stable")
        return order


def in_rows(smallest: float | None, largest: float | None, n_samples: int) -> tuple[int, int]:
    """Bounds as numbers of rows: whole numbers are rows, other numbers parts of all rows."""
    return (
        1 if smallest is None else _rows(smallest, n_samples, upwards=True),
        n_samples if largest is None else _rows(largest, n_samples, upwards=False),
    )


def size_bounds(
    smallest: Size, largest: Size, known: Constraints, n_clusters: int
) -> SizeBounds | None:
    """Size bounds in rows (fractions are parts of n), no cluster empty; None if none asked.

    Raises `Infeasible` if the sizes alone, or too large a component, rule every clustering out.
    """
    if smallest is None and largest is None:
        return None
    n = known.n_samples
    each = zip(
        _of_each(smallest, "min_size", n_clusters),
        _of_each(largest, "max_size", n_clusters),
        strict=True,
    )
    low, high = np.array([in_rows(*pair, n) for pair in each], dtype=np.int64).T
    _check_sums(low, high, smallest, largest, n)
    joined = int(known.component_sizes.max())
    if joined > high.max():
        rows = np.flatnonzero(known.component_ids == known.component_sizes.argmax())
        raise Infeasible(
            f"max_size={largest} is too small: must-links join {joined} rows, {rows[0]} and "
            f"{rows[1]} among them; choose max_size >= {joined} or take back a must-link",
            rows.tolist(),
        )
    return SizeBounds(low, high)


def _check_sums(low: IntArray, high: IntArray, smallest: Size, largest: Size, n: int) -> None:
    """Refuse sizes that cross, or that all clusters together cannot have."""
    n_clusters = len(low)
    crossed = np.flatnonzero(low > high)
    if len(crossed):
        at = crossed[0]
        raise Infeasible(
            f"min_size={smallest} asks for {low[at]} or more of {n} rows in each cluster and "
            f"max_size={largest} for {high[at]} or fewer; choose min_size <= max_size"
        )
    if low.sum() > n:
        fewer = f"min_size <= {n // n_clusters}" if isinstance(smallest, Number) else "less in all"
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of min_size={smallest} hold at least "
            f"{low.sum()} rows, and there are {n}; choose {fewer} or fewer clusters"
        )
    if high.sum() < n:
        more = (
            f"max_size >= {-(-n // n_clusters)}" if isinstance(largest, Number) else "more in all"
        )
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of max_size={largest} hold at most "
            f"{high.sum()} rows, and there are {n}; choose {more} or more clusters"
        )


def _of_each(sizes: Any, name: str, n_clusters: int) -> Sequence[float | None]:
    """A bound for each cluster; one for all is repeated."""
    if np.ndim(sizes) == 0:
        return [sizes] * n_clusters
    if len(sizes) != n_clusters:
        raise InputError(
            f"{name}={sizes} has {len(sizes)} sizes for n_clusters={n_clusters}; give one for each "
            "cluster, or a single one for all"
        )
    return list(sizes)


def _rows(size: float, n_samples: int, upwards: bool) -> int:
    if isinstance(size, (int, np.integer)):
        return int(size)
    part = float(size) * n_samples
    return max(ceil(part - 1e-9) if upwards else floor(part + 1e-9), 1)
