"""Search of the nearest rows: trees where there are few features, blocks of all distances else."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from jupyter_sscluster._arrays import Array, Index

TREE = 10
"""Most features with which a tree is faster than all distances."""

_LEAF = 48
"""Rows of a leaf of the tree: of ten features, a fifth faster than 16."""

_ENTRIES = 1 << 22
"""Distances, or coordinates, held at a time."""

_SPARE = 8
"""Candidates measured again beside those wanted: rounding may change the places of a few."""

_SLACK = 1e-6
"""Rounding of a squared distance in single precision, in squares of the largest norm."""


class NearRows:
    """Nearest among rows (n, d) that all differ; `how` is "tree" or "blocks".

    Both are exact: in blocks, squared distances in single precision choose candidates, which are
    measured again in double precision; where rounding might have left out a nearer row, all are.
    """

    def __init__(self, X: Array) -> None:
        self.X = X
        self.how = "tree" if X.shape[1] <= TREE else "blocks"
        self._tree: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_tree": None}

    def others(self, k: int) -> tuple[Array, Index]:
        """Distances, rising, and numbers (n, k) of the nearest other rows."""
        n = len(self.X)
        if self.how == "tree":
            # Rows next to each other in the tree read the same leaves, still in the cache.
            order = self._of_rows().indices
            back = np.argsort(order)
            distances, places = (found[back] for found in self.of(self.X[order], k + 1))
        else:
            distances, places = self.of(self.X, k + 1)
        own = places == np.arange(n)[:, None]
        own[~own.any(axis=1), -1] = True
        return distances[~own].reshape(n, k), places[~own].reshape(n, k)

    def of(self, rows: Array, k: int) -> tuple[Array, Index]:
        """Distances, rising, and numbers (m, k) of those nearest to each of `rows`."""
        if self.how == "tree":
            found = self._of_rows().query(rows, np.arange(1, k + 1))[1]
            return self._measured(rows, found, k)
        return self._in_blocks(rows, k)

    def _of_rows(self) -> Any:
        """The tree, made when it is first needed."""
        if self._tree is None:
            self._tree = cKDTree(self.X, leafsize=_LEAF, balanced_tree=False)
        return self._tree

    def _in_blocks(self, rows: Array, k: int) -> tuple[Array, Index]:
        n, m = len(self.X), min(len(self.X), k + _SPARE)
        centre = self.X.mean(axis=0)
        targets = (self.X - centre).astype(np.float32)
        squares = np.einsum("ij,ij->i", targets, targets)
        reach = float(squares.max())
        distances, places = np.empty((len(rows), k)), np.empty((len(rows), k), dtype=np.intp)
        step = max(1, _ENTRIES // n)
        for start in range(0, len(rows), step):
            part = slice(start, start + step)
            block = (rows[part] - centre).astype(np.float32)
            own = np.einsum("ij,ij->i", block, block)
            scores = block @ (-2.0 * targets.T)
            scores += squares
            near = np.argpartition(scores, m - 1, axis=1)[:, :m] if m < n else _all(scores)
            distances[part], places[part] = self._measured(rows[part], near, k)
            if m < n:
                # Every row left out is as far as the farthest candidate, up to rounding.
                bound = np.take_along_axis(scores, near, axis=1).max(axis=1) + own
                slack = _SLACK * (reach + own)
                doubtful = np.flatnonzero(distances[part][:, -1] ** 2 > bound - slack)
                again = start + doubtful
                distances[again], places[again] = self._exactly(rows[again], k)
        return distances, places

    def _exactly(self, rows: Array, k: int) -> tuple[Array, Index]:
        """The same by all distances in double precision."""
        distances, places = np.empty((len(rows), k)), np.empty((len(rows), k), dtype=np.intp)
        for at, row in enumerate(rows):
            apart = self.X - row
            squares = np.einsum("ij,ij->i", apart, apart)
            near = np.argpartition(squares, k - 1)[:k]
            one = slice(at, at + 1)
            distances[one], places[one] = self._measured(row[None], near[None], k)
        return distances, places

    def _measured(self, rows: Array, near: Index, k: int) -> tuple[Array, Index]:
        """Distances to candidates by differences, and the k nearest; of ties the lowest number.

        Of rows at the distance of the last neighbour the search decides which are candidates.
        """
        near = np.sort(near, axis=1)
        distances = np.empty(near.shape)
        step = max(1, _ENTRIES // (near.shape[1] * rows.shape[1]))
        for start in range(0, len(rows), step):
            part = slice(start, start + step)
            apart = self.X[near[part]] - rows[part][:, None, :]
            distances[part] = np.sqrt(np.einsum("ijk,ijk->ij", apart, apart))
        order = np.argsort(distances, axis=1, kind="stable")[:, :k]
        return np.take_along_axis(distances, order, axis=1), np.take_along_axis(near, order, axis=1)


def _all(scores: Array) -> Index:
    return np.broadcast_to(np.arange(scores.shape[1]), scores.shape)
