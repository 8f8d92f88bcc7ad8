"""Whole must-link components as the rows of a clustering, kept apart by cannot-links."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster.cluster._parts.hard.k_colouring import Ladder, best_by_part
from jupyter_sscluster.cluster._parts.hard.kempe import Groups, cheaper, lower_inertia
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph, IntArray
from jupyter_sscluster.cluster._parts.lloyd.distances import Array, Points
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Labels
from jupyter_sscluster.constraints import Constraints


class Components:
    """Components of two or more points, and those that a cannot-link touches.

    `also` are rows whose components count as well, whatever touches them.

    Attributes
    ----------
    rows : array, shape (m,)
        Points of these components, ascending.
    of_row : array, shape (m,)
        Component of each of them, numbered from 0.
    groups : Groups
        Their sizes, sums and cannot-links.
    scatter : array, shape (p,)
        Squared distances of the members to their mean, summed.
    first_row, first_at : arrays, shape (p,)
        Smallest member of each component, and its place in `rows`.
    graph : CannotGraph
    """

    def __init__(self, points: Points, known: Constraints, also: IntArray | None = None) -> None:
        constrained = known.component_sizes > 1
        constrained[known.component_edges] = True
        if also is not None:
            constrained[known.component_ids[also]] = True
        ids = np.cumsum(constrained) - 1
        self.rows = np.flatnonzero(constrained[known.component_ids])
        self.of_row = ids[known.component_ids[self.rows]]
        self.first_at = np.unique(self.of_row, return_index=True)[1]
        self.first_row = self.rows[self.first_at]
        sizes = known.component_sizes[constrained].astype(np.float64)
        edges = ids[known.component_edges]
        entries = (np.ones(len(self.rows)), (self.of_row, np.arange(len(self.rows))))
        self._gather = sparse.csr_matrix(entries, shape=(len(sizes), len(self.rows)))
        sums = self.totals(points.X[self.rows])
        self.scatter = self.totals(points.squared_norms[self.rows])
        self.scatter -= np.einsum("ij,ij->i", sums, sums) / sizes
        self.groups = Groups(sizes, sums, edges)
        self.graph = CannotGraph(len(sizes), edges)

    def of_rows(self, rows: IntArray) -> IntArray:
        """Component of each of these rows, which must be among `rows`."""
        return self.of_row[np.searchsorted(self.rows, rows)]

    def totals(self, values: Array) -> Array:
        """Sums over the members of each component of values given for `rows`."""
        return self._gather @ values


class HardAssignment:
    """Assigns components to clusters, violating no constraint; the `Assignment` of COP-k-means."""

    def __init__(self, components: Components, ladder: Ladder, rng: np.random.Generator) -> None:
        self.rows = components.rows
        self.components = components
        self.ladder = ladder
        self.rng = rng

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row: trees exactly, the core as cheap as it gets.

        The core is visited afresh in the first iteration, and again whenever no chain makes the
        labels before any cheaper; these are kept where they are not dearer, so that the inertia
        cannot rise.
        """
        parts = self.components
        folded = parts.graph.fold(parts.totals(near))
        before = None
        if labels is not None:
            before = labels[parts.first_at][parts.graph.core].astype(np.int64)
        core = self._core(folded[parts.graph.core], before)
        return parts.graph.unfold(folded, core)[parts.of_row].astype(np.int32)

    def _core(self, cost: Array, before: IntArray | None) -> IntArray:
        if not len(cost):
            return np.empty(0, dtype=np.int64)
        if before is None:
            return self.ladder.labels(cost, self.rng)
        graph = self.components.graph
        kept = cheaper(cost, graph.core_edges, before)
        if not np.array_equal(kept, before):
            return kept
        return best_by_part(cost, graph.parts, kept, self.ladder.labels(cost, self.rng))

    def penalty(self, labels: Labels) -> float:
        """Nothing: constraints are kept, not paid for."""
        return 0.0

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The component that saves most by becoming the cluster `empty`, and what it saves."""
        parts = self.components
        own = near[np.arange(len(labels)), labels]
        alone = counts[labels[parts.first_at]] <= parts.groups.sizes
        if alone.all():
            return None
        gain = np.where(alone, -np.inf, parts.totals(own) - parts.scatter)
        best = int(gain.argmax())
        return np.flatnonzero(parts.of_row == best), float(gain[best])

    def improved(self, labels: Labels, centres: Array) -> tuple[Array, Labels] | None:
        """Centres and labels after every chain swap that lowers the inertia, or None."""
        groups = self.components.groups
        counts = np.bincount(labels, minlength=len(centres)).astype(np.float64)
        sums = centres * counts[:, None]
        own = labels[self.components.first_row].astype(np.int64)
        better = lower_inertia(groups, own, counts, sums)
        if better is None:
            return None
        moved = better != own
        for sign, ends in ((-1.0, own[moved]), (1.0, better[moved])):
            np.add.at(counts, ends, sign * groups.sizes[moved])
            np.add.at(sums, ends, sign * groups.sums[moved])
        labels = labels.copy()
        labels[self.rows] = better[self.components.of_row]
        return sums / counts[:, None], labels
