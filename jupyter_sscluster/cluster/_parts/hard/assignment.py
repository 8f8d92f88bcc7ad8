"""Assignment of must-link components under hard cannot-links, alternated with Kempe swaps."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling, best_by_component
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import (
    hartigan_kempe_swaps,
    kempe_descent,
)
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecord


class HardAssignment:
    """Cheapest labels found of components, violating no constraint; `Assignment` of COP-k-means."""

    def __init__(
        self, components: Components, feasible: FeasibleLabelling, rng: np.random.Generator
    ) -> None:
        self.rows = components.rows
        self.components = components
        self.feasible = feasible
        self.rng = rng

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row: trees exactly, the 2-core by local search.

        The core is relabelled first and whenever no Kempe swap lowers the cost; the old labels are
        kept where they cost no more, so that the inertia cannot rise.
        """
        components = self.components
        subtree_cost = components.graph.upward(components.totals(near))
        before = None
        if labels is not None:
            before = labels[components.first_at][components.graph.core].astype(np.int64)
        core = self._core_labels(subtree_cost[components.graph.core], before)
        found: Labels = components.graph.downward(subtree_cost, core)[components.of_row].astype(
            np.int32
        )
        return found

    def _core_labels(self, cost: Array, before: IntArray | None) -> IntArray:
        if not len(cost):
            return np.empty(0, dtype=np.int64)
        if before is None:
            return self.feasible.labels(cost, self.rng)
        graph = self.components.graph
        kept = kempe_descent(cost, graph.core_edges, before)
        if not np.array_equal(kept, before):
            return kept
        return best_by_component(
            cost, graph.core_components, kept, self.feasible.labels(cost, self.rng)
        )

    def penalty(self, labels: Labels) -> float:
        """Nothing: constraints are kept, not paid for."""
        return 0.0

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The component that lowers the inertia most as the cluster `empty`, and by how much."""
        components = self.components
        own = near[np.arange(len(labels)), labels]
        alone = counts[labels[components.first_at]] <= components.n_rows
        if alone.all():
            return None
        gain = np.where(alone, -np.inf, components.totals(own) - components.scatter)
        best = int(gain.argmax())
        return np.flatnonzero(components.of_row == best), float(gain[best])

    def improved_by_swaps(self, labels: Labels, centres: Array) -> tuple[Array, Labels] | None:
        """Centres and labels after every Kempe-chain swap that lowers the inertia, or None."""
        vertices = self.components.vertices
        weights = self.components.weights
        counts = np.bincount(labels, weights, minlength=len(centres)).astype(np.float64)
        counts = counts + self.components.points.unheld_sizes(labels)
        sums = centres * counts[:, None]
        own = labels[self.components.first_row].astype(np.int64)
        better = hartigan_kempe_swaps(vertices, own, counts, sums)
        if better is None:
            return None
        moved = better != own
        for sign, ends in ((-1.0, own[moved]), (1.0, better[moved])):
            np.add.at(counts, ends, sign * vertices.sizes[moved])
            np.add.at(sums, ends, sign * vertices.sums[moved])
        labels = labels.copy()
        labels[self.rows] = better[self.components.of_row]
        return sums / counts[:, None], labels


def alternate_with_swaps(
    loop: Alternation,
    assignment: HardAssignment,
    centres: Array,
    labels: Labels | None = None,
    *,
    max_iter: int,
    tol: float,
    tick: Callable[[int], None],
) -> Result:
    """Alternate Lloyd iterations to convergence and Kempe-chain swaps while the inertia falls."""
    history: list[float] = []
    noted: Noted = ()
    while True:
        found = loop.run(
            centres,
            labels,
            max_iter=max_iter - len(history),
            tol=tol,
            tick=lambda iteration: tick(len(history) + iteration),
        )
        history.extend(found.history)
        noted += found.noted
        better = None
        if found.converged and len(history) < max_iter and len(assignment.rows):
            better = assignment.improved_by_swaps(found.labels, found.centres)
        if better is None:
            return found._replace(history=history, n_iter=len(history), noted=noted)
        centres, labels = better
        if trace_recorder.is_traced():
            noted += (
                trace_recorder.assigned(labels, None, "swapped"),
                StepRecord("recentred", centres=centres),
            )
