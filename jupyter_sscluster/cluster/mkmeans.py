from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, Rule
from jupyter_sscluster.cluster._base.learned_metric import MetricFirst
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.pair_differences import (
    SHRINKAGE,
    Differences,
    Unit,
    cannot_differences,
    differences_of,
    must_differences,
    products,
    pseudo_points,
    raised,
    unit_of,
    whitener,
)
from jupyter_sscluster.cluster._parts.metric.xing import matrix_apart, weights_apart
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.generator import generator

_PRIOR_ALONE = 1e12
"""Pseudo-points per unit of must-link weight, beside which must-links are but rounding."""


class MKMeans(MetricFirst):
    """k-means in a metric that draws cannot-linked rows apart and keeps must-linked ones close.

    The metric of Xing et al. (2003) maximises Σ_cannot w ‖x_i - x_j‖_A for a fixed value of
    Σ_must w ‖x_i - x_j‖²_A. Equivalently, whatever the scale of A, this method minimises

        ½ Σ_must w ‖x_i - x_j‖²_A - 2 m log Σ_cannot w ‖x_i - x_j‖_A + ν (s tr A - log det A)

    over positive semidefinite A, where m = Σ_must w, and m s d is what the first sum is for A = I.
    The problem is convex, and solved to its optimum. The last term is not in that paper: without
    it, `shrinkage=0`, the best metric sees one or two directions only and clusters along them,
    most often worse than no metric. With it A keeps its rank, as if ν pairs spread evenly over
    all directions were known to belong together.

    Prefer it where there are cannot-links besides must-links and the classes differ in few
    directions. It uses the stated pairs, not the entailed ones, and goes on where they contradict
    each other. It costs O(m d² + d³) a step and some tens of steps beside k-means; with
    `metric="diagonal"` O(m d). Without must-links it is k-means; without cannot-links as many
    random pairs take their place.

    Parameters
    ----------
    n_clusters : int, default 8
    metric : "full" or "diagonal", default "full"
        A matrix, or one weight a feature.
    shrinkage : float or "auto", default "auto"
        ν, in pairs; "auto": the number of features.
    init, n_init, max_iter, tol, random_state
        As in `KMeans`; seedings draw from rows moved by the metric, in which `tol` counts too.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, the objective being the inertia in the metric, and

    metric_ : array, shape (n_features, n_features) or (n_features,)
        A, or its diagonal. `predict` uses it.

    Notes
    -----
    Pairs of equal rows say nothing and are left out. Variances of must-linked rows below 1e-9 of
    a feature's, and principal components of their correlations below 1e-9, are raised to that.

    References
    ----------
    Xing, E. P., Ng, A. Y., Jordan, M. I. & Russell, S. (2003). Distance metric learning with
    application to clustering with side-information. Advances in NIPS, 15, 521-528, equations 3-8.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import MKMeans
    >>> X = [[0.0, 0.0], [8.0, 0.0], [0.0, 3.0], [8.0, 3.0]]
    >>> model = MKMeans(n_clusters=2, init=[[0.0, 0.0], [8.0, 3.0]])
    >>> model.fit(X).labels_.tolist()
    [0, 1, 0, 1]
    >>> model.set_params(shrinkage=0.5).fit(X, must=[(0, 1)], cannot=[(0, 2)]).labels_.tolist()
    [0, 0, 1, 1]
    """

    title: ClassVar[str] = "MK-means (metric first)"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "metric": Choice("full", "diagonal"),
        "shrinkage": SHRINKAGE,
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        metric: str = "full",
        shrinkage: float | str = "auto",
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.metric = metric
        self.shrinkage = shrinkage

    def _euclidean(self, n_features: int) -> Array:
        return np.ones(n_features) if self.metric == "diagonal" else np.eye(n_features)

    def _learned(self, points: Points, known: Constraints) -> Array | None:
        unit = unit_of(points)
        if unit is None:
            return None
        together = must_differences(points, known, unit)
        apart = cannot_differences(points, known, unit)
        if not len(apart.rows):
            apart = self._random_pairs(points, known, unit)
        if not (len(together.rows) and len(apart.rows)):
            return None
        d, total = points.X.shape[1], float(together.weights.sum())
        # The objective over m, C being ½ Σ_must (w/m) δδᵀ + (ν/m) s I with s = tr (…) / d.
        pseudo = min(pseudo_points(self.shrinkage, d) / total, _PRIOR_ALONE)
        C = 0.5 * products(together.rows, together.weights / total)
        C[np.diag_indices(d)] += pseudo * C.trace() / d
        if self.metric == "diagonal":
            found = weights_apart(raised(C.diagonal(), unit.variances), apart, pseudo)
        else:
            found = matrix_apart(whitener(C, unit.variances), apart, pseudo)
        return found / unit.length**2

    def _random_pairs(self, points: Points, known: Constraints, unit: Unit) -> Differences:
        """As many pairs as there are must-links that are not must-linked, stated or entailed."""
        # Xing et al. take all pairs that are not must-linked; as many as must-links weigh the same.
        wanted = len(known.must) + len(known.soft_must)
        rng = generator(self.random_state).spawn(1)[0]
        pairs = rng.integers(len(points) + points.n_unheld, size=(4 * wanted, 2))
        ids = points.components(pairs, known)
        pairs = pairs[ids[:, 0] != ids[:, 1]][:wanted]
        ends = points.rows(pairs.ravel()).reshape(len(pairs), 2, points.X.shape[1])
        return differences_of(ends, pairs, unit, np.ones(len(pairs)))
