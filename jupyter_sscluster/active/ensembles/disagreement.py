"""Pairwise uncertainty of an ensemble by entropy and kernel value (Okabe & Yamada 2012, 1 and 2).

With p_ij the share of the T clusterings that put i and j together, α_t their weights and K^t = ±1:

    E_ij = -p_ij ln p_ij - (1 - p_ij) ln(1 - p_ij)        (1)
    U_ij = E_ij / |Σ_t α_t K^t_ij|                        (2), there without the modulus

The text of the paper asks for a small modulus; as printed, pairs mostly apart would have U < 0.
Section III introduces the two criteria one by one: E alone, and a small modulus alone, are here.
Points that no clustering separates form a cell, and pairs between the same two cells have equal U,
so that cells are compared, never points.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble

BLOCK = 1 << 16
"""Pairs of cells looked at together."""

MAX_CELLS = 3000
"""Cells beyond which pairs of points are drawn instead of looking at all pairs of cells."""

N_DRAWN = 1_000_000
N_REFERENCES = 128


class CellPair(NamedTuple):
    """Two cells, and U and the votes of the clusterings for the pairs between them."""

    a: int
    b: int
    score: float
    together: int
    share: float
    """Weight of the clusterings that put them together, over that of all."""


def entropies(n_members: int) -> Array:
    """E = -p ln p - (1 - p) ln (1 - p) for p = m / n_members, m = 0 ... n_members.

    >>> entropies(2).round(6)
    array([0.      , 0.693147, 0.      ])
    """
    p = np.arange(n_members + 1) / n_members
    logs = np.log(np.where((p > 0) & (p < 1), p, 0.5))
    return np.where((p > 0) & (p < 1), -p * logs - (1 - p) * logs[::-1], 0.0)


def uncertainty(entropy: Array, kernel: Array, total: float, criterion: str = "both") -> Array:
    """U = E / (|K| + η), η = 1e-9 of the total weight; or E alone, or 1 - |K| / Σ α alone.

    `kernel` is K = Σ α_t (±1). Values of it that differ by rounding alone give the same U. The
    "kernel" alone gives 0, as E does, where all clusterings agree.

    >>> uncertainty(np.log(2), 0.8 - 0.4, total=1.2).round(6)
    np.float64(1.732868)
    >>> uncertainty(np.log(2), 0.8 - 0.4, total=1.2, criterion="kernel").round(6)
    np.float64(0.666667)
    """
    if criterion == "entropy":
        return np.asarray(entropy)
    share = np.round(np.abs(np.asarray(kernel)) / total, 12)
    if criterion == "kernel":
        return np.asarray(1.0 - share)
    return np.asarray(entropy / (share * total + 1e-9 * total))


class EnsembleDisagreement:
    """U and E of all pairs of cells of an ensemble, in blocks."""

    def __init__(self, ensemble: Ensemble, criterion: str = "both") -> None:
        self.ensemble, self.criterion = ensemble, criterion
        self.cells = ensemble.cells
        self._entropy = entropies(len(ensemble.weights))
        self._equal = bool((ensemble.weights == ensemble.weights[0]).all())
        small = int(ensemble.rows.max()) < 2**7
        self._rows = ensemble.rows.astype(np.int8) if small else ensemble.rows
        self._exact = len(self.cells.sizes) <= MAX_CELLS

    def top(self, count: int) -> tuple[list[CellPair], bool]:
        """The pairs of cells with the largest U, and whether these are all with U > 0.

        Equal U: the larger entropy, then more pairs of points, then the first points.
        """
        top_pairs = TopPairs(count, self.cells.sizes)
        for a, b in self._exact_blocks() if self._exact else self._drawn_blocks():
            top_pairs.offer(a, b, *self._measured(a, b))
        return top_pairs.ranked(), top_pairs.complete

    def per_point(self) -> Array:
        """Mean of E / ln 2 over all other points, for each point.

        Of more than 3000 cells, 128 points drawn once and for all stand for the others.
        """
        n, rows = len(self.cells.of), self.ensemble.rows
        if self._exact:
            others, sizes = np.arange(rows.shape[1]), self.cells.sizes.astype(np.float64)
        else:
            drawn = np.random.default_rng(0).choice(n, N_REFERENCES, replace=False)
            others = self.cells.of[drawn]
            sizes = np.full(N_REFERENCES, n / N_REFERENCES)
        found = np.empty(rows.shape[1])
        step = max(1, BLOCK // len(others))
        for low in range(0, len(found), step):
            block = np.arange(low, min(low + step, len(found)))
            together, _ = self._votes(block[:, None], others[None, :])
            found[block] = self._entropy[together] @ sizes
        share: NDArray[np.float64] = np.minimum(found / (max(n - 1, 1) * np.log(2.0)), 1.0)[
            self.cells.of
        ]
        return share

    def _measured(self, a: Index, b: Index) -> tuple[Array, Array, NDArray[np.int32], Array]:
        """U, E, the number of clusterings that put the pairs together, and their weight."""
        together, weight = self._votes(a, b)
        total = self.ensemble.total
        entropy = self._entropy[together]
        scores = uncertainty(entropy, 2.0 * weight - total, total, self.criterion)
        return scores, entropy, together, weight / total

    def _votes(self, a: Index, b: Index) -> tuple[NDArray[np.int32], Array]:
        shape, weights = np.broadcast_shapes(a.shape, b.shape), self.ensemble.weights
        together, weight = np.zeros(shape, dtype=np.int32), np.zeros(shape)
        for row, alpha in zip(self._rows, weights, strict=True):
            same = row[a] == row[b]
            together += same
            if not self._equal:
                weight += alpha * same
        return together, together * weights[0] if self._equal else weight

    def _exact_blocks(self) -> Iterator[tuple[Index, Index]]:
        """Rows and columns of all pairs of cells a < b, and some others."""
        g, low = len(self.cells.sizes), 0
        while low < g - 1:
            high = min(g - 1, low + max(1, BLOCK // (g - low - 1)))
            yield np.arange(low, high)[:, None], np.arange(low + 1, g)[None, :]
            low = high

    def _drawn_blocks(self) -> Iterator[tuple[Index, Index]]:
        """Pairs of cells of pairs of points, drawn the same every time."""
        rng, n, g = np.random.default_rng(0), len(self.cells.of), len(self.cells.sizes)
        ends = np.sort(self.cells.of[rng.integers(0, n, (N_DRAWN, 2))], axis=1)
        codes = np.sort(ends[:, 0] * g + ends[:, 1])
        codes = codes[np.diff(codes, prepend=-1) > 0]
        for low in range(0, len(codes), BLOCK):
            yield np.divmod(codes[low : low + BLOCK], g)


class TopPairs:
    """The pairs of cells with the largest U so far, cut to `count` now and then."""

    def __init__(self, count: int, sizes: Index) -> None:
        self.count, self.complete = count, True
        self._sizes = sizes
        self._held: list[NDArray[Any]] = [np.zeros(0, dtype=np.intp)] * 2 + [np.zeros(0)] * 4
        self._least = 0.0

    def offer(self, a: Index, b: Index, score: Array, *values: NDArray[Any]) -> None:
        """Look at pairs of cells; those with a >= b do not count."""
        a, b = np.broadcast_arrays(a, b)
        wanted = (score > 0.0) & (a < b)
        better = wanted & (score >= self._least)
        new = [each[better] for each in (a, b, score, *values)]
        self._held = [np.concatenate(both) for both in zip(self._held, new, strict=True)]
        self.complete = self.complete and bool(better.sum() == wanted.sum())
        if len(self._held[0]) > 4 * self.count:
            self._cut()

    def ranked(self) -> list[CellPair]:
        """The best of all that was offered, best first."""
        self._cut()
        a, b, score, _, together, share = (each.tolist() for each in self._held)
        return [
            CellPair(*each) for each in zip(a, b, score, map(int, together), share, strict=True)
        ]

    def _cut(self) -> None:
        a, b, score, entropy, _, _ = self._held
        n_pairs = self._sizes[a] * self._sizes[b]
        order = np.lexsort((b, a, -n_pairs, -entropy, -score))
        self.complete = self.complete and len(order) <= self.count
        self._held = [each[order[: self.count]] for each in self._held]
        if len(order) > self.count:
            self._least = float(self._held[2][-1])
