"""Moves of whole must-link components whose rows cannot move alone, with uniform costs.

With all of a component P in cluster k the objective has Σ_{i∈P} (‖x_i - μ_k‖² + Σ_{j∉P} S_ij
[c_j = k]) + Σ_{i<j∈P} S_ij, S being the `couplings`. Compared with what P costs as it is, that is
the gain of moving it.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import aggregated, coupled_components
from jupyter_sscluster.cluster._parts.soft.component_sums import ComponentSums, fill_clusters
from jupyter_sscluster.cluster._parts.soft.independent_set import falling_gains, independent
from jupyter_sscluster.cluster._parts.soft.uniform_violation_costs import Couplings
from jupyter_sscluster.constraints.pairs_in_force import PairsInForce


class ComponentMoves:
    """Moves of the must-link components among the constrained rows `X`.

    `costs` per row and cluster are squared distance plus couplings; `inner` is the part of these
    within component and cluster.
    """

    def __init__(self, force: PairsInForce, X: Array, weights: Array | None = None) -> None:
        sets = aggregated(force)
        self.component = force.component
        self.couplings = [Couplings(pairs) for pairs in sets]
        self._sums = ComponentSums(force.component)
        self.movable = bool((force.sizes > 1).any())
        within = (couplings.all_inner() for couplings in self.couplings)
        self._within = sum(within, np.zeros(len(self.component)))
        self._whole = 0.5 * self._sums.of(self._within)
        apart = (self._sums.deviations(X, weights) ** 2).sum(axis=1)
        self._scatter = self._sums.of(apart if weights is None else apart * weights)
        self._neighbours = coupled_components(force, sets)
        strengths = sum((couplings.strength for couplings in self.couplings), 0.0)
        self.heaviest = float(self._sums.of(np.asarray(strengths)).max(initial=0.0))

    @cached_property
    def links(self) -> Index:
        """Coupled components (e, 2)."""
        ends = self._neighbours.tocoo()
        return np.stack([ends.row, ends.col], axis=1)

    def members(self, component: int) -> Index:
        """Positions of the rows of one component."""
        return self._sums.members(component)

    def nearest(self, distances: Array) -> Labels:
        """Every component to the cluster it is nearest to as a whole."""
        nearest: Labels = self._sums.of(distances).argmin(axis=1)[self.component].astype(np.int32)
        return nearest

    def moves(
        self, costs: Array, inner: Array, labels: Labels, weight: float, least: float
    ) -> list[tuple[int, int]]:
        """Components and their new clusters, none coupled to another, so that all gains add up."""
        n_clusters, n_components = costs.shape[1], len(self._whole)
        flat = self.component * n_clusters + labels
        held = np.bincount(flat, weight * self._within, n_components * n_clusters)
        together = self._sums.of(costs) - held.reshape(-1, n_clusters)
        gains = self._now(costs, inner, labels) - together.min(axis=1) - weight * self._whole
        gains[self._sums.sizes < 2] = 0.0
        wanting = falling_gains(gains, least)
        first = wanting[self.uncoupled(wanting)]
        return list(zip(first.tolist(), together[first].argmin(axis=1).tolist(), strict=True))

    def uncoupled(self, components: Index) -> NDArray[np.bool_]:
        """Which of these components, one after the other, have no coupling with one before."""
        return independent(self._neighbours, components)

    def relocate_to_empty(
        self, costs: Array, inner: Array, labels: Labels, counts: Array, weight: float
    ) -> tuple[int, float]:
        """The component that would save most as a cluster of its own, and how much."""
        filling = fill_clusters(self.component, len(self._whole), labels, counts)
        gains = self._now(costs, inner, labels) - self._scatter - weight * self._whole
        gains[filling] = -np.inf
        best = int(gains.argmax())
        return best, float(gains[best])

    def _now(self, costs: Array, inner: Array, labels: Labels) -> Array:
        """Cost of each component as it is; couplings within it are counted from both ends."""
        return self._sums.of(costs[np.arange(len(labels)), labels] - 0.5 * inner)
