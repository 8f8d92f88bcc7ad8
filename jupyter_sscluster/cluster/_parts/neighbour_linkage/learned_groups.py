"""A fit of near rows: what is learned from answers, the merges, and the part of every row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, in_order
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import (
    Believed,
    believed,
    netted,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import Calibration, trust_in
from jupyter_sscluster.cluster._parts.neighbour_linkage.evidence import evidence
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree, free_tree
from jupyter_sscluster.cluster._parts.neighbour_linkage.group_posterior import LEAST, Groups
from jupyter_sscluster.cluster._parts.neighbour_linkage.growth import Grown
from jupyter_sscluster.cluster._parts.neighbour_linkage.linked_units import Units, grown_with
from jupyter_sscluster.cluster._parts.neighbour_linkage.misplaced import (
    Places,
    beside_others,
    misplaced,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.moves import each_move
from jupyter_sscluster.cluster._parts.neighbour_linkage.proposals import (
    Candidates,
    GroupProposal,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import pair_keys
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs

NO_EVIDENCE = 0.01
"""Hard must-links of at most this weight are no evidence about other rows."""


@dataclass(frozen=True, eq=False)
class LearnedGroups(Learned):
    """The tree of the data, what the growth started from, its merges, and the part of every row.

    `merged` (n,) are the parts that the merges make, `parts` those once rows have moved; both are
    called by one of their units. `misplaced` are rows that are in a group by links alone.
    """

    tree: FreeTree
    units: Units
    grown: Grown
    places: Places
    links: Believed
    known: Constraints
    cut: float
    unit: float
    min_size: int
    misplaced: Index
    merged: Index
    parts: Index

    @property
    def calibration(self) -> Calibration:
        """P(different | height)."""
        return self.places.calibration

    @cached_property
    def groups(self) -> Labels:
        """The group of each row."""
        return self._groups_of(self.parts)

    @cached_property
    def labels(self) -> Labels:
        """The groups as clusters, but for those of too few rows none of which is must-linked."""
        groups = self.groups
        kept = np.bincount(groups) >= self.min_size
        kept[groups[self.links.must]] = True
        number = np.where(kept, np.cumsum(kept) - 1, -1)
        labels: Labels = number[groups].astype(np.int32)
        return labels

    @cached_property
    def clusters(self) -> Groups:
        """What rows are compared with: no misplaced row stands for its cluster."""
        return Groups.of(self.tree, self.calibration, self.parts, self.labels, self.misplaced)

    def _groups_of(self, parts: Index) -> Labels:
        return in_order(self.units.links.sets(len(self.units.sizes))[parts])

    @cached_property
    def candidates(self) -> Candidates:
        """What proposals are made of."""
        return Candidates(
            self.tree,
            self.units,
            self.grown,
            self.calibration,
            self._groups_of(self.merged),
            self.parts != self.merged,
            self.known,
            self.links.soft,
            self.cut,
            self.unit,
        )

    def each_move(self) -> Iterator[GroupProposal]:
        """Rows that may be in another cluster, as proposals, by falling gain."""
        return each_move(self.candidates, self.places, self.clusters, self.labels)


def learned_groups(
    X: Array, known: Constraints, search: tuple[int, tuple[str, ...]], min_size: int
) -> LearnedGroups:
    """Learn where to stop from all statements, then merge up to there.

    `search` has the number of near rows and the linkages of `free_tree`.
    """
    unit = _unit_of(X)
    tree = free_tree(X / unit, *search)
    soft = netted(soft_pairs(known))
    telling = known.must[known.must_weights > NO_EVIDENCE]
    pairs = np.concatenate([telling, known.cannot, soft.pairs])
    hard = np.repeat([False, True], [len(telling), len(known.cannot)])
    trust = np.append(np.ones(len(hard)), trust_in(soft.weights))
    merges = tree.meeting_nodes(pairs)
    x, different = tree.placed(pairs, merges), np.append(hard, ~soft.together)
    clusters = tree.clusters[tree.value_of[pairs]]
    picked = np.isin(pair_keys(pairs), pair_keys(known.by_hand))
    trust *= evidence(pairs, x, different, clusters, picked, tree)
    of_soft = slice(len(hard), None)

    def learned(trust: Array) -> tuple[Places, float, Believed]:
        """P(different | x), clusters at the cut that follows, the cut, and the links to keep."""
        calibration = Calibration.of(x, different, trust)
        cut = float(tree.cut * np.exp(tree.spread * calibration.half))
        places = Places.at(tree, calibration, cut)
        told = calibration(x[of_soft]), merges[of_soft], picked[of_soft], places.clusters
        return places, cut, believed(known.must, known.cannot, soft, *told)

    # A must-link of a misplaced row tells nothing of the height at which clusters merge. Which rows
    # are misplaced is decided by a height that no must-link of a row near both clusters taught.
    free = Places.at(tree, Calibration.of(x, different, 0.0 * trust), tree.cut)
    near = free.p_together(pairs).max(axis=1, initial=0.0) >= LEAST
    single = ~different & near & np.not_equal(*free.clusters[pairs].T)
    places, cut, links = learned(np.where(single, 0.0, trust))
    alone = _misplaced(places, links, known)
    of_alone = ~different & np.isin(pairs, alone).any(axis=1)
    if (of_alone != single).any():
        places, cut, links = learned(np.where(of_alone, 0.0, trust))
    alone = beside_others(np.intersect1d(alone, links.must), links.must, len(tree.value_of))
    units, grown = grown_with(links, tree, cut, alone)
    parts = grown.tops[units.of_rows]
    found = LearnedGroups(
        tree,
        units,
        grown,
        places,
        links,
        known,
        cut,
        unit,
        min_size,
        alone,
        parts,
        parts,
    )
    return replace(found, parts=_moved(found))


def _misplaced(places: Places, links: Believed, known: Constraints) -> Index:
    """Rows that links place alone; a pair that a person picked is as likely one as different."""
    by_hand = np.isin(pair_keys(links.must), pair_keys(known.by_hand))
    different = np.where(by_hand, 0.5, places.p_different(links.must))
    return misplaced(places, links.must, links.cannot, different)


def _moved(found: LearnedGroups) -> Index:
    """The parts of the rows once each without a link has moved to a nearer cluster."""
    tree, links = found.tree, found.links
    nearer = found.clusters.nearer()
    nearer[tree.value_of[np.concatenate([links.must, links.cannot])]] = -1
    goal = nearer[tree.value_of]
    return np.where(goal >= 0, goal, found.parts)


def _unit_of(X: Array) -> float:
    """A power of two that is about as large as the largest value; 1 where all are 0."""
    return float(np.ldexp(1.0, int(np.frexp(np.abs(X).max())[1])))
