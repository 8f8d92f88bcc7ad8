from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import (
    Choice,
    Either,
    Flag,
    InputError,
    Real,
    Rule,
)
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._base.learned_space import LearnedSpace
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, is_seeding, n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.metric.diameter import diameter_of
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, cheapest, diagonal_metric
from jupyter_sscluster.cluster._parts.metric.scatter_metric import Form, MetricLearner
from jupyter_sscluster.cluster._parts.mpck.alternation import (
    Diameter,
    MetricAlternation,
    run_to_rest,
)
from jupyter_sscluster.cluster._parts.mpck.fixed_metric import ramped
from jupyter_sscluster.cluster._parts.mpck.reference_mpck import ReferenceMPCK
from jupyter_sscluster.cluster._parts.paper_pseudocode.pck_and_mpck_means import (
    printed_metric_assignment,
    visiting,
)
from jupyter_sscluster.cluster._parts.soft.auto_weight import (
    mean_cost,
    mean_violation_weight,
    ramp_length,
)
from jupyter_sscluster.cluster._parts.soft.choose_assignment import (
    MetricAssignment,
    metric_assignment,
)
from jupyter_sscluster.cluster._parts.soft.icm_metric_aggregated import AggregatedMetricAssignment
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

ITERATIONS = 30
"""Maximum number of iterations from a given metric: the next run starts from the result."""


@dataclass(frozen=True, eq=False)
class MetricAndPrior(Learned):
    """The metric, the weight of a pair, and the prior: its weight ν, in points, and variance s."""

    metric: Metric
    weight: float
    pseudo: float
    variance: float


