"""Assignment by hard and soft pairs, with an integer programme for what nothing else settles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.pair_graph import Pairs
from jupyter_sscluster.cluster._parts.pccc.labeller import PairLabels


class ProgrammeAssignment(HardAssignment):
    """Assigns components under hard and soft pairs; the `Assignment` of PCCC.

    `lost` is the price of the soft statements that no labelling keeps.
    """

    def __init__(self, components: Components, solver: PairLabels, lost: float) -> None:
        super().__init__(components, solver.ladder, solver.rng)
        self.solver = solver
        self.lost = lost

    @property
    def pairs(self) -> Pairs:
        """The priced pairs of components."""
        return self.solver.graph.pairs

    @property
    def proved(self) -> bool:
        """Whether the last labels are known to be the cheapest for their centres."""
        return self.solver.proved

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Cluster of every constrained row, none of them dearer than before."""
        parts = self.components
        before = None if labels is None else labels[parts.first_at].astype(np.int64)
        found = self.labels_of(parts.totals(near), before)
        of_rows: Labels = found[parts.of_row].astype(np.int32)
        return of_rows

    def labels_of(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of the components."""
        return self.solver.cheapest(cost, before)

    def penalty(self, labels: Labels) -> float:
        """The price of the soft statements that these labels break."""
        own = labels[self.components.first_at].astype(np.int64)
        return float(self.pairs.price(own).sum()) + self.lost

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """The component that saves most by becoming the cluster `empty`, if it saves anything."""
        parts, pairs = self.components, self.pairs
        own = labels[parts.first_at]
        alone = counts[own] <= parts.groups.sizes
        gain = parts.totals(near[np.arange(len(labels)), labels]) - parts.scatter
        held = own[pairs.ends[:, 0]] == own[pairs.ends[:, 1]]
        eased = np.where(held, pairs.together - pairs.apart, 0.0)
        for side in (0, 1):
            np.add.at(gain, pairs.ends[:, side], eased)
        gain = np.where(alone, -np.inf, gain)
        best = int(gain.argmax())
        if gain[best] < 0.0:
            return None
        return np.flatnonzero(parts.of_row == best), float(gain[best])

    def improved(self, labels: Labels, centres: Array) -> tuple[Array, Labels] | None:
        """As for hard pairs; soft ones have no such swaps."""
        hard = np.isinf(self.pairs.together)
        return super().improved(labels, centres) if hard.all() else None
