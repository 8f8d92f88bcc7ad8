from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels, Mask
from jupyter_sscluster._validation import Choice, Either, Flag, Int, Real, Rule
from jupyter_sscluster.cluster._base.learned_metric import LearnedMetric, MetricFirst
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import (
    GaussianClusters,
    gaussian_clusters,
)
from jupyter_sscluster.cluster._parts.belief.propagation import flattened
from jupyter_sscluster.cluster._parts.hard.repaired_labels import labels_that_keep
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.distances import squared_distances
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Farthest, Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import is_seeding
from jupyter_sscluster.cluster._parts.metric.mahalanobis import moved, root_of
from jupyter_sscluster.cluster._parts.metric.shrinkage import (
    as_wide,
    row_weights,
    share_kept,
    shrunken_metric,
)
from jupyter_sscluster.cluster._parts.soft.doubted_statements import (
    Judged,
    contradict,
    is_believable,
    left_out,
    log_density,
    log_probability,
    without,
)
from jupyter_sscluster.cluster.fit.posterior_after_answers import estimated_of
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.cluster.itmlkmeans import ITMLKMeans
from jupyter_sscluster.cluster.pckmeans import PairWeight, PCKMeans, check_weight
from jupyter_sscluster.cluster.rcakmeans import RCAKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.seeding.generator import has_state

FIRST = ("itml", "rca", "identity")
"""Metrics to begin with, in the order in which they are tried."""

LITTLE = 0.9
"""Share of a uniform distribution mixed into the posterior of the features where statements are
compared with each other alone: the rest keeps the clusters distinguishable."""

MOST_TRIED = 5
"""Clusterings made at most to see whether they are better without doubted statements."""


@dataclass(frozen=True, eq=False)
class AdaptedMetric(LearnedMetric):
    """The metric (d, d), the weight of a pair under it, and the steps that led to it.

    `clusters`, before statements were kept, made the statements `suspected` that were left out.
    """

    weight: float
    n_steps: int
    clusters: GaussianClusters | None = None
    suspected: IntArray | None = None


