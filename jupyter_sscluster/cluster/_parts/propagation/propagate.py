"""Constraints carried over to the pairs of rows around them (Eaton 2005).

A pair (i, j) near a source (a, b) takes the Gaussian weight exp(-½ D) of the source, D being the
squared distance of i from a plus that of j from b, each under the covariance about its end, or the
same with i and j exchanged where that is more. A weight of at least g means D <= -2 log g: the
rows around both ends are sorted, and each row around one end takes a leading part of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, Near
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.statements import pair_keys
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

_BINS = 512
"""Steps in which a limit is lowered until few enough pairs are left."""

_HELD = 1 << 22
"""Entries of neighbour lists kept for further sources with the same end."""

_ROOMS = 6
"""How often the first bin is looked into when it alone holds too many pairs."""


def sources_of(known: Constraints) -> WeightedPairs:
    """Everything stated, hard and soft, in an order that depends on the pairs alone."""
    stated = stated_pairs(known)
    return stated.take(np.lexsort((stated.pairs[:, 1], stated.pairs[:, 0], ~stated.together)))


def numbered(pairs: WeightedPairs) -> NDArray[np.int64]:
    """One number for each pair and kind."""
    return 2 * pair_keys(pairs.pairs) + pairs.together


@dataclass(frozen=True)
class Carrying:
    """Which pairs a source is carried over to.

    Those of Gaussian weight at least `threshold`; `ends` also those with an end of the source.
    Of several statements of one kind on a pair the weights are added, or with `reduced` the
    largest is taken. Where there are more than `most` statements, the threshold is raised.
    """

    threshold: float
    reduced: bool = False
    ends: bool = True
    most: int = 1_000_000

    @property
    def limit(self) -> float:
        """The largest squared distance, -2 log of the threshold."""
        return abs(-2.0 * float(np.log(self.threshold)))


class _Found(NamedTuple):
    """What one or more sources infer, one entry for each statement."""

    source: NDArray[np.intp]
    low: NDArray[np.intp]
    high: NDArray[np.intp]
    weights: Array


def propagate(sources: WeightedPairs, gaussians: Gaussians, carrying: Carrying) -> WeightedPairs:
    """What the sources infer about other pairs; a source says nothing about its own pair."""
    around = _Around(gaussians, carrying.limit)
    found = _inferred(sources, around, carrying, carrying.limit)
    if found is None:
        limit = _affordable(sources, around, carrying.limit, carrying.most)
        found = None if limit is None else _inferred(sources, around, carrying, limit)
    if found is None or not len(found.source):
        return WeightedPairs(np.empty((0, 2), dtype=np.int64), np.empty(0), np.empty(0, dtype=bool))
    return _merged(found, sources, reduced=carrying.reduced)


class _Around:
    """Neighbour lists of single rows, kept while they are few."""

    def __init__(self, gaussians: Gaussians, limit: float) -> None:
        self._gaussians, self._limit = gaussians, limit
        self._lists: dict[int, Near] = {}
        self._held = 0

    def of(self, row: int, limit: float) -> Near:
        """The rows within the limit."""
        near = self._lists.get(row)
        if near is None:
            near = self._gaussians.near(row, self._limit)
            if self._held + len(near.rows) <= _HELD:
                self._held += len(near.rows)
                self._lists[row] = near
        n = int(np.searchsorted(near.distances, limit, side="right"))
        return Near(near.rows[:n], near.distances[:n])

    def ends(self, sources: WeightedPairs, limit: float) -> Iterator[tuple[int, Near, Near]]:
        """Each source that reaches anything, with the rows around both of its ends."""
        for s, (a, b) in enumerate(sources.pairs.tolist()):
            first, second = self.of(a, limit), self.of(b, limit)
            if len(first.rows) and len(second.rows):
                yield s, first, second


def _inferred(
    sources: WeightedPairs, around: _Around, carrying: Carrying, limit: float
) -> _Found | None:
    """All statements within the limit, those of one source together; None if there are too many."""
    parts: list[_Found] = []
    total = 0
    for s, first, second in around.ends(sources, limit):
        counts = np.searchsorted(second.distances, limit - first.distances, side="right")
        total += int(counts.sum()) - 1
        if total > carrying.most:
            return None
        parts.append(_of_source(s, sources.pairs[s], first, second, counts, carrying))
    if not parts:
        none = np.empty(0, dtype=np.intp)
        return _Found(none, none, none, np.empty(0))
    source, low, high, weights = zip(*parts, strict=True)
    return _Found(
        np.concatenate(source), np.concatenate(low), np.concatenate(high), np.concatenate(weights)
    )


def _of_source(
    s: int,
    pair: NDArray[np.int64],
    first: Near,
    second: Near,
    counts: NDArray[np.intp],
    carrying: Carrying,
) -> _Found:
    """What one source infers: each row near its first end with `counts` rows near the second."""
    at = np.repeat(np.arange(len(counts)), counts)
    of = np.arange(len(at)) - (np.cumsum(counts) - counts)[at]
    i, j = first.rows[at], second.rows[of]
    low, high = np.minimum(i, j), np.maximum(i, j)
    a, b = sorted(pair.tolist())
    if carrying.ends:
        fresh = (low != high) & ((low != a) | (high != b))
    else:
        fresh = (low != high) & (low != a) & (low != b) & (high != a) & (high != b)
    squares = first.distances[at[fresh]] + second.distances[of[fresh]]
    weights = np.exp(-0.5 * squares).clip(carrying.threshold, 1.0)
    return _Found(np.full(len(weights), s), low[fresh], high[fresh], weights)


def _merged(found: _Found, sources: WeightedPairs, *, reduced: bool) -> WeightedPairs:
    """One statement for each pair and kind; of the two ways round a source counts the better."""
    together = sources.together[found.source]
    weights = found.weights * sources.weights[found.source]
    keys = 2 * pair_keys(np.column_stack([found.low, found.high])) + together
    order = np.argsort(keys, kind="stable")
    keys, source, weights = keys[order], found.source[order], weights[order]
    new_pair = np.diff(keys, prepend=-1) != 0
    once = np.flatnonzero(new_pair | (np.diff(source, prepend=-1) != 0))
    weights = np.maximum.reduceat(weights, once)
    starts = np.flatnonzero(new_pair[once])
    combine = np.maximum if reduced else np.add
    first = order[once[starts]]
    pairs = np.column_stack([found.low[first], found.high[first]]).astype(np.int64)
    return WeightedPairs(pairs, combine.reduceat(weights, starts), together[first])


def _affordable(sources: WeightedPairs, around: _Around, limit: float, most: int) -> float | None:
    """A limit within which there are no more statements than that; None if there is none."""
    for _ in range(_ROOMS):
        step = limit / _BINS
        if step == 0.0:
            break
        fits = np.flatnonzero(_at_most(sources, around, limit) <= most)
        if len(fits) and fits[-1]:
            return float(fits[-1] * step)
        limit = step
    equal = sum(len(a.rows) * len(b.rows) - 1 for _, a, b in around.ends(sources, 0.0))
    return 0.0 if equal <= most else None


def _at_most(sources: WeightedPairs, around: _Around, limit: float) -> Array:
    """Bounds of the numbers of statements within 0, 1, ... `_BINS` steps up to the limit.

    As in `_inferred` the source itself does not count.
    """
    counts = np.zeros(_BINS + 1)
    for _, first, second in around.ends(sources, limit):
        one, other = (
            np.bincount((near.distances * (_BINS / limit)).astype(np.intp), minlength=_BINS + 1)
            for near in (first, second)
        )
        counts += np.convolve(one, other)[: _BINS + 1]
        counts[0] -= 1
    return np.cumsum(counts)
