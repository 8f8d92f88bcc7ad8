from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import Choice, Either, Flag, Nullable, Real, Rule
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._parts.hard.assignment import alternate_with_swaps
from jupyter_sscluster.cluster._parts.hard.clique_centres import with_clique_centres
from jupyter_sscluster.cluster._parts.hard.infeasibility_message import check_counts, explain
from jupyter_sscluster.cluster._parts.hard.k_colouring import NoLabelling
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, is_seeding, n_starts, starts
from jupyter_sscluster.cluster._parts.pccc.milp_assignment import MILPAssignment
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import TimeBudget
from jupyter_sscluster.cluster._parts.pccc.problem import PCCCProblem, problem_of
from jupyter_sscluster.cluster._parts.pccc.size_bounds import (
    ONE_SIZE,
    Size,
    SizeOfEach,
    size_bounds,
)
from jupyter_sscluster.cluster._parts.pccc.size_constrained_assignment import NoSizes
from jupyter_sscluster.cluster._parts.soft.auto_weight import mean_cost
from jupyter_sscluster.cluster.errors import Infeasible, NotFound
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs, stated_tables
from jupyter_sscluster.seeding.generator import generator

_MOST = 1e3
"""Largest cost of a soft pair, in units of all squared distances to the mean together."""

_SIZED = 3
"""Starts, different by their objective without sizes, that are tried with them."""

_SIZE = Nullable(Either(*ONE_SIZE.rules, SizeOfEach()))


@dataclass(frozen=True)
class Status(Learned):
    """Whether the labels are known to be the cheapest for their centres."""

    proved: bool

    @property
    def status(self) -> str:
        """In the words of `status_`."""
        return "optimal" if self.proved else "feasible"


