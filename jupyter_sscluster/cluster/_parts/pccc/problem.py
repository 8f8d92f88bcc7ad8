"""The data that all starts of a PCCC fit share: components, pairwise costs, size bounds."""

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.cluster._parts.hard.component_pairs import pair_costs, stated_between
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairGraph
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.pccc.milp_assignment import MILPAssignment
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import (
    PairLabeller,
    TimeBudget,
    feasible_labelling_of,
)
from jupyter_sscluster.cluster._parts.pccc.size_bounds import SizeBounds
from jupyter_sscluster.cluster._parts.pccc.size_constrained_assignment import SizedAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs


@dataclass(frozen=True, eq=False)
class PCCCProblem:
    """Components, pairwise costs, size bounds; `unavoidable` cost that every labelling pays."""

    components: Components
    graph: PairGraph
    feasible: FeasibleLabelling
    unavoidable: float
    bounds: SizeBounds | None
    time_budget: TimeBudget

    @property
    def empty(self) -> bool:
        """Whether no row is constrained at all."""
        return not len(self.components.rows)

    @property
    def core_rows(self) -> IntArray:
        """A row of each component in the 2-core of the hard cannot-links."""
        return self.components.first_row[self.graph.core[self.feasible.graph.core]]

    def assignment(self, rng: np.random.Generator, *, sized: bool = True) -> MILPAssignment:
        """An assignment for one run; without sizes, it is the cheap relaxation."""
        solver = PairLabeller(self.graph, self.feasible, self.time_budget, rng)
        if self.bounds is None or not sized:
            return MILPAssignment(self.components, solver, self.unavoidable)
        return SizedAssignment(self.components, solver, self.unavoidable, self.bounds)


def problem_of(
    points: Points,
    known: Constraints,
    n_clusters: int,
    weight: float,
    bounds: SizeBounds | None,
    time_budget: TimeBudget,
) -> PCCCProblem:
    """The problem; `weight` prices confidence 1. Size bounds make every row a component."""
    extra_rows = np.unique(soft_pairs(known).pairs) if bounds is None else np.arange(len(points))
    components = Components(points, known, extra_rows)
    stated = stated_between(components, known)
    graph = PairGraph(len(components.first_row), pair_costs(stated, weight))
    unavoidable = weight * stated.unavoidable
    return PCCCProblem(
        components,
        graph,
        feasible_labelling_of(graph, n_clusters),
        unavoidable,
        bounds,
        time_budget,
    )
