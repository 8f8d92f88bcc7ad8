"""The pairs in force, aggregated by must-link components without writing out the closure.

An aggregate is a set of constrained rows with the same partners and weights: a must-link component
for the closure, a single row for listed pairs. An entry (g, h) stands for all pairs of their rows,
(g, g) for all pairs within g. So O(rows + edges) numbers hold what may be O(rows²) pairs.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Integers
from jupyter_sscluster.constraints.pairs_in_force import EntailedPairs, PairsInForce
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs


@dataclass(frozen=True, eq=False)
class AggregatedPairs:
    """One set of pairs: a symmetric sparse matrix over aggregates, in rows (`ends`, `to`).

    Entries have must-link and cannot-link weights, and lie `within` a component or not.
    """

    aggregate: Index
    ends: Integers
    to: Integers
    must: Array
    cannot: Array
    within: NDArray[np.bool_]

    @property
    def n_aggregates(self) -> int:
        """Number of aggregates."""
        return len(self.ends) - 1

    def matrix(self, weights: Array) -> sparse.csr_array:
        """These weights of the entries as a matrix."""
        shape = (self.n_aggregates, self.n_aggregates)
        return sparse.csr_array((weights, self.to, self.ends), shape=shape)

    def partner_sums(self, weights: Array, values: Array) -> Array:
        """For every aggregate, the values (n_aggregates, ...) of its partners, weighted."""
        flat = values.reshape(len(values), -1)
        return (self.matrix(weights) @ flat).reshape(values.shape)

    @cached_property
    def gather(self) -> sparse.csr_array:
        """Sums the rows of each aggregate."""
        each = np.arange(len(self.aggregate))
        entries = (np.ones(len(each)), (self.aggregate, each))
        return sparse.coo_array(entries, shape=(self.n_aggregates, len(each))).tocsr()


def aggregated(force: PairsInForce) -> tuple[AggregatedPairs, ...]:
    """The pairs in force: the closure, if it is in force, and pairs that count as themselves."""
    found = [_listed(force, table) for table in force.listed]
    return tuple(found if force.entailed is None else [_closure(force, force.entailed), *found])


def coupled_components(force: PairsInForce, sets: tuple[AggregatedPairs, ...]) -> sparse.csr_array:
    """Which components have a pair in force with which, or within them."""
    size = len(force.sizes)
    total = sparse.csr_array((size, size))
    for pairs in sets:
        owner = np.zeros(pairs.n_aggregates, dtype=np.intp)
        owner[pairs.aggregate] = force.component
        entry = np.repeat(np.arange(pairs.n_aggregates), np.diff(pairs.ends))
        at = (owner[entry], owner[pairs.to])
        total = total + sparse.coo_array((np.ones(len(entry)), at), shape=(size, size))
    return total.tocsr()


def _closure(force: PairsInForce, entailed: EntailedPairs) -> AggregatedPairs:
    """All pairs of the closure: aggregates are components."""
    joined, apart = np.flatnonzero(force.sizes > 1), entailed.apart
    at = np.concatenate([np.column_stack([joined, joined]), apart, apart[:, ::-1]])
    must = np.concatenate([np.full(len(joined), entailed.must), np.zeros(2 * len(apart))])
    cannot = np.concatenate([np.zeros(len(joined)), np.full(2 * len(apart), entailed.cannot)])
    return _symmetric(force.component, np.arange(len(force.sizes)), at, must, cannot)


def _listed(force: PairsInForce, table: WeightedPairs) -> AggregatedPairs:
    """Pairs that count as themselves: every row is an aggregate of its own."""
    at = np.concatenate([table.pairs, table.pairs[:, ::-1]])
    must = np.where(table.together, table.weights, 0.0)
    cannot = np.where(table.together, 0.0, table.weights)
    each = np.arange(len(force.rows))
    return _symmetric(each, force.component, at, np.tile(must, 2), np.tile(cannot, 2))


def _symmetric(
    aggregate: Index, owner: Index, at: Index, must: Array, cannot: Array
) -> AggregatedPairs:
    """Entries at places (e, 2), given in both directions; `owner` is each aggregate's component."""
    shape = (len(owner), len(owner))
    musts, cannots = (
        sparse.coo_array((weights, tuple(at.T)), shape=shape).tocsr() for weights in (must, cannot)
    )
    entry = np.repeat(np.arange(len(owner)), np.diff(musts.indptr))
    within = owner[entry] == owner[musts.indices]
    return AggregatedPairs(aggregate, musts.indptr, musts.indices, musts.data, cannots.data, within)
