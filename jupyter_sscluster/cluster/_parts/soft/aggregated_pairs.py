"""What it costs to break pairs, as counts of labels per must-link component.

Every set of pairs is held as couplings S_ij: -w for a must-link, +w for a cannot-link. Up to a
constant the penalty is Σ_{i<j} S_ij [c_i = c_j]. Entailed pairs share one coupling per pair of
components, so that they are never written out; other pairs are their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import all_equal
from jupyter_sscluster.constraints import Constraints


@dataclass(frozen=True, eq=False)
class Coupling(ABC):
    """Couplings between groups of touched rows.

    `matrix[g, h]` couples every row of group g with every row of group h, the diagonal every two
    rows of one group. `inner` is its part within must-link components.
    """

    group: Index
    sizes: Array
    matrix: sparse.csr_array
    inner: sparse.csr_array

    @cached_property
    def own(self) -> Array:
        """Coupling of each row with itself, as `matrix` has it: to be taken off."""
        return self.matrix.diagonal()[self.group]

    @cached_property
    def own_within(self) -> Array:
        """The same, as `inner` has it."""
        return self.inner.diagonal()[self.group]

    def counts(self, labels: Labels, n_clusters: int) -> Array:
        """Number of rows of each group in each cluster."""
        flat = self.group * n_clusters + labels
        held = np.bincount(flat, minlength=len(self.sizes) * n_clusters)
        return held.reshape(len(self.sizes), n_clusters).astype(np.float64)

    @abstractmethod
    def energy(self, labels: Labels, n_clusters: int) -> float:
        """The penalty of these labels, from the violated pairs alone: no large sums cancel out."""

    def own_inner(self, labels: Labels, n_clusters: int) -> Array:
        """For each row, its couplings within its component and its cluster."""
        held = self.inner @ self.counts(labels, n_clusters)
        return held[self.group, labels] - self.own_within

    def all_inner(self) -> Array:
        """For each row, its couplings within its component."""
        return (self.inner @ self.sizes)[self.group] - self.own_within


@dataclass(frozen=True, eq=False)
class EntailedPairs(Coupling):
    """All pairs of the closure, `must` and `cannot` being their weights: groups are components.

    `ends` (e, 2) are the groups that must stay apart.
    """

    ends: Index
    must: float
    cannot: float

    def energy(self, labels: Labels, n_clusters: int) -> float:
        held = self.counts(labels, n_clusters)
        pairs = (self.sizes * (self.sizes - 1)).sum() - (held * (held - 1)).sum()
        touching = np.einsum("ek,ek->", held[self.ends[:, 0]], held[self.ends[:, 1]])
        return self.must * float(pairs) / 2 + self.cannot * float(touching)


@dataclass(frozen=True, eq=False)
class StatedPairs(Coupling):
    """Only the given pairs `ends` (m, 2), each with its weight: every row is a group of its own.

    `together` tells must-links from cannot-links.
    """

    ends: Index
    weights: Array
    together: NDArray[np.bool_]

    def energy(self, labels: Labels, n_clusters: int) -> float:
        same = labels[self.ends[:, 0]] == labels[self.ends[:, 1]]
        return float(self.weights[same != self.together].sum())


@dataclass(frozen=True, eq=False)
class PairCosts:
    """The couplings of all pairs: touched `rows`, their must-link component as `block`."""

    rows: Index
    block: Index
    couplings: tuple[Coupling, ...]


def pair_costs(known: Constraints) -> PairCosts:
    """The pairs of a value as couplings.

    Where all must-links weigh the same and all cannot-links do, every entailed pair weighs as much
    as a stated one. With differing weights, and for soft statements, only stated pairs count.
    """
    hard = np.concatenate([known.must.ravel(), known.cannot.ravel()])
    soft = np.concatenate([known.soft_must.ravel(), known.soft_cannot.ravel()])
    rows = np.unique(np.concatenate([hard, soft]))
    components, block = np.unique(known.component_ids[rows], return_inverse=True)
    found = []
    if all_equal(known.must_weights) and all_equal(known.cannot_weights):
        if len(hard):
            found.append(_entailed(known, components, block))
    else:
        weights = known.must_weights, known.cannot_weights
        found.append(_stated(rows, block, known.must, known.cannot, *weights))
    if len(soft):
        weights = known.soft_must_weights, known.soft_cannot_weights
        found.append(_stated(rows, block, known.soft_must, known.soft_cannot, *weights))
    return PairCosts(rows, block, tuple(found))


def heaviest(known: Constraints) -> float:
    """The largest weight of a statement, hard or soft; 0 where there is none."""
    tables = known.must_weights, known.cannot_weights
    soft = known.soft_must_weights, known.soft_cannot_weights
    return float(np.concatenate([*tables, *soft]).max(initial=0.0))


def check_sums(points: Points, known: Constraints, weight: float = 1.0) -> None:
    """Refuse weights whose pairs, at prices by distance, could add up to more than a number holds.

    Raises
    ------
    InputError
        Where data and weights are so large; `weight` multiplies those of the statements.
    """
    most = max(weight, 1.0) * heaviest(known)
    far = 4.0 * max(float(points.squared_norms.max()), float(np.abs(points.offset).max()) ** 2)
    if far and most * len(known.touched) ** 2 > 1e306 / far:
        raise InputError(
            f"weights of up to {most:.3g} on pairs whose squared distances may be {far:.3g} can "
            "add up to more than a number can hold; use smaller weights, or divide X by a constant"
        )


def _entailed(known: Constraints, components: Index, block: Index) -> Coupling:
    must = float(known.must_weights[0]) if len(known.must) else 0.0
    cannot = float(known.cannot_weights[0]) if len(known.cannot) else 0.0
    sizes = np.bincount(block, minlength=len(components)).astype(np.float64)
    ends = np.searchsorted(components, known.component_edges)
    inner = sparse.diags_array(np.where(sizes > 1, -must, 0.0), format="csr")
    matrix = inner + _symmetric(ends, np.full(len(ends), cannot), len(components))
    return EntailedPairs(block, sizes, matrix.tocsr(), inner, ends, must, cannot)


def _stated(
    rows: Index,
    block: Index,
    must: NDArray[np.int64],
    cannot: NDArray[np.int64],
    must_weights: Array,
    cannot_weights: Array,
) -> Coupling:
    ends = np.searchsorted(rows, np.concatenate([must, cannot]))
    weights = np.concatenate([-must_weights, cannot_weights])
    within = block[ends[:, 0]] == block[ends[:, 1]]
    matrix = _symmetric(ends, weights, len(rows))
    inner = _symmetric(ends[within], weights[within], len(rows))
    each, alone = np.arange(len(rows)), np.ones(len(rows))
    return StatedPairs(each, alone, matrix, inner, ends, np.abs(weights), weights < 0)


def _symmetric(ends: Index, weights: Array, size: int) -> sparse.csr_array:
    at = (np.concatenate([ends[:, 0], ends[:, 1]]), np.concatenate([ends[:, 1], ends[:, 0]]))
    both = np.concatenate([weights, weights])
    return sparse.coo_array((both, at), shape=(size, size)).tocsr()
