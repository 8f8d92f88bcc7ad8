from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import within_scatter
from jupyter_sscluster._validation import InputError, Int, Nullable, Rule
from jupyter_sscluster.cluster._base.learned_metric import MetricFirst
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.pair_differences import (
    SHRINKAGE,
    Unit,
    differences,
    products,
    pseudo_points,
    unit_of,
    whitener,
)
from jupyter_sscluster.constraints import Constraints


class RCAKMeans(MetricFirst):
    """k-means in a metric learned from must-links: relevant component analysis.

    Rows that are must-linked differ by what does not matter. The metric is the inverse of their
    covariance within must-link components E_1 ... E_g, the chunklets of the paper, of p rows in
    all, with means m_j,

        C = (1/p) Σ_j Σ_{i in E_j} (x_i - m_j)(x_i - m_j)ᵀ,        A = C⁻¹,

    so that directions in which components are wide count for little: of all metrics of its
    determinant it makes them tightest. Few pairs leave C poor or singular, and the
    plain method then does worse than no pairs at all. Hence C is mixed with a round covariance
    of the same trace, (1 - a) C + a (tr C / d) I with a = ν / (ν + p - g): as if ν points more
    were known. With `shrinkage=0` this is plain RCA, which no invertible linear map of X
    changes.

    Prefer it where must-links are many or join many rows; cannot-links are not used. It costs
    little more than k-means, O(p d² + d³) more, and contradictory pairs do it no harm. Without
    must-links it is k-means.

    Parameters
    ----------
    n_clusters : int, default 8
    shrinkage : float or "auto", default "auto"
        ν, in points; "auto": the number of features.
    n_directions : int or None, default None
        Keep so many directions only: those in which all rows vary most beside C, the eigenvectors
        of the largest λ with S v = λ C v, S being the covariance of all rows. RCA whitens what is
        left: A = V Vᵀ with V = (v_1 ... v_m), vᵀ C v = 1. The reduction that the paper has before
        RCA; for many features, of which few tell the clusters apart. None keeps all.
    init, n_init, max_iter, tol, random_state
        As in `KMeans`; seedings draw from rows moved by the metric, in which `tol` counts too.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, the objective being the inertia in the metric, and

    metric_ : array, shape (n_features, n_features)
        A. `predict` uses it.

    Notes
    -----
    A must-link of weight w counts w times: a component by the mean weight of its must-links. Soft
    must-links are components of two. With `sample_weight` a row counts as so many in the means, in
    C and in p. Variances below 1e-9 of a feature's, and principal components
    of the correlations below 1e-9, are raised to that.

    References
    ----------
    Bar-Hillel, A., Hertz, T., Shental, N. & Weinshall, D. (2005). Learning a Mahalanobis metric
    from equivalence constraints. J. Machine Learning Research, 6, 937-965, equation 1 and section
    3.2.

    Examples
    --------
    >>> from jupyter_sscluster.cluster import RCAKMeans
    >>> X = [[0.0, 0.0], [8.0, 0.0], [0.0, 3.0], [8.0, 3.0]]
    >>> model = RCAKMeans(n_clusters=2, shrinkage=0.1, init=[[0.0, 0.0], [8.0, 3.0]])
    >>> model.fit(X).labels_.tolist()
    [0, 1, 0, 1]
    >>> model.fit(X, must=[(0, 1)]).labels_.tolist()
    [0, 0, 1, 1]
    """

    title: ClassVar[str] = "RCA + k-means"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "shrinkage": SHRINKAGE,
        "n_directions": Nullable(Int(1)),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        shrinkage: float | str = "auto",
        n_directions: int | None = None,
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.shrinkage = shrinkage
        self.n_directions = n_directions

    def _learned(self, points: Points, known: Constraints) -> Array | None:
        self._check_directions(points.X.shape[1])
        unit = unit_of(points)
        if unit is None:
            return None
        scatter, n_points, n_components = _within(points, known, unit)
        trace = float(scatter.trace())
        if not trace > 0.0:
            return None
        d = len(scatter)
        pseudo = pseudo_points(self.shrinkage, d)
        # A mean uses up one row of each component: p - g is what the covariance rests on.
        weight = max(n_points - n_components, 0.0)
        share = pseudo / (pseudo + weight) if pseudo else 0.0
        C = (1.0 - share) * scatter
        C[np.diag_indices(d)] += share * trace / d
        W = whitener(C / n_points, unit.variances) / unit.length
        return W.T @ W if self.n_directions is None else _reduced(W, points, self.n_directions)

    def _check_directions(self, n_features: int) -> None:
        if self.n_directions is not None and self.n_directions > n_features:
            raise InputError(
                f"RCAKMeans: n_directions={self.n_directions} is more than the number of features "
                f"of X, {n_features}; choose n_directions <= {n_features}, or None to keep all"
            )


def _reduced(W: Array, points: Points, n_directions: int) -> Array:
    """The metric Wᵀ U Uᵀ W of the directions U in which all rows, whitened by W, vary most."""
    squares = points.squares()
    if squares is None:
        Z = points.X @ W.T
        squares = Z.T @ points.weighed(Z)
    else:
        squares = W @ squares @ W.T
    _, vectors = np.linalg.eigh(squares)
    V = vectors[:, -n_directions:].T @ W
    return V.T @ V


def _within(points: Points, known: Constraints, unit: Unit) -> tuple[Array, float, float]:
    """Scatter within components, the weight of the rows in them, and that of the components.

    Of two rows with the difference δ the scatter is ½ δδᵀ.
    """
    d = points.X.shape[1]
    if not len(known.must) + len(known.soft_must):
        return np.zeros((d, d)), 0.0, 0.0
    touched = np.unique(known.must)
    _, component = np.unique(known.component_ids[touched], return_inverse=True)
    first = component[np.searchsorted(touched, known.must[:, 0])]
    weight = np.bincount(first, known.must_weights) / np.bincount(first)
    rows = points.X[touched] / unit.length
    # Rows times √w have w times the scatter.
    own = None if points.weights is None else points.weights[touched]
    scatter = within_scatter(rows * np.sqrt(weight)[component, None], component, own)
    n_points = float(points.weighed(weight[component], touched).sum())
    pairs, soft = known.soft_must, known.soft_must_weights
    ends = points.weighed(np.ones(len(points)))[pairs]
    both = ends.sum(axis=1)
    # Σ w (x - m)² of two rows is w_i w_j / (w_i + w_j) δ²: ½ δ² where both are 1.
    share = 2.0 * ends.prod(axis=1) / np.where(both > 0.0, both, 1.0)
    apart = differences(points, pairs, unit, soft * share)
    scatter += 0.5 * products(apart.rows, apart.weights)
    n_points += float(differences(points, pairs, unit, soft * both).weights.sum())
    n_components = float(weight.sum())
    n_components += float(differences(points, pairs, unit, soft).weights.sum())
    return scatter, n_points, n_components
