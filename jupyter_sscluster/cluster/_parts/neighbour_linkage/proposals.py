"""Merges that were made, and merges that were not, which heights and answers leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from scipy.special import expit

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels, Mask
from jupyter_sscluster.cluster._parts.linkage.dendrogram import topmost
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import (
    MOST_LOG_ODDS,
    log_odds,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import Calibration
from jupyter_sscluster.cluster._parts.neighbour_linkage.evidence import components
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import (
    FreeTree,
    first_common_nodes,
    parents,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.growth import Grown
from jupyter_sscluster.cluster._parts.neighbour_linkage.linked_units import Units
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import pair_keys
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

CENTRAL = 12
"""Most rows of a side that may stand for it: of its central half."""

_ALL = 10_000
"""Pairs across of which all distances are taken; of more those of neighbours."""


@dataclass(frozen=True, eq=False)
class GroupProposal:
    """Two groups that may be one, parts of a group that may be two, or a row that may move.

    Attributes
    ----------
    kind : str
        "merge" where the rows are two groups now, "split" where they are one, "move" where `rows`
        is a single row that is not in the group of `other_rows` now.
    rows, other_rows : arrays of int
        Rows of either side, in order.
    p_same : float
        P that they are one group, by their `height` and by soft statements across; of a "move"
        that the row is in the other group.
    gain : float
        min(p, 1 - p) √(|A| |B|): how much a right answer decides, by which proposals are sorted.
    height : float
        At which the sides are, or would be, merged: their distance, in the unit of X. Of a "move"
        that of the row from the group.
    threshold : float
        The height at which merging stopped, the `cut_` of the clusterer.
    nearest : tuple of two rows
        The nearest pair across; of large groups the nearest that are neighbours, if there are any.
    distance : float
        Distance of the nearest pair.
    typical : tuple of pairs of rows
        Rows in the middle, or dense parts, of both sides whose distance is nearest to the height,
        best first: what is asked about. Nearer pairs would say "same" too often.
    """

    kind: str
    rows: Index
    other_rows: Index
    p_same: float
    gain: float
    height: float
    threshold: float
    _of_middles: Callable[[], tuple[tuple[int, int], ...]] = field(repr=False)
    _across: Callable[[], tuple[tuple[int, int], float]] = field(repr=False)

    @cached_property
    def typical(self) -> tuple[tuple[int, int], ...]:
        """See the class; worked out when it is first asked for."""
        return self._of_middles()

    @property
    def nearest(self) -> tuple[int, int]:
        """See the class; worked out when it is first asked for."""
        return self._nearest_pair[0]

    @property
    def distance(self) -> float:
        """See the class; worked out when it is first asked for."""
        return self._nearest_pair[1]

    @cached_property
    def _nearest_pair(self) -> tuple[tuple[int, int], float]:
        return self._across()

    def __getstate__(self) -> dict[str, Any]:
        """All but the fit, which is needed no more once these pairs are known."""
        known = {"typical": self.typical, "_nearest_pair": self._nearest_pair}
        return {**vars(self), **known, "_of_middles": None, "_across": None}

    def of_rows(self, numbers: IntArray) -> GroupProposal:
        """The same, told of rows of these numbers."""

        def told(pair: tuple[int, int]) -> tuple[int, int]:
            return int(numbers[pair[0]]), int(numbers[pair[1]])

        return replace(
            self,
            rows=numbers[self.rows],
            other_rows=numbers[self.other_rows],
            _of_middles=lambda: tuple(map(told, self.typical)),
            _across=lambda: (told(self.nearest), self.distance),
        )


@dataclass(frozen=True, eq=False)
class Candidates:
    """All merges that were made, and those of neighbouring groups that were not, of one fit.

    Besides, groups that soft cannot-links keep apart, and parts that soft must-links join.

    `groups` (n,) are those that the merges make; rows that have `moved` from there to a nearer one
    stand for neither. `known` are the constraints, `soft` what their soft statements say of each
    pair; `unit` is that of X, and `cut` the height at
    which merging stopped, in this unit.
    """

    tree: FreeTree
    units: Units
    grown: Grown
    calibration: Calibration
    groups: Labels
    moved: Mask
    known: Constraints
    soft: WeightedPairs
    cut: float
    unit: float

    def best(self) -> Iterator[GroupProposal]:
        """Proposals, by falling gain; of equal gains splits, and lowest merges, first."""
        ends, p, gain, heights = self._sorted()
        n_nodes = len(self.sizes)
        for (a, b), p_same, worth, h in zip(ends, p, gain, heights, strict=True):
            # Groups are numbered after the nodes.
            kind = "merge" if a >= n_nodes else "split"
            rows, others = (self._rows(int(end)) for end in (a, b))
            if len(rows) and len(others):
                yield self._proposal(kind, rows, others, p_same, worth, h)

    @cached_property
    def sizes(self) -> Array:
        """Rows of each unit and node."""
        return np.append(self.units.sizes, self.grown.sizes_of_nodes)

    def _that_stay(self, nodes: Index) -> Array:
        """How many rows of these nodes have not moved."""
        if not self.moved.any():
            return self.sizes[nodes]
        order, places = self._by_leaf
        before = np.append(0, np.cumsum(~self.moved[order]))
        start = np.searchsorted(places, self._leaves[nodes])
        found: Array = before[start + self.sizes[nodes].astype(np.intp)] - before[start]
        return found.astype(np.float64)

    def _sorted(self) -> tuple[Index, Array, Array, Array]:
        """Both ends of every candidate, P(same), gain and height, by falling gain."""
        split, counts = ~self._certain(), np.bincount(self.groups, ~self.moved)
        (parts, met), (pairs, low) = self._joined_parts(), self._open()
        nodes = np.concatenate([self.grown.nodes[split], parts])
        weight = np.append(self._that_stay(nodes).prod(axis=1), counts[pairs].prod(axis=1))
        heights = np.concatenate([self.grown.heights[split], met, low])
        ends = np.concatenate([nodes, len(self.sizes) + pairs])
        p = self._p_same(ends, heights)
        gain = np.minimum(p, 1.0 - p) * np.sqrt(weight)
        order = np.argsort(-gain, kind="stable")
        return ends[order], p[order], gain[order], heights[order]

    def _p_same(self, ends: Index, heights: Array) -> Array:
        """P(same) by the heights of candidates, and by soft statements across each.

        As in `believed`: said twice outweighs any height, and for pairs by hand no height counts.
        """
        different = self.calibration(self.tree.scaled(heights))
        about, _, picked = self._stated
        if not len(self.soft):
            return np.asarray(1.0 - different)
        n = np.array([len(self.sizes) + len(self.groups), 1])
        keys, number = np.unique(about @ n, return_inverse=True)
        wanted = np.sort(ends, axis=1) @ n
        at = np.searchsorted(keys, wanted)
        at[keys.take(at, mode="clip") != wanted] = len(keys)
        said = np.append(np.bincount(number, log_odds(self.soft)), 0.0)[at]
        by_hand = np.append(np.bincount(number, ~picked) == 0.0, False)[at]
        odds = np.log1p(-different) - np.log(different)
        limited = np.where(by_hand, 0.0, np.clip(odds, -MOST_LOG_ODDS, MOST_LOG_ODDS)) + said
        return np.asarray(expit(np.where(at < len(keys), limited, odds)))

    @cached_property
    def _stated(self) -> tuple[Index, Array, Mask]:
        """Soft statements: both ends of the candidate each is about, heights, which are by hand.

        The height is where the rows meet, or how far they are from each other if they never do.
        """
        pairs = self.soft.pairs
        if not len(pairs):
            return np.empty((0, 2), dtype=np.intp), np.empty(0), np.empty(0, dtype=bool)
        met = self.tree.heights_of(self.tree.meeting_nodes(pairs))
        met = np.where(np.isfinite(met), met, self.tree.apart(pairs))
        picked = np.isin(pair_keys(pairs), pair_keys(self.known.by_hand))
        return self._ends_of(pairs), met, picked

    @cached_property
    def _above(self) -> Index:
        """The node that each unit and node is merged into; -1 for none."""
        return parents(self.grown, len(self.units.sizes))

    def _ends_of(self, pairs: IntArray) -> Index:
        """Both ends (m, 2) of the candidate that is across each pair of rows, the lower first.

        Two groups; or two parts that links join; or the two nodes of the merge where the rows meet.
        """
        n, groups = len(self.units.sizes), self.groups[pairs]
        above, units = self._above, self.units.of_rows[pairs]
        tops = topmost(np.where(above < 0, np.arange(len(above)), above))[units]
        merge = first_common_nodes(above, units)
        made = (tops[:, 0] == tops[:, 1]) & (merge >= n)
        tops[made] = self.grown.nodes[merge[made] - n]
        apart = groups[:, 0] != groups[:, 1]
        tops[apart] = len(self.sizes) + groups[apart]
        return np.sort(tops, axis=1)

    def _joined_parts(self) -> tuple[Index, Array]:
        """Nodes of parts (m, 2) that soft must-links join, and hard ones do not; their heights."""
        about, met, _ = self._stated
        tops = self.grown.tops[self.units.of_rows]
        told = components(tops[self.known.must], len(self.units.sizes))
        ends = told[tops[self.soft.pairs]]
        joined = (about[:, 1] < len(self.sizes)) & self.soft.together & (ends[:, 0] != ends[:, 1])
        lowest = np.flatnonzero(joined)[np.argsort(met[joined], kind="stable")]
        parts, first = np.unique(about[lowest], axis=0, return_index=True)
        return parts, met[lowest][first]

    def _certain(self) -> Mask:
        """Which merges join rows that were told to be together."""
        known = np.zeros(len(self.grown.nodes), dtype=bool)
        if len(self.known.must):
            joined = self._joined_rows()
            nodes = first_common_nodes(self._above, self.units.of_rows[joined])
            known[nodes[nodes >= len(self.units.sizes)] - len(self.units.sizes)] = True
        return known

    def _joined_rows(self) -> IntArray:
        """Pairs of rows that must-links join, next to each other in the tree."""
        rows = np.unique(self.known.must)
        component = self.known.component_ids[rows]
        order = np.lexsort((self._leaves[self.units.of_rows[rows]], component))
        rows, component = rows[order], component[order]
        same = component[1:] == component[:-1]
        return np.column_stack([rows[:-1][same], rows[1:][same]])

    def _open(self) -> tuple[Index, Array]:
        """Pairs of groups (m, 2) that may be one, and the lowest height between parts of theirs.

        Where there is none, as links keep the two apart or no rows are near, it is that of a soft
        statement about them, if there is one.
        """
        left = self.grown.left
        sets = self.units.links.sets(len(self.units.sizes))
        group = np.full(len(sets), -1)
        group[sets[self.grown.tops[self.units.of_rows]]] = self.groups
        u, v = group[sets[left.u]], group[sets[left.v]]
        heights = left.heights(self.grown.sizes)
        pairs = np.column_stack([np.minimum(u, v), np.maximum(u, v)])
        near = (u != v) & np.isfinite(heights)
        about, met, _ = self._stated
        said = about - len(self.sizes)
        only = (said[:, 0] >= 0) & ~np.isin(pair_keys(said), pair_keys(pairs[near]))
        pairs = np.concatenate([pairs[near], said[only]])
        heights = np.append(heights[near], met[only])
        told = np.sort(self.groups[self.known.cannot], axis=1)
        free = ~np.isin(pair_keys(pairs), pair_keys(told[told[:, 0] != told[:, 1]]))
        pairs, heights = pairs[free], heights[free]
        order = np.lexsort((heights, pairs[:, 1], pairs[:, 0]))
        pairs, heights = pairs[order], heights[order]
        first = np.ones(len(pairs), dtype=bool)
        first[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
        return pairs[first], heights[first]

    @cached_property
    def _leaves(self) -> Index:
        """For each unit and node the place of its first unit where units stand as in the tree."""
        n, nodes = len(self.units.sizes), self.grown.nodes
        width = np.ones(n + len(nodes), dtype=np.intp)
        place = np.zeros(n + len(nodes), dtype=np.intp)
        order = np.arange(n, n + len(nodes))
        for node, (a, b) in zip(order.tolist(), nodes.tolist(), strict=True):
            width[node] = width[a] + width[b]
        roots = np.flatnonzero(self._above < 0)
        place[roots] = np.cumsum(width[roots]) - width[roots]
        for node, (a, b) in zip(order[::-1].tolist(), nodes[::-1].tolist(), strict=True):
            place[a], place[b] = place[node], place[node] + width[a]
        return place

    @cached_property
    def _by_leaf(self) -> tuple[Index, Index]:
        """Rows as their units stand in the tree, and the places of these."""
        places = self._leaves[self.units.of_rows]
        order = np.argsort(places, kind="stable")
        return order, places[order]

    @cached_property
    def _by_group(self) -> tuple[Index, Index]:
        order = np.argsort(self.groups, kind="stable")
        return order, np.searchsorted(self.groups[order], np.arange(self.groups.max() + 2))

    def _rows(self, end: int) -> Index:
        """Rows of a node or, after these, of a group, but for those that have moved."""
        if end >= len(self.sizes):
            order, starts = self._by_group
            group = end - len(self.sizes)
            found = order[starts[group] : starts[group + 1]]
        else:
            order, places = self._by_leaf
            start = int(np.searchsorted(places, self._leaves[end]))
            found = np.sort(order[start : start + int(self.sizes[end])])
        return found[~self.moved[found]]

    def _proposal(
        self, kind: str, rows: Index, others: Index, p: float, gain: float, height: float
    ) -> GroupProposal:
        return GroupProposal(
            kind,
            rows,
            others,
            float(p),
            float(gain),
            self.unit * float(height),
            self.unit * self.cut,
            partial(self._typical, rows, others, height),
            partial(self.nearest_pair, rows, others),
        )

    def _typical(self, rows: Index, others: Index, height: float) -> tuple[tuple[int, int], ...]:
        inner = [self._central(rows), self._central(others)]
        apart = self._distances(*inner)
        order = np.argsort(np.abs(apart - height), axis=None, kind="stable")
        i, j = np.unravel_index(order, apart.shape)
        return tuple(zip(inner[0][i].tolist(), inner[1][j].tolist(), strict=True))

    def _central(self, rows: Index) -> Index:
        """The half of the rows nearest to their mean; of large groups some of the denser half.

        The mean of a ring is not in it, but a stray row may be there.
        """
        if len(rows) > self.tree.places.shape[1]:
            order = np.argsort(self.tree.radii[self.tree.value_of[rows]], kind="stable")
            ranks = np.linspace(0, len(rows) // 2, CENTRAL).astype(np.intp)
            return rows[order[np.unique(ranks)]]
        X = self.tree.search.X[self.tree.value_of[rows]]
        far = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
        most = min(CENTRAL, max(1, (len(rows) + 1) // 2))
        return rows[np.argsort(far, kind="stable")[:most]]

    def _distances(self, rows: Index, others: Index) -> Array:
        X, value = self.tree.search.X, self.tree.value_of
        squares = ((X[value[rows]][:, None] - X[value[others]]) ** 2).sum(axis=2)
        return np.asarray(np.sqrt(squares))

    def nearest_pair(self, rows: Index, others: Index) -> tuple[tuple[int, int], float]:
        """The nearest pair across, and its distance."""
        if len(rows) * len(others) > _ALL:
            found = [self._neighbours(rows, others), self._neighbours(others, rows)[::-1]]
            i, j = (np.concatenate(ends) for ends in zip(*found, strict=True))
            if not len(i):
                i, j = np.meshgrid(self._central(rows), self._central(others))
                i, j = i.ravel(), j.ravel()
            apart = self.tree.apart(np.column_stack([i, j]))
        else:
            apart = self._distances(rows, others).ravel()
            i, j = np.repeat(rows, len(others)), np.tile(others, len(rows))
        best = int(apart.argmin())
        return (int(i[best]), int(j[best])), self.unit * float(apart[best])

    def _neighbours(self, rows: Index, others: Index) -> tuple[Index, Index]:
        """Rows and those near them among the others."""
        tree = self.tree
        first = np.full(len(tree.sizes), -1)
        first[tree.value_of[others]] = others
        near = first[tree.places[tree.value_of[rows]]]
        at, _ = np.nonzero(near >= 0)
        return rows[at], near[near >= 0]
