from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster._validation import (
    Anything,
    Choice,
    Flag,
    Int,
    Nullable,
    Real,
    Rule,
    check_params,
)
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._base.learned_space import LearnedSpace
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._base.weighed_rows import WeighedRows
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import (
    Noted,
    StepRecord,
    if_traced,
    without_objectives,
)
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, metric_of
from jupyter_sscluster.cluster._parts.propagation.gpk_outer_loop import (
    Carried,
    PropagationRound,
    first_run,
    has_converged,
    next_run,
)
from jupyter_sscluster.cluster._parts.propagation.propagate import (
    PropagationRule,
    own_weights,
    propagate,
    sources_of,
)
from jupyter_sscluster.cluster.mpckmeans import MPCKMeans
from jupyter_sscluster.cluster.rcakmeans import RCAKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

HEAVIEST = 1e6
"""Largest sum of weights on a pair, unless a single statement weighs more."""

SAME = 1e-9
"""Relative difference of objectives that rounding may explain."""


@dataclass(frozen=True, eq=False)
class BaseRuns(Learned):
    """The runs of the base up to the one that was kept."""

    runs: tuple[PropagationRound, ...]


class BaseClusterer(Anything):
    """A clusterer that uses constraints and may start from given centres."""

    def check(self, value: Any) -> bool:
        """Whether it is one."""
        if not isinstance(value, ConstrainedClusterer) or not value.uses_constraints:
            return False
        return {"init", "n_init"} <= set(value.get_params(deep=False))

    def describe(self) -> str:
        """What it must be."""
        return (
            "a clusterer that uses constraints and takes init= and n_init=, such as MPCKMeans(), "
            "PCKMeans() or COPKMeans()"
        )


