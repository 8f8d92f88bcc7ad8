from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from jupyter_sscluster._validation import Choice, Either, Flag, InputError, Real, Rule
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.restarts import best_of, is_seeding, n_starts, starts
from jupyter_sscluster.cluster._parts.lloyd.sample_weight import check_unweighed
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, diagonal_metric
from jupyter_sscluster.cluster._parts.mpck.reference_pcsk import ReferenceSparse
from jupyter_sscluster.cluster._parts.mpck.sparse_alternation import SparseAlternation, Sparseness
from jupyter_sscluster.cluster._parts.soft.auto_weight import RAMP, auto_violation_weight
from jupyter_sscluster.cluster.sparsekmeans import SPARSITY, SparseKMeans
from jupyter_sscluster.constraints import Constraints


class PCSKMeans(SparseKMeans):
    """Sparse k-means that pays for every violated pair: few features, chosen with the pairs.

    Maximises Σ_j w_j γ_j over the clusters and over weights w >= 0 with Σ w² <= 1 and Σ w <= s,

        γ_j = TSS_j - WCSS_j - Σ_must v (x_ij - x_i'j)² - Σ_cannot v (Δ_j² - (x_ij - x_i'j)²),

    TSS and WCSS being the sums of squares of a feature in all and within clusters, the other sums
    running over the violated pairs, each once, and Δ being the difference of the two rows that are
    farthest apart under the weights. So must-linked rows that are far apart and cannot-linked rows
    that are close cost most. By turns the clusters of the points and of must-link components,
    the means, and the weights; only the weights may lower the sum, as the farthest pair is then
    another. Which pairs count, entailed or only stated, is as in `PCKMeans`; v is
    `constraint_weight` times the weight of the pair. Without pairs it is `SparseKMeans`.

    The choice where many features are noise and some pairs are known: a weight of 0 leaves a
    feature out, which `MPCKMeans` never does. Standardise features first. It costs a few times as
    much as `PCKMeans`.

    Parameters
    ----------
    n_clusters : int, default 8
    sparsity : float, "gap", "gap-sd" or None, default None
        s, from 1 (a single feature) to √p (no feature that explains anything is left out). None:
        three quarters of the way, (1 + 3√p) / 4. A value outside is moved to the nearest bound,
        with a warning. "gap" and "gap-sd": by the gap statistic as in `SparseKMeans`, at the same
        cost and without pairs, which mean nothing once features are permuted. The study names it,
        but takes the s of the best F: `Method(grid=("sparsity", ...))` of `experiments` does that,
        on the rows that count and on the others.
    constraint_weight : float or "auto", default "auto"
        v, without unit; 1 is the published method. "auto": such that under equal weights a violated
        pair costs as much as a point on average, so that even thousands of entailed pairs leave
        features their gain.
    weight_penalty : bool, default True
        Whether violated pairs count in the γ that set the weights, as in the paper. False, as in
        the reference implementation: they decide about the clusters only.
    clip : bool, default True
        Whether what violated cannot-links cost in a feature is taken as 0 where it is less: pairs
        that differ more in it than the farthest rows do would speak for a feature, noise included,
        just by being violated. False is the formula of the paper.
    diameter : "exact" or "box", default "exact"
        Δ of the farthest pair, or the sides of the box around all rows: larger, and faster to
        find for many rows of more than 20 features. With the box, and without `clip`, no turn
        lowers the sum.
    algorithm : "fast" or "reference", default "fast"
        "reference": the implementation of Vouros & Vasilaki, for comparisons with published
        figures. Points are visited in the order of the data, only stated pairs count, components
        are not moved, the box is stretched to the origin, the first clustering has weights of 1,
        and rounds end when weights change by less than 10⁻⁴. It needs `weight_penalty=False` and
        `diameter="box"`; its defaults are `constraint_weight=1` and `max_iter=25`, for rounds as
        for iterations in each. A cluster may stay empty. `objective_history_` has a value for each
        round.
    init, n_init, max_iter, tol, random_state
        As in `SparseKMeans`, but for the starts of `init`, which are those of `PCKMeans`, by
        default "neighbourhoods". A run also ends once ten rounds found nothing lower. The study
        has the seedings "weighted_neighbourhoods", "dkm", "robin" and "maximin".

    Attributes
    ----------
    Those of `ConstrainedClusterer`, the objective being -Σ w γ, violated pairs included, from the
    first weights on, and

    feature_weights_ : array, shape (n_features,)
        w. `predict` measures distances with it.
    sparsity_, constraint_weight_ : float
        s and the v of a pair of weight 1.
    sparsity_gaps_ : array, shape (n_candidates, 3)
        What "gap" went by, as in `SparseKMeans`.
    sparse_ : bool
        Whether Σ w <= s, as in `SparseKMeans`. Where violated pairs cost more than the clusters
        explain in every feature, the weights before are kept.

    Notes
    -----
    Single rows move first, those that gain most before others, each facing the moves before its
    own; then whole must-link components. So the order of the data plays no part.

    References
    ----------
    Vouros, A. & Vasilaki, E. (2020). A semi-supervised sparse k-means algorithm. Pattern
    Recognition Letters, 142, 65-71, equations 13-16. doi:10.1016/j.patrec.2020.11.015

    Examples
    --------
    >>> from jupyter_sscluster.cluster import PCSKMeans
    >>> X = [[0.0, 2.0], [0.1, 0.0], [1.0, 2.0], [1.1, 0.0]]
    >>> model = PCSKMeans(n_clusters=2, constraint_weight=1, init=X[1:3]).fit(X)
    >>> model.labels_.tolist(), model.feature_weights_.round(2).tolist()
    ([1, 0, 1, 0], [0.0, 1.0])
    >>> model.fit(X, must=[(0, 1)], cannot=[(1, 3)]).labels_.tolist()
    [0, 0, 1, 1]
    >>> model.feature_weights_.round(2).tolist()
    [1.0, 0.0]
    """

    title: ClassVar[str] = "PCSK-means"
    menu_group: ClassVar[str] = "Soft constraints"
    reads_blocks: ClassVar[bool] = True
    uses_constraints: ClassVar[bool] = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "sparsity": SPARSITY,
        "constraint_weight": Either(Real(0.0, 1e9), Choice("auto")),
        "weight_penalty": Flag(),
        "clip": Flag(),
        "diameter": Choice("exact", "box"),
        "algorithm": Choice("fast", "reference"),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        sparsity: float | str | None = None,
        constraint_weight: float | str = "auto",
        weight_penalty: bool = True,
        clip: bool = True,
        diameter: str = "exact",
        algorithm: str = "fast",
        init: Any = "neighbourhoods",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.sparsity = sparsity
        self.constraint_weight = constraint_weight
        self.weight_penalty = weight_penalty
        self.clip = clip
        self.diameter = diameter
        self.algorithm = algorithm

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result:
        self._check_algorithm()
        if self.algorithm != "fast":
            check_unweighed(points, self, 'algorithm="fast"')
        bound, gaps = self._bound(points)
        weight = self._weight(points, known)
        if self.algorithm == "reference":
            program = ReferenceSparse(points, known, self.n_clusters, weight, bound)
            run = partial(program.run, max_iter=self.max_iter)
            found = best_of(starts(self, points, known), n_starts(self), self.max_iter, run)
        else:
            loop = SparseAlternation(
                points,
                known,
                self.n_clusters,
                bound,
                weight,
                priced=bool(self.weight_penalty),
                clipped=bool(self.clip),
                exact=self.diameter == "exact",
            )
            ramp = RAMP if is_seeding(self.init) else 0
            found = self._searched(loop, points, known, ramp=ramp)
        learned = replace(found.learned_as(Sparseness), bound=bound, gaps=gaps, pair_weight=weight)
        return found._replace(learned=learned)

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        self.constraint_weight_ = result.learned_as(Sparseness).pair_weight

    def _measured_by(self, points: Points, metric: Any) -> tuple[Metric, str]:
        weights = self.feature_weights_ if metric is None else metric
        diameter = "reference" if self.algorithm == "reference" else self.diameter
        return diagonal_metric(weights), diameter

    def _check_algorithm(self) -> None:
        if self.algorithm == "reference" and (self.weight_penalty or self.diameter != "box"):
            raise InputError(
                'PCSKMeans: algorithm="reference" sets weights without penalties and measures a '
                'box; set weight_penalty=False and diameter="box", or algorithm="fast"'
            )

    def _weight(self, points: Points, known: Constraints) -> float:
        if self.constraint_weight != "auto":
            return float(self.constraint_weight)
        return auto_violation_weight(self, points, known)
