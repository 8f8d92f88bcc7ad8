"""Single rows that are in another cluster than the rows near them, as links say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import SURE
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import Calibration
from jupyter_sscluster.cluster._parts.neighbour_linkage.evidence import components
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree
from jupyter_sscluster.cluster._parts.neighbour_linkage.group_posterior import Groups
from jupyter_sscluster.constraints.pair_table import pair_keys

_NONE = np.empty(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Places:
    """The clusters of the tree without links at a height, and P that a row is in one of them."""

    tree: FreeTree
    calibration: Calibration
    clusters: Index

    @classmethod
    def at(cls, tree: FreeTree, calibration: Calibration, height: float) -> Places:
        """The clusters at this height, by the number of their first row."""
        top = tree.clusters_at(height)[tree.value_of]
        _, first, number = np.unique(top, return_index=True, return_inverse=True)
        return cls(tree, calibration, np.asarray(first[number], dtype=np.intp))

    @cached_property
    def _groups(self) -> Groups:
        return Groups.of(self.tree, self.calibration, self.clusters, self.clusters, _NONE)

    def p_different(self, pairs: IntArray) -> Array:
        """P (m,) that clusters are different by the height at which rows of theirs meet."""
        tree = self.tree
        return self.calibration(tree.scaled(tree.heights_of(tree.meeting_nodes(pairs))))

    def is_of_first(self, pairs: IntArray) -> Mask:
        """Whether a must-link of each pair says that the first row is misplaced, by `misplaced`."""
        ordered = np.sort(pairs, axis=1)
        p = self.p_together(ordered)
        sure = p.max(axis=1, initial=0.0) >= np.exp(SURE) * (1.0 - self.p_different(pairs))
        across = self.clusters[pairs[:, 0]] != self.clusters[pairs[:, 1]]
        return np.asarray(across & sure & (_likelier(ordered, p) == pairs[:, 0]))

    def p_together(self, pairs: IntArray) -> Array:
        """P (m, 2) that one row of each pair is in the cluster of the other, the first, the second.

        A row that others are equal to stays with them: for such a row it is 0 of other clusters.
        """
        tree, value = self.tree, self.tree.value_of
        found = np.zeros(pairs.shape)
        if not len(pairs):
            return found
        for side in (0, 1):
            rows, others = pairs[:, side], pairs[:, 1 - side]
            posterior = self._groups.of_values(value[rows])
            p = posterior[np.arange(len(pairs)), self.clusters[others]]
            whole = (tree.sizes[value[rows]] > 1.0) | (value[rows] == value[others])
            same = self.clusters[rows] == self.clusters[others]
            found[:, side] = np.where(whole, np.where(same, 1.0, 0.0), np.asarray(p).ravel())
        return found


def misplaced(places: Places, must: IntArray, cannot: IntArray, different: Array) -> Index:
    """Rows of must-links that are elsewhere than the rows near them, rather than clusters are one.

    A must-link between two clusters says that these are one, or that a row of it is in the other;
    all must-links between the two are explained by the first at once, by the second one by one. So
    rows are taken to be misplaced if P of that, for all of these links, is at least four times P
    that the clusters are one, which is 0 where a cannot-link is between them. P(`different`) (m,)
    is that of the must-links by the height at which their rows meet.
    """
    clusters = places.clusters
    across, apart = (clusters[each[:, 0]] != clusters[each[:, 1]] for each in (must, cannot))
    pairs, p = must[across], places.p_together(must[across])
    keys, kept_apart = (
        pair_keys(np.sort(clusters[each], axis=1)) for each in (pairs, cannot[apart])
    )
    told, about = np.unique(keys, return_inverse=True)
    likelier = p.max(axis=1, initial=0.0)
    with np.errstate(divide="ignore"):
        alone = np.bincount(about, np.log(likelier), len(told))
        one = np.full(len(told), np.inf)
        np.minimum.at(one, about, np.log1p(-different[across]))
    one[np.isin(told, kept_apart)] = -np.inf
    return np.unique(_likelier(pairs, p)[(alone >= SURE + one)[about] & (likelier > 0.0)])


def beside_others(rows: Index, must: IntArray, n_rows: int) -> Index:
    """Those of these rows that must-links join to one that is not of them.

    Rows that are joined to each other alone would be in no cluster.
    """
    others = np.ones(n_rows, dtype=bool)
    others[rows] = False
    joined, linked = components(must, n_rows), np.unique(must)
    held = np.bincount(joined[linked[others[linked]]], minlength=n_rows) > 0
    return rows[held[joined[rows]]]


def _likelier(pairs: IntArray, p: Array) -> Index:
    """The row of each pair of the larger p."""
    return np.asarray(np.where(p[:, 0] >= p[:, 1], pairs[:, 0], pairs[:, 1]), dtype=np.intp)