class MPCKMeans(LearnedSpace, KMeansFamily):
    """k-means that pays for every violated pair and learns the metric at the same time.

    Minimises, with one metric A for all clusters or one A_k for each,

        Σ (‖x_i - μ_k‖²_{A_k} - log det A_k)
        + Σ_must w_ij [c_i ≠ c_j] ½ (‖x_i - x_j‖²_{A_{c_i}} + ‖x_i - x_j‖²_{A_{c_j}})
        + Σ_cannot w_ij [c_i = c_j = k] (D_k - ‖x_i - x_j‖²_{A_k})

    with D_k the largest squared distance of any two rows under A_k: must-linked rows that are far
    apart and cannot-linked rows that are close cost most, and change the metric most. With a
    shrinkage ν, ν (s tr A - log det A) is added for every metric: a prior as if ν more points had
    the variance s in all directions, s being that within the clusters of a short k-means. By turns
    the clusters of the points and of whole must-link components, the means, and the metric
    N S⁻¹ of the scatter S of clusters and violated pairs follow. Labels and means never raise the
    objective. Metrics may, as the largest distance is then measured anew: the state of the lowest
    objective is kept. Which pairs count, entailed or only stated, is as in `PCKMeans`.

    The first choice for few pairs where clusters are elongated or features correlated: what is
    known about some points changes the distances of all. Keep `metric="full"` with its prior for
    up to some hundred features; without any pairs this is k-means under the metric of its own
    clusters. With few pairs on data of weak structure or of many two-valued features, `PCKMeans`
    may do better: look at both. The definition of the paper has no prior, `shrinkage=0`; its
    diagonal weights may do harm, most of all where features are correlated or mostly zero.

    For 100 000 rows of ten features one metric, diagonal or full, takes about five times as long
    as k-means with as many iterations, and a metric for each of five clusters about twenty times.
    A full metric costs O(nd²) once, one for each cluster O(nKd²) an iteration.

    Parameters
    ----------
    n_clusters : int, default 8
        The default is that of scikit-learn; `estimate_n_clusters` estimates a number.
    metric : "full" or "diagonal", default "full"
        Matrices, or one weight for each feature.
    per_cluster_metric : bool, default False
        A metric for each cluster: for clusters of differing shapes with many points each.
    shrinkage : float or "auto", default "auto"
        ν, in points. 0 is the published method. "auto": the number of features, and 0 with
        `algorithm="paper"`.
    constraint_weight : float or "auto", default "auto"
        What violated pairs weigh, w in the objective, without unit. "auto": such that, before a
        metric is learned, a violated pair costs as much as a point on average.
    diameter : "exact" or "box", default "exact"
        D of the farthest pair, or the diagonal of the box around all rows, with sides along the
        axes of the metric. The box is larger, and faster to find for many rows of more than 20
        features.
    algorithm : "fast", "paper" or "reference", default "fast"
        The other two are for comparisons with published figures. "paper": the pseudo-code of the
        paper. Points are visited in an `order`; each joins the cluster where it costs least
        with the present labels of the others. The weight is full from the first iteration on,
        points without a cluster count for nothing, components are not moved, and there is no
        prior. It ends when no label changes and keeps the last state, whatever it costs.
        "reference": the implementation of Bilenko, Basu & Mooney. Points are visited in the order
        of the data, only stated pairs count, components are not moved, the logarithm is weighted
        0.01, and the box is stretched to the origin. It needs `metric="diagonal"`,
        `per_cluster_metric=False`, `shrinkage=0` and `diameter="box"`; its defaults are
        `constraint_weight=1` and `max_iter=25`. Some iterations may raise the objective, and a
        cluster may stay empty.
    order : "random" or "greedy", default "random"
        How `algorithm="paper"` visits points in each iteration; the authors saw no significant
        difference. "greedy": points in the fewest pairs first, entailed ones included, and of
        these the nearest to a centre, where the papers name both and say no more.
    init, n_init, max_iter, tol, random_state
        As in `PCKMeans`, defaults included; a run also ends once ten iterations found nothing
        lower.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and

    metric_ : array
        A: (n_features,) or (n_features, n_features), with `per_cluster_metric` one for each
        cluster in the first axis. Positive definite always: a scatter that is not has its
        eigenvalues raised to 10⁻⁶ of the features' variances. A cluster of no more points than
        features (of one, where diagonal) has the metric of all clusters together, unless there is
        a prior; a constant feature has a weight that plays no part.
    constraint_weight_ : float
        The weight that was used. `objective_history_` holds the iterations with all of it, up to
        that of the lowest objective.
    shrinkage_, prior_variance_ : float
        ν and s.

    References
    ----------
    Bilenko, M., Basu, S. & Mooney, R. J. (2004). Integrating constraints and metric learning in
    semi-supervised clustering. Proc. ICML, 81-88, section 3. doi:10.1145/1015330.1015360

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, equations 2.4-2.6; the two orders: section 2.3.3.1.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import MPCKMeans
    >>> X = [[0.0], [1.0], [4.0], [5.0]]
    >>> model = MPCKMeans(2, metric="diagonal", shrinkage=0, init=[[0.5], [4.5]])
    >>> model.fit(X, must=[(0, 1)]).labels_.tolist(), model.metric_.tolist()
    ([0, 0, 1, 1], [4.0])
    """

    title: ClassVar[str] = "MPCK-means"
    menu_group: ClassVar[str] = "Learned metric"
    reads_blocks: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "metric": Choice("full", "diagonal"),
        "per_cluster_metric": Flag(),
        "shrinkage": Either(Real(0.0, 1e9), Choice("auto")),
        "constraint_weight": Either(Real(0.0, 1e9), Choice("auto")),
        "diameter": Choice("exact", "box"),
        "algorithm": Choice("fast", "paper", "reference"),
        "order": Choice("random", "greedy"),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        metric: str = "full",
        per_cluster_metric: bool = False,
        shrinkage: float | str = "auto",
        constraint_weight: float | str = "auto",
        diameter: str = "exact",
        algorithm: str = "fast",
        init: Any = "neighbourhoods",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
        order: str = "random",
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.metric = metric
        self.per_cluster_metric = per_cluster_metric
        self.shrinkage = shrinkage
        self.constraint_weight = constraint_weight
        self.diameter = diameter
        self.algorithm = algorithm
        self.order = order

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of least ‖x - μ_k‖²_{A_k} - log det A_k for each row, without constraints."""
        return super().predict(X)

    def _predicted(self, data: Array) -> NDArray[np.int32]:
        augmented = np.column_stack([data - self._offset, np.ones(len(data))])
        return cheapest(augmented, self.cluster_centers_ - self._offset, self._learned)

    def _needs_memory(self) -> tuple[str, str] | None:
        if self.per_cluster_metric:
            return "per_cluster_metric=True", "per_cluster_metric=False"
        return super()._needs_memory()

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        self._check_algorithm()
        if self.algorithm != "fast":
            check_unweighed(points, self, 'algorithm="fast"')
        mean = mean_cost(points, next(starts(self, points, known)))
        pseudo = self._pseudo(points)
        # The prior is as wide as the clusters of a short k-means, not as all data: else it would
        # outweigh them.
        variance = mean / points.X.shape[1]
        learner = MetricLearner(points, self.n_clusters, self._form(pseudo, variance))
        weight = self._weight(points, known, mean)
        run: Callable[..., Result]
        if self.algorithm == "reference":
            program = ReferenceMPCK(points, known, self.n_clusters, weight)
            run = partial(program.run, max_iter=self.max_iter)
        elif self.algorithm == "paper":
            run = self._paper_run(points, known, weight, learner)
        else:
            run = self._run(points, known, weight, learner)
        found = best_of(starts(self, points, known), n_starts(self), self.max_iter, run)
        return found._replace(
            learned=MetricAndPrior(found.learned_as(Metric), weight, pseudo, variance)
        )

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        learned = result.learned_as(MetricAndPrior)
        self._learned, self.constraint_weight_ = learned.metric, learned.weight
        self.shrinkage_, self.prior_variance_ = learned.pseudo, learned.variance
        matrices = learned.metric.matrices
        self.metric_ = matrices if self.per_cluster_metric else matrices[0]

    def _continued(
        self, points: Points, known: Constraints, y: ArrayLike | None, last: Result
    ) -> tuple[Self, Result]:
        """From the metric as well as from the centres: without it, it would find less again."""
        if self.algorithm != "fast":
            return super()._continued(points, known, y, last)
        before, most = last.learned_as(MetricAndPrior), min(self.max_iter, ITERATIONS)
        form = self._form(self.shrinkage_, self.prior_variance_)
        learner = MetricLearner(points, self.n_clusters, form)
        assignment = AggregatedMetricAssignment(points, pairs_in_force(known), self.n_clusters)
        diameter = self._diameter(points, assignment, learner)
        loop = MetricAlternation(points, learner, assignment, diameter)
        found = loop.run(
            loop.start(last.centres, last.labels, before.metric),
            self.constraint_weight_,
            max_iter=most,
            tol=self.tol,
            tick=lambda iteration: report("iteration", iteration, most),
        )
        learned = replace(before, metric=found.learned_as(Metric))
        return copy(self), found._replace(learned=learned)

    def _measured_by(self, points: Points, metric: Any) -> tuple[Metric, str]:
        by = self._learned if metric is None else metric
        diameter = "reference" if self.algorithm == "reference" else self.diameter
        return by if isinstance(by, Metric) else diagonal_metric(by), diameter

    def _learned_metric(self) -> Metric:
        return self._learned

    def _root(self) -> Array:
        if not self._learned.single:
            raise InputError(
                "MPCKMeans: per_cluster_metric=True measures every cluster by a metric of its own, "
                "and no one space has all their distances; set per_cluster_metric=False to "
                "transform rows"
            )
        root: Array = self._learned.roots[0]
        return root

    def _form(self, pseudo: float, variance: float) -> Form:
        return Form(self.per_cluster_metric, self.metric == "diagonal", pseudo, variance)

    def _check_algorithm(self) -> None:
        kind = (self.metric, bool(self.per_cluster_metric), self.shrinkage, self.diameter)
        if self.algorithm == "reference" and kind != ("diagonal", False, 0, "box"):
            raise InputError(
                'MPCKMeans: algorithm="reference" has one diagonal metric without a prior; set '
                'metric="diagonal", per_cluster_metric=False, shrinkage=0 and diameter="box", or '
                'algorithm="fast" or "paper"'
            )
        if self.order != "random" and self.algorithm != "paper":
            raise InputError(
                f"MPCKMeans: order={self.order!r} with algorithm={self.algorithm!r}, which has an "
                'order of its own; set order="random", or algorithm="paper"'
            )

    def _pseudo(self, points: Points) -> float:
        """The weight of the prior, in points."""
        if self.shrinkage != "auto":
            return float(self.shrinkage)
        return 0.0 if self.algorithm == "paper" else float(points.X.shape[1])

    def _run(
        self, points: Points, known: Constraints, weight: float, learner: MetricLearner
    ) -> Callable[..., Result]:
        assignment = metric_assignment(points, known, self.n_clusters)
        loop = MetricAlternation(
            points, learner, assignment, self._diameter(points, assignment, learner)
        )
        cold = assignment is not None and is_seeding(self.init)
        ramp, most = ramp_length(self.max_iter, cold=cold), self.max_iter
        return partial(ramped, loop, weight=weight, ramp=ramp, max_iter=most, tol=self.tol)

    def _paper_run(
        self, points: Points, known: Constraints, weight: float, learner: MetricLearner
    ) -> Callable[..., Result]:
        rng, k = visiting(self.random_state, self.n_init), self.n_clusters

        def run(centres: Array, *, tick: Callable[[int], None]) -> Result:
            own = rng.spawn(1)[0] if self.order == "random" else None
            assignment = printed_metric_assignment(points, known, k, own, weight)
            diameter = self._diameter(points, assignment, learner)
            loop = MetricAlternation(points, learner, assignment, diameter)
            return run_to_rest(loop, centres, weight, max_iter=self.max_iter, tick=tick)

        return run

    def _diameter(
        self, points: Points, assignment: MetricAssignment | None, learner: MetricLearner
    ) -> Diameter | None:
        """What measures the largest distances; nothing where no cannot-link needs them."""
        if assignment is None or not assignment.separates:
            return None
        return diameter_of(points, learner.n_metrics, exact=self.diameter == "exact")

    def _weight(self, points: Points, known: Constraints, mean: float) -> float:
        if self.constraint_weight != "auto":
            return float(self.constraint_weight)
        return mean_violation_weight(points, known, mean)
