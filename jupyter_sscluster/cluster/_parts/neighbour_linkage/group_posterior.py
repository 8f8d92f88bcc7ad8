"""P(a row belongs to each group near it), of rows of the fit and of others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Integers, Labels
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import Calibration
from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import FAR
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree

NEARER = 1.05
"""How many times nearer another group must be for a row to move to it."""

LEAST = 0.01
"""P of another group that is worth a question."""


def likeliest(posterior: sparse.csr_array) -> Labels:
    """The likeliest group of each row, -1 where it is likelier that it belongs nowhere."""
    nowhere = np.asarray(1.0 - posterior.sum(axis=1), dtype=np.float64)
    row = np.repeat(np.arange(len(nowhere)), np.diff(posterior.indptr))
    order = np.lexsort((posterior.indices, -posterior.data, row))
    first = order[np.flatnonzero(np.diff(row, prepend=-1))]
    found = np.full(len(nowhere), -1, dtype=np.int32)
    better = posterior.data[first] >= nowhere[row[first]]
    found[row[first][better]] = posterior.indices[first][better]
    return found


class Groups(NamedTuple):
    """What rows are compared with: groups of one part or more.

    `parts` (n_values,) has the part of each value, -1 where it is alone; `sizes` (n_parts,) are the
    rows of each part, `groups` (n_parts,) its group, and `names` (n_parts,) what it is called.
    Groups are numbered from 0 to `n_groups` - 1.
    """

    tree: FreeTree
    calibration: Calibration
    parts: Integers
    sizes: Array
    groups: Integers
    names: Integers
    n_groups: int

    @classmethod
    def of(
        cls,
        tree: FreeTree,
        calibration: Calibration,
        parts: Integers,
        labels: Integers,
        left_out: Index,
    ) -> Groups:
        """The clusters of rows (n,) of these parts; those of label -1 are in none.

        Rows that are `left_out` stand for no cluster, though they may be in one.
        """
        inside = labels >= 0
        inside[left_out] = False
        names, number = np.unique(parts[inside], return_inverse=True)
        found = np.full(len(labels), -1)
        found[inside] = number
        groups = np.empty(len(names), dtype=np.intp)
        groups[number] = labels[inside]
        sizes = np.bincount(number, minlength=len(names)).astype(np.float64)
        n_groups = int(labels.max(initial=-1)) + 1
        return cls(tree, calibration, found[tree.first], sizes, groups, names, n_groups)

    def of_new(self, rows: Array) -> sparse.csr_array:
        """P (m, n_groups) of other rows; what is missing to 1 is that they belong nowhere."""
        tree = self.tree
        k = min(max(tree.places.shape[1], 1), len(tree.sizes))
        distances, places = tree.search.of(rows, k)
        distances = np.maximum(distances, tree.shortest)
        near = self._near(distances, places, distances[:, -1])
        return self._posterior(len(rows), *near)

    def of_fit(self) -> sparse.csr_array:
        """P (n_samples, n_groups) of the rows of the fit, each beside all others."""
        return self.of_values(np.arange(len(self.tree.sizes)))[self.tree.value_of]

    def of_values(self, values: Index) -> sparse.csr_array:
        """The same of some values."""
        return self._posterior(len(values), *self._near_values(values))

    def nearer(self) -> Index:
        """For each value the name of a part of a nearer group than its own; -1 if there is none.

        A group is nearer if the distance from its nearest part is 1.05 times lower.
        """
        found = np.full(len(self.tree.sizes), -1, dtype=np.intp)
        if not len(self.sizes):
            return found
        group, first = self._own_and_first_other()
        own = self._distance_from_own_part()
        values = np.flatnonzero((group >= 0) & (NEARER * first < own))
        row, part, h = self._near_values(values)
        is_own = self.groups[part] == group[values[row]]
        of_own, least = np.full(len(values), np.inf), np.full(len(values), np.inf)
        of_own[row[is_own]] = h[is_own]
        np.minimum.at(least, row[~is_own], h[~is_own])
        better = np.flatnonzero(~is_own & (h == least[row]) & (NEARER * h < of_own[row]))[::-1]
        # Of equally near groups that of the lowest number, which is written last.
        found[values[row[better]]] = self.names[part[better]]
        return found

    def likeliest_others(self) -> tuple[Index, Index, Array, Array]:
        """Values of one row that may be in another group: the likeliest, its height, and P of it.

        Those of P below .01 are left out.
        """
        if not len(self.sizes):
            return np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0), np.empty(0)
        group, first = self._own_and_first_other()
        best = 1.0 - self.calibration(self.tree.scaled(first))
        values = np.flatnonzero((best >= LEAST) & (self.tree.sizes == 1.0))
        row, part, h = self._near_values(values)
        p, other = self._shares(len(values), row, h), self.groups[part]
        at = np.flatnonzero((other != group[values[row]]) & (p >= LEAST))
        at = at[np.lexsort((other[at], -p[at], row[at]))]
        at = at[np.flatnonzero(np.diff(row[at], prepend=-1))]
        return values[row[at]], np.asarray(other[at], dtype=np.intp), h[at], p[at]

    def _own_and_first_other(self) -> tuple[Index, Array]:
        """The group of each value, and the distance of the nearest row that is in another.

        No group is nearer than its nearest row.
        """
        tree = self.tree
        group = np.where(self.parts >= 0, self.groups[self.parts], -1)
        others = (group[tree.places] >= 0) & (group[tree.places] != group[:, None])
        return group, np.where(others, tree.distances, np.inf).min(axis=1, initial=np.inf)

    def _distance_from_own_part(self) -> Array:
        """Distance of each value from the others of its part; infinite where it is alone."""
        tree, part = self.tree, self.parts
        if tree.linkage == "single":
            same = part[tree.places] == part[:, None]
            nearest = np.where(same, tree.distances, np.inf).min(axis=1, initial=np.inf)
            equal: Array = np.where(tree.sizes > 1.0, tree.shortest, nearest)
            return equal
        own = np.where(part[tree.places] == part[:, None], tree.sizes[tree.places], 0.0)
        number = own.sum(axis=1) + tree.sizes - 1.0
        total = np.einsum("ij,ij->i", own, tree.distances) + (tree.sizes - 1.0) * tree.shortest
        return self._mean_distance(number, total, self.sizes[part] - 1.0, tree.radii)

    def _near_values(self, values: Index) -> tuple[Index, Index, Array]:
        tree = self.tree
        # Rows equal to it are near a row, too.
        places = np.column_stack([values, tree.places[values]])
        equal = np.full(len(values), tree.shortest)
        distances = np.column_stack([equal, tree.distances[values]])
        return self._near(distances, places, tree.radii[values], own=True)

    def _near(
        self, distances: Array, places: Index, radii: Array, *, own: bool = False
    ) -> tuple[Index, Index, Array]:
        """The nearest part of each group near rows: numbers of row and part, and its height.

        From a row's `own` part, in the first column, it is left out itself.
        """
        m, k = places.shape
        row, part = np.repeat(np.arange(m), k), self.parts[places].ravel()
        number = self.tree.sizes[places]
        if own:
            number[:, 0] -= 1.0
        inside = part >= 0
        inside &= number.ravel() > 0.0
        row, part, h = row[inside], part[inside], distances.ravel()[inside]
        if self.tree.linkage == "average":
            number = number.ravel()[inside]
            shape = (m, len(self.sizes))
            near = sparse.csr_array((number, (row, part)), shape=shape)
            total = sparse.csr_array((number * h, (row, part)), shape=shape)
            for table in (near, total):
                table.sum_duplicates()
            row, part = np.repeat(np.arange(m), np.diff(near.indptr)), near.indices
            size = self.sizes[part] - ((self.parts[places[row, 0]] == part) if own else 0.0)
            h = self._mean_distance(near.data, total.data, size, radii[row])
        group = self.groups[part]
        order = np.lexsort((h, group, row))
        key = (row * self.n_groups + group)[order]
        first = order[np.flatnonzero(np.diff(key, prepend=-1))]
        return row[first], np.asarray(part[first], dtype=np.intp), h[first]

    def _mean_distance(self, number: Array, total: Array, size: Array, radii: Array) -> Array:
        """Mean distance from the nearest rows of a part, as many as a neighbourhood has at most.

        Of these `number` are near, at distances of this `total`; each other counts as 1.3 radii.
        """
        counted = np.maximum(np.minimum(size, max(self.tree.places.shape[1], 1)), number)
        with np.errstate(divide="ignore", invalid="ignore"):
            h = (total + (counted - number) * FAR * radii) / counted
        return np.where(counted > 0.0, h, np.inf)

    def _posterior(self, m: int, row: Index, part: Index, h: Array) -> sparse.csr_array:
        starts = np.searchsorted(row, np.arange(m + 1))
        entries = (self._shares(m, row, h), self.groups[part], starts)
        return sparse.csr_array(entries, shape=(m, self.n_groups))

    def _shares(self, m: int, row: Index, h: Array) -> Array:
        """Odds p / (1 - p) of each near group, over 1 + their sum; p = 1 - P(different | h)."""
        different = self.calibration(self.tree.scaled(h))
        odds = (1.0 - different) / different
        shares: Array = odds / (1.0 + np.bincount(row, odds, m))[row]
        return shares
