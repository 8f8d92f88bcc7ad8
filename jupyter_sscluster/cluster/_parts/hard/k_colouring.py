"""Feasible k-colouring: greedy, branch and bound, then MILP."""

from collections.abc import Iterator

import numpy as np
from scipy.optimize import linear_sum_assignment

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.cop_kmeans_assignment import SequentialLabelling
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import kempe_descent
from jupyter_sscluster.cluster._parts.hard.milp import optimal_labels
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph
from jupyter_sscluster.constraints.feasibility import colour

FRESH_ORDERS = 5
MAX_MILP_ROWS = 4_000
"""Rows of cannot-links in the MILP at most; larger ones take minutes and find nothing."""

ANY_GAP = 1e9
"""Relative gap that accepts the first feasible labelling: Kempe swaps make it cheaper later."""


class NoLabelling(Exception):
    """The core has no labelling (`proved`; `witness`: vertices or None), or none was found."""

    def __init__(self, proved: bool, witness: IntArray | None = None) -> None:
        super().__init__(proved, witness)
        self.proved = proved
        self.witness = witness


class FeasibleLabelling:
    """Labellings of the 2-core that violate no cannot-link; each method where the one before fails.

    Greedy in the given, then random orders, and by saturation, all with Kempe swaps at dead ends;
    then branch and bound; then HiGHS. Greedy comes first as only it considers the costs. HiGHS
    comes last: its relaxation is weak where labels are interchangeable, and its proof names no
    rows, while branch and bound tries interchangeable colours once and has a clique or an odd cycle
    as witness. A colouring found by search serves every later call, its colours matched to the
    costs. Two labels need no greedy: the search is a test of bipartiteness.
    """

    def __init__(self, graph: CannotGraph, n_labels: int, order: str) -> None:
        self.graph = graph
        self.n_labels = n_labels
        self.order = order
        self._colours: IntArray | None = None

    def labels(self, cost: Array, rng: np.random.Generator) -> IntArray:
        """Labels of the core, a local minimum of Kempe-chain swaps; raises `NoLabelling`."""
        if self._colours is None:
            found = self._greedy(cost, rng)
            if found is not None:
                return kempe_descent(cost, self.graph.core_edges, found)
            self._colours = self._exact(cost)
        return kempe_descent(
            cost, self.graph.core_edges, self._matched_to_costs(cost, self._colours)
        )

    def _greedy(self, cost: Array, rng: np.random.Generator) -> IntArray | None:
        for order in self._greedy_orders():
            found = SequentialLabelling(cost, self.graph.neighbours).run(order, rng)
            if found is not None:
                return found
        return None

    def _greedy_orders(self) -> Iterator[str]:
        if self.n_labels == 2:
            return
        yield self.order
        yield from ["random"] * FRESH_ORDERS
        yield "saturation"

    def _exact(self, cost: Array) -> IntArray:
        answer = colour(len(cost), self.graph.core_edges, self.n_labels)
        if answer.status == "infeasible":
            raise NoLabelling(True, answer.witness)
        if answer.colours is not None:
            return answer.colours
        if len(self.graph.core_edges) * self.n_labels > MAX_MILP_ROWS:
            raise NoLabelling(False)
        programme = optimal_labels(cost, self.graph.core_edges, gap=ANY_GAP)
        if programme.labels is None:
            raise NoLabelling(programme.proved)
        return programme.labels

    def _matched_to_costs(self, cost: Array, colours: IntArray) -> IntArray:
        """Colours of each connected component as labels, by linear sum assignment of costs."""
        component_of, k = self.graph.core_components, self.n_labels
        total = np.zeros((int(component_of.max(initial=-1)) + 1, k, k))
        np.add.at(total, (component_of, colours), cost)
        names = np.array([linear_sum_assignment(block)[1] for block in total])
        return names[component_of, colours]


def best_by_component(
    cost: Array, component_of: IntArray, one: IntArray, other: IntArray
) -> IntArray:
    """For each connected component the cheaper of two labellings, the first when equal."""
    rows = np.arange(len(cost))
    change = np.bincount(component_of, weights=cost[rows, other] - cost[rows, one])
    scale = np.bincount(component_of, weights=np.abs(cost[rows, one]))
    return np.where((change < -1e-12 * scale)[component_of], other, one)
