"""The assignment that keeps every cluster within its size bounds: Lagrangian duals and MILP."""

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.milp import Sizes, solve
from jupyter_sscluster.cluster._parts.pccc.milp_assignment import MILPAssignment
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import PairLabeller
from jupyter_sscluster.cluster._parts.pccc.size_bounds import SizeBounds
from jupyter_sscluster.cluster._parts.pccc.transportation import transport

_ROUNDING = 1e-10


class NoSizes(Exception):
    """No labelling keeps pairs and sizes (`proved`), or none was found."""

    def __init__(self, proved: bool) -> None:
        super().__init__(proved)
        self.proved = proved


class SizedAssignment(MILPAssignment):
    """Assigns all components, single rows included, so that every cluster keeps its size bounds.

    Rows without pairs are a transportation problem, solved exactly. Its dual variables λ give
    labels of the components with pairs and a Lagrangian lower bound, which fixes most labels before
    the MILP.
    """

    def __init__(
        self, components: Components, solver: PairLabeller, unavoidable: float, bounds: SizeBounds
    ) -> None:
        super().__init__(components, solver, unavoidable)
        self.low = np.full(solver.feasible.n_labels, bounds.low)
        self.high = np.full(solver.feasible.n_labels, bounds.high)
        self.weight = components.vertices.sizes
        bound = self.weight > 1
        bound[self.pairs.ends] = True
        self.bound, self.unpaired = np.flatnonzero(bound), np.flatnonzero(~bound)
        self._proved = False

    @property
    def proved(self) -> bool:
        """Whether the last labels are proved to be the cheapest for their centres."""
        return self._proved

    def labels_of(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of the components, no more costly in total than before; raises `NoSizes`."""
        graph = self.solver.graph
        unsized = self.solver.cheapest(cost, before)
        self._proved = self.solver.proved
        if self._keeps_sizes(unsized):
            return self._better(cost, before, unsized)
        row_cost = (cost / self.weight[:, None])[self.components.of_row]
        transported, duals = transport(row_cost, self.low, self.high)
        if not len(self.bound):
            self._proved = True
            return self._better(cost, before, transported[self.components.first_at])
        dual_cost = cost + self.weight[:, None] * duals
        rounded = self._completed(cost, self.solver.cheapest(dual_cost, before))
        best = before if rounded is None else self._better(cost, before, rounded)
        if best is not None and not self.solver.exact:
            self._proved = False
            return best
        dual_sum = np.maximum(duals, 0.0) @ self.high + np.minimum(duals, 0.0) @ self.low
        return self._by_milp(
            cost, dual_cost, graph.lower_bound(graph.upward(dual_cost)) - dual_sum, best
        )

    def improved_by_swaps(self, labels: Labels, centres: Array) -> None:
        """Nothing: swaps would change the sizes."""

    def _keeps_sizes(self, labels: IntArray) -> bool:
        held = np.bincount(labels, weights=self.weight, minlength=len(self.low))
        return bool((held >= self.low).all() and (held <= self.high).all())

    def _better(self, cost: Array, before: IntArray | None, found: IntArray) -> IntArray:
        if before is None:
            return found
        total = self.solver.graph.total
        least = total(cost, before)
        return found if total(cost, found) < least - _ROUNDING * abs(least) else before

    def _completed(self, cost: Array, labels: IntArray) -> IntArray | None:
        """These labels with the rows without pairs assigned anew at the least cost, or None."""
        k = len(self.low)
        held = np.bincount(labels[self.bound], weights=self.weight[self.bound], minlength=k)
        room, wanted = self.high - held, np.maximum(self.low - held, 0.0)
        n_unpaired = len(self.unpaired)
        if (room < 0).any() or wanted.sum() > n_unpaired or room.sum() < n_unpaired:
            return None
        found = labels.copy()
        if n_unpaired:
            limits = wanted.astype(np.int64), room.astype(np.int64)
            found[self.unpaired] = transport(cost[self.unpaired], *limits)[0]
        return found

    def _by_milp(
        self, cost: Array, dual_cost: Array, bound: float, best: IntArray | None
    ) -> IntArray:
        """The cheapest labels by MILP, after fixing by reduced costs.

        The Lagrangian Σ c + Σ_k λ_k (n_k - bound_k) makes `bound` a lower bound, and a row without
        pairs adds to it what its label costs, duals included, above its cheapest: a label for which
        this exceeds the gap between the best known total and `bound` is in no better labelling.
        """
        graph, k = self.solver.graph, len(self.low)
        gap = np.inf if best is None else graph.total(cost, best) - bound
        if best is not None and gap <= _ROUNDING * abs(bound):
            self._proved = True
            return best
        allowed = np.ones(cost.shape, dtype=bool)
        reduced_cost = dual_cost[self.unpaired] - dual_cost[self.unpaired].min(
            axis=1, keepdims=True
        )
        allowed[self.unpaired] = reduced_cost <= gap * (1.0 + 1e-6)
        open_ = allowed.sum(axis=1) > 1
        open_[self.bound] = True
        fixed = np.bincount(allowed[~open_].argmax(axis=1), minlength=k)
        sizes = Sizes(self.weight[open_], self.low - fixed, self.high - fixed)
        place = np.cumsum(open_) - 1
        pairs = graph.pairs._replace(ends=place[graph.pairs.ends])
        answer = solve(cost[open_], pairs, self.solver.time_budget.limits(), sizes, allowed[open_])
        self._proved = answer.proved
        if answer.labels is None:
            if best is None:
                raise NoSizes(answer.proved)
            return best
        labels = allowed.argmax(axis=1)
        labels[open_] = answer.labels
        found = self._completed(cost, labels)
        assert found is not None
        return self._better(cost, best, found)
