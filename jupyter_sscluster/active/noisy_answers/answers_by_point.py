"""The answers of a snapshot by point: settled pairs, and how often each point was asked about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.snapshot import Pair, Snapshot
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

DOUBT = 2
"""Answers that a "don't know" counts for, where it is asked how often a point was asked about."""

PLACED = 0.9
"""A point is placed, and asked about no more, where the probability of a class is as large."""


@dataclass(frozen=True, eq=False)
class Answers:
    """The stated pairs without their closure, because any answer may be wrong."""

    snapshot: Snapshot

    @cached_property
    def stated(self) -> WeightedPairs:
        """All statements, hard and soft."""
        return stated_pairs(self.snapshot.constraints)

    @cached_property
    def touched(self) -> Mask:
        """Which points occur in a statement, shape (n_samples,)."""
        mask = np.zeros(self.snapshot.n_samples, dtype=bool)
        mask[self.snapshot.constraints.touched] = True
        return mask

    @cached_property
    def unknown(self) -> IntArray:
        """The pairs answered with "don't know", shape (m, 2)."""
        return np.array(self.snapshot.unknown, dtype=np.int64).reshape(-1, 2)

    @cached_property
    def _partners(self) -> dict[int, dict[int, float]]:
        return _by_point([*((pair, 0.0) for pair in self.unknown.tolist()), *_signed(self.stated)])

    @cached_property
    def _heard(self) -> dict[int, dict[int, float]]:
        evidence = self.snapshot.evidence
        if evidence is None:
            return {}
        own = {pair for pair, _ in _signed(self.stated)}
        signed = _signed(stated_pairs(evidence))
        return _by_point([(pair, sign) for pair, sign in signed if pair not in own])

    def with_(self, point: int) -> dict[int, float]:
        """Partners of a point: must-link weight minus cannot-link weight of each.

        0 is "don't know", or both kinds with the same weight.
        """
        return self._partners.get(point, {})

    def heard(self, point: int) -> dict[int, float]:
        """The same of what others have said (`evidence`), which does not count as asked."""
        return self._heard.get(point, {})

    def times_asked(self, sure: Array) -> IntArray:
        """How often each point was the one in question: the less certain one of a pair.

        A "don't know" counts twice, so that points nobody can place are dropped sooner. `sure` (n,)
        is the probability of the likeliest class of each point.
        """
        count = np.zeros(self.snapshot.n_samples, dtype=np.int64)
        for pairs, weight in ((self.stated.pairs, 1), (self.unknown, DOUBT)):
            first, second = sure[pairs].T
            np.add.at(count, pairs[first <= second, 0], weight)
            np.add.at(count, pairs[second <= first, 1], weight)
        return count


def _signed(stated: WeightedPairs) -> list[tuple[Pair, float]]:
    """Each pair with its must-link weight, or minus its cannot-link weight."""
    signed = np.where(stated.together, stated.weights, -stated.weights)
    pairs = [(i, j) for i, j in stated.pairs.tolist()]
    return [*zip(pairs, signed.tolist(), strict=True)]


def _by_point(said: Iterable[tuple[Sequence[int], float]]) -> dict[int, dict[int, float]]:
    """The partners of each point, with the sum of what was said of each."""
    found = dict[int, dict[int, float]]()
    for (i, j), sign in said:
        for one, other in ((i, j), (j, i)):
            to = found.setdefault(one, {})
            to[other] = to.get(other, 0.0) + sign
    return found
