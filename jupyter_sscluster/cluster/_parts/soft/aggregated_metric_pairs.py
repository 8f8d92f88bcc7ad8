"""Pairs whose price depends on where their rows lie, held per must-link component.

Unlike the couplings of `penalties`, must-links and cannot-links are kept apart, as a violated one
of each kind has a price of its own. Entailed pairs share one bond per pair of components, so that
they are never written out; other pairs are their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.soft.independent_set import uncoupled
from jupyter_sscluster.constraints import Constraints


@dataclass(frozen=True, eq=False)
class Bonds:
    """Bonds between groups of touched rows: every row of a group with every row of another.

    A symmetric sparse table in rows (`ends`, `to`) of groups, with the weights of must-links and
    of cannot-links, and whether the bond lies within a must-link component. An entry (g, g) stands
    for every two rows of one group.
    """

    group: Index
    ends: Index
    to: Index
    must: Array
    cannot: Array
    within: NDArray[np.bool_]

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.ends) - 1

    def spread(self, weights: Array, values: Array) -> Array:
        """For every group, the values (n_groups, ...) of its partners, weighted and summed."""
        shape = (self.n_groups, self.n_groups)
        table = sparse.csr_array((weights, self.to, self.ends), shape=shape)
        return (table @ values.reshape(len(values), -1)).reshape(values.shape)

    @cached_property
    def gather(self) -> sparse.csr_array:
        """Sums the rows of each group."""
        each = np.arange(len(self.group))
        entries = (np.ones(len(each)), (self.group, each))
        return sparse.coo_array(entries, shape=(self.n_groups, len(each))).tocsr()


@dataclass(frozen=True, eq=False)
class BondTable:
    """All bonds: touched `rows`, their must-link component as `block`, and the sets of bonds."""

    rows: Index
    block: Index
    sets: tuple[Bonds, ...]

    @cached_property
    def neighbours(self) -> sparse.csr_array:
        """Which components have a bond with which, or within them."""
        size = int(self.block.max()) + 1
        total = sparse.csr_array((size, size))
        for bonds in self.sets:
            owner = np.zeros(bonds.n_groups, dtype=np.intp)
            owner[bonds.group] = self.block
            entry = np.repeat(np.arange(bonds.n_groups), np.diff(bonds.ends))
            at = (owner[entry], owner[bonds.to])
            total = total + sparse.coo_array((np.ones(len(entry)), at), shape=(size, size))
        return total.tocsr()

    def unbound(self, blocks: Index) -> NDArray[np.bool_]:
        """Which of these components, one after the other, have no bond with one before."""
        return uncoupled(self.neighbours, blocks)


def bond_table(known: Constraints) -> BondTable:
    """The pairs of a value as bonds.

    Where all must-links weigh the same and all cannot-links do, every entailed pair weighs as much
    as a stated one. With differing weights, and for soft statements, only stated pairs count.
    """
    hard = np.concatenate([known.must.ravel(), known.cannot.ravel()])
    soft = np.concatenate([known.soft_must.ravel(), known.soft_cannot.ravel()])
    rows = np.unique(np.concatenate([hard, soft]))
    components, block = np.unique(known.component_ids[rows], return_inverse=True)
    pairs = (known.must, known.must_weights), (known.cannot, known.cannot_weights)
    found = []
    if all(len(np.unique(weights)) < 2 for _, weights in pairs):
        if len(hard):
            found.append(_entailed(known, components, block))
    else:
        found.append(_stated(rows, block, *pairs))
    if len(soft):
        pairs = (
            (known.soft_must, known.soft_must_weights),
            (known.soft_cannot, known.soft_cannot_weights),
        )
        found.append(_stated(rows, block, *pairs))
    return BondTable(rows, block, tuple(found))


def _entailed(known: Constraints, components: Index, block: Index) -> Bonds:
    """All pairs of the closure: groups are components."""
    must = float(known.must_weights[0]) if len(known.must) else 0.0
    cannot = float(known.cannot_weights[0]) if len(known.cannot) else 0.0
    joined = np.flatnonzero(np.bincount(block, minlength=len(components)) > 1)
    apart = np.searchsorted(components, known.component_edges)
    at = np.concatenate([np.column_stack([joined, joined]), apart, apart[:, ::-1]])
    musts = np.concatenate([np.full(len(joined), must), np.zeros(2 * len(apart))])
    cannots = np.concatenate([np.zeros(len(joined)), np.full(2 * len(apart), cannot)])
    return _bonds(block, np.arange(len(components)), at, musts, cannots)


def _stated(rows: Index, block: Index, *pairs: tuple[NDArray[np.int64], Array]) -> Bonds:
    """Only the given must-links and cannot-links: every row is a group of its own."""
    (must, must_weights), (cannot, cannot_weights) = pairs
    ends = np.searchsorted(rows, np.concatenate([must, cannot]))
    at = np.concatenate([ends, ends[:, ::-1]])
    musts = np.concatenate([must_weights, np.zeros(len(cannot))])
    cannots = np.concatenate([np.zeros(len(must)), cannot_weights])
    return _bonds(np.arange(len(rows)), block, at, np.tile(musts, 2), np.tile(cannots, 2))


def _bonds(group: Index, owner: Index, at: Index, must: Array, cannot: Array) -> Bonds:
    """Bonds from places (e, 2), given in both directions; `owner` is each group's component."""
    shape = (len(owner), len(owner))
    musts, cannots = (
        sparse.coo_array((weights, tuple(at.T)), shape=shape).tocsr() for weights in (must, cannot)
    )
    entry = np.repeat(np.arange(len(owner)), np.diff(musts.indptr))
    within = owner[entry] == owner[musts.indices]
    return Bonds(group, musts.indptr, musts.indices, musts.data, cannots.data, within)
