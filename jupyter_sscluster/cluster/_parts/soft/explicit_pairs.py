"""The pairs in force as an explicit list: faster than `aggregated_pairs` if they are few."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.constraints.pairs_in_force import PairsInForce

FEW = 4096
"""So many pairs are always written out."""

PER_ROW = 8
"""More are where they come to no more than this for each constrained row, and a quarter of all."""


@dataclass(frozen=True, eq=False)
class ExplicitPairs:
    """Pairs (`first`, `second`) of positions in the sorted `rows`; `together` marks must-links."""

    rows: Index
    component: Index
    first: Index
    second: Index
    weights: Array
    together: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def ends(self) -> Index:
        """Each pair twice: the row that pays."""
        return np.concatenate([self.first, self.second])

    @cached_property
    def others(self) -> Index:
        """And the other row."""
        return np.concatenate([self.second, self.first])

    @cached_property
    def by_row(self) -> tuple[Index, Index]:
        """Where each row's pairs begin, and the places in `ends` they have, row by row."""
        order = np.argsort(self.ends, kind="stable")
        sizes = np.bincount(self.ends, minlength=len(self.rows))
        return np.concatenate([[0], np.cumsum(sizes)]), order

    @cached_property
    def within(self) -> Index:
        """Pairs within a must-link component."""
        return np.flatnonzero(self.component[self.first] == self.component[self.second])

    def gathered(self, labels: Labels, values: Array, n_clusters: int) -> Array:
        """Sums of pair values, (p,) or (k, p), by row and cluster of the other row: (k, m)."""
        there = labels.take(self.others)
        if values.ndim == 1:
            weights = np.concatenate([values, values])
        else:
            pair = np.arange(len(there)) % max(len(self), 1)
            weights = values[there, pair]
        return tally(there, self.ends, weights, (n_clusters, len(self.rows)))


def explicit(force: PairsInForce, n_samples: int) -> ExplicitPairs | None:
    """The pairs in force of so many samples; None where they are too many to be written out."""
    if force.n_pairs > max(FEW, min(PER_ROW * len(force.rows), n_samples // 4)):
        return None
    return every_pair(force)


def every_pair(force: PairsInForce) -> ExplicitPairs:
    """The pairs in force, however many they are."""
    table = force.written_out()
    ends = table.pairs[:, 0].copy(), table.pairs[:, 1].copy()
    return ExplicitPairs(force.rows, force.component, *ends, table.weights, table.together)


def tally(there: Labels, ends: Index, weights: Array, shape: tuple[int, int]) -> Array:
    """Weights added up at (cluster, row)."""
    flat = there * np.intp(shape[1])
    flat += ends
    found = np.bincount(flat, weights, shape[0] * shape[1])
    return np.asarray(found, dtype=np.float64).reshape(shape)
