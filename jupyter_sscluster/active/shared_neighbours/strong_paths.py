"""Propagation of answers along strong paths, kept apart from what was told (Vu et al. 2012)."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.constraints import Constraints


class StrongPathPropagation:
    """Relations inferred from told ones: ML(u, v) ∧ SP(v, w) ⇒ ML(u, w), and so for cannot-links.

    SP(v, w), a strong path, holds exactly within a strong component, so that a told must-link joins
    two and a told cannot-link holds between them. What was told wins: a strong component
    with a told cannot-link inside links its points no more; where must-links and several components
    together contradict a cannot-link, all components that its ends reach by must-links are
    discarded. What is left never contradicts what was told.

    `strong_components` (n_samples,) and `joined` (n_samples,) are the numbers of the strong and of
    the inferred component of every point, `apart` (n_pairs, 2) the pairs a < b of inferred
    components that are known to be different.
    """

    def __init__(self, constraints: Constraints, strong_components: IntArray) -> None:
        self.constraints, self.strong_components = constraints, strong_components

    @property
    def discarded(self) -> NDArray[np.bool_]:
        """Which strong components link their points no more, shape (n_strong,)."""
        return self._inferred[0]

    @cached_property
    def component_of(self) -> IntArray:
        """Number of the inferred component of every point."""
        return self._inferred[1][self.constraints.component_ids]

    @cached_property
    def cannot_edges(self) -> IntArray:
        """Pairs of inferred components that are known to be different."""
        low, high = np.sort(self._inferred[1][self.constraints.component_edges], axis=1).T
        n_components = self.constraints.n_components
        return np.stack(np.divmod(np.unique(low * n_components + high), n_components), axis=1)

    @cached_property
    def sizes(self) -> IntArray:
        """Number of points of every inferred component."""
        return np.bincount(self.component_of)

    def unknown_pairs_share(self) -> NDArray[np.float64]:
        """Share of the other points whose relation to a point is neither told nor inferred."""
        known = self.sizes.astype(np.float64)
        for near, far in (self.cannot_edges.T, self.cannot_edges.T[::-1]):
            known += np.bincount(near, self.sizes[far], len(self.sizes))
        n_samples = len(self.component_of)
        return ((n_samples - known) / max(n_samples - 1, 1))[self.component_of]

    def pairs(self, X: NDArray[np.float64], max_pairs: int) -> tuple[IntArray, IntArray]:
        """Inferred must-links and cannot-links: each stated pair, with the components of its ends.

        A statement about (u, v) also holds for u and all of v's component, and for v
        and all of u's. Beyond `max_pairs`, each end of each pair keeps its nearest
        rows.
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
                distance = distances_between(X[points], X[v][None])[:, 0]
                points = points[np.argsort(distance, kind="stable")[:most]]
            found.append(np.stack([np.full(len(points), u), points], axis=1))
        pairs = np.sort(np.concatenate(found), axis=1)
        pairs = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)
        open_: IntArray = pairs[self.constraints.relations(pairs) == 0]
        return open_

    def _linked_to(self, point: int) -> IntArray:
        """The other points of a point's strong component, none if it was discarded."""
        strong = self.strong_components[point]
        if self.discarded[strong]:
            return np.empty(0, dtype=np.int64)
        order, starts = self._by_strong_component
        members = order[starts[strong] : starts[strong + 1]]
        others: IntArray = members[members != point]
        return others

    @cached_property
    def _by_strong_component(self) -> tuple[IntArray, IntArray]:
        starts = np.r_[0, np.cumsum(np.bincount(self.strong_components))]
        return np.argsort(self.strong_components, kind="stable"), starts

    @cached_property
    def _inferred(self) -> tuple[NDArray[np.bool_], IntArray]:
        """Which strong components are discarded, and the inferred component of every told one."""
        discarded = np.zeros(self._n_strong, dtype=bool)
        edges = self.constraints.component_edges
        discarded[self._sharing_both(edges)] = True
        component_of = self._connected(discarded)
        clash = edges[component_of[edges[:, 0]] == component_of[edges[:, 1]]]
        if len(clash):
            components, strong_components = np.divmod(self._incidences, self._n_strong)
            discarded[strong_components[np.isin(components, clash)]] = True
            component_of = self._connected(discarded)
        return discarded, component_of

    def _sharing_both(self, edges: IntArray) -> IntArray:
        """Strong components that have points of both must-link components of some edge."""
        starts = np.searchsorted(self._incidences, self._n_strong * edges[:, 0])
        ends = np.searchsorted(self._incidences, self._n_strong * (edges[:, 0] + 1))
        counts = ends - starts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        strong_components = self._incidences[np.repeat(starts, counts) + within] % self._n_strong
        far = np.repeat(edges[:, 1], counts) * self._n_strong + strong_components
        within_both: IntArray = strong_components[np.isin(far, self._incidences)]
        return within_both

    def _connected(self, discarded: NDArray[np.bool_]) -> IntArray:
        """Inferred component of every told one: the connected components of the incidences."""
        n_components = self.constraints.n_components
        rows, strong_components = np.divmod(self._incidences, self._n_strong)
        kept = ~discarded[strong_components]
        ends = (rows[kept], strong_components[kept] + n_components)
        n_nodes = n_components + self._n_strong
        graph = coo_array((np.ones(len(ends[0])), ends), shape=(n_nodes, n_nodes))
        found = connected_components(graph, directed=False)[1][:n_components]
        return np.unique(found, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def _n_strong(self) -> int:
        return int(self.strong_components.max()) + 1

    @cached_property
    def _incidences(self) -> IntArray:
        """Codes component · n_strong + strong component of those that share points, ascending."""
        return np.unique(self.constraints.component_ids * self._n_strong + self.strong_components)
