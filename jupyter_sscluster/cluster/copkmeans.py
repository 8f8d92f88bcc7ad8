from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, Rule
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment, alternate_with_swaps
from jupyter_sscluster.cluster._parts.hard.clique_centres import with_clique_centres
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.cop_kmeans_assignment import ORDERS
from jupyter_sscluster.cluster._parts.hard.infeasibility_message import check_counts, explain
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling, NoLabelling
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.paper_pseudocode.cop_kmeans import greedy
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.generator import generator


class COPKMeans(KMeansFamily):
    """k-means that violates no constraint: must-linked points move together, cannot-linked apart.

    Minimises the inertia Σ ‖x_i - μ_{c_i}‖² over the labellings that satisfy every stated and
    entailed constraint, by turns: a labelling for the centres, then means for the labels.
    Components of must-links are assigned as one. Those without cannot-links go to their nearest
    centre, and trees of cannot-links are assigned exactly. Only components on cycles of
    cannot-links are visited one by one; Kempe chains repair dead ends and lower the inertia
    further. The labelling before is kept where it is cheaper, so the objective never
    rises. No feasible set of constraints is given up for a dead end of the visit.

    Prefer it where every pair is certain; `SCOPKMeans` and `PCKMeans` may violate wrong ones, and
    `PCCC` adds sizes and soft pairs. With 1000 pairs that could be kept it took at most twice as
    long as k-means on 20 000 rows of ten features, and ten times as long on 2000. If cannot-links
    leave few labellings, finding one, or proving that there is none, may take an exhaustive
    search.

    Parameters
    ----------
    n_clusters : int, default 8
    order : "regret", "saturation", "random" or "index", default "regret"
        Which component is visited next: the one with most to lose by its second choice, the one
        with most clusters forbidden, or a random or the given order.
    algorithm : "fast" or "paper", default "fast"
        "paper": the pseudo-code of the paper, for comparisons. Points are visited in a random
        order; each joins the nearest cluster where it violates nothing, and the first point of a
        component decides for the others. There is no other order, no repair, no swap, and no mean
        of a component among the first centres. A start ends at a point that may join no cluster,
        even where all pairs could be kept, and the objective may rise.
    init, n_init, max_iter, tol, random_state
        As in `KMeans`, defaults included. Every second start of a seeding puts the means of
        components that are all cannot-linked to each other in place of the centres next to them.

    Attributes
    ----------
    Those of `ConstrainedClusterer`; `violations_` counts nothing, and weighs soft statements only.

    Raises
    ------
    ConflictError
        If a cannot-link joins two points that must-links join.
    Infeasible
        If no labelling with `n_clusters` non-empty clusters exists; `witness` holds the rows of
        a clique or an odd cycle of cannot-links where that is the reason.
    NotFound
        If the exact search gave up before it found a labelling or proved that there is none; or,
        with `algorithm="paper"`, if every start reached a point that may join no cluster.

    References
    ----------
    Wagstaff, K., Cardie, C., Rogers, S. & Schrödl, S. (2001). Constrained k-means clustering with
    background knowledge. ICML, 577-584.
    Davidson, I. & Ravi, S. S. (2005). Clustering with constraints: feasibility issues and the
    k-means algorithm. SDM, 138-149, doi:10.1137/1.9781611972757.13.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import COPKMeans
    >>> X = [[0.0], [1.0], [10.0], [11.0]]
    >>> COPKMeans(n_clusters=2, init=[[0.0], [10.0]]).fit(X, cannot=[(0, 1)]).labels_.tolist()
    [0, 1, 1, 1]
    """

    title: ClassVar[str] = "COP-k-means"
    menu_group: ClassVar[str] = "Hard constraints"
    reads_blocks: ClassVar[bool] = True
    hard: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **RANGES,
        "order": Choice(*ORDERS),
        "algorithm": Choice("fast", "paper"),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        order: str = "regret",
        algorithm: str = "fast",
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.order = order
        self.algorithm = algorithm

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        check_counts(known, self.n_clusters, points.n_unheld)
        if self.algorithm == "paper":
            check_unweighed(points, self, 'algorithm="fast"')
            return greedy(self, points, known)
        components = Components(points, known)
        feasible = FeasibleLabelling(components.graph, self.n_clusters, self.order)
        rng = generator(self.random_state).spawn(self.n_init + 1)[-1]

        def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
            assignment = HardAssignment(components, feasible, rng.spawn(1)[0])
            loop = Alternation(
                points, self.n_clusters, assignment if len(assignment.rows) else None
            )
            return alternate_with_swaps(
                loop, assignment, centres, max_iter=self.max_iter, tol=self.tol, tick=tick
            )

        drawn = rng.spawn(1)[0]
        centres = (
            with_clique_centres(start, components, drawn) if number % 2 else start
            for number, start in enumerate(starts(self, points, known))
        )
        try:
            return best_of(centres, n_starts(self), self.max_iter, run)
        except NoLabelling as failure:
            rows = components.first_row[components.graph.core]
            raise explain(failure, rows, known, self.n_clusters) from None
