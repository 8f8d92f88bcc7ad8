"""How far apart two rows can be under a learned metric: what a broken cannot-link is priced by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._linalg import box_span, farthest_pair
from jupyter_sscluster.cluster._parts.distances import Array
from jupyter_sscluster.cluster._parts.metric import Metric, blocks, mapped, outer

_SLACK = 1e-9
"""Relative difference of distances that rounding may explain."""


class Diameters(NamedTuple):
    """Per metric A the largest squared distance, and what it is the product of A with.

    `squared` (g,) is D; `moments` (g, d) or (g, d, d) is E with Σ A E = D: of the farthest pair
    ΔΔᵀ, the products of its difference.
    """

    squared: Array
    moments: Array


class ExactDiameter:
    """The farthest pair of rows under each metric; the pair of the last metric is tried first."""

    def __init__(self, X: Array, n_metrics: int) -> None:
        self.X = X
        self._pairs: list[tuple[int, int] | None] = [None] * n_metrics

    def measure(self, metric: Metric) -> Diameters:
        """The diameters of the rows."""
        apart = np.empty((len(metric.matrices), self.X.shape[1]))
        for g, root in enumerate(metric.roots):
            i, j = self._pairs[g] = self._farthest(root, self._pairs[g])
            apart[g] = self.X[i] - self.X[j]
        moments = outer(apart, diagonal=metric.diagonal)
        axes = tuple(range(1, moments.ndim))
        return Diameters((metric.matrices * moments).sum(axis=axes), moments)

    def _farthest(self, root: Array, guess: tuple[int, int] | None) -> tuple[int, int]:
        """Only rows far enough from the mean are compared: the others are in no farthest pair."""
        squares = self._from(np.zeros(self.X.shape[1]), root)
        rows = None if guess is None else self._outer(squares, guess, root)
        if guess is None or rows is None or len(rows) > len(squares) // 8:
            first = int(squares.argmax())
            guess = first, int(self._from(self.X[first], root).argmax())
            rows = self._outer(squares, guess, root)
        found = farthest_pair(mapped(self.X[rows], root))
        return int(rows[found.i]), int(rows[found.j])

    def _outer(self, squares: Array, pair: tuple[int, int], root: Array) -> NDArray[np.intp]:
        """Rows that may be farther apart from another than these two."""
        apart = mapped(self.X[[pair[0]]] - self.X[[pair[1]]], root)
        needed = np.linalg.norm(apart) * (1.0 - _SLACK) - np.sqrt(squares.max())
        return np.flatnonzero(squares >= max(float(needed), 0.0) ** 2)

    def _from(self, point: Array, root: Array) -> Array:
        """Squared distances of all rows to a point."""
        found = np.empty(len(self.X))
        for block in blocks(len(found), root.size):
            apart = mapped(self.X[block] - point, root)
            found[block] = np.einsum("ij,ij->i", apart, apart)
        return found


class BoxDiameter:
    """The diagonal of the box around all rows, its sides along the axes of each metric."""

    def __init__(self, X: Array, n_metrics: int) -> None:
        self.X = X
        self._sides = box_span(X)

    def measure(self, metric: Metric) -> Diameters:
        """Bounds of the diameters of the rows."""
        if metric.diagonal:
            moments = np.repeat(self._sides[None] ** 2, len(metric.matrices), axis=0)
            return Diameters(metric.matrices @ self._sides**2, moments)
        spans, moments = [], np.empty_like(metric.matrices)
        for g, A in enumerate(metric.matrices):
            L = _along_axes(A)
            squares = self._squares(L)
            back = np.linalg.inv(L)
            moments[g] = (back * squares) @ back.T
            spans.append(float(squares.sum()))
        return Diameters(np.array(spans), moments)

    def _squares(self, L: Array) -> Array:
        """Squared sides of the box around the rows moved by L."""
        low, high = np.full(len(L), np.inf), np.full(len(L), -np.inf)
        for block in blocks(len(self.X), L.size):
            rows = self.X[block] @ L.T
            low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
        return (high - low) ** 2


def _along_axes(A: Array) -> Array:
    """L with A = LᵀL whose rows are along the axes of A, the lengths their roots."""
    values, vectors = np.linalg.eigh(A)
    return np.sqrt(values)[:, None] * vectors.T