class AdaptivePCKMeans(MetricFirst):
    """PCK-means with a full metric, learned from the pairs first, then from its own clusters.

    By turns, it clusters as `PCKMeans` does, under a metric A that stays,

        minimise ½ Σ ‖x_i - μ_{c_i}‖²_A + Σ_must w_ij [c_i ≠ c_j] + Σ_cannot w_ij [c_i = c_j],

    and takes from these clusters another metric,

        A = s Ĉ⁻¹,    Ĉ = (S + d s I) / (N + d),    s = tr S / (N d),

    with S the scatter within the clusters, in which a row in a pair has weight 1 and one without
    ρ = min(0.2, rows in pairs / rows without), and N = Σ_k (Σ weights - largest weight). This A

        minimises tr(S A) / s - N log det A + d (tr A - log det A).

    It makes the clusters as round as possible, given d more points that vary equally in all
    directions. It is always positive definite, and close to the identity if pairs are few. The
    first metric is learned from the pairs alone. The fit ends if no label changes, or after
    `max_metric_steps` metrics.

    At the end, unless `keep_stated=False`, it satisfies the hard constraints. Where the clusters
    violate one, the rows that constraints connect to it are relabelled, with centres and metric
    fixed: the new labels violate no hard constraint and have the least
    Σ ‖x_i - μ_{c_i}‖²_A + 2 Σ_soft w_ij [violated], exactly on trees of constraints and by local
    search on cycles. If K is too small to satisfy all cannot-links, it violates as little weight as
    it finds. The centres stay, so a single answer moves its points but no mean.

    Before that, it looks for wrong constraints. It clusters again if some are more likely wrong
    than right, given the others and the features (see `suspicious`), or if the clusters are looser
    than those of k-means without constraints. It then leaves out the suspected ones and takes the
    others as soft, without their closure: a wrong must-link would join two classes. It takes
    the new clusters if they fit features and constraints better (much better if none looked wrong)
    and explain the constraints well, leaves out what is suspected then, and repeats this while the
    fit improves, five times at most. If soft constraints of weight 1 or more contradict hard ones,
    the clusters need not explain all of them, and hard ones with P(wrong) above ¼ are left out if
    likelier ones contradict them. Otherwise only suspected constraints that others contradict go.

    The first choice for 20 pairs or more where clusters may be elongated or features correlated.
    It costs O(n d²) a step: four to eight times as much as `PCKMeans` for up to some hundred
    features, and twice that and more where constraints look wrong. With some 20 pairs on data of
    weak structure `PCKMeans` may do better; where clusters are rings or chains no metric helps, and
    k-means without pairs may do better too. Without pairs it is k-means.

    Parameters
    ----------
    n_clusters : int, default 8
        The default is that of scikit-learn; `estimate_n_clusters` estimates a number.
    first_metric : "best", "itml", "rca" or "identity", default "best"
        Which distance to start from: learned as by `ITMLKMeans`, as by `RCAKMeans`, or plain
        Euclidean. "best" takes of these three, in that order, the one under which plain k-means
        keeps most of the stated pairs, by weight. It takes up to a third longer than "itml"; most
        data gain nothing by it, some with few pairs a little.
    max_metric_steps : int, default 3
        How often the metric is learned anew from the clusters, at most; 0 keeps the first one.
    keep_stated : bool, default True
        Whether the labels keep every hard statement that can be kept and is not left out. If not,
        a violated statement costs its weight and no more, as a soft one always does.
    constraint_weight : float or "auto", default "auto"
        What a violated pair costs, w in the objective, in units of half a squared distance within
        clusters; "auto" as in `PCKMeans`, under each metric anew.
    init, n_init, max_iter, tol, random_state
        As in `PCKMeans`, defaults included, under each metric anew. Seedings are given rows moved
        by the metric, and `tol` is measured in it; with given first centres, each metric begins
        with the last ones.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and those below. The objective, its history, the number of
    iterations and the centres, the means of the clusters, are those under the last metric, before
    what is stated is kept; `labels_` and `violations_` are those after it.

    metric_ : array, shape (n_features, n_features)
        A, under which the labels were found. `predict` uses it.
    constraint_weight_ : float
        The weight that was used under it.
    n_metric_steps_ : int
        How many metrics were learned from clusters.
    suspected_ : array, shape (m, 2)
        The statements that were left out as likely wrong, or contradicted by likelier ones; never
        one of a weight far above 1, as a statement of weight w counts as w answers.

    Notes
    -----
    First metrics are scaled to leave Σ ‖x_i - x̄‖² as it is. A row in statements of weight
    below 1 counts, in S, as the heaviest of these, or as ρ if that is more. With `sample_weight`
    every row counts as so many besides, but not in the largest weight.

    References
    ----------
    A method of this package, after

    Davis, J. V., Kulis, B., Jain, P., Sra, S. & Dhillon, I. S. (2007). Information-theoretic
    metric learning. Proc. ICML, 209-216. doi:10.1145/1273496.1273523

    Bar-Hillel, A., Hertz, T., Shental, N. & Weinshall, D. (2003). Learning distance functions
    using equivalence relations. Proc. ICML, 11-18.

    Bilenko, M., Basu, S. & Mooney, R. J. (2004). Integrating constraints and metric learning in
    semi-supervised clustering. Proc. ICML, 81-88. doi:10.1145/1015330.1015360

    Examples
    --------
    Two long clusters, which k-means cuts across; one pair of each kind turns them.

    >>> from jupyter_sscluster.cluster import AdaptivePCKMeans, PCKMeans
    >>> X = [[x, y] for y in (0.0, 3.0) for x in range(8)]
    >>> pairs = {"ml": [(0, 7)], "cl": [(0, 8)]}
    >>> PCKMeans(n_clusters=2, random_state=0).fit(X, **pairs).labels_.tolist()
    [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]
    >>> model = AdaptivePCKMeans(n_clusters=2, random_state=0).fit(X, **pairs)
    >>> model.labels_.tolist(), model.metric_.diagonal().round(2).tolist()
    ([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], [0.61, 2.8])
    """

    title: ClassVar[str] = "Adaptive PCK-means"
    _cost_of_an_entry: ClassVar[tuple[float, float]] = (2.5e-6, 16.0)
    _cheaper: ClassVar[str] = "PCK-means"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "first_metric": Choice("best", *FIRST),
        "max_metric_steps": Int(0),
        "keep_stated": Flag(),
        "constraint_weight": Either(Real(0.0), Choice("auto")),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        first_metric: str = "best",
        max_metric_steps: int = 3,
        keep_stated: bool = True,
        constraint_weight: float | str = "auto",
        init: Any = "neighbourhoods",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.first_metric = first_metric
        self.max_metric_steps = max_metric_steps
        self.keep_stated = keep_stated
        self.constraint_weight = constraint_weight

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        found = self._softly(points, known)
        if not (self.keep_stated and len(known)):
            return found
        found, doubted = self._undoubted(points, known, found)
        labels = _kept(points, without(known, doubted), found)
        learned = replace(
            found.learned_as(AdaptedMetric), suspected=stated_pairs(known).pairs[doubted]
        )
        mended = trace_recorder.if_traced(trace_recorder.assigned(labels, None, "kept"))
        changed = not np.array_equal(labels, found.labels)
        noted = found.noted + (mended if changed else ())
        return found._replace(labels=labels, learned=learned, noted=noted)

    def _undoubted(self, points: Points, known: Constraints, found: Result) -> tuple[Result, Mask]:
        """A clustering that doubted statements do not drag, and which these are."""
        first = best = _judged(points, known, found)
        plain, at_odds = self._without_any(points, known), contradict(known)
        tried, waiting = set[bytes](), left_out(first, plain, at_odds)
        contradicted = first.suspected
        if at_odds or first.suspected.any():
            # The features may be wrong as well: what do other statements contradict?
            posterior = flattened(first.clusters.posterior(points.X[known.touched]), LITTLE)
            contradicted = estimated_of(posterior, known).wrong > 0.5
        waiting += [contradicted] * at_odds
        while waiting and len(tried) < MOST_TRIED:
            doubted = waiting.pop()
            if doubted.tobytes() in tried:
                continue
            tried.add(doubted.tobytes())
            softly = self._softly(points, without(known, doubted, softly=True))
            again = _judged(points, known, softly)
            if again.fitness > best.fitness and is_believable(first, again, plain, at_odds):
                best, waiting = again, [*waiting, again.suspected]
        if best is not first:
            learned = replace(best.found.learned_as(AdaptedMetric), clusters=best.clusters)
            return best.found._replace(learned=learned), best.left(known)
        doubted = first.suspected & contradicted
        if doubted.any():
            found = self._softly(points, without(known, doubted))
        return found, doubted

    def _without_any(self, points: Points, known: Constraints) -> Judged:
        """K-means, beside the statements that it knows nothing of."""
        none = without(known, np.ones(len(stated_pairs(known).pairs), dtype=bool))
        found = self._plainly(points, none, None)
        return _judged(points, known, found, self._euclidean(points.X.shape[1]))

    def _softly(self, points: Points, known: Constraints) -> Result:
        """The clustering that weighs all statements, and keeps none at any price."""
        metric = self._learned(points, known)
        found = self._in_metric(points, known, metric)
        weights = row_weights(known, points.weights, points.n_unheld)
        most = self.max_metric_steps if len(known) else 0
        n_steps, converged = 0, False
        while n_steps < most and not converged:
            report("metric", n_steps + 1, most)
            before = found
            metric = shrunken_metric(points, before.labels, weights)
            # Given centres are one start: the next metric goes on from where it ended.
            centres = None if is_seeding(self.init) else before.centres
            found = self._in_metric(points, known, metric, centres).after(before.noted)
            n_steps += 1
            converged = _same_clusters(points, before.labels, found.labels)
        matrix = self._euclidean(points.X.shape[1]) if metric is None else metric
        weight = found.learned_as(PairWeight).weight
        return found._replace(learned=AdaptedMetric(matrix, weight, n_steps))

    def _clustered(self, points: Points, init: Any, known: Constraints) -> Result:
        """PCK-means; `learned` is the weight of a pair."""
        core = PCKMeans(self.n_clusters, **self._shared(init))
        core.set_params(constraint_weight=self.constraint_weight)
        weight = core._weight(points, known)
        check_weight(type(self).__name__, weight, points, known)
        core.set_params(constraint_weight=weight)
        return core._fit(points, known, None)

    def _learned(self, points: Points, known: Constraints) -> Array | None:
        if self.first_metric != "best":
            return self._first(self.first_metric, points, known)
        best, most = None, -1.0
        for name in FIRST if len(known) else ():
            metric = self._first(name, points, known)
            kept = share_kept(self._plainly(points, known, metric).labels, known)
            if kept > most:
                best, most = metric, kept
            # No other keeps more. A generator is left as it would be after all of them.
            if kept == 1.0 and not has_state(self.random_state):
                break
        return best

    def _first(self, name: str, points: Points, known: Constraints) -> Array | None:
        if name == "identity":
            return None
        learner = (ITMLKMeans if name == "itml" else RCAKMeans)(
            self.n_clusters, random_state=self.random_state
        )
        metric = learner._learned(points, known)
        return None if metric is None else as_wide(points, metric)

    def _plainly(self, points: Points, known: Constraints, metric: Array | None) -> Result:
        """K-means under the metric."""
        plain = ITMLKMeans(self.n_clusters, **self._shared(self.init))
        return plain._in_metric(points, known, metric)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        learned = result.learned_as(AdaptedMetric)
        self.constraint_weight_ = learned.weight
        self.n_metric_steps_ = learned.n_steps
        self.suspected_ = (
            np.empty((0, 2), np.int64) if learned.suspected is None else learned.suspected
        )
        self._before_kept = learned.clusters

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        self.suspected_ = left.rows[self.suspected_]

    def _complete(self, points: Points, labels: Labels) -> None:
        if self._before_kept is None:
            super()._complete(points, labels)
            return
        # What is suspected was found by these: `suspicious` is to say the same.
        self._clusters = self._before_kept
        with np.errstate(under="ignore"):
            self.posterior_ = self._clusters.posterior(points.X)


