"""Assignment step of PCCC under hard and soft pairs: local search, then MILP."""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import PairLabeller


class MILPAssignment(HardAssignment):
    """The `Assignment` of PCCC; `unavoidable` is the cost that every labelling pays."""

    def __init__(self, components: Components, solver: PairLabeller, unavoidable: float) -> None:
        super().__init__(components, solver.feasible, solver.rng)
        self.solver = solver
        self.unavoidable = unavoidable

    @property
    def pairs(self) -> PairCosts:
        """The pairs of components with their costs."""
        return self.solver.graph.pairs

    @property
    def proved(self) -> bool:
        """Whether the last labels are proved to be the cheapest for their centres."""
        return self.solver.proved

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row, no more costly in total than before."""
        components = self.components
        before = None if labels is None else labels[components.first_at].astype(np.int64)
        found = self.labels_of(components.totals(near), before)
        of_rows: Labels = found[components.of_row].astype(np.int32)
        return of_rows

    def labels_of(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of the components."""
        return self.solver.cheapest(cost, before)

    def penalty(self, labels: Labels) -> float:
        """The cost of the soft statements that these labels violate."""
        own = labels[self.components.first_at].astype(np.int64)
        return float(self.pairs.costs(own).sum()) + self.unavoidable

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The component that lowers the objective most as the cluster `empty`, if any does."""
        components, pairs = self.components, self.pairs
        own = labels[components.first_at]
        alone = counts[own] <= components.n_rows
        gain = components.totals(near[np.arange(len(labels)), labels]) - components.scatter
        same_label = own[pairs.ends[:, 0]] == own[pairs.ends[:, 1]]
        saved = np.where(same_label, pairs.cost_same - pairs.cost_different, 0.0)
        for side in (0, 1):
            np.add.at(gain, pairs.ends[:, side], saved)
        gain = np.where(alone, -np.inf, gain)
        best = int(gain.argmax())
        if gain[best] < 0.0:
            return None
        return np.flatnonzero(components.of_row == best), float(gain[best])

    def improved_by_swaps(self, labels: Labels, centres: Array) -> tuple[Array, Labels] | None:
        """As for hard pairs; soft ones have no such swaps."""
        hard = np.isinf(self.pairs.cost_same)
        return super().improved_by_swaps(labels, centres) if hard.all() else None
