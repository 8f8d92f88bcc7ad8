"""Pairs written out one by one, for as long as they are few, and what is read off such a list.

Two rows that must-links join are one pair, and so are two rows that must stay apart by a chain of
statements. Where must-link components are large, their pairs are too many to be written out;
`penalties` and `bonds` hold them by counts and sums. Most often they are few, and looking at each
is faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.constraints import Constraints

FEW = 4096
"""So many pairs are always written out."""

PER_ROW = 8
"""More are where they come to no more than this for each touched row, and a quarter of all rows."""


@dataclass(frozen=True, eq=False)
class ListedPairs:
    """The pairs that count.

    `rows` are the touched rows, sorted; `block` their must-link component; `first` and `second`
    the ends of each pair as positions in `rows`, `weights` its weight; `together` tells must-links
    from cannot-links.
    """

    rows: Index
    block: Index
    first: Index
    second: Index
    weights: Array
    together: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.first)

    @cached_property
    def ends(self) -> Index:
        """Each pair twice: the row it weighs on."""
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
        return np.flatnonzero(self.block[self.first] == self.block[self.second])

    def gathered(self, labels: Labels, values: Array, n_clusters: int) -> Array:
        """For each cluster and row, the values of its pairs whose other row is there: (k, m).

        `values` are of each pair, (p,), or of each pair in each cluster, (k, p).
        """
        there = labels.take(self.others)
        if values.ndim == 1:
            weights = np.concatenate([values, values])
        else:
            pair = np.arange(len(there)) % max(len(self), 1)
            weights = values[there, pair]
        return tally(there, self.ends, weights, (n_clusters, len(self.rows)))


def listed(known: Constraints) -> ListedPairs | None:
    """The pairs of a value; None where they are too many to be written out.

    Where all must-links weigh the same and all cannot-links do, every entailed pair weighs as much
    as a stated one. With differing weights, and for soft statements, only stated pairs count.
    """
    hard = np.concatenate([known.must.ravel(), known.cannot.ravel()])
    soft = np.concatenate([known.soft_must.ravel(), known.soft_cannot.ravel()])
    rows = _present(np.concatenate([hard, soft]), known.n_samples)
    components = _present(known.component_ids[rows], known.n_components)
    number = np.zeros(known.n_components, dtype=np.intp)
    number[components] = np.arange(len(components))
    block = number[known.component_ids[rows]]
    most = max(FEW, min(PER_ROW * len(rows), known.n_samples // 4))
    if all_equal(known.must_weights) and all_equal(known.cannot_weights):
        sizes = np.bincount(block, minlength=len(components))
        apart = number[known.component_edges]
        count = float(sizes @ (sizes - 1)) / 2 + float(sizes[apart[:, 0]] @ sizes[apart[:, 1]])
        if count + len(soft) / 2 > most:
            return None
        parts = _entailed(known, block, sizes, apart)
    else:
        if (len(hard) + len(soft)) / 2 > most:
            return None
        parts = [
            (np.searchsorted(rows, known.must), known.must_weights, True),
            (np.searchsorted(rows, known.cannot), known.cannot_weights, False),
        ]
    parts += [
        (np.searchsorted(rows, known.soft_must), known.soft_must_weights, True),
        (np.searchsorted(rows, known.soft_cannot), known.soft_cannot_weights, False),
    ]
    ends = np.concatenate([part[0] for part in parts])
    weights = np.concatenate([part[1] for part in parts])
    together = np.concatenate([np.full(len(part[0]), part[2]) for part in parts])
    return ListedPairs(rows, block, ends[:, 0].copy(), ends[:, 1].copy(), weights, together)


def tally(there: Labels, ends: Index, weights: Array, shape: tuple[int, int]) -> Array:
    """Weights added up at (cluster, row)."""
    flat = there * np.intp(shape[1])
    flat += ends
    found = np.bincount(flat, weights, shape[0] * shape[1])
    return np.asarray(found, dtype=np.float64).reshape(shape)


def _present(numbers: Index, size: int) -> Index:
    """Which of the numbers below `size` there are, sorted."""
    found = np.zeros(size, dtype=bool)
    found[numbers] = True
    return np.flatnonzero(found)


def all_equal(weights: Array) -> bool:
    """Whether no two weights differ."""
    return not len(weights) or bool((weights == weights[0]).all())


def _entailed(
    known: Constraints, block: Index, sizes: Index, apart: Index
) -> list[tuple[Index, Array, bool]]:
    """All pairs of the closure."""
    order = np.argsort(block, kind="stable")
    joined = np.flatnonzero(sizes > 1)
    must = _products(order, sizes, joined, joined)
    must = must[must[:, 0] < must[:, 1]]
    cannot = _products(order, sizes, apart[:, 0], apart[:, 1])
    of_must = float(known.must_weights[0]) if len(known.must) else 0.0
    of_cannot = float(known.cannot_weights[0]) if len(known.cannot) else 0.0
    return [
        (must, np.full(len(must), of_must), True),
        (cannot, np.full(len(cannot), of_cannot), False),
    ]


def _products(order: Index, sizes: Index, a: Index, b: Index) -> Index:
    """Every row of component a with every row of component b, for pairs of components."""
    starts = np.cumsum(sizes) - sizes
    counts = sizes[a] * sizes[b]
    which = np.repeat(np.arange(len(a)), counts)
    place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    wide = sizes[b][which]
    left, right = starts[a][which] + place // wide, starts[b][which] + place % wide
    return np.column_stack([order[left], order[right]])
