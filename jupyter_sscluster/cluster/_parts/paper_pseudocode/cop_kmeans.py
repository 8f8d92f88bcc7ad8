"""COP-k-means as in its paper: rows in random order, each to the nearest feasible cluster."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, n_starts, starts
from jupyter_sscluster.cluster._parts.paper_pseudocode.pck_and_mpck_means import order_of, visiting
from jupyter_sscluster.cluster.errors import NotFound
from jupyter_sscluster.constraints import Constraints


class DeadEnd(Exception):
    """A row may join no cluster."""


class GreedyAssignment(HardAssignment):
    """The first row of a component decides for all of them, by its own distances."""

    def __init__(
        self,
        components: Components,
        feasible: FeasibleLabelling,
        rng: np.random.Generator,
        n_samples: int,
    ) -> None:
        super().__init__(components, feasible, rng)
        self._n_samples = n_samples
        neighbours: list[list[int]] = [[] for _ in components.first_at]
        for a, b in components.vertices.edges.tolist():
            neighbours[a].append(b)
            neighbours[b].append(a)
        self._neighbours = neighbours

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Clusters of the constrained rows; the last ones play no part."""
        of_row = self.components.of_row
        given = np.full(len(self._neighbours), -1, dtype=np.int32)
        for at in order_of(self.rows, self._n_samples, self.rng):
            component = int(of_row[at])
            if given[component] >= 0:
                continue
            taken = {int(given[other]) for other in self._neighbours[component]}
            free = [k for k in range(near.shape[1]) if k not in taken]
            if not free:
                raise DeadEnd
            given[component] = min(free, key=near[at].__getitem__)
        found: Labels = given[of_row]
        return found


def greedy(estimator: Any, points: Points, known: Constraints) -> Result:
    """The best start of a COP-k-means without a dead end; `NotFound` if there is none."""
    k = estimator.n_clusters
    components = Components(points, known)
    feasible = FeasibleLabelling(components.graph, k, "random")
    rng = visiting(estimator.random_state, estimator.n_init)

    def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
        assignment = GreedyAssignment(components, feasible, rng.spawn(1)[0], len(points))
        loop = Alternation(points, k, assignment if len(assignment.rows) else None)
        try:
            return loop.run(centres, max_iter=estimator.max_iter, tol=estimator.tol, tick=tick)
        except DeadEnd:
            nothing = np.zeros(len(points), dtype=np.int32)
            return Result(nothing, centres, np.inf, [], 0, False)

    count = n_starts(estimator)
    found = best_of(starts(estimator, points, known), count, estimator.max_iter, run)
    if not np.isfinite(found.objective):
        raise NotFound(
            f'COPKMeans: algorithm="paper" gives up where a row may join no cluster, and all '
            f'{count} starts of n_clusters={k} did; use algorithm="fast", which repairs dead ends, '
            "a larger n_init or n_clusters, or take back some cannot-links"
        )
    return found