class GPKMeans(LearnedSpace, KMeansFamily):
    """Propagates constraints to similar pairs, then clusters with all of them: GPK-means.

    A statement about a and b is taken to hold, with less weight, for rows i and j near them:

        w_ij = w exp(-½ ‖x_i - x_a‖² / s_a - ½ ‖x_j - x_b‖² / s_b),

    if the exponential is at least `threshold`. Distances and reach depend on the cluster of each
    end: on its covariance, shrunk by the density s of the end in it. A statement at the centre of a
    cluster therefore reaches its rim, and one at the rim stays there. A base method clusters with
    the stated pairs, which are then propagated. It continues from its centres with the stated and,
    as soft statements, the propagated pairs, and so on until its objective converges.

    Use it with few constraints between typical rows. With many constraints the stated pairs alone
    are better, because some propagated ones are wrong; it does not help with constraints on
    outliers or with many features. It helps most with a base that learns no metric: on iris with
    50 pairs the adjusted Rand index of `PCKMeans` rises from .80 to .82, that of the default base
    stays at .90.

    The results of the thesis need `MPCKMeans` as in its reference implementation, with
    `constraint_weight=1`: the logarithm of its metric weighs 0.01, so that Gaussians are ten times
    as wide and propagation is two orders of magnitude stronger. On iris with 10 and 50 pairs each
    constraint is propagated to 790 and 290 pairs (default base: 7). With 50 pairs the adjusted Rand
    index on other rows rises from .80 to .90, with 10 it falls from .76 to .71 (six draws). With
    `scale="mahalanobis"` each is propagated to 118 and 134 pairs, as `n_inferred_` counts them; the
    thesis has up to several hundred.

    A round costs a run of the base from given centres, and O(n log n) and a search of near rows
    for each constrained row besides. No round writes out more than `max_pairs` statements.

    Parameters
    ----------
    n_clusters : int, default 8
    base : ConstrainedClusterer or None, default None
        Any clusterer here that uses constraints and takes centres as `init`; None is
        `MPCKMeans(metric="diagonal", shrinkage=0)`. Those parameters that it shares with
        this class, `n_clusters` and all from `init` on, are set from here. One that keeps every
        pair, such as `COPKMeans`, knows no weights: of the propagated pairs it gets the heaviest
        that contradict nothing, or half of these where it cannot keep them, and so on.
    propagation : "full" or "reduced", default "full"
        Where several statements of one kind reach a pair: the sum of their weights, or the
        largest. A stated pair keeps its own weight.
    threshold : float in (0, 1], default 0.5
        g. At 1, statements reach rows that equal their own only.
    scale : "euclidean", "mahalanobis" or "consistent", default "euclidean"
        What the inverse A⁻¹ of a cluster's metric is multiplied with to be its covariance.
        "mahalanobis", as the thesis defines it: the distance by A from the centre to its farthest
        point, over three times the largest standard deviation of A⁻¹. It changes with the unit of
        X: where values are large, nearly nothing is propagated. "euclidean": the same with the
        plain distance, whatever the unit. "consistent": such that three standard deviations are as
        far as its farthest point, both measured by A; it mostly reaches farther than "euclidean".
    exclude : "source" or "literal", default "source"
        A statement is not carried over to its own pair. "literal": nor, as step 3d of the
        algorithm is printed, to any pair with one of its ends, though the text has such pairs.
    weights : "falling" or "constant", default "falling"
        Whether w_ij falls with the distance, or is w wherever the exponential reaches the
        threshold.
    to_stated : bool, default False
        Whether what is carried over to a stated pair counts too, as in the thesis: with full
        propagation it is added to the pair's own weight, else the larger of the two stands. Pairs
        that only follow from others have no part then, as weights differ.
    n_directions : int or None, default None
        Distances and reach within so many directions: those of `RCAKMeans` for the stated
        must-links, which all clusters then share, instead of the metric of the base. For many
        features, where nothing lies near anything. None, and without must-links: the base's.
    max_pairs : int, default 1000000
        Maximum number of statements that are inferred in a round. If there are more, the threshold
        is raised, so that those with the largest weights are left.
    max_rounds : int, default 10
        Maximum number of runs of the base after the first.
    keep : "best" or "last", default "best"
        The run after the first with the lowest `objective_`, or, as in the thesis, the last one,
        by which over the reference implementation ever more may have been carried over.
    init, n_init, max_iter, tol, random_state
        Those of the base, as in `PCKMeans`, defaults included; `init` and `n_init` are about its
        first run.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, where `objective_` is that of the base for the stated pairs
    alone, under the metric that was learned with all; `objective_history_` holds it for every
    run of the base up to the one kept, and `n_iter_` is their number. And

    base_ : ConstrainedClusterer
        The base as it was fitted last; it predicts.
    propagated_ : Constraints
        What it was fitted with: the stated pairs, and the propagated ones as soft statements,
        or as hard ones where the base keeps every pair.
    n_propagated_ : array of int, shape (n_iter_,)
        Number of propagated pairs in each run, 0 in the first.
    n_inferred_ : array of int, shape (n_iter_,)
        Number of propagated constraints as the thesis counts them: with full propagation a pair
        counts once for each statement that reaches it.
    metric_ : array
        That of the base, where it learns one.

    Notes
    -----
    The rounds need not converge, and may propagate more and more pairs. They end when the base's
    objective converges, the labels repeat, `objective_` has not fallen for three rounds, or after
    `max_rounds`, which alone counts as not converged. The round with the lowest `objective_` is
    kept; the first run does not take part, because it minimises just this objective. `MPCKMeans`
    goes on from its metric and its centres. With `sample_weight`, which the base must support, a
    propagated pair counts once, whatever its rows weigh. Metrics without a scale of their own, such
    as the Euclidean, are scaled so that the mean squared distance of the rows from their centres is
    the number of features. A constraint with an end in a cluster of equal points stays alone.

    References
    ----------
    Eaton, E. R. (2005). Clustering with propagated constraints. Master's thesis, University of
    Maryland, Baltimore County, chapter 3 and figures 3.1-3.2.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import GPKMeans, PCKMeans
    >>> X = [[0.0], [1.0], [2.0], [6.0], [7.0], [9.0], [11.0], [12.0]]
    >>> model = GPKMeans(2, base=PCKMeans(), threshold=0.2, init=[[1.0], [9.0]])
    >>> model.fit(X, cannot=[(1, 5)]).labels_.tolist()
    [0, 0, 0, 1, 1, 1, 1, 1]
    >>> known = model.propagated_
    >>> known.cannot.tolist(), known.soft_cannot.tolist()
    ([[1, 5]], [[1, 4], [0, 5], [2, 5], [1, 6]])
    >>> known.soft_cannot_weights.round(2).tolist()
    [0.34, 0.45, 0.45, 0.34]
    """

    title: ClassVar[str] = "GPK-means"
    menu_group: ClassVar[str] = "Soft constraints"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "base": Nullable(BaseClusterer()),
        "propagation": Choice("full", "reduced"),
        "threshold": Real(0.0, 1.0, low_open=True),
        "scale": Choice("euclidean", "mahalanobis", "consistent"),
        "exclude": Choice("source", "literal"),
        "weights": Choice("falling", "constant"),
        "to_stated": Flag(),
        "n_directions": Nullable(Int(1)),
        "max_pairs": Int(0),
        "max_rounds": Int(1),
        "keep": Choice("best", "last"),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        base: ConstrainedClusterer | None = None,
        propagation: str = "full",
        threshold: float = 0.5,
        scale: str = "euclidean",
        exclude: str = "source",
        weights: str = "falling",
        to_stated: bool = False,
        n_directions: int | None = None,
        max_pairs: int = 1_000_000,
        max_rounds: int = 10,
        keep: str = "best",
        init: Any = "neighbourhoods",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.base = base
        self.propagation = propagation
        self.threshold = threshold
        self.scale = scale
        self.exclude = exclude
        self.weights = weights
        self.to_stated = to_stated
        self.n_directions = n_directions
        self.max_pairs = max_pairs
        self.max_rounds = max_rounds
        self.keep = keep

    @property
    def metric_(self) -> Array:
        """The metric of the base; there is none where the base learns none."""
        metric: Array = self.base_.metric_
        return metric

    def _learned_metric(self) -> Metric | Array | None:
        return self.base_._learned_metric()

    def _root(self) -> Array:
        """That of the base; where it learns no metric, rows stay as they are."""
        base = self.base_
        return base._root() if isinstance(base, LearnedSpace) else np.ones(self.n_features_in_)

    def _used(self, root: Array) -> Index:
        base = self.base_
        return base._used(root) if isinstance(base, LearnedSpace) else super()._used(root)

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of each row as the base predicts it, without constraints."""
        check_is_fitted(self)
        data = self._rows_like_those_of_fit(X)
        labels: NDArray[np.int32] = self.base_.predict(data)
        return labels

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        sources, model = sources_of(known), self._first_model()
        if not isinstance(model, WeighedRows):
            check_unweighed(points, self, "base to one that takes it, such as PCKMeans()")
        shared = self._shared_metric(points, known)
        runs = [first_run(model, points, known, y)]
        done = not len(sources.weights)
        while not done and len(runs) <= self.max_rounds:
            carried = self._carried(runs[-1], points, sources, shared)
            runs.append(next_run(runs, points, known, y, carried))
            done = has_converged(runs)
        values = [run.objective for run in runs]
        n_kept = len(runs) if self.keep == "last" else 1 + _last_lowest(values)
        found = runs[n_kept - 1].found
        return found._replace(
            objective=values[n_kept - 1],
            history=values[:n_kept],
            n_iter=n_kept,
            converged=done and found.converged,
            learned=BaseRuns(tuple(runs[:n_kept])),
            noted=_noted(runs[:n_kept]),
        )

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        runs = result.learned_as(BaseRuns).runs
        self.base_ = cast(ConstrainedClusterer, runs[-1].model)
        self.base_.n_features_in_ = points.X.shape[1]
        self.propagated_: Constraints = self.base_.constraints_
        self.n_propagated_ = np.array([run.n_propagated for run in runs])
        self.n_inferred_ = np.array([run.n_inferred for run in runs])

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        n_samples, names = left.told.n_samples, left.told.names
        self.propagated_ = about_all(self.propagated_, n_samples, left.rows, names)

    def _pulls(
        self, points: Points, labels: Labels, statements: WeightedPairs, metric: Any
    ) -> Array:
        return self.base_._pulls(points, labels, statements, metric)

    def _first_model(self) -> Any:
        base = MPCKMeans(metric="diagonal", shrinkage=0) if self.base is None else clone(self.base)
        shared = {"n_clusters", *RANGES} & set(base.get_params(deep=False))
        base.set_params(**{name: getattr(self, name) for name in shared})
        check_params(base)
        return base

    def _keeps_all(self) -> bool:
        """Whether the base does."""
        return self.base is not None and self.base._keeps_all()

    def _shared_metric(self, points: Points, known: Constraints) -> Array | None:
        """The metric of the directions that `n_directions` asks for."""
        if self.n_directions is None:
            return None
        return RCAKMeans(n_directions=self.n_directions)._learned(points, known)

    def _carried(
        self, run: PropagationRound, points: Points, sources: WeightedPairs, shared: Array | None
    ) -> Carried:
        """What the stated pairs infer from the clusters of a run, under a metric for all or its."""
        found = run.found
        learned = run.model._learned_metric() if shared is None else shared
        metric = metric_of(learned, points, found.labels, found.centres)
        gaussians = Gaussians(points, found.labels, found.centres, metric, scale=self.scale)
        rule = PropagationRule(
            float(self.threshold),
            reduced=self.propagation == "reduced",
            shared_ends=self.exclude == "source",
            max_pairs=self.max_pairs,
            constant=self.weights == "constant",
        )
        inferred, reached = propagate(sources, gaussians, rule)
        own, more = own_weights(inferred, sources), inferred.weights
        if self.to_stated:
            more = np.maximum(more - own, 0.0) if rule.reduced else more
        else:
            more = np.where(own > 0.0, 0.0, more)
        kept = more > 0.0
        most = max(HEAVIEST, float(sources.weights.max()))
        fresh = WeightedPairs(
            inferred.pairs[kept], np.minimum(more[kept], most), inferred.together[kept]
        )
        n_inferred = int(kept.sum() if rule.reduced else reached[kept].sum())
        return Carried(fresh, fresh.weights + own[kept], n_inferred)


def _noted(runs: list[PropagationRound]) -> Noted:
    """The steps of all runs; an objective only at the end of each, as the pairs differ."""
    noted: Noted = ()
    for run in runs:
        end = StepRecord("round", run.objective, number=run.n_propagated)
        noted += without_objectives(run.found.noted) + if_traced(end)
    return noted


def _last_lowest(values: list[float]) -> int:
    """Place of the lowest value, of ties the last; the first value counts only if alone."""
    if len(values) == 1:
        return 0
    lowest = min(values[1:])
    near = np.asarray(values[1:]) <= lowest + SAME * abs(lowest)
    return 1 + int(np.flatnonzero(near)[-1])
