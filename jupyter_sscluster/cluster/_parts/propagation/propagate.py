"""Constraint propagation (Eaton 2005, equations 3.1 to 3.7), without a loop over all pairs.

A constraint on (x_A, x_B) of weight w is inferred for (x_i, x_j) with weight w times

    N([x_i; x_j], [x_A; x_B], blockdiag(s_A Σ_A, s_B Σ_B))        (3.2, 3.3, 3.7)

or the same with i and j exchanged, where that is more, if this is at least the threshold g. As the
covariance is block diagonal, -2 log of it is D_A(x_i) + D_B(x_j), D as in `Gaussians.near`, and so

    weight >= g   exactly if   D_A(x_i) + D_B(x_j) <= τ = -2 log g.

The rows around both ends are sorted by D, and each row around one end takes a prefix of those
around the other: O(n log n + output) for a constraint, where all pairs would take O(n²).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, Neighbours
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import pair_keys
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

_BINS = 512
"""Bins of D between 0 and τ in which pairs are counted, to lower τ until few enough are left."""

_MAX_CACHED = 1 << 22
"""Entries of neighbour lists cached for further sources with the same end."""

_MAX_ZOOMS = 6
"""How often the first bin is divided anew where it alone holds too many pairs."""


def sources_of(known: Constraints) -> WeightedPairs:
    """Everything stated, hard and soft, in an order that depends on the pairs alone."""
    stated = stated_pairs(known)
    return stated.take(np.lexsort((stated.pairs[:, 1], stated.pairs[:, 0], ~stated.together)))


def own_weights(inferred: WeightedPairs, sources: WeightedPairs) -> Array:
    """What inferred pairs weigh as they were stated; 0 for those that were not."""
    numbers = _numbered(sources)
    order = np.argsort(numbers)
    wanted = _numbered(inferred)
    at = order[np.searchsorted(numbers, wanted, sorter=order).clip(max=len(order) - 1)]
    return np.where(numbers[at] == wanted, sources.weights[at], 0.0)


def _numbered(pairs: WeightedPairs) -> NDArray[np.int64]:
    """A number of its own for each pair and kind."""
    return 2 * pair_keys(pairs.pairs) + pairs.together


@dataclass(frozen=True)
class PropagationRule:
    """Which pairs a source is propagated to, and how weights on one pair are aggregated.

    Pairs of Gaussian weight >= `threshold`, which rises if there are more than `max_pairs`; with
    `shared_ends` also pairs with one end of the source. Weights are added (full propagation), or
    the largest is taken (`reduced`). With `constant` each weighs as much as its source.
    """

    threshold: float
    reduced: bool = False
    shared_ends: bool = True
    max_pairs: int = 1_000_000
    constant: bool = False

    @property
    def limit(self) -> float:
        """τ = -2 log g, the largest D_A + D_B."""
        return abs(-2.0 * float(np.log(self.threshold)))


class _InferredPairs(NamedTuple):
    """Pairs inferred from sources, low end and high end; one entry per source and orientation."""

    source: NDArray[np.intp]
    low: NDArray[np.intp]
    high: NDArray[np.intp]
    weights: Array


class Inferred(NamedTuple):
    """What was inferred, pair by pair, and how many of the sources reach each of them."""

    statements: WeightedPairs
    reached: NDArray[np.intp]


def propagate(sources: WeightedPairs, gaussians: Gaussians, rule: PropagationRule) -> Inferred:
    """Infer constraints from the sources about other pairs; none infers anything about its own."""
    lists = _NeighbourLists(gaussians, rule.limit)
    inferred = _within(sources, lists, rule, rule.limit)
    if inferred is None:
        limit = _limit_for(sources, lists, rule.limit, rule.max_pairs)
        inferred = None if limit is None else _within(sources, lists, rule, limit)
    if inferred is None or not len(inferred.source):
        none = np.empty((0, 2), dtype=np.int64), np.empty(0), np.empty(0, dtype=bool)
        return Inferred(WeightedPairs(*none), np.empty(0, dtype=np.intp))
    return _aggregated(inferred, sources, reduced=rule.reduced)


class _NeighbourLists:
    """Neighbour lists of single rows, cached up to `_MAX_CACHED` entries."""

    def __init__(self, gaussians: Gaussians, limit: float) -> None:
        self._gaussians, self._limit = gaussians, limit
        self._lists: dict[int, Neighbours] = {}
        self._n_cached = 0

    def of(self, row: int, limit: float) -> Neighbours:
        """Rows with D <= `limit`."""
        near = self._lists.get(row)
        if near is None:
            near = self._gaussians.near(row, self._limit)
            if self._n_cached + len(near.rows) <= _MAX_CACHED:
                self._n_cached += len(near.rows)
                self._lists[row] = near
        n = int(np.searchsorted(near.distances, limit, side="right"))
        return Neighbours(near.rows[:n], near.distances[:n])

    def of_both_ends(
        self, sources: WeightedPairs, limit: float
    ) -> Iterator[tuple[int, Neighbours, Neighbours]]:
        """Each source that reaches anything, with the rows around both of its ends."""
        for s, (a, b) in enumerate(sources.pairs.tolist()):
            first, second = self.of(a, limit), self.of(b, limit)
            if len(first.rows) and len(second.rows):
                yield s, first, second


def _within(
    sources: WeightedPairs, lists: _NeighbourLists, rule: PropagationRule, limit: float
) -> _InferredPairs | None:
    """All pairs with D_A + D_B <= `limit`, source by source; None if there are too many."""
    by_source: list[_InferredPairs] = []
    total = 0
    for s, first, second in lists.of_both_ends(sources, limit):
        counts = np.searchsorted(second.distances, limit - first.distances, side="right")
        total += int(counts.sum()) - 1
        if total > rule.max_pairs:
            return None
        by_source.append(_from_source(s, sources.pairs[s], first, second, counts, rule))
    if not by_source:
        none = np.empty(0, dtype=np.intp)
        return _InferredPairs(none, none, none, np.empty(0))
    source, low, high, weights = zip(*by_source, strict=True)
    return _InferredPairs(
        np.concatenate(source), np.concatenate(low), np.concatenate(high), np.concatenate(weights)
    )


def _from_source(
    s: int,
    pair: NDArray[np.int64],
    first: Neighbours,
    second: Neighbours,
    counts: NDArray[np.intp],
    rule: PropagationRule,
) -> _InferredPairs:
    """Pairs of one source: each row near its first end with a prefix of those near the second."""
    at = np.repeat(np.arange(len(counts)), counts)
    of = np.arange(len(at)) - (np.cumsum(counts) - counts)[at]
    i, j = first.rows[at], second.rows[of]
    low, high = np.minimum(i, j), np.maximum(i, j)
    a, b = sorted(pair.tolist())
    if rule.shared_ends:
        fresh = (low != high) & ((low != a) | (high != b))
    else:
        fresh = (low != high) & (low != a) & (low != b) & (high != a) & (high != b)
    squares = first.distances[at[fresh]] + second.distances[of[fresh]]
    weights = np.exp(-0.5 * squares).clip(rule.threshold, 1.0)
    if rule.constant:
        weights = np.ones_like(weights)
    return _InferredPairs(np.full(len(weights), s), low[fresh], high[fresh], weights)


def _aggregated(inferred: _InferredPairs, sources: WeightedPairs, *, reduced: bool) -> Inferred:
    """One constraint per pair and kind: better orientation, sum (`reduced`: max) over sources."""
    together = sources.together[inferred.source]
    weights = inferred.weights * sources.weights[inferred.source]
    keys = 2 * pair_keys(np.column_stack([inferred.low, inferred.high])) + together
    order = np.argsort(keys, kind="stable")
    keys, source, weights = keys[order], inferred.source[order], weights[order]
    new_pair = np.diff(keys, prepend=-1) != 0
    once = np.flatnonzero(new_pair | (np.diff(source, prepend=-1) != 0))
    weights = np.maximum.reduceat(weights, once)
    starts = np.flatnonzero(new_pair[once])
    combine = np.maximum if reduced else np.add
    first = order[once[starts]]
    pairs = np.column_stack([inferred.low[first], inferred.high[first]]).astype(np.int64)
    found = WeightedPairs(pairs, combine.reduceat(weights, starts), together[first])
    return Inferred(found, np.diff(starts, append=len(once)))


def _limit_for(
    sources: WeightedPairs, lists: _NeighbourLists, limit: float, max_pairs: int
) -> float | None:
    """A lower τ within which there are no more pairs than `max_pairs`; None if there is none."""
    for _ in range(_MAX_ZOOMS):
        step = limit / _BINS
        if step == 0.0:
            break
        fits = np.flatnonzero(_count_bounds(sources, lists, limit) <= max_pairs)
        if len(fits) and fits[-1]:
            return float(fits[-1] * step)
        limit = step
    equal = sum(len(a.rows) * len(b.rows) - 1 for _, a, b in lists.of_both_ends(sources, 0.0))
    return 0.0 if equal <= max_pairs else None


def _count_bounds(sources: WeightedPairs, lists: _NeighbourLists, limit: float) -> Array:
    """Bounds of the numbers of statements within 0, 1, ... `_BINS` steps up to the limit.

    The counts of D_A + D_B in bins are the convolution of those of D_A and of D_B; both are rounded
    down to a bin, so that no pair is missed. As in `_within` the source itself does not count.
    """
    counts = np.zeros(_BINS + 1)
    for _, first, second in lists.of_both_ends(sources, limit):
        one, other = (
            np.bincount((near.distances * (_BINS / limit)).astype(np.intp), minlength=_BINS + 1)
            for near in (first, second)
        )
        counts += np.convolve(one, other)[: _BINS + 1]
        counts[0] -= 1
    return np.cumsum(counts)
