"""Edges between clusters of rows: distances across, added up as these merge."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Mask

FAR = 1.3
"""What a pair that is no edge counts as, in radii of the neighbourhoods."""

_BITS = 62
"""Bits of a number that a pair of clusters and its place are packed into."""


class Edges(NamedTuple):
    """Pairs of clusters u < v with near rows between them.

    `total` is the sum of the near pairs' distances, `number` how many they are, `radii` the sum of
    the larger of their two radii; clusters that are `barred` may not be merged.
    """

    u: Index
    v: Index
    total: Array
    number: Array
    radii: Array
    barred: Mask

    def take(self, places: Index) -> Edges:
        """Those at these places."""
        return Edges(
            self.u.take(places),
            self.v.take(places),
            self.total.take(places),
            self.number.take(places),
            self.radii.take(places),
            self.barred.take(places),
        )

    def heights(self, sizes: Array) -> Array:
        """Mean distance across, a pair that is no edge counting as 1.3 mean radii.

        h = [Σ w + (|A| |B| - c) 1.3 ḡ] / (|A| |B|); infinite where they are barred.
        """
        pairs = sizes.take(self.u) * sizes.take(self.v)
        h: Array = (self.total + (pairs - self.number) * (FAR / self.number) * self.radii) / pairs
        h[self.barred] = np.inf
        return h


def concatenated(*parts: Edges) -> Edges:
    """Several lists in one."""
    return Edges(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def added_up(edges: Edges, onto: Index) -> Edges:
    """One edge for each two clusters, once cluster c is part of `onto[c]`; sorted by clusters."""
    x, y = onto.take(edges.u), onto.take(edges.v)
    apart = np.flatnonzero(x != y)
    x, y = x.take(apart), y.take(apart)
    order, keys = _sorted(np.minimum(x, y), np.maximum(x, y), len(onto))
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    if not len(first):
        return edges.take(first)
    u, v = np.divmod(keys.take(first), len(onto))
    ordered = edges.take(apart.take(order))
    return Edges(
        u,
        v,
        np.add.reduceat(ordered.total, first),
        np.add.reduceat(ordered.number, first),
        np.add.reduceat(ordered.radii, first),
        np.logical_or.reduceat(ordered.barred, first),
    )


def _sorted(u: Index, v: Index, n: int) -> tuple[Index, Index]:
    """The order of pairs by u n + v, of ties the first, and these keys in that order.

    Keys and places are sorted as one number where they fit into it: four times as fast.
    """
    keys, bits = u * n + v, len(u).bit_length()
    if (n * n).bit_length() + bits > _BITS:
        order = np.argsort(keys, kind="stable")
        return order, keys.take(order)
    packed = (keys << bits) | np.arange(len(keys))
    packed.sort()
    return packed & ((1 << bits) - 1), packed >> bits
