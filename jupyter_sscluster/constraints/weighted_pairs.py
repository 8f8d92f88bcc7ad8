"""All stated pairs, hard and soft, in one table, without their closure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, IntArray, Integers, Mask
from jupyter_sscluster.constraints.pair_table import pair_keys
from jupyter_sscluster.constraints.stated_pairs import StatedPairs


@dataclass(frozen=True, eq=False)
class WeightedPairs:
    """Pairs (m, 2), their weights (m,), and which of them are must-links (m,)."""

    pairs: IntArray
    weights: Array
    together: Mask

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def must(self) -> WeightedPairs:
        """The must-links among them, in their order."""
        return self.take(self.together)

    @property
    def cannot(self) -> WeightedPairs:
        """The cannot-links among them, in their order."""
        return self.take(~self.together)

    def take(self, which: NDArray[Any]) -> WeightedPairs:
        """Those under a mask, or in another order."""
        return WeightedPairs(self.pairs[which], self.weights[which], self.together[which])

    def violated(self, labels: Integers) -> Mask:
        """Which of them these labels violate."""
        violated: Mask = same_cluster(self.pairs, labels) != self.together
        return violated


class StatedTable(NamedTuple):
    """The statements of one kind, "must" or "cannot", that are hard, or that are `soft`."""

    kind: str
    soft: bool
    pairs: IntArray
    weights: Array

    @property
    def together(self) -> bool:
        """Whether they are must-links."""
        return self.kind == "must"

    def violated(self, labels: Integers) -> Mask:
        """Which of them these labels violate."""
        violated: Mask = same_cluster(self.pairs, labels) != self.together
        return violated


def stated_tables(known: StatedPairs) -> tuple[StatedTable, ...]:
    """The four tables of a value: must-links, cannot-links, soft must-links, soft cannot-links."""
    return (
        StatedTable("must", False, known.must, known.must_weights),
        StatedTable("cannot", False, known.cannot, known.cannot_weights),
        StatedTable("must", True, known.soft_must, known.soft_must_weights),
        StatedTable("cannot", True, known.soft_cannot, known.soft_cannot_weights),
    )


def _by_kind(known: StatedPairs) -> tuple[StatedTable, ...]:
    """The tables in the order of `stated_pairs`."""
    must, cannot, soft_must, soft_cannot = stated_tables(known)
    return must, soft_must, cannot, soft_cannot


def stated_pairs(known: StatedPairs) -> WeightedPairs:
    """All statements: first the must-links, first the hard ones of each kind."""
    return joined(*_by_kind(known))


def places_in_order(known: StatedPairs) -> Index:
    """The place of each of the `stated_pairs` among those of `known.in_order()`."""
    sizes = [len(table.pairs) for table in _by_kind(known)]
    keys = pair_keys(stated_pairs(known).pairs)
    return np.argsort(np.lexsort((keys, np.repeat(np.arange(4), sizes))))


def soft_pairs(known: StatedPairs) -> WeightedPairs:
    """The soft statements, first the must-links."""
    return joined(*stated_tables(known)[2:])


def heaviest(known: StatedPairs) -> float:
    """The largest weight of a statement, hard or soft; 0 where there is none."""
    return float(stated_pairs(known).weights.max(initial=0.0))


def same_cluster(pairs: IntArray, labels: Integers) -> Mask:
    """Which of the pairs (m, 2) these labels put together; a row of label -1 is alone."""
    first = labels[pairs[:, 0]]
    same: Mask = (first == labels[pairs[:, 1]]) & (first != -1)
    return same


def joined(*tables: StatedTable) -> WeightedPairs:
    """Several tables in one, in this order."""
    return WeightedPairs(
        np.concatenate([table.pairs for table in tables]),
        np.concatenate([table.weights for table in tables]),
        np.repeat([table.together for table in tables], [len(table.pairs) for table in tables]),
    )
