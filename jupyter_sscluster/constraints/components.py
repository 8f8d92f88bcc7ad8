"""Must-link components and the cannot-link graph between them: the closure in compact form.

Bar-Hillel, Hertz, Shental & Weinshall (2005), JMLR 6, and Wagstaff et al. (2001): must-links are
an equivalence relation, so one cannot-link between two of its classes holds between all members.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import IntArray, read_only


class Contradiction(Exception):
    """Must-links would join cannot-linked components, or a cannot-link would split one."""


@dataclass(frozen=True, eq=False)
class ComponentGraph:
    """Must-link components, by smallest member; sorted `edge_keys` a * n_components + b, a < b."""

    component_ids: IntArray
    n_components: int
    edge_keys: IntArray

    @classmethod
    def of_points(cls, n_samples: int) -> ComponentGraph:
        """Every point alone, nothing kept apart."""
        return cls(np.arange(n_samples), n_samples, np.empty(0, dtype=np.int64))

    def __post_init__(self) -> None:
        object.__setattr__(self, "component_ids", read_only(self.component_ids))

    @cached_property
    def sizes(self) -> IntArray:
        """Number of points in each component."""
        return read_only(np.bincount(self.component_ids, minlength=self.n_components))

    @cached_property
    def edges(self) -> IntArray:
        """The edges (e, 2) in lexicographic order, a < b."""
        return read_only(np.stack(np.divmod(self.edge_keys, max(self.n_components, 1)), axis=1))

    def with_must(self, pairs: IntArray) -> ComponentGraph:
        """The graph after these must-links, or `Contradiction`."""
        ends = self.component_ids[pairs]
        ends = ends[ends[:, 0] != ends[:, 1]]
        if not len(ends):
            return self
        number, left = _renumbering(ends, self.n_components)
        edges = number[self.edges]
        if (edges[:, 0] == edges[:, 1]).any():
            raise Contradiction
        return ComponentGraph(number[self.component_ids], left, _edge_keys(edges, left))

    def with_cannot(self, pairs: IntArray) -> ComponentGraph:
        """The graph after these cannot-links, or `Contradiction`."""
        if self.joins(pairs).any():
            raise Contradiction
        fresh = _edge_keys(self.component_ids[pairs], self.n_components)
        keys = np.union1d(self.edge_keys, fresh)
        if len(keys) == len(self.edge_keys):
            return self
        return ComponentGraph(self.component_ids, self.n_components, keys)

    def joins(self, pairs: IntArray) -> NDArray[np.bool_]:
        """Which pairs lie inside one component."""
        ends = self.component_ids[pairs]
        joined: NDArray[np.bool_] = ends[:, 0] == ends[:, 1]
        return joined

    def separates(self, pairs: IntArray) -> NDArray[np.bool_]:
        """Which pairs lie in two components with a cannot-link between them."""
        if not len(self.edge_keys):
            return np.zeros(len(pairs), dtype=bool)
        ends = np.sort(self.component_ids[pairs], axis=1)
        keys = ends[:, 0] * self.n_components + ends[:, 1]
        at = np.minimum(np.searchsorted(self.edge_keys, keys), len(self.edge_keys) - 1)
        found: NDArray[np.bool_] = self.edge_keys[at] == keys
        return found

    def neighbourhoods(self) -> list[IntArray]:
        """Members of every component of two or more points, larger ones first."""
        linked = np.flatnonzero(self.sizes[self.component_ids] >= 2)
        owners = self.component_ids[linked]
        members = linked[np.argsort(owners, kind="stable")]
        present = np.flatnonzero(self.sizes >= 2)
        cuts = np.cumsum(self.sizes[present])[:-1]
        neighbourhoods = np.split(members, cuts) if len(present) else []
        order = np.argsort(-self.sizes[present], kind="stable")
        return [neighbourhoods[p] for p in order]


def _renumbering(ends: IntArray, n_components: int) -> tuple[IntArray, int]:
    """Old to new components after joining pairs, and their number; searches those in pairs only."""
    smallest = np.arange(n_components)
    if len(ends) == 1:
        smallest[ends.max()] = ends.min()
    else:
        vertices, local = np.unique(ends, return_inverse=True)
        local = local.reshape(-1, 2)
        shape = (len(vertices), len(vertices))
        links = sparse.coo_array((np.ones(len(local)), tuple(local.T)), shape=shape)
        _, labels = connected_components(links, directed=False)
        _, first = np.unique(labels, return_index=True)
        smallest[vertices] = vertices[first][labels]
    kept = smallest == np.arange(n_components)
    return (np.cumsum(kept) - 1)[smallest], int(kept.sum())


def _edge_keys(edges: IntArray, n_components: int) -> IntArray:
    low, high = edges.min(axis=1), edges.max(axis=1)
    return np.unique(low * n_components + high)


_recent: deque[ComponentGraph] = deque(maxlen=8)


def keep_for_a_while(graph: ComponentGraph) -> ComponentGraph:
    """Keep the last eight graphs alive; `Constraints` refers to its graph weakly.

    Otherwise a history of thousands of values over 100 000 points would hold gigabytes of component
    numbers, which can be rebuilt in milliseconds.
    """
    _recent.append(graph)
    return graph
