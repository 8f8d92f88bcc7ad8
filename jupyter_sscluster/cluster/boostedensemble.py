from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array, Integers, Labels
from jupyter_sscluster._validation import Choice, Count, Int, Rule
from jupyter_sscluster.cluster._base.nearest_row import NearestRow
from jupyter_sscluster.cluster._base.noise_rows import ClusteredRows
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned, Result, described
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster.ensemble.adaboost import boosted
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.indicator_kmeans import IndicatorKMeans
from jupyter_sscluster.cluster.ensemble.kernel_space import kernel_rows
from jupyter_sscluster.cluster.ensemble.members import noted_means, noted_members
from jupyter_sscluster.cluster.ensemble.weak_learner import shares
from jupyter_sscluster.cluster.kmeans import KMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs
from jupyter_sscluster.seeding.generator import generator


@dataclass(frozen=True, eq=False)
class _BoostedMembers(Learned):
    """What goes into the attributes of the same names."""

    labels: Integers
    weights: Array
    errors: Array
    stopped: str


class BoostedEnsemble(NearestRow):
    """Boosting over clusterings: each attends to the pairs that the ones before it violated.

    The pairs are AdaBoost's training data, with weights ω_r, 1/R at first, that sum to 1. In round
    t a quick k-means assigns the ends of the pairs in the order of their weights, and violates
    pairs of weight e_t. Its partition counts α_t = ½ ln((1 - e_t) / e_t), violated pairs get
    e^{α_t} times their weight and kept ones e^{-α_t} times, so that under the new weights exactly
    half is violated. Rounds end with one that violates nothing (it counts as half a pair violated),
    before one that violates half or more, or after `n_estimators`. The clusters are those of
    k-means on the similarity Σ α_t [c^t_i = c^t_j], as rows √α_t · onehot(c^t_i) of a sparse
    matrix: no table of all pairs of points is ever made.

    Prefer it where what the members disagree about matters as much as the clusters: this is what
    `EnsembleUncertainty` asks. No member has to keep every pair, so contradictory pairs do it
    little harm; where pairs are many and right, `PCKMeans` keeps more of them. It costs as much as
    `n_estimators` runs of k-means at most, and memory O(n_samples · n_estimators). Few pairs are
    often all kept by the first member, which is then the result. Without pairs, and for one
    cluster, it is k-means.

    With `kernel="local_rbf"` the members are found by kernel k-means, and clusters may have any
    shape that neighbours show: rings, spirals, threads. The kernel is k_ij = exp(-d_ij² / (s_i
    s_j)), with s_i the distance of row i to its `n_neighbors`-th nearest other row; k-means without
    pairs is kernel k-means then. Up to 1000 rows it is exact, with some tables of all pairs (32 MB)
    and time O(n_samples³); of more rows, 500 drawn ones stand for all (Nyström), with 8 kB a row.

    Parameters
    ----------
    n_clusters : int, default 8
    n_estimators : int, default 100
        Maximum number of rounds.
    kernel : "linear" or "local_rbf", default "linear"
        What members go by: distances in the space of `X`, or the Gaussian kernel with local
        scaling that the study takes for clusters that are no blobs.
    n_neighbors : int, default 8
        Which of its nearest rows says how far a row's kernel reaches, with "local_rbf".
    n_init : int, default 10
        Number of starts of the last step, the k-means on all members; a further one starts from
        the member that counts most.
    max_iter : int, default 300
        Maximum number of iterations of one start of that step.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    Those of `ConstrainedClusterer`, and

    label_matrix_ : array of int, shape (n_members, n_samples)
        The partition of each member.
    estimator_weights_ : array, shape (n_members,)
        α_t; a single 0 where no member kept half of the pairs, the best one then stands alone.
    estimator_errors_ : array, shape (n_members,)
        e_t, the weight of the pairs that each member violated in its round.
    stopped_ : {"rounds", "kept", "half", "no pairs"}
        Why there are no more members: all `n_estimators` rounds were made; the last member violates
        no pair, so that there is nothing left to learn; a further one, or the only one, violates
        half of the weight or more; or there is nothing to be boosted by, no pairs or one cluster.
        The study has 100 members everywhere; here ten draws of 100 pairs of iris end with 2 to 9,
        of 200 pairs with 4 to 22. What `EnsembleUncertainty` then asks by is said there.
    objective_ : float
        The inertia Σ ‖x_i - μ_{c_i}‖² of the labels in the space of `X`, which is not what is
        minimised; `objective_history_` has it after each iteration of the last step.

    Notes
    -----
    Pairs count with their weights from the start, soft statements like others, and only as
    stated, not with what follows from them. `predict` gives a row the cluster of the nearest row
    of `X`. Where the kernel has eigenvalues below 0, the least is taken off its diagonal, which
    changes no comparison of clusterings (Roth et al. 2003).

    References
    ----------
    Okabe, M. & Yamada, S. (2012). Clustering by learning constraints priorities. Proc. ICDM,
    1050-1055.
    Okabe, M. & Yamada, S. (2012). Uncertainty sampling for constrained cluster ensemble, section
    II: the update of the weights. The rest follows AdaBoost: Freund, Y. & Schapire, R. E. (1997).
    A decision-theoretic generalization of on-line learning and an application to boosting. J.
    Computer and System Sciences, 55, 119-139. doi:10.1006/jcss.1997.1504
    Zelnik-Manor, L. & Perona, P. (2004). Self-tuning spectral clustering. NIPS 17: the kernel.
    Roth, V., Laub, J., Kawanabe, M. & Buhmann, J. M. (2003). Optimal cluster preserving embedding
    of nonmetric proximity data. IEEE PAMI, 25, 1540-1551. doi:10.1109/TPAMI.2003.1251147

    Examples
    --------
    >>> from jupyter_sscluster.cluster import BoostedEnsemble
    >>> X = [[0.0], [1.0], [5.0], [10.0], [11.0]]
    >>> model = BoostedEnsemble(n_clusters=2, random_state=0).fit(X, must=[(2, 3)], cannot=[(1, 2)])
    >>> model.labels_[0] == model.labels_[1], model.labels_[2] == model.labels_[4]
    (np.True_, np.True_)
    >>> model.label_matrix_.shape, model.estimator_errors_.tolist()
    ((1, 5), [0.0])
    """

    title: ClassVar[str] = "Boosted ensemble"
    menu_group: ClassVar[str] = "Ensembles"
    why_no_weights: ClassVar[str] = (
        "boosting weighs pairs, and its clusters come from what members say of rows one by one"
    )
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "n_estimators": Count(1),
        "kernel": Choice("linear", "local_rbf"),
        "n_neighbors": Int(1),
        "n_init": RANGES["n_init"],
        "max_iter": RANGES["max_iter"],
        "random_state": RANGES["random_state"],
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_estimators: int = 100,
        kernel: str = "linear",
        n_neighbors: int = 8,
        n_init: int = 10,
        max_iter: int = 300,
        random_state: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_estimators = n_estimators
        self.kernel = kernel
        self.n_neighbors = n_neighbors
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        stated = shares(known)
        if self.n_clusters == 1 or not len(stated.pairs):
            return self._single(points, known, stated)
        members, final = generator(self.random_state).spawn(2)
        ensemble, errors, stopped = boosted(
            self._space(points), stated, self.n_clusters, self.n_estimators, members
        )
        learned = _BoostedMembers(ensemble.labels, ensemble.weights, errors, stopped)
        if not ensemble.total > 0.0:
            only = described(points, ensemble.labels[0])._replace(learned=learned)
            return only._replace(noted=noted_members(ensemble) + noted_means(only))
        iterations, converged = self._agreed(ensemble, final)
        found = [described(points, labels) for labels in iterations]
        history = [each.objective for each in found]
        noted = noted_members(ensemble)
        for each in found:
            noted += noted_means(each)
        return found[-1]._replace(
            history=history,
            n_iter=len(history),
            converged=converged,
            learned=learned,
            noted=noted,
        )

    def _space(self, points: Points) -> Points:
        """The rows where members are found."""
        linear = self.kernel == "linear" or self.n_clusters == 1
        return points if linear else kernel_rows(points, self.n_neighbors)

    def _single(self, points: Points, known: Constraints, stated: WeightedPairs) -> Result:
        """Plain k-means, an ensemble of one."""
        base = KMeans(
            self.n_clusters,
            n_init=self.n_init,
            max_iter=self.max_iter,
            random_state=self.random_state,
        )
        space = self._space(points)
        found = base._fit(space, known, None)
        if space is not points:
            only = described(points, found.labels, converged=found.converged)
            found = only._replace(noted=noted_means(only))
        error = stated.weights[stated.violated(found.labels)].sum()
        learned = _BoostedMembers(
            compact([found.labels]), np.ones(1), np.array([error]), "no pairs"
        )
        return found._replace(learned=learned)

    def _agreed(self, ensemble: Ensemble, rng: np.random.Generator) -> tuple[list[Labels], bool]:
        """Labels after each iteration of the k-means on all members, and whether it converged."""
        first = ensemble.rows[int(ensemble.weights.argmax())].astype(np.int32)
        run = IndicatorKMeans(ensemble, self.n_clusters).best(
            first, self.n_init, self.max_iter, rng
        )
        return [cells[ensemble.cells.of] for cells in run.iterations], run.converged

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        members = result.learned_as(_BoostedMembers)
        self.label_matrix_, self.estimator_weights_ = members.labels, members.weights
        self.estimator_errors_, self.stopped_ = members.errors, members.stopped

    def _put_back(self, left: ClusteredRows) -> None:
        super()._put_back(left)
        self.label_matrix_ = left.spread(self.label_matrix_, -1, axis=1)
