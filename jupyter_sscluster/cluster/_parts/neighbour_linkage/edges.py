"""Edges between clusters of rows: distances across, added up as these merge."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index

FAR = 1.3
"""What a pair that is no edge counts as, in radii of the neighbourhoods."""

_BITS = 62
"""Bits of a number that a pair of clusters and its place are packed into."""


class Edges(NamedTuple):
    """Pairs of clusters u < v with near rows between them.

    `total` is the sum of the near pairs' distances, `number` how many they are, `radii` the sum of
    the larger of their two radii. Where clusters may not be merged, `total` is infinite, and stays
    so as they grow.
    """

    u: Index
    v: Index
    total: Array
    number: Array
    radii: Array

    @property
    def combined(self) -> np.ufunc:
        """How the values of several edges become those of one, where clusters merge."""
        return np.add

    @classmethod
    def of(cls, u: Index, v: Index, length: Array, radius: Array, pairs: Array) -> Edges:
        """One edge for so many pairs of equal rows."""
        return cls(u, v, length * pairs, pairs, radius * pairs)

    def take(self, places: Index) -> Edges:
        """Those at these places."""
        return type(self)(
            self.u.take(places),
            self.v.take(places),
            self.total.take(places),
            self.number.take(places),
            self.radii.take(places),
        )

    def barred(self, places: Index) -> Edges:
        """The same, but for those at these places, whose clusters may not be merged."""
        total = self.total.copy()
        total[places] = np.inf
        return self._replace(total=total)

    def heights(self, sizes: Array) -> Array:
        """Mean distance across, a pair that is no edge counting as 1.3 mean radii.

        h = [Σ w + (|A| |B| - c) 1.3 ḡ] / (|A| |B|)
        """
        pairs = sizes.take(self.u) * sizes.take(self.v)
        h: Array = (self.total + (pairs / self.number - 1.0) * FAR * self.radii) / pairs
        return h


class NearestEdges(Edges):
    """The same where the distance of clusters is that of their nearest pair: single linkage.

    `total` is that distance, `number` is 1, and `radii` say nothing. That clusters may not be
    merged is lost here as they grow; the growth finds it in its links.
    """

    __slots__ = ()

    @property
    def combined(self) -> np.ufunc:
        """The least: infinite only where all are."""
        return np.minimum

    @classmethod
    def of(cls, u: Index, v: Index, length: Array, radius: Array, pairs: Array) -> Edges:
        """One edge, whatever it stands for."""
        return cls(u, v, length, np.ones(len(u)), radius)

    def heights(self, sizes: Array) -> Array:
        """The distance of the nearest pair across."""
        return self.total.copy()


def concatenated(*parts: Edges) -> Edges:
    """Several lists in one."""
    return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def added_up(edges: Edges, places: Index, onto: Index) -> Edges:
    """Of the edges at these places one for each two clusters, c being part of `onto[c]` now."""
    x, y = onto.take(edges.u.take(places)), onto.take(edges.v.take(places))
    apart = np.flatnonzero(x != y)
    x, y = x.take(apart), y.take(apart)
    u, v = np.minimum(x, y), np.maximum(x, y)
    order, keys = _sorted(u, v, len(onto))
    if not len(keys):
        return edges.take(keys)
    starts = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=starts[1:])
    first = np.flatnonzero(starts)
    ordered, ends = places.take(apart.take(order)), order.take(first)
    columns = (edges.total, edges.number, edges.radii)
    together = (edges.combined.reduceat(column.take(ordered), first) for column in columns)
    return type(edges)(u.take(ends), v.take(ends), *together)


def _sorted(u: Index, v: Index, n: int) -> tuple[Index, Index]:
    """The order of pairs by u n + v, of ties the first, and these keys in that order.

    Keys and places are sorted as one number where they fit into it: four times as fast.
    """
    keys, bits = u * n + v, len(u).bit_length()
    if (n * n).bit_length() + bits > _BITS:
        order = np.argsort(keys, kind="stable")
        return order, keys.take(order)
    packed = keys << bits
    packed |= np.arange(len(keys))
    packed.sort()
    return packed & ((1 << bits) - 1), packed >> bits