def _judged(
    points: Points, known: Constraints, found: Result, matrix: Array | None = None
) -> Judged:
    """A clustering under a metric, its own by default, beside all statements."""
    metric = found.learned_as(AdaptedMetric).matrix if matrix is None else matrix
    clusters = gaussian_clusters(points, found.labels, found.centres, metric)
    posterior = clusters.posterior(points.X[known.touched])
    wrong = estimated_of(posterior, known).wrong
    density = log_density(points, found.labels)
    return Judged(found, clusters, wrong, density, log_probability(posterior, known))


def _kept(points: Points, trusted: Constraints, found: Result) -> Labels:
    """The labels found, or others at these centres that keep every hard statement."""
    learned = found.learned_as(AdaptedMetric)

    def distances(rows: Index) -> Array:
        both = moved(np.r_[points.X[rows], found.centres], learned.matrix)
        return points.pulled(squared_distances(both[: len(rows)], both[len(rows) :]), rows)

    def gaining(labels: Labels, cluster: int) -> Farthest | None:
        return points.unheld_gaining(labels, found.centres, cluster, root_of(learned.matrix))

    # The objective has half of each squared distance.
    unit = 2.0 * learned.weight
    return labels_that_keep(points, trusted, found.labels, distances, unit, gaining)


def _same_clusters(points: Points, labels: Labels, before: Labels) -> bool:
    """Whether both are one partition, whatever the numbers of its clusters."""
    held = np.stack([np.asarray(labels), np.asarray(before)], axis=1)
    both = np.unique(np.concatenate([held, points.unheld_joint(labels, before)]), axis=0)
    return len(both) == len(np.unique(both[:, 0])) == len(np.unique(both[:, 1]))
