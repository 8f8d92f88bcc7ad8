"""Diameter of the data under a learned metric, for the cost of violated cannot-links.

A violated cannot-link costs w (D - ‖x_i - x_j‖²_A) >= 0, with D the largest squared distance of two
rows (Bilenko, Basu & Mooney 2004; Eaton 2005, equation 2.6), or an upper bound of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._farthest_pair import FarthestPair, farthest_pair
from jupyter_sscluster._linalg import box_span
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, chunks, mapped, outer

_SLACK = 1e-9
"""Relative difference of distances that rounding may explain."""

_ROUNDING = 1e-12
"""Relative difference of squared distances that rounding may explain."""

FEW = 256
"""Among so many rows, or as many pairs of other numbers, all distances are looked at."""

_SAMPLE = 4096
"""So many rows, or a few more, tell how far from the mean rows usually are."""


class Diameters(NamedTuple):
    """Per metric A the largest squared distance, and what it is the product of A with.

    `squared` (g,) is D; `moments` (g, d) or (g, d, d) is E with <A, E> = D: of the farthest pair
    ΔΔᵀ, Δ its difference (Eaton 2005, equation 2.9). The cost of a violated cannot-link is then
    linear in A, w <A, E - δδᵀ>, and adds w (E - δδᵀ) to the scatter that A is learned from.
    """

    squared: Array
    moments: Array


class Pool(NamedTuple):
    """Rows far from the mean under `root`; pairs with a row outside are at most `bound` apart."""

    rows: NDArray[np.intp]
    X: Array
    root: Array
    bound: float

    def places(self, ends: tuple[int, int] | None) -> tuple[int, int] | None:
        """The positions of two rows in the pool; None if they are not in it."""
        if ends is None:
            return None
        i, j = np.minimum(np.searchsorted(self.rows, ends), len(self.rows) - 1).tolist()
        return (i, j) if (self.rows[i], self.rows[j]) == ends else None


class ExactDiameter:
    """The farthest pair of rows under each metric.

    As a metric converges, its farthest pair stays among the rows far from the mean. Pairs with a
    row outside that pool are at most `bound` times `_stretch` apart: all rows are searched only if
    the farthest pair of the pool is nearer than that.
    """

    def __init__(self, X: Array, n_metrics: int) -> None:
        self.X = X
        self._pools: list[Pool | None] = [None] * n_metrics
        self._ends: list[tuple[int, int] | None] = [None] * n_metrics

    def measure(self, metric: Metric) -> Diameters:
        """The diameters of the rows."""
        apart = np.empty((len(metric.matrices), self.X.shape[1]))
        for g, root in enumerate(metric.roots):
            # Clusters of few rows share the metric of all of them: one search serves these.
            if g and np.array_equal(root, metric.roots[g - 1]):
                apart[g] = apart[g - 1]
                self._pools[g], self._ends[g] = self._pools[g - 1], self._ends[g - 1]
            else:
                apart[g] = self._farthest(g, root)
        moments = outer(apart, diagonal=metric.diagonal)
        axes = tuple(range(1, moments.ndim))
        return Diameters((metric.matrices * moments).sum(axis=axes), moments)

    def _farthest(self, g: int, root: Array) -> Array:
        """The difference of the two rows that are farthest apart."""
        pool, ends = self._pools[g], self._ends[g]
        found = None
        if pool is not None:
            found = _farthest_of(mapped(pool.X, root), pool.places(ends))
            # A pair outside the pool may have grown beyond the best one inside.
            if found.distance < pool.bound * _stretch(pool.root, root):
                found = None
        if pool is None or found is None:
            self._pools[g] = pool = self._drawn(root, ends)
            found = _farthest_of(mapped(pool.X, root), pool.places(ends))
        # The row earlier in the data comes first: signs do not depend on the pool.
        i, j = sorted((int(pool.rows[found.i]), int(pool.rows[found.j])))
        self._ends[g] = i, j
        apart: Array = self.X[i] - self.X[j]
        return apart

    def _drawn(self, root: Array, ends: tuple[int, int] | None) -> Pool:
        """The rows that may be in the farthest pair, and further rows up to a sixteenth of all.

        A pair with a row at distance r from the mean is at most r + `radius` apart, the radius
        being the largest such distance. Given a pair `known` apart, rows nearer to the mean than
        `known` - `radius` cannot be in the farthest pair. The further rows let the pool serve later
        metrics. `ends` is the farthest pair under the last metric, if any.
        """
        squares = self._squares(root)
        first = int(squares.argmax())
        radius = np.sqrt(squares[first])
        # A sample will do: how many rows more than needed are kept is of no account.
        sample = squares[:: max(1, len(squares) // _SAMPLE)]
        usual = np.sqrt(np.partition(sample, -1 - len(sample) // 16)[-1 - len(sample) // 16])
        known = 0.0
        if ends is not None:
            known = float(np.linalg.norm(mapped((self.X[ends[0]] - self.X[ends[1]])[None], root)))
        if known * (1.0 - _SLACK) - radius < usual:
            # What is farthest from the outermost row gives a better bound, for one product more.
            far = mapped(self.X[first : first + 1], root)[0]
            cross = _times(self.X, far * root if root.ndim == 1 else far @ root)
            cross *= -2.0
            cross += squares
            # cross is ‖x‖² - 2 xᵀf; with ‖f‖² it is the squared distance to the outermost row f.
            longest = max(float(cross.max() + squares[first]), 0.0)
            known = max(known, float(np.sqrt(longest)))
        reach = max(float(min(known * (1.0 - _SLACK) - radius, usual)), 0.0)
        rows = np.flatnonzero(squares >= reach**2)
        return Pool(rows, self.X[rows], root, float(reach + radius) * (1.0 + _SLACK))

    def _squares(self, root: Array) -> Array:
        """Squared lengths of all rows."""
        found = np.empty(len(self.X))
        for chunk in chunks(len(found), max(root.size, 16 * self.X.shape[1])):
            if root.ndim == 1:
                found[chunk] = _times(self.X[chunk] ** 2, root**2)
            else:
                moved = mapped(self.X[chunk], root)
                found[chunk] = np.einsum("ij,ij->i", moved, moved)
        return found


def _times(X: Array, vector: Array) -> Array:
    """Rows times a vector, doubled to a matrix: BLAS splits matrix products over threads sooner."""
    both = np.column_stack([vector, vector])
    found = np.empty(len(X))
    for chunk in chunks(len(X), 8 * both.size):
        found[chunk] = (X[chunk] @ both)[:, 0]
    return found


def _farthest_of(Z: Array, guess: tuple[int, int] | None = None) -> FarthestPair:
    """The farthest pair, rows too near to the mean excluded first; `guess` is a distant pair."""
    squares = np.einsum("ij,ij->i", Z, Z)
    first = int(squares.argmax())
    if guess is None:
        apart = Z - Z[first]
        guess = first, int(np.einsum("ij,ij->i", apart, apart).argmax())
    known = float(np.linalg.norm(Z[guess[0]] - Z[guess[1]])) * (1.0 - _SLACK)
    # d <= r_i + r_j (triangle inequality): no r is below known - max r, and one is known / 2.
    rows = np.flatnonzero(squares >= max(float(known - np.sqrt(squares[first])), 0.0) ** 2)
    ends = np.flatnonzero(squares[rows] >= (0.5 * known) ** 2)
    # Few distances are looked at all at once: a search by falling radius costs more.
    if len(ends) * len(rows) <= FEW**2:
        i, j, distance = _among_few(Z[rows], squares[rows], ends)
    else:
        i, j, distance = farthest_pair(Z[rows])
    return FarthestPair(int(rows[i]), int(rows[j]), distance)


def _among_few(Z: Array, squares: Array, ends: NDArray[np.intp]) -> FarthestPair:
    """The farthest pair with one of `ends`, of equals the first in order, from all distances."""
    table = Z[ends] @ Z.T
    table *= -2.0
    table += squares
    table += squares[ends, None]
    np.maximum(table, 0.0, out=table)
    # Of pairs equal but for rounding the first in order, so that the answer can be repeated.
    at, other = np.nonzero(table >= table.max() * (1.0 - _ROUNDING))
    low, high = np.minimum(ends[at], other), np.maximum(ends[at], other)
    first = int((low * len(Z) + high).argmin())
    i, j = int(low[first]), int(high[first])
    return FarthestPair(i, j, float(np.linalg.norm(Z[i] - Z[j])))


def _stretch(before: Array, root: Array) -> float:
    """Largest ratio of distances, ‖L L₀⁻¹‖₂, as ‖L v‖ = ‖L L₀⁻¹ L₀ v‖; both may be diagonal."""
    if root.ndim == 1:
        return float((root / before).max())
    change = np.linalg.solve(before.T, root.T)
    return float(np.linalg.norm(change, 2)) * (1.0 + _SLACK)


class DiameterOfBlocks:
    """The same of rows in blocks, under one metric; `exact`, or by the box around them."""

    def __init__(self, points: Points, *, exact: bool) -> None:
        self._points = points
        self._exact = exact

    def measure(self, metric: Metric) -> Diameters:
        """The diameters of the rows, or bounds of them."""
        if self._exact:
            apart = self._points.farthest_pair(metric.roots[0])
            assert apart is not None
            moments = outer(apart[None], diagonal=metric.diagonal)
            return Diameters(np.array([float((metric.matrices * moments).sum())]), moments)
        L = None if metric.diagonal else _along_axes(metric.matrices[0])
        sides = self._points.box(L)
        assert sides is not None
        if L is None:
            return Diameters(metric.matrices @ sides**2, sides[None] ** 2)
        inverse = np.linalg.inv(L)
        return Diameters(
            np.array([float((sides**2).sum())]), (inverse * sides**2)[None] @ inverse.T
        )


def diameter_of(
    points: Points, n_metrics: int, *, exact: bool
) -> ExactDiameter | BoxDiameter | DiameterOfBlocks:
    """What measures the largest distance of two rows, `exact` or by the box around all rows."""
    if points.in_blocks:
        return DiameterOfBlocks(points, exact=exact)
    return (ExactDiameter if exact else BoxDiameter)(points.X, n_metrics)


class BoxDiameter:
    """The diagonal of the box around all rows, its sides along the axes of each metric.

    The cheaper bound: O(nd) for weights, whose axes are the features. Of a matrix A = LᵀL, the rows
    of L along its axes, D is the sum of the squared sides s² around the rows L x, and E = L⁻¹
    diag(s²) L⁻ᵀ, as <A, E> = tr(LᵀL L⁻¹ diag(s²) L⁻ᵀ) = Σ s².
    """

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
            inverse = np.linalg.inv(L)
            moments[g] = (inverse * squares) @ inverse.T
            spans.append(float(squares.sum()))
        return Diameters(np.array(spans), moments)

    def _squares(self, L: Array) -> Array:
        """Squared sides of the box around the rows moved by L."""
        low, high = np.full(len(L), np.inf), np.full(len(L), -np.inf)
        for chunk in chunks(len(self.X), L.size):
            rows = self.X[chunk] @ L.T
            low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
        squares: Array = (high - low) ** 2
        return squares


def _along_axes(A: Array) -> Array:
    """L with A = LᵀL: eigenvectors of A as rows, times the roots of their eigenvalues."""
    values, vectors = np.linalg.eigh(A)
    L: Array = np.sqrt(values)[:, None] * vectors.T
    return L
