"""Which soft statements become links: those that are likelier right than wrong."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import votes
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, same_cluster

TWICE = 2.0
"""Weight from which on a soft must-link is as sure as one that is hard: wrong once in 82 times."""

LOUDEST = 1.5
"""Weight of a soft statement that speaks as loudly as any height: one said twice is believed."""


class Believed(NamedTuple):
    """Links to keep, the believed soft ones among them, and the log odds against each `soft` one.

    `against` (m,) is above 0 for those that are likelier wrong than right, or contradict others;
    `sure` are the must-links that are hard, or have been said twice.
    """

    must: IntArray
    sure: Mask
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


def believed(must: IntArray, cannot: IntArray, soft: WeightedPairs, different: Array) -> Believed:
    """Go through the softly stated pairs, surest first; keep what is likely and contradicts none.

    The log odds of a pair are log((1 - P) / P) ± weight · log 9, P being P(`different`) (m,) by the
    height at which its rows meet. The first term is at most 1.5 log 9: groups are not a matter of
    height alone.
    """
    sign = np.where(soft.together, 1.0, -1.0)
    most = votes(np.array(LOUDEST))
    by_height = np.clip(np.log1p(-different) - np.log(different), -most, most)
    odds = by_height + sign * votes(soft.weights)
    against = -sign * odds
    known = Links(must, cannot)
    kept = np.zeros(len(soft), dtype=bool)
    for at in np.argsort(-np.abs(odds), kind="stable").tolist():
        if against[at] < 0.0:
            i, j = soft.pairs[at].tolist()
            kept[at] = known.take(i, j, bool(soft.together[at]))
    links = soft.take(kept)
    return Believed(
        np.concatenate([must, links.must.pairs]),
        np.append(np.ones(len(must), dtype=bool), links.must.weights >= TWICE),
        np.concatenate([cannot, links.cannot.pairs]),
        soft,
        np.where(kept, against, np.abs(against)),
    )
