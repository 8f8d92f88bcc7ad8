"""Which soft statements become links: those that are likelier right than wrong."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import votes
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, same_cluster

SURE = np.log(4.0)
"""A soft must-link of at least these log odds joins two clusters, as a hard one does."""

TWICE = 2.0
"""A soft must-link of at least this weight joins two clusters whatever the height."""

LOUDEST = 1.5
"""Weight of a statement as loud as height and others can be: one said twice is believed."""


class Believed(NamedTuple):
    """Links to keep, the believed soft ones among them, and the log odds against each `soft` one.

    `against` (m,) is above 0 for those that are likelier wrong than right, or contradict others;
    `sure` are the must-links that join clusters: hard, by hand, said twice, or of odds of `SURE`.
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


def believed(
    must: IntArray,
    cannot: IntArray,
    soft: WeightedPairs,
    different: Array,
    merges: Integers,
    picked: Mask,
) -> Believed:
    """Go through the softly stated pairs, surest first; keep what is likely and contradicts none.

    The log odds of a pair are c ± weight · log 9. The first term is log((1 - P) / P), P being
    P(`different`) (m,) by the height at which its rows meet, and ± weight · log 9 for each other
    statement whose rows meet in the same of the `merges` (m,), -1 if they never meet. It is at most
    1.5 log 9: rows may be exceptions in their groups. The height says nothing of a pair that a
    person `picked` (m,), as it was picked whatever the height; such a must-link is sure, too.
    """
    said = np.where(soft.together, 1.0, -1.0) * votes(soft.weights)
    sign, most = np.sign(said), votes(np.array(LOUDEST))
    number = np.unique(merges, return_inverse=True)[1]
    others = np.bincount(number, said, 1)[number] - said
    by_height = np.where(picked, 0.0, np.log1p(-different) - np.log(different))
    context = by_height + np.where(merges < 0, 0.0, others)
    odds = np.clip(context, -most, most) + said
    against = -sign * odds
    known = Links(must, cannot)
    kept = np.zeros(len(soft), dtype=bool)
    for at in np.argsort(-np.abs(odds), kind="stable").tolist():
        if against[at] < 0.0:
            i, j = soft.pairs[at].tolist()
            kept[at] = known.take(i, j, bool(soft.together[at]))
    links = soft.take(kept)
    sure = picked | (soft.weights >= TWICE) | (odds >= SURE)
    return Believed(
        np.concatenate([must, links.must.pairs]),
        np.append(np.ones(len(must), dtype=bool), sure[kept & soft.together]),
        np.concatenate([cannot, links.cannot.pairs]),
        soft,
        np.where(kept, against, np.abs(against)),
    )
