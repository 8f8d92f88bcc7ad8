"""Which soft statements become links: those that are likelier right than wrong."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Integers, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import votes
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, same_cluster

SURE = np.log(4.0)
"""Two clusters are joined by soft must-links of at least these log odds, as by a hard one."""

MOST_LOG_ODDS = 3.0
"""The most log odds that the height contributes: two statements join clusters at any height."""


class Believed(NamedTuple):
    """Links to keep, the believed soft ones among them, and the log odds against each `soft` one.

    `against` (m,) is above 0 for those that are likelier wrong than right, or contradict others;
    `sure` are the must-links that join clusters: hard, or of odds of `SURE`. `needed` are those to
    begin with: all but soft ones in a cluster with no cannot-link, which mostly hold without.
    """

    must: IntArray
    sure: Mask
    needed: Mask
    cannot: IntArray
    soft: WeightedPairs
    against: Array

    def unkept(self, groups: Integers) -> tuple[IntArray, Array]:
        """The soft pairs (u, 2) that these groups violate, and the log odds against them (u,)."""
        violated = same_cluster(self.soft.pairs, groups) != self.soft.together
        return self.soft.pairs[violated], self.against[violated]


def netted(soft: WeightedPairs) -> WeightedPairs:
    """One statement for each pair, of the difference of the weights; none where that is 0."""
    if not len(soft):
        return soft
    pairs, number = np.unique(soft.pairs, axis=0, return_inverse=True)
    weights = np.bincount(number, np.where(soft.together, soft.weights, -soft.weights))
    left = weights != 0.0
    return WeightedPairs(pairs[left], np.abs(weights[left]), weights[left] > 0.0)


def log_odds(soft: WeightedPairs) -> Array:
    """Log odds of "same" by each statement: ± weight · log 9."""
    said: Array = np.where(soft.together, 1.0, -1.0) * votes(soft.weights)
    return said


def believed(
    must: IntArray,
    cannot: IntArray,
    soft: WeightedPairs,
    different: Array,
    merges: Integers,
    picked: Mask,
    clusters: Integers,
) -> Believed:
    """Go through the softly stated pairs, surest first; keep what is likely and contradicts none.

    Statements about two of the `clusters` (n,), those of the tree without answers at the learned
    cut, are decided together, by `joined`; so are those about one merge within a cluster, its
    number in `merges` (m,). The log odds of "same" are

        c + Σ ± weight · log 9,

    the sum being over all of them. c is the mean of log((1 - P) / P), between -3 and 3, P being
    P(`different`) (m,) by the height at which rows meet: they may be exceptions in their groups.
    The height says nothing of a pair that a person `picked` (m,), as it was picked whatever the
    height.
    """
    said, ends = log_odds(soft), clusters[soft.pairs]
    across = ends[:, 0] != ends[:, 1]
    by_height = np.log1p(-different) - np.log(different)
    keys = np.where(across[:, None], np.sort(ends, axis=1), np.column_stack([merges, merges]))
    about, number, total = _added_up(keys, by_height, picked, said)
    between = about[:, 0] != about[:, 1]
    hard = Links(*(_between(clusters[pairs]) for pairs in (must, cannot)))
    total[between] = joined(about[between], total[between], hard)
    odds = total[number]
    known, kept = Links(must, cannot), np.zeros(len(soft), dtype=bool)
    for at in np.argsort(-np.abs(odds), kind="stable").tolist():
        if odds[at] != 0.0 and (odds[at] > 0.0) == soft.together[at]:
            i, j = soft.pairs[at].tolist()
            kept[at] = known.take(i, j, bool(soft.together[at]))
    links, same = soft.take(kept), kept & soft.together
    divided = clusters[np.concatenate([cannot, links.cannot.pairs])]
    divided = divided[divided[:, 0] == divided[:, 1], 0]
    needed = across | np.isin(ends[:, 0], divided)
    told = np.ones(len(must), dtype=bool)
    return Believed(
        np.concatenate([must, links.must.pairs]),
        np.append(told, (odds >= SURE)[same]),
        np.append(told, needed[same]),
        np.concatenate([cannot, links.cannot.pairs]),
        soft,
        np.where(kept, -np.abs(odds), np.abs(odds)),
    )


def joined(pairs: Integers, odds: Array, links: Links) -> Array:
    """Join clusters, those of the largest log odds first, and tell what becomes of the odds.

    Those of two joined clusters and a third are added up (greedy additive edge contraction: Keuper
    et al. 2015, algorithm 1). No two are joined of odds below `SURE`, or that `links`, which are
    added to, keep apart. Each of the `pairs` (m, 2) gets the odds of the joined clusters that it is
    between; where links keep these apart, of the same size but for "different", `SURE` at least.
    Within one, they are for "same", as large as its own, and `SURE` at least; where hard links join
    the two, they are its own.
    """
    near = dict[int, dict[int, float]]()
    told = [links.root(i) == links.root(j) for i, j in pairs.tolist()]
    for (i, j), w in zip(pairs.tolist(), odds.tolist(), strict=True):
        _add(near, links.root(i), links.root(j), w)
    heap = [(-w, a, b) for a in near for b, w in near[a].items() if a < b]
    heapify(heap)
    while heap and -heap[0][0] >= SURE:
        w, a, b = heappop(heap)
        if near.get(a, {}).get(b) != -w or not links.take(a, b, True):
            continue
        kept, lost = (a, b) if links.root(a) == a else (b, a)
        for c, more in near.pop(lost).items():
            del near[c][lost]
            if c != kept:
                heappush(heap, (-_add(near, kept, c, more), min(kept, c), max(kept, c)))
    ends = [(links.root(i), links.root(j)) for i, j in pairs.tolist()]
    found = np.array([0.0 if a == b else near[a][b] for a, b in ends])
    apart = np.array([links.apart(a, b) for a, b in ends], dtype=bool)
    together = np.array([a == b for a, b in ends], dtype=bool)
    found[apart] = -np.maximum(np.abs(found[apart]), SURE)
    found[together] = np.maximum(np.abs(odds[together]), SURE)
    return np.where(told, odds, found)


def _add(near: dict[int, dict[int, float]], a: int, b: int, odds: float) -> float:
    """Add log odds to those of two clusters, unless they are one; the sum."""
    total = near.setdefault(a, {}).get(b, 0.0) + odds
    if a != b:
        near[a][b] = near.setdefault(b, {})[a] = total
    return total


def _added_up(
    keys: Integers, by_height: Array, picked: Mask, said: Array
) -> tuple[Integers, Index, Array]:
    """What statements (m,) are about, the number of each's, and the log odds of all about it."""
    about, number = np.unique(keys, axis=0, return_inverse=True)
    number, n = number.ravel(), len(about)
    heights = np.bincount(number, np.where(picked, 0.0, by_height), n)
    height = heights / np.maximum(np.bincount(number, ~picked, n), 1.0)
    limited = np.clip(height, -MOST_LOG_ODDS, MOST_LOG_ODDS)
    return about, number, limited + np.bincount(number, said, n)


def _between(pairs: Integers) -> Integers:
    found: Integers = pairs[pairs[:, 0] != pairs[:, 1]]
    return found
