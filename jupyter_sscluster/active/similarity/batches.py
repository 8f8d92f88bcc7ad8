"""Batches of points that make the points placed so far resemble all others.

They depend on the data and the first point alone, so nothing is stored between calls: the current
batch is the first one that holds a point not placed yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, HashableData, IntArray
from jupyter_sscluster.active.similarity.gaussian_kernel import GaussianKernel, gaussian_kernel
from jupyter_sscluster.active.similarity.mmd import linear_term, relaxed

GAIN = 0.1
"""Share of f that each point of a batch of automatic size takes away by itself."""
MOST = 50
"""Points of a batch of automatic size."""


def batches(
    X: Array, n_components: int, seed: int, first: int, size: int | str, method: str
) -> PointBatches:
    """The batches of some data; those of the last two runs are kept."""
    return _kept(HashableData.of(X), n_components, seed, first, size, method)


@lru_cache(maxsize=2)
def _kept(
    data: HashableData, n_components: int, seed: int, first: int, size: int | str, method: str
) -> PointBatches:
    return PointBatches(gaussian_kernel(data.X, n_components, seed), first, size, method)


class PointBatches:
    """The batches in order, each chosen as if all earlier ones were placed; all points in total.

    >>> X = np.array([[0.0], [1.0], [9.0], [10.0], [11.0], [20.0]])
    >>> [batch.tolist() for batch in PointBatches(GaussianKernel(X, 6, 0), 0, 2, "relaxed")]
    [[3, 5], [2, 1], [4]]
    """

    def __init__(self, kernel: GaussianKernel, first: int, size: int | str, method: str) -> None:
        self.kernel, self.size, self.method = kernel, size, method
        self._waiting = np.ones(len(kernel.Z), dtype=bool)
        self._inside = np.zeros(len(kernel.Z))
        self._found: list[IntArray] = []
        self.gaps: list[float] = []
        """Of each batch of the relaxed programme: its value lies at most so far above the least."""
        self._place(np.array([first]))

    def __iter__(self) -> Iterator[IntArray]:
        number = 0
        while number < len(self._found) or self._waiting.any():
            if number == len(self._found):
                batch = self._next()
                self._found.append(batch)
                self._place(batch)
            yield self._found[number]
            number += 1

    def _next(self) -> IntArray:
        rows = np.flatnonzero(self._waiting)
        n_placed = len(self._waiting) - len(rows)
        size = self.size
        if isinstance(size, str):
            size = natural_size(self.kernel, ~self._waiting, self._inside)
        b = min(size, len(rows))
        q = linear_term(self.kernel.total, self._inside, n_placed + b)[rows]
        if self.method == "relaxed":
            F = self._features[rows]
            found = relaxed(F, q, b)
            self.gaps.append(found.gap)
            return rows[by_weights(found.alpha, F @ (F.T @ found.alpha) + q, b)]
        chosen: list[int] = []
        for _ in range(b):
            chosen.append(int(q.argmin()))
            q += self.kernel.columns(rows[chosen[-1:]], rows)[:, 0]
            q[chosen[-1]] = np.inf
        return rows[chosen]

    @cached_property
    def _features(self) -> Array:
        return self.kernel.features(np.arange(len(self.kernel.Z)))

    def _place(self, rows: IntArray) -> None:
        self._waiting[rows] = False
        self._inside += self.kernel.sums(rows)


def by_weights(alpha: Array, gradient: Array, b: int) -> IntArray:
    """The b points with the largest weights; of equal ones those that add least come first.

    Weights are equal if they are so to six digits: the solver knows no more of them.
    """
    order: IntArray = np.lexsort((gradient, -alpha.round(6)))[:b]
    return order


def natural_size(kernel: GaussianKernel, placed: NDArray[np.bool_], inside: Array) -> int:
    """Number of points, taken one by one, that each reduce f by at least a tenth.

    f is the discrepancy between `placed`, a mask, and the others; `inside` are the sums of
    similarities to the placed ones. The number is at least 1.
    """
    placed, inside, total = placed.copy(), inside.copy(), kernel.total
    before, count = _discrepancy(total, placed, inside), 0
    while count < min(MOST, int((~placed).sum()) - 1):
        q = linear_term(total, inside, int(placed.sum()) + 1)
        q[placed] = np.inf
        row = int(q.argmin())
        placed[row] = True
        inside += kernel.sums(np.array([row]))
        now = _discrepancy(total, placed, inside)
        if not before - now >= GAIN * before:
            break
        before, count = now, count + 1
    return max(count, 1)


def _discrepancy(total: Array, placed: NDArray[np.bool_], inside: Array) -> float:
    """f: the squared distance of the means of the placed points and of the others."""
    n_in = int(placed.sum())
    n_out = len(placed) - n_in
    within, across = float(inside[placed].sum()), float(total[placed].sum())
    mixed = across - within
    outside = float(total.sum()) - 2.0 * across + within
    return within / n_in**2 - 2.0 * mixed / (n_in * n_out) + outside / n_out**2
