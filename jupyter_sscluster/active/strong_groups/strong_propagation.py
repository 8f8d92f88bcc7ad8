"""What answers say beyond their pairs, if strongly connected points belong together."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.similarity.point_distances import between
from jupyter_sscluster.constraints import Constraints


class Propagation:
    """Knowledge about strong groups of points: inferred, and kept apart from what was told.

    Told must-links join groups, told cannot-links hold between groups. What was told wins: a group
    inside which something told says "cannot" links its points no more; where must-links and several
    groups together contradict a cannot-link, all groups that its two ends reach by must-links are
    given up. What is left never contradicts what was told.

    Parameters
    ----------
    constraints : Constraints
    groups : array, shape (n_samples,)
        Number of the strong group of every point.

    Attributes
    ----------
    joined : array, shape (n_samples,)
        Number of the inferred component of every point.
    apart : array, shape (n_pairs, 2)
        Pairs of inferred components that are known to be different, a < b.
    """

    def __init__(self, constraints: Constraints, groups: IntArray) -> None:
        self.constraints, self.groups = constraints, groups

    @property
    def given_up(self) -> NDArray[np.bool_]:
        """Which groups link their points no more, shape (n_groups,)."""
        return self._links[0]

    @cached_property
    def joined(self) -> IntArray:
        """Number of the inferred component of every point."""
        return self._links[1][self.constraints.component_ids]

    @cached_property
    def apart(self) -> IntArray:
        """Pairs of inferred components that are known to be different."""
        low, high = np.sort(self._links[1][self.constraints.component_edges], axis=1).T
        n_components = self.constraints.n_components
        return np.stack(np.divmod(np.unique(low * n_components + high), n_components), axis=1)

    @cached_property
    def sizes(self) -> IntArray:
        """Number of points of every inferred component."""
        return np.bincount(self.joined)

    def open_share(self) -> NDArray[np.float64]:
        """Share of the other points whose relation to a point is neither told nor inferred."""
        known = self.sizes.astype(np.float64)
        for near, far in (self.apart.T, self.apart.T[::-1]):
            known += np.bincount(near, self.sizes[far], len(self.sizes))
        n_samples = len(self.joined)
        return ((n_samples - known) / max(n_samples - 1, 1))[self.joined]

    def pairs(self, X: NDArray[np.float64], max_pairs: int) -> tuple[IntArray, IntArray]:
        """Inferred must-links and cannot-links: each told pair, with the groups of its ends.

        If (u, v) was told, so it is for u and the points of v's group, and for v and those of u's.
        Where that gives more than `max_pairs`, each end of each told pair keeps its nearest.
        """
        told = (self.constraints.must, self.constraints.cannot)
        most = max(1, max_pairs // max(1, 2 * sum(map(len, told))))
        must, cannot = (self._spread(X, pairs, most) for pairs in told)
        return must, cannot

    def _spread(self, X: NDArray[np.float64], told: IntArray, most: int) -> IntArray:
        found = [np.empty((0, 2), dtype=np.int64)]
        for u, v in np.concatenate([told, told[:, ::-1]]).tolist():
            points = self._linked_to(v)
            if len(points) > most:
                distance = between(X[points], X[v][None])[:, 0]
                points = points[np.argsort(distance, kind="stable")[:most]]
            found.append(np.stack([np.full(len(points), u), points], axis=1))
        pairs = np.sort(np.concatenate(found), axis=1)
        pairs = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)
        open_: IntArray = pairs[self.constraints.relations(pairs) == 0]
        return open_

    def _linked_to(self, point: int) -> IntArray:
        """The other points of a point's group, none if it was given up."""
        group = self.groups[point]
        if self.given_up[group]:
            return np.empty(0, dtype=np.int64)
        order, starts = self._by_group
        members = order[starts[group] : starts[group + 1]]
        others: IntArray = members[members != point]
        return others

    @cached_property
    def _by_group(self) -> tuple[IntArray, IntArray]:
        starts = np.r_[0, np.cumsum(np.bincount(self.groups))]
        return np.argsort(self.groups, kind="stable"), starts

    @cached_property
    def _links(self) -> tuple[NDArray[np.bool_], IntArray]:
        """Which groups are given up, and the inferred component of every told one."""
        given_up = np.zeros(self._n_groups, dtype=bool)
        edges = self.constraints.component_edges
        given_up[self._inside_both(edges)] = True
        joined = self._joined(given_up)
        clash = edges[joined[edges[:, 0]] == joined[edges[:, 1]]]
        if len(clash):
            components, groups = np.divmod(self._touches, self._n_groups)
            given_up[groups[np.isin(components, clash)]] = True
            joined = self._joined(given_up)
        return given_up, joined

    def _inside_both(self, edges: IntArray) -> IntArray:
        """Groups that have points of both components of some edge."""
        starts = np.searchsorted(self._touches, self._n_groups * edges[:, 0])
        ends = np.searchsorted(self._touches, self._n_groups * (edges[:, 0] + 1))
        counts = ends - starts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        groups = self._touches[np.repeat(starts, counts) + within] % self._n_groups
        far = np.repeat(edges[:, 1], counts) * self._n_groups + groups
        within_both: IntArray = groups[np.isin(far, self._touches)]
        return within_both

    def _joined(self, given_up: NDArray[np.bool_]) -> IntArray:
        """Number of the inferred component of every told one."""
        n_components = self.constraints.n_components
        rows, groups = np.divmod(self._touches, self._n_groups)
        kept = ~given_up[groups]
        ends = (rows[kept], groups[kept] + n_components)
        n_nodes = n_components + self._n_groups
        graph = coo_array((np.ones(len(ends[0])), ends), shape=(n_nodes, n_nodes))
        found = connected_components(graph, directed=False)[1][:n_components]
        return np.unique(found, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def _n_groups(self) -> int:
        return int(self.groups.max()) + 1

    @cached_property
    def _touches(self) -> IntArray:
        """Numbers component · n_groups + group, of components with points in a group, ascending."""
        return np.unique(self.constraints.component_ids * self._n_groups + self.groups)
