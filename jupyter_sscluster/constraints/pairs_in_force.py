"""The pairs that a soft method penalises, and their weights.

Where all must-links weigh the same and all cannot-links do, every entailed pair weighs as much as a
stated one: equivalent statements cost the same. Where weights of one kind differ, only stated pairs
are in force: an entailed pair follows from a chain of several weights, none of which is its own.
Soft statements entail nothing.

The closure is held by components, and written out only when asked for: m rows in one component
are m (m - 1) / 2 pairs.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.entailed import every_pair_between
from jupyter_sscluster.constraints.weighted_pairs import (
    WeightedPairs,
    joined,
    soft_pairs,
    stated_tables,
)


@dataclass(frozen=True, eq=False)
class EntailedPairs:
    """The closure: weights of `must` and `cannot`, and cannot-linked components `apart` (e, 2)."""

    must: float
    cannot: float
    apart: IntArray


@dataclass(frozen=True, eq=False)
class PairsInForce:
    """The pairs that count, as positions among the sorted constrained `rows` (m,).

    `component` (m,) numbers their must-link components from 0. `entailed` is the closure, if in
    force; `listed` are tables of further pairs.
    """

    rows: IntArray
    component: IntArray
    entailed: EntailedPairs | None
    listed: tuple[WeightedPairs, ...]

    @cached_property
    def sizes(self) -> IntArray:
        """Number of rows in each component."""
        return np.bincount(self.component)

    @cached_property
    def n_pairs(self) -> float:
        """How many pairs there are, entailed ones included; a float, as they may be n²."""
        count = float(sum(map(len, self.listed)))
        if self.entailed is not None:
            sizes, apart = self.sizes, self.entailed.apart
            count += float(sizes @ (sizes - 1)) / 2
            count += float(sizes[apart[:, 0]] @ sizes[apart[:, 1]])
        return count

    @cached_property
    def separates(self) -> bool:
        """Whether any cannot-link is in force."""
        entailed = self.entailed is not None and len(self.entailed.apart) > 0
        return entailed or any(not table.together.all() for table in self.listed)

    def written_out(self) -> WeightedPairs:
        """Every pair on its own: first the must-links of the closure, then its cannot-links."""
        tables = self.listed if self.entailed is None else (self._closure(), *self.listed)
        return WeightedPairs(
            np.concatenate([table.pairs for table in tables]),
            np.concatenate([table.weights for table in tables]),
            np.concatenate([table.together for table in tables]),
        )

    def _closure(self) -> WeightedPairs:
        assert self.entailed is not None
        members, starts = np.argsort(self.component, kind="stable"), np.cumsum(self.sizes)
        given = members, starts - self.sizes, self.sizes
        several = np.flatnonzero(self.sizes > 1)
        must = every_pair_between(*given, np.column_stack([several, several]))
        must = must[must[:, 0] < must[:, 1]]
        cannot = every_pair_between(*given, self.entailed.apart)
        each = [len(must), len(cannot)]
        return WeightedPairs(
            np.concatenate([must, cannot]),
            np.repeat([self.entailed.must, self.entailed.cannot], each),
            np.repeat([True, False], each),
        )


def pairs_in_force(known: Constraints) -> PairsInForce:
    """The pairs of a value that count; see the module's text for the rule."""
    must, cannot, soft_must, soft_cannot = stated_tables(known)
    tables = must, cannot, soft_must, soft_cannot
    rows = _present(np.concatenate([table.pairs.ravel() for table in tables]), known.n_samples)
    components = _present(known.component_ids[rows], known.n_components)
    number = np.zeros(known.n_components, dtype=np.int64)
    number[components] = np.arange(len(components))
    listed, entailed = [], None
    if _all_equal(must.weights) and _all_equal(cannot.weights):
        of_must, of_cannot = _first(must.weights), _first(cannot.weights)
        if len(must.pairs) + len(cannot.pairs):
            entailed = EntailedPairs(of_must, of_cannot, number[known.component_edges])
    else:
        listed.append(joined(must, cannot))
    if len(soft_must.pairs) + len(soft_cannot.pairs):
        listed.append(soft_pairs(known))
    placed = (
        WeightedPairs(np.searchsorted(rows, table.pairs), table.weights, table.together)
        for table in listed
    )
    return PairsInForce(rows, number[known.component_ids[rows]], entailed, tuple(placed))


def _present(numbers: IntArray, size: int) -> IntArray:
    """Which of the numbers below `size` there are, sorted."""
    found = np.zeros(size, dtype=bool)
    found[numbers] = True
    return np.flatnonzero(found)


def _all_equal(weights: Array) -> bool:
    return not len(weights) or bool((weights == weights[0]).all())


def _first(weights: Array) -> float:
    return float(weights[0]) if len(weights) else 0.0