class PCCC(KMeansFamily):
    """k-means with hard pairs, soft pairs and cluster sizes; each assignment is optimal.

    Minimises Σ ‖x_i - μ_{c_i}‖² + P Σ_soft σ_ij [pair ij is violated] over the labellings that keep
    every hard pair, and in which every cluster holds `min_size` to `max_size` rows. Hard are the
    statements of `must`, `cannot`, `y` and `constraints`, and what they entail; soft statements are
    soft, with their weights as confidences σ, and with `soft=True` all of them are.

    By turns the centres become the means, and the labels the cheapest for these centres. Rows
    without pairs go to the nearest centre, trees of pairs are solved by dynamic programming, and
    sizes without pairs are a transportation problem. Only what lies on cycles of pairs, or couples
    pairs and sizes, is left to an integer programme, part by part, in the best start and once
    nothing cheaper moves. The objective never rises.

    Prefer it where clusters need sizes, where some pairs are certain and others are not, or where
    a proof of optimality matters; `PCKMeans` is faster on very many doubtful pairs. With 1000 pairs
    that could be kept it took twice as long as k-means on 20 000 rows of ten features, and
    fourteen times on 2000; programmes come on top, up to `time_limit`. Without pairs and sizes it
    is k-means. `predict` looks at centres only: sizes bind the rows of `fit`.

    Parameters
    ----------
    n_clusters : int, default 8
    soft : bool, default False
        Take every pair as soft: contradictory and wrong ones are then violated at a cost, not
        refused.
    constraint_weight : float or "auto", default "auto"
        P, the cost of a violated soft pair of confidence 1, in units of a squared distance.
        "auto": the mean squared distance to the nearest centre after a short run of k-means. At
        most 1000 Σ ‖x_i - x̄‖² for the surest pair, far more than all distances together.
    min_size, max_size : int, float, array of shape (n_clusters,) or None, default None
        Least and greatest number of rows in a cluster, whatever these weigh; a float is a part of
        all rows, above 0 and at most 1. With either, no cluster is empty. An array has one for each
        cluster: that of the first centres in `init`, while of drawn clusters larger ones get larger
        bounds.
    time_limit : float or None, default 10.0
        Seconds after which a fit begins no integer programme, and ends the one that runs; the best
        labels found count then, and how good these are depends on the machine. None: no limit.
    mip_gap : float, default 0.0
        A programme also stops once its labels cost at most this part more than the optimum.
    init, n_init, max_iter, tol, random_state
        As in `COPKMeans`, defaults included.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and

    status_ : "optimal" or "feasible"
        Whether the labels are proved to be the cheapest for `cluster_centers_`.
    constraint_weight_ : float
        P as it was used; 0 where no statement is soft.

    Raises
    ------
    ConflictError
        If a hard cannot-link joins two points that must-links join; `soft=True` takes it.
    Infeasible
        If no labelling keeps hard pairs and sizes; `witness` holds the rows of a clique or an odd
        cycle of cannot-links, or of a must-link component above `max_size`, where that is the
        reason.
    NotFound
        If a limit was reached before a labelling or a proof that there is none.

    References
    ----------
    Baumann, P. & Hochbaum, D. S. (2022). PCCC: the pairwise-confidence-constraints-clustering
    algorithm. arXiv:2212.14437, model (1)-(9).
    Bradley, P. S., Bennett, K. P. & Demiriz, A. (2000). Constrained k-means clustering.
    MSR-TR-2000-65 (sizes).

    Examples
    --------
    >>> from jupyter_sscluster.cluster import PCCC
    >>> X = [[0.0], [1.0], [2.0], [3.0], [10.0], [11.0]]
    >>> PCCC(n_clusters=2, init=[[0.0], [10.0]]).fit(X, cannot=[(2, 3)]).labels_.tolist()
    [0, 0, 0, 1, 1, 1]
    >>> PCCC(n_clusters=2, max_size=3, init=[[0.0], [10.0]]).fit(X).labels_.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    title: ClassVar[str] = "PCCC"
    menu_group: ClassVar[str] = "Hard constraints"
    hard: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "soft": Flag(),
        "constraint_weight": Either(Real(0.0), Choice("auto")),
        "min_size": _SIZE,
        "max_size": _SIZE,
        "time_limit": Nullable(Real(0.0, low_open=True)),
        "mip_gap": Real(0.0),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        soft: bool = False,
        constraint_weight: float | str = "auto",
        min_size: Size = None,
        max_size: Size = None,
        time_limit: float | None = 10.0,
        mip_gap: float = 0.0,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.soft = soft
        self.constraint_weight = constraint_weight
        self.min_size = min_size
        self.max_size = max_size
        self.time_limit = time_limit
        self.mip_gap = mip_gap

    def _keeps_all(self) -> bool:
        return not self.soft

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        asked = _softened(known) if self.soft else known
        check_counts(asked, self.n_clusters)
        bounds = size_bounds(self.min_size, self.max_size, asked, self.n_clusters)
        weight = self._weight(points, asked)
        time_budget = TimeBudget(self.time_limit, self.mip_gap)
        problem = problem_of(points, asked, self.n_clusters, weight, bounds, time_budget)
        try:
            found = self._best(points, asked, problem)
        except NoLabelling as failure:
            raise explain(failure, problem.core_rows, asked, self.n_clusters) from None
        except NoSizes as failure:
            raise self._no_sizes(failure.proved) from None
        self.constraint_weight_ = weight
        self.status_ = found.learned_as(Status).status
        return found

    def _best(self, points: Points, known: Constraints, problem: PCCCProblem) -> Result:
        """The best start by cheap iterations, improved by integer programmes; `learned`: status."""
        rng = generator(self.random_state).spawn(self.n_init + 1)[-1]
        relaxed: list[Result] = []

        def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
            if problem.empty:
                loop = Alternation(points, self.n_clusters)
                return loop.run(centres, max_iter=self.max_iter, tol=self.tol, tick=tick)
            assignment = problem.assignment(rng.spawn(1)[0], sized=False)
            relaxed.append(self._descended(points, assignment, centres, tick=tick))
            return relaxed[-1]

        drawn = rng.spawn(1)[0]
        first = (
            with_clique_centres(start, problem.components, drawn) if number % 2 else start
            for number, start in enumerate(starts(self, points, known))
        )
        found = best_of(first, n_starts(self), self.max_iter, run)
        if problem.empty:
            return found._replace(learned=Status(found.converged))
        if problem.bounds is not None:
            found = self._sized(points, problem, relaxed, rng)
        return self._polished(points, problem.assignment(rng.spawn(1)[0]), found)

    def _sized(
        self, points: Points, problem: PCCCProblem, relaxed: list[Result], rng: np.random.Generator
    ) -> Result:
        """The best of the few best starts once their clusters keep to the sizes."""
        different: list[Result] = []
        for result in sorted(relaxed, key=attrgetter("objective")):
            if not different or result.objective > different[-1].objective * (1.0 + 1e-9):
                different.append(result)
        found = [
            self._descended(points, problem.assignment(rng.spawn(1)[0]), centres).after(
                result.noted
            )
            for result in different[:_SIZED]
            for centres in [self._in_order(result, problem)]
        ]
        return min(found, key=attrgetter("objective"))

    def _in_order(self, found: Result, problem: PCCCProblem) -> Array:
        """The centres, each at the place of its bounds: of drawn ones, larger clusters' larger."""
        assert problem.bounds is not None
        if problem.bounds.all_equal or not is_seeding(self.init):
            return found.centres
        sizes = np.bincount(found.labels, minlength=self.n_clusters)
        return np.asarray(found.centres[problem.bounds.for_larger(sizes)])

    def _descended(
        self,
        points: Points,
        assignment: MILPAssignment,
        centres: Array,
        labels: Labels | None = None,
        *,
        done: int = 0,
        tick: Callable[[int], None] | None = None,
    ) -> Result:
        """A run after `done` iterations."""
        loop = Alternation(points, self.n_clusters, assignment)
        heard = tick or (lambda iteration: report("iteration", done + iteration, self.max_iter))
        left = self.max_iter - done
        return alternate_with_swaps(
            loop, assignment, centres, labels, max_iter=left, tol=self.tol, tick=heard
        )

    def _polished(self, points: Points, assignment: MILPAssignment, found: Result) -> Result:
        """What programmes make of it: iterations until these find nothing cheaper."""
        if not found.converged or found.n_iter == self.max_iter:
            return found._replace(learned=Status(proved=False))
        assignment.solver.exact = True
        after = self._descended(points, assignment, found.centres, found.labels, done=found.n_iter)
        proved = after.converged and assignment.proved and not self.mip_gap
        history = found.history + after.history
        after = after._replace(history=history, n_iter=len(history), learned=Status(proved))
        return after.after(found.noted)

    def _weight(self, points: Points, known: Constraints) -> float:
        """P; nothing without soft statements."""
        confidences = soft_pairs(known).weights
        if not len(confidences):
            return 0.0
        total = float(points.weighed(points.squared_norms).sum()) or 1.0
        most = _MOST * total / float(confidences.max())
        if self.constraint_weight != "auto":
            return min(float(self.constraint_weight), most)
        return min(mean_cost(points, next(starts(self, points, known))), most)

    def _no_sizes(self, proved: bool) -> Infeasible | NotFound:
        sizes = f"min_size={self.min_size} and max_size={self.max_size}"
        if not proved:
            return NotFound(
                f"no labelling with n_clusters={self.n_clusters}, {sizes} that keeps all pairs was "
                "found, nor a proof that there is none; widen the sizes, raise time_limit, or take "
                "back some pairs"
            )
        return Infeasible(
            f"an exhaustive search shows that n_clusters={self.n_clusters} clusters with {sizes} "
            "cannot keep all pairs; widen the sizes, or take back some pairs"
        )


def _softened(known: Constraints) -> Constraints:
    """The same statements, all of them soft."""
    soft = Constraints(known.n_samples, names=known.names)
    for table in stated_tables(known):
        soft = soft.add_pairs(table.pairs, table.kind, table.weights, soft=True)
    return soft
