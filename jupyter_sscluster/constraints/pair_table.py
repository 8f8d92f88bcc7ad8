"""Tables of pairs with weights, in the order they were stated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import read_only


@dataclass(frozen=True, eq=False)
class PairTable:
    """Pairs (m, 2) with the smaller index first and none twice, and their weights (m,).

    `by_hand` (m,) says which a person picked; none unless given.
    """

    pairs: NDArray[np.int64]
    weights: NDArray[np.float64]
    by_hand: NDArray[np.bool_] = field(default_factory=lambda: np.empty(0, dtype=bool))

    def __post_init__(self) -> None:
        picked = self.by_hand if len(self.by_hand) else np.zeros(len(self.weights), dtype=bool)
        object.__setattr__(self, "pairs", read_only(self.pairs))
        object.__setattr__(self, "weights", read_only(self.weights))
        object.__setattr__(self, "by_hand", read_only(picked))

    def __len__(self) -> int:
        return len(self.weights)

    def keys(self) -> NDArray[np.int64]:
        """One number a pair; pairs in lexicographic order of (larger, smaller) have rising keys."""
        return pair_keys(self.pairs)

    def merged(self, new: PairTable) -> PairTable:
        """Add the pairs of another table; one in both keeps its place, and the larger weight."""
        if not len(new):
            return self
        if not len(self):
            return new
        mine, place = self._weights_raised(new)
        if place.all() and np.array_equal(mine, self.weights):
            return self
        fresh = ~place
        return PairTable(
            np.concatenate([self.pairs, new.pairs[fresh]]),
            np.concatenate([mine, new.weights[fresh]]),
            np.concatenate([self.by_hand, new.by_hand[fresh]]),
        )

    def _weights_raised(self, new: PairTable) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """My weights after those of equal pairs in `new`, and which of the new pairs I have."""
        new_keys = new.keys()
        order = np.argsort(new_keys)
        mine = self.keys()
        found = np.minimum(np.searchsorted(new_keys[order], mine), len(order) - 1)
        at = order[found]
        equal = new_keys[at] == mine
        weights = np.where(equal, np.maximum(self.weights, new.weights[at]), self.weights)
        known = np.zeros(len(new), dtype=bool)
        known[at[equal]] = True
        return weights, known

    def selected(self, mask: NDArray[np.bool_]) -> PairTable:
        """The pairs under a mask; this very table if that is all of them."""
        if mask.all():
            return self
        return PairTable(self.pairs[mask], self.weights[mask], self.by_hand[mask])

    def picked(self, keys: NDArray[np.int64]) -> PairTable:
        """The same pairs, those with the given keys, and no others, picked by hand."""
        found = np.isin(self.keys(), keys)
        same = np.array_equal(found, self.by_hand)
        return self if same else PairTable(self.pairs, self.weights, found)

    def without(self, keys: NDArray[np.int64]) -> PairTable:
        """Leave out the pairs with the given keys."""
        return self.selected(~np.isin(self.keys(), keys))

    def canonical(self) -> tuple[bytes, bytes]:
        """The same bytes for the same statements, whatever their order and who picked them."""
        table = self.in_order()
        return table.keys().tobytes(), table.weights.tobytes()

    def in_order(self) -> PairTable:
        """The same statements, sorted by their rows."""
        order = np.argsort(self.keys())
        return PairTable(self.pairs[order], self.weights[order], self.by_hand[order])


class StatementTables(NamedTuple):
    """The four tables of one value."""

    must: PairTable
    cannot: PairTable
    soft_must: PairTable
    soft_cannot: PairTable


def pair_table(pairs: NDArray[np.int64], weights: NDArray[np.float64]) -> PairTable:
    """A table of checked pairs: duplicates become one statement with the largest weight."""
    if len(pairs) < 2:
        return PairTable(pairs, weights)
    keys = pair_keys(pairs)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    if len(first) == len(keys):
        return PairTable(pairs, weights)
    largest = np.zeros(len(first))
    np.maximum.at(largest, which, weights)
    order = np.argsort(first)
    return PairTable(pairs[first[order]], largest[order])


def no_pairs() -> PairTable:
    """A table with nothing in it."""
    return PairTable(np.empty((0, 2), dtype=np.int64), np.empty(0))


def pair_keys(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the pairs (i < j) of all integers: j (j - 1) / 2 + i."""
    larger = pairs[:, 1]
    return larger * (larger - 1) // 2 + pairs[:, 0]
