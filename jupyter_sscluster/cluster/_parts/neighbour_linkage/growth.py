"""Merge clusters that are each other's nearest, round by round, along the edges between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from jupyter_sscluster._arrays import Array, Index, Mask
from jupyter_sscluster.cluster._parts.linkage.dendrogram import topmost
from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import (
    Edges,
    NearestEdges,
    added_up,
    concatenated,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.cluster.fit.watching import again
from jupyter_sscluster.constraints.growing_components import root_of

_OFTEN = 5000
"""Merges after which it is asked whether to go on."""

_MANY = 0.25
"""Share of the edges touched from which on all are written anew, rather than some in place."""


class Grown(NamedTuple):
    """Merges in order of height, and what is left.

    Merge t makes node n + t of the two `nodes[t]`, as in `scipy.cluster.hierarchy`; heights never
    fall along a branch. `tops` (n,) is the cluster that each unit is part of in the end, by its
    lowest unit; `sizes` (n,) are those of the clusters, 0 where there is none of that number.
    """

    nodes: Index
    heights: Array
    sizes_of_nodes: Array
    left: Edges
    tops: Index
    sizes: Array


def grow(edges: Edges, sizes: Array, most: float = np.inf, links: Links | None = None) -> Grown:
    """Merge mutually nearest clusters until no two have a height of at most `most`.

    Of equally near clusters the one of the lowest number is nearest. A merge is as high as the
    higher of its sides at least. Clusters that `links` join are parts of one group, each measured
    by itself; what is merged with a part is in the group. No two are merged whose groups are kept
    apart; of merges of one round that contradict each other the lower are made. `links` are told.
    """
    if isinstance(edges, NearestEdges):
        return _by_nearest_pairs(edges, sizes, most, links)
    inner = _within_reach(edges, len(sizes), most)
    growth = _Growth(edges.take(np.flatnonzero(inner)), sizes, most, links)
    rounds = []
    while (merged := growth.next()) is not None:
        rounds.append(merged)
        again()
    return _in_order(rounds, growth, edges.take(np.flatnonzero(~inner)))


def _within_reach(edges: Edges, n: int, most: float) -> Mask:
    """Which edges are within components of edges of a mean distance of at most `most`.

    No merge of at most this height is along another edge, and none is decided by one: as no mean
    radius of an edge is less than its mean distance, h(A, B) is no less than the shortest of these
    between A and B.
    """
    if np.isinf(most):
        return np.ones(len(edges.u), dtype=bool)
    short = np.flatnonzero(edges.total <= most * edges.number)
    ends = edges.u.take(short), edges.v.take(short)
    graph = sparse.coo_array((np.ones(len(short), dtype=bool), ends), shape=(n, n))
    component = connected_components(graph, directed=False)[1]
    found: Mask = component.take(edges.u) == component.take(edges.v)
    return found


def _by_nearest_pairs(edges: Edges, sizes: Array, most: float, links: Links | None) -> Grown:
    """The same for single linkage: edge after edge, the shortest first (Kruskal's algorithm).

    What the shortest edge joins is mutually nearest; so the merges are the same, but for those that
    links allow beside shorter ones only. Edges of a minimum spanning tree are enough until links
    forbid one of them; from there on longer edges may join what it does not.
    """
    n = len(sizes)
    short = np.flatnonzero((edges.total <= most) & np.isfinite(edges.total))
    short = short[np.argsort(edges.total[short], kind="stable")]
    ends = edges.u[short], edges.v[short]
    # Ranks in place of lengths: of equally long edges the first, and none of length 0.
    graph = sparse.coo_array((np.arange(1, len(short) + 1), ends), shape=(n, n)).tocsr()
    tree = np.sort(minimum_spanning_tree(graph).data.astype(np.intp)) - 1
    linked = [False] * n
    for item in () if links is None else links.items.tolist():
        linked[item] = True
    up, node, size = [*range(n)], [*range(n)], sizes.tolist()
    nodes, heights, of_nodes = list[tuple[int, int]](), list[float](), list[float]()
    left, forbidden = _listed(edges, short[tree]), False
    while (edge := next(left, None)) is not None:
        h, u, v = edge
        a, b = root_of(up, u), root_of(up, v)
        if b < a:
            a, b = b, a
        if a == b:
            continue
        if links is not None and (linked[a] or linked[b]):
            if not links.take(a, b, True):
                if not forbidden:
                    longer = edges.total[short].searchsorted(h)
                    left, forbidden = _listed(edges, short[longer:]), True
                continue
            linked[a] = True
        up[b] = a
        size[a] += size[b]
        size[b] = 0.0
        nodes.append((node[a], node[b]))
        node[a] = n + len(heights)
        heights.append(h)
        of_nodes.append(size[a])
        if len(heights) % _OFTEN == 0:
            again()
    tops = np.asarray(topmost(np.array(up, dtype=np.intp)), dtype=np.intp)
    return Grown(
        np.array(nodes, dtype=np.intp).reshape(-1, 2),
        np.array(heights),
        np.array(of_nodes),
        added_up(edges, np.arange(len(edges.u)), np.append(tops, n)),
        tops,
        np.array(size),
    )


def _listed(edges: Edges, places: Index) -> Iterator[tuple[float, int, int]]:
    """Lengths and both ends of the edges at these places."""
    columns = edges.total[places], edges.u[places], edges.v[places]
    return zip(*(column.tolist() for column in columns), strict=True)


class _Round(NamedTuple):
    nodes: Index
    heights: Array
    sizes: Array


class _Growth:
    """Clusters (n,), each with its nearest: only what a merge touches is measured anew.

    Places of edges that are no more hold the cluster n, which no row is part of.
    """

    def __init__(self, edges: Edges, sizes: Array, most: float, links: Links | None) -> None:
        self.n, self.most = len(sizes), most
        self.edges = edges.take(np.arange(len(edges.u)))
        self.sizes = np.append(sizes, 0.0)
        self.node, self.number = np.arange(self.n), self.n
        self.top, self.onto = np.zeros(self.n), np.arange(self.n + 1)
        self.least = np.full(self.n + 1, np.inf)
        self.nearest = np.full(self.n + 1, -1)
        self.heights = self._measured(self.edges)
        self._renew(None)
        self.links = links
        self.linked = np.zeros(self.n + 1, dtype=bool)
        if links is not None:
            self.linked[links.items] = True

    def next(self) -> _Round | None:
        """Merge all that are mutually nearest; None where there are none."""
        self._bar()
        picked = self._mutual()
        while len(picked) and not len(allowed := self._allowed(picked)):
            picked = self._mutual()
        if not len(picked):
            return None
        picked = allowed
        a, b = self.edges.u[picked], self.edges.v[picked]
        at = np.maximum(self.heights[picked], np.maximum(self.top[a], self.top[b]))
        nodes = np.column_stack([self.node[a], self.node[b]])
        self.node[a], self.top[a] = self.number + np.arange(len(a)), at
        self.number += len(a)
        self.sizes[a] += self.sizes[b]
        self.sizes[b] = 0.0
        self._unite(a, b)
        return _Round(nodes, at, self.sizes[a])

    def _mutual(self) -> Index:
        """Places of the edges between clusters that are each other's nearest, by their height."""
        own = self.nearest[self.nearest >= 0]
        own = own[self.heights[own] <= self.most]
        u, v = self.edges.u[own], self.edges.v[own]
        mutual = np.unique(own[(self.nearest[u] == own) & (self.nearest[v] == own)])
        # By clusters rather than by places, which depend on what was written anew.
        by = (self.edges.v[mutual], self.edges.u[mutual], self.heights[mutual])
        found: Index = mutual[np.lexsort(by)]
        return found

    def _bar(self) -> None:
        """Bar all clusters from being the nearest of one that links keep apart from them."""
        while self.links is not None:
            own = np.unique(self.nearest[self.linked & (self.nearest >= 0)])
            own = own[self.linked[self.edges.u[own]] & self.linked[self.edges.v[own]]]
            ends = zip(self.edges.u[own].tolist(), self.edges.v[own].tolist(), strict=True)
            apart = own[[self.links.apart(u, v) for u, v in ends]]
            if not len(apart):
                return
            self._close(apart)

    def _allowed(self, picked: Index) -> Index:
        """Those of these merges, in order, that links allow beside those before; `links` learn."""
        if self.links is None:
            return picked
        u, v = self.edges.u[picked], self.edges.v[picked]
        allowed = np.ones(len(picked), dtype=bool)
        for at in np.flatnonzero(self.linked[u] | self.linked[v]).tolist():
            allowed[at] = self.links.take(int(u[at]), int(v[at]), True)
            self.linked[u[at]] = True
        if not allowed.all():
            self._close(picked[~allowed])
        return picked[allowed]

    def _close(self, places: Index) -> None:
        """Bar the clusters at the ends of these edges from each other."""
        self.edges.total[places] = np.inf
        self.heights[places] = np.inf
        changed = np.zeros(self.n + 1, dtype=bool)
        changed[self.edges.u[places]] = changed[self.edges.v[places]] = True
        self._renew(changed)

    def _unite(self, a: Index, b: Index) -> None:
        """Give the edges of clusters `b` to clusters `a`, and renew what this touches."""
        onto = np.arange(self.n + 1)
        onto[b] = a
        self.onto = onto.take(self.onto)
        moved = np.zeros(self.n + 1, dtype=bool)
        moved[a] = moved[b] = True
        touched = moved.take(self.edges.u) | moved.take(self.edges.v)
        places = np.flatnonzero(touched)
        new = added_up(self.edges, places, onto)
        self.least[b], self.nearest[b] = np.inf, -1
        if len(places) > _MANY * len(self.edges.u):
            whole = np.flatnonzero(~touched)
            self.edges = concatenated(self.edges.take(whole), new)
            self.heights = np.append(self.heights.take(whole), self._measured(new))
            self._renew(None)
            return
        self._write(places, new)
        changed = np.zeros(self.n + 1, dtype=bool)
        changed[new.u] = changed[new.v] = changed[a] = True
        self._renew(changed)

    def _write(self, places: Index, new: Edges) -> None:
        """Put new edges where the touched ones were."""
        kept, gone = places[: len(new.u)], places[len(new.u) :]
        for column, values in zip(self.edges, new, strict=True):
            column[kept] = values
        self.heights[kept] = self._measured(new)
        self.edges.u[gone] = self.edges.v[gone] = self.n
        self.heights[gone] = np.inf

    def _measured(self, edges: Edges) -> Array:
        return edges.heights(self.sizes)

    def _renew(self, changed: Mask | None) -> None:
        """Find the nearest of these clusters, or of all, again."""
        u, v, h, places = self.edges.u, self.edges.v, self.heights, None
        if changed is None:
            self.least[:], self.nearest[:] = np.inf, -1
        else:
            self.least[changed], self.nearest[changed] = np.inf, -1
            places = np.flatnonzero(changed.take(u) | changed.take(v))
            u, v, h = u.take(places), v.take(places), h.take(places)
        np.minimum.at(self.least, u, h)
        np.minimum.at(self.least, v, h)
        ends, found = [], []
        for end in (u, v):
            nearest = h == self.least.take(end)
            if changed is not None:
                nearest &= changed.take(end)
            at = np.flatnonzero(nearest)
            ends.append(end.take(at))
            found.append(at if places is None else places.take(at))
        self._note(np.concatenate(ends), np.concatenate(found))

    def _note(self, ends: Index, places: Index) -> None:
        """Remember these edges as the nearest of their ends, of ties that of lowest clusters."""
        finite = np.flatnonzero(self.least.take(ends) < np.inf)
        ends, places = ends.take(finite), places.take(finite)
        keys = self.edges.u.take(places) * (self.n + 1) + self.edges.v.take(places)
        first = np.full(self.n + 1, np.iinfo(np.intp).max)
        np.minimum.at(first, ends, keys)
        own = np.flatnonzero(first.take(ends) == keys)
        self.nearest[ends.take(own)] = places.take(own)


def _in_order(rounds: list[_Round], growth: _Growth, others: Edges) -> Grown:
    """The merges of all rounds by height, those of sides before their own; `others` are left."""
    n = growth.n
    nodes = np.concatenate([np.empty((0, 2), dtype=np.intp), *(each.nodes for each in rounds)])
    heights = np.concatenate([np.empty(0), *(each.heights for each in rounds)])
    sizes = np.concatenate([np.empty(0), *(each.sizes for each in rounds)])
    order = np.argsort(heights, kind="stable")
    number = np.arange(n + len(nodes))
    number[n + order] = n + np.arange(len(nodes))
    alive = np.flatnonzero(growth.edges.u < n)
    far = added_up(others, np.arange(len(others.u)), growth.onto)
    return Grown(
        number[nodes[order]],
        heights[order],
        sizes[order],
        concatenated(growth.edges.take(alive), far),
        growth.onto[:n],
        growth.sizes[:n],
    )
