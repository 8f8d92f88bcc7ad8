from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy.spatial.distance import pdist

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Anything, Choice, Either, InputError, Real, Rule
from jupyter_sscluster.cluster._base.learned_metric import MetricFirst
from jupyter_sscluster.cluster._parts.lloyd.parameters import RANGES
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.itml import BoundedPairs, nearest_metric
from jupyter_sscluster.cluster._parts.metric.pair_differences import (
    Unit,
    cannot_differences,
    must_differences,
    unit_of,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.seeding.generator import generator

SAMPLE = 1000
"""Rows whose distances set the bounds, at most."""

LEAST = 1e-6
"""The lower bound, over the upper, at least."""

CLOSE = 1e-10
"""Squared distance, over the upper bound, of rows too close to be drawn apart."""


class ITMLKMeans(MetricFirst):
    """k-means in a metric close to the Euclidean one that brings must-linked rows near: ITML.

    Of all metrics A the one that is nearest to I by log-determinant divergence, where must-linked
    rows should be at most u apart, squared, and cannot-linked rows at least l. Neither must be:
    a slack variable ξ takes the place of the bound b, at a cost. It minimises

        tr A - log det A + γ Σ w (ξ_ij / b_ij - log(ξ_ij / b_ij)),    b_ij = u or l,

    with ‖x_i - x_j‖²_A <= ξ_ij for must-links and >= ξ_ij for cannot-links. The problem is
    convex, and A always positive definite. It is solved by Bregman projections onto one pair's
    constraint after the other, each a rank-one update of A, then by Newton's method on its dual.

    Prefer it where there are some tens of pairs or more of both kinds: of the clusterers that
    learn a metric first it most often carries most over to rows without pairs. It uses the stated
    pairs, not the entailed ones, and contradictory ones only cost. A step takes O(m d² + d³) for
    m pairs; in all, some hundredths of a second for 100 pairs, and a few seconds for 5000.
    Without pairs it is k-means.

    Parameters
    ----------
    n_clusters : int, default 8
    gamma : float > 0, default 1.0
        γ, the cost of slack: small for a nearly Euclidean metric, large for bounds kept.
    bounds : "auto" or a pair of numbers (u, l), default "auto"
        Squared distances, 0 < u <= l. "auto": the 5th and 95th percentiles of those between the
        rows in pairs (of 1000 of these, drawn, if there are more).
    init, n_init, max_iter, tol, random_state
        As in `KMeans`; seedings draw from rows moved by the metric, in which `tol` counts too.

    Attributes
    ----------
    Those of `ConstrainedClusterer`, the objective being the inertia in the metric, and

    metric_ : array, shape (n_features, n_features)
        A. `predict` uses it.

    Notes
    -----
    Pairs of rows that are equal, or all but equal, are left out: no metric draws them apart.

    References
    ----------
    Davis, J. V., Kulis, B., Jain, P., Sra, S. & Dhillon, I. S. (2007). Information-theoretic
    metric learning. Proc. ICML, 209-216, equation 5 and algorithm 1. doi:10.1145/1273496.1273523

    Examples
    --------
    >>> from jupyter_sscluster.cluster import ITMLKMeans
    >>> X = [[0.0, 0.0], [8.0, 0.0], [0.0, 3.0], [8.0, 3.0]]
    >>> model = ITMLKMeans(n_clusters=2, init=[[0.0, 0.0], [8.0, 3.0]])
    >>> model.fit(X).labels_.tolist()
    [0, 1, 0, 1]
    >>> model.set_params(gamma=10.0).fit(X, must=[(0, 1)], cannot=[(0, 2)]).labels_.tolist()
    [0, 0, 1, 1]
    """

    title: ClassVar[str] = "ITML + k-means"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "n_clusters": RANGES["n_clusters"],
        "gamma": Real(0.0, low_open=True),
        "bounds": Either(Choice("auto"), Anything()),
        **RANGES,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        gamma: float = 1.0,
        bounds: Any = "auto",
        init: Any = "kmeans_plusplus",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self._store(n_clusters, init, n_init, max_iter, tol, random_state)
        self.gamma = gamma
        self.bounds = bounds

    def _learned(self, points: Points, known: Constraints) -> Array | None:
        given = None if isinstance(self.bounds, str) else _checked(self.bounds)
        unit = unit_of(points)
        if unit is None:
            return None
        must = must_differences(points, known, unit)
        cannot = cannot_differences(points, known, unit)
        if not len(must.rows) + len(cannot.rows):
            return None
        low, high = self._percentiles(points, known, unit) if given is None else given
        # The bound l is the unit: it is 1 then, and near I, where A is to be, bounds can hold. The
        # clusters do not depend on the scale of A.
        reach = np.sqrt(high) if given is None else np.sqrt(high) / unit.length
        apart = np.concatenate([must.rows, cannot.rows]) / reach
        signs = np.repeat([1.0, -1.0], [len(must.rows), len(cannot.rows)])
        bounds = np.where(signs > 0.0, low / high, 1.0)
        costs = self.gamma * np.r_[must.weights, cannot.weights]
        far = np.einsum("ij,ij->i", apart, apart) > CLOSE
        if not far.any():
            return None
        return nearest_metric(BoundedPairs(apart[far], signs[far], bounds[far], costs[far]))

    def _percentiles(self, points: Points, known: Constraints, unit: Unit) -> tuple[float, float]:
        """Of the squared distances between the different rows in pairs, in that unit."""
        rows = np.unique(points.X[np.unique(stated_pairs(known).pairs)] / unit.length, axis=0)
        if len(rows) > SAMPLE:
            rng = generator(self.random_state).spawn(1)[0]
            rows = rows[rng.choice(len(rows), SAMPLE, replace=False)]
        low, high = np.percentile(pdist(rows, "sqeuclidean"), [5, 95])
        return max(float(low), LEAST * float(high)), float(high)


def _checked(bounds: Any) -> tuple[float, float]:
    rule = Real(0.0, low_open=True)
    try:
        low, high = bounds
    except (TypeError, ValueError):
        low = high = None
    if not (rule.check(low) and rule.check(high) and low <= high):
        raise InputError(
            f"ITMLKMeans: bounds={bounds!r} must be 'auto' or two numbers (u, l), 0 < u <= l: "
            "must-linked rows should be at most u apart, squared, cannot-linked rows at least l"
        )
    return float(low), float(high)
