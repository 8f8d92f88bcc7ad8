"""Everything about pairs and sizes that all starts of a fit share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import Ladder
from jupyter_sscluster.cluster._parts.hard.pair_graph import PairGraph
from jupyter_sscluster.cluster._parts.hard.stated_pairs import priced, stated_between
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.pccc.cluster_sizes import SizeBounds, SizedAssignment
from jupyter_sscluster.cluster._parts.pccc.labeller import Clock, PairLabels, ladder_of
from jupyter_sscluster.cluster._parts.pccc.programme_assignment import ProgrammeAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs


@dataclass(frozen=True, eq=False)
class Problem:
    """Components, their priced pairs, and the bounds on sizes, if any.

    `lost` is the price of the soft statements that no labelling keeps.
    """

    components: Components
    graph: PairGraph
    ladder: Ladder
    lost: float
    bounds: SizeBounds | None
    clock: Clock

    @property
    def empty(self) -> bool:
        """Whether no row is constrained at all."""
        return not len(self.components.rows)

    @property
    def core_rows(self) -> IntArray:
        """A row of each component among those that hard cannot-links make hard to label."""
        return self.components.first_row[self.graph.core[self.ladder.graph.core]]

    def assignment(self, rng: np.random.Generator, *, sized: bool = True) -> ProgrammeAssignment:
        """An assignment for one run; without sizes, it is the cheap relaxation."""
        solver = PairLabels(self.graph, self.ladder, self.clock, rng)
        if self.bounds is None or not sized:
            return ProgrammeAssignment(self.components, solver, self.lost)
        return SizedAssignment(self.components, solver, self.lost, self.bounds)


def problem_of(
    points: Points,
    known: Constraints,
    n_clusters: int,
    weight: float,
    bounds: SizeBounds | None,
    clock: Clock,
) -> Problem:
    """The problem of these data; `weight` is the price of a soft pair of confidence 1.

    With sizes, every row is a component to be placed; without, those that pairs touch are.
    """
    also = np.unique(soft_pairs(known).pairs) if bounds is None else np.arange(len(points))
    components = Components(points, known, also)
    stated = stated_between(components, known)
    graph = PairGraph(len(components.first_row), priced(stated, weight))
    lost = weight * stated.lost
    return Problem(components, graph, ladder_of(graph, n_clusters), lost, bounds, clock)
