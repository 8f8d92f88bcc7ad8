"""Assignment of whole components that keeps every cannot-link, and the alternation around it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import Ladder, best_by_part
from jupyter_sscluster.cluster._parts.hard.kempe import cheaper, lower_inertia
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result


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
        found: Labels = parts.graph.unfold(folded, core)[parts.of_row].astype(np.int32)
        return found

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


def descend(
    loop: Alternation,
    assignment: HardAssignment,
    centres: Array,
    labels: Labels | None = None,
    *,
    max_iter: int,
    tol: float,
    tick: Callable[[int], None],
) -> Result:
    """Iterations until nothing moves, then swaps that lower the inertia itself, and again."""
    history: list[float] = []
    while True:
        found = loop.run(
            centres,
            labels,
            max_iter=max_iter - len(history),
            tol=tol,
            tick=lambda iteration: tick(len(history) + iteration),
        )
        history.extend(found.history)
        better = None
        if found.converged and len(history) < max_iter and len(assignment.rows):
            better = assignment.improved(found.labels, found.centres)
        if better is None:
            return found._replace(history=history, n_iter=len(history))
        centres, labels = better
