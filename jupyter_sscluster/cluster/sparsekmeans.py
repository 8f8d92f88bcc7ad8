from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._validation import Choice, Either, Nullable, Real, Rule
from jupyter_sscluster.cluster._base.kmeans_family import KMeansFamily
from jupyter_sscluster.cluster._base.learned_space import LearnedSpace
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.metric.mahalanobis import cheapest
from jupyter_sscluster.cluster._parts.mpck.gap_statistic import (
    GAP_RULES,
    NO_GAPS,
    chosen_bound,
    gap_curve,
)
from jupyter_sscluster.cluster._parts.mpck.sparse_alternation import SparseAlternation, Sparseness
from jupyter_sscluster.cluster._parts.mpck.sparse_weights import within_bounds
from jupyter_sscluster.constraints import Constraints

SPARSITY = Nullable(Either(Real(0.0, low_open=True), Choice(*GAP_RULES)))
"""The range of the parameter `sparsity`; a number outside 1 to √p is moved there."""


class SparseKMeans(LearnedSpace, KMeansFamily):
    """k-means that weighs the features and leaves out those that separate no clusters.

    Maximises Σ_j w_j γ_j over the clusters and over weights w >= 0 with Σ w² <= 1 and Σ w <= s,
    where γ_j is the scatter of feature j that the clusters explain: its total sum of squares less
    that within clusters. By turns k-means on the features times √w, begun where it last ended, and
    the weights, in closed form; no turn lowers the sum. It ignores constraints and only counts
    how many it violates: `PCSKMeans` is constrained by them.

    The choice where many features are noise, and where it matters which ones are not: a weight of
    0 says that a feature plays no part. It needs features of one scale, so standardise them: a
    feature in units a thousand times smaller explains a million times more. Features that say the
    same share their weight. It costs one to three times as much as k-means.

    Parameters
    ----------
    n_clusters : int, default 8
    sparsity : float, "gap", "gap-sd" or None, default None
        s, from 1 (a single feature) to √p (no feature that explains anything is left out), p being
        the number of features. At most s² features weigh the same, so this is how many to expect,
        somewhat more where they differ. None: three quarters of the way, (1 + 3√p) / 4, which
        drops what matters least and does little harm where all features matter; go down towards
        2 where few should be left. A value outside is moved to the nearest bound, with a warning.
        "gap": of ten values from 1.1 to √p the one with the largest gap statistic: how much more
        the clusters explain, log Σ w γ, than the mean in 25 sets where every feature is permuted by
        itself. "gap-sd": the smallest value whose gap is within a standard deviation of that, for
        fewer features. Either takes 260 more searches, of three starts each, on 1000 rows at most,
        drawn at random; it depends on the data, `n_clusters`, `max_iter` and `random_state` alone,
        not on how it starts. Where nothing is explained it is as with None. Of several `n_clusters`
        that with the largest gap in `sparsity_gaps_` may be taken, as Vouros and Vasilaki (2020,
        section 4) propose. Of 2 to 6 it was the number of classes, 3, on two synthetic sets and
        wine, but 4 on a sample of three digits and 6 on iris.
    n_init : int, default 10
        Number of starts, each of a k-means with equal weights; those that find the same go on as
        one. The one with the lowest objective is kept.
    max_iter : int, default 300
        Maximum number of iterations of one start and of all that follows it.
    init, tol, random_state
        As in `KMeans`.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, the objective being -Σ w γ from the first weights on, and

    feature_weights_ : array, shape (n_features,)
        w. `predict` measures distances with it.
    sparsity_ : float
        s.
    sparsity_gaps_ : array, shape (n_candidates, 3)
        With "gap" or "gap-sd" a row for each s that was tried: s, its gap, and the standard
        deviation of log Σ w γ over the permuted sets. No rows otherwise.
    sparse_ : bool
        Whether Σ w <= s. Not so where more than s² features explain exactly the same and most:
        they then weigh the same, all others nothing. Nor where no feature explains anything, as
        with one cluster or rows all alike: then all weigh the same.

    Warns
    -----
    UserWarning
        If `sparsity` is outside 1 to √p.

    References
    ----------
    Witten, D. M. & Tibshirani, R. (2010). A framework for feature selection in clustering.
    J. American Statistical Association, 105, 713-726, section 3, and 3.2 for the gap statistic.
    doi:10.1198/jasa.2010.tm09415

    Examples
    --------
    >>> from jupyter_sscluster.cluster import SparseKMeans
    >>> X = [[0.0, 1.0], [0.1, 0.0], [5.0, 1.0], [5.1, 0.0]]
    >>> model = SparseKMeans(n_clusters=2, init=X[1:3]).fit(X)
    >>> model.labels_.tolist(), model.feature_weights_.round(3).tolist()
    ([0, 0, 1, 1], [1.0, 0.0])
    """

    title: ClassVar[str] = "Sparse k-means"
    menu_group: ClassVar[str] = "No constraints"
    reads_blocks: ClassVar[bool] = True
    uses_constraints: ClassVar[bool] = False
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "sparsity": SPARSITY,
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        sparsity: float | str | None = None,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.sparsity = sparsity

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of the nearest centre under the weights for each row, without constraints."""
        return super().predict(X)

    def _predicted(self, data: Array) -> NDArray[np.int32]:
        augmented = np.column_stack([data - self._offset, np.ones(len(data))])
        return cheapest(augmented, self.cluster_centers_ - self._offset, self._learned.metric)

    def _needs_memory(self) -> tuple[str, str] | None:
        if isinstance(self.sparsity, str):
            return f"sparsity={self.sparsity!r}", "sparsity to a number or None"
        return super()._needs_memory()

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        bound, gaps = self._bound(points)
        loop = SparseAlternation(points, None, self.n_clusters, bound)
        found = self._searched(loop, points, known, ramp=0)
        return found._replace(learned=replace(found.learned_as(Sparseness), bound=bound, gaps=gaps))

    def _bound(self, points: Points) -> tuple[float, Array]:
        """s, and the gaps that it was chosen by."""
        n_features, rule = points.X.shape[1], self.sparsity
        if not isinstance(rule, str):
            return within_bounds(rule, n_features, type(self).__name__), NO_GAPS
        check_unweighed(points, self, "sparsity to a number or None")
        gaps = gap_curve(
            points, self.n_clusters, max_iter=self.max_iter, random_state=self.random_state
        )
        return within_bounds(chosen_bound(gaps, rule), n_features), gaps

    def _searched(
        self, loop: SparseAlternation, points: Points, known: Constraints, *, ramp: int
    ) -> Result:
        """The best start, and the rounds that follow."""
        drawn = starts(self, points, known)
        return loop.run(drawn, n_starts(self), ramp=ramp, max_iter=self.max_iter, tol=self.tol)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self._learned = result.learned_as(Sparseness)
        self.feature_weights_ = self._learned.weights
        self.sparse_ = self._learned.bound_met
        self.sparsity_ = self._learned.bound
        self.sparsity_gaps_ = self._learned.gaps

    def _used(self, root: Array) -> Index:
        """The features that have weight."""
        return np.flatnonzero(root)
