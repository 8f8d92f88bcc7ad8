from __future__ import annotations

from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import KDTree

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._farthest_pair import farthest_pair
from jupyter_sscluster._row_metric import RowMetric, check_metric
from jupyter_sscluster._validation import Choice, InputError
from jupyter_sscluster.metrics._checks import data_and_labels
from jupyter_sscluster.metrics._row_distances import (
    in_unit,
    largest_distance,
    least_distance,
    least_of_all,
)

VARIANTS = Choice("points", "centroids", "centroids over diameters")


def dunn(
    X: ArrayLike,
    labels: ArrayLike,
    *,
    variant: Literal["points", "centroids", "centroids over diameters"] = "points",
    rows: ArrayLike | None = None,
    metric: str = "euclidean",
    p: float = 2.0,
) -> float:
    """The least distance between two clusters over the largest size of one; large is good.

    By points, the distance is that of the two nearest rows and the size that of the two farthest:
    above 1 every cluster is farther from the next than it is wide. By centres, the distance is
    ‖μ_k - μ_l‖ and the size twice the mean distance of the rows to their centre; prefer that where
    single rows may be wrong, since one stray row decides the index by points. By centres over
    diameters, the distance is ‖μ_k - μ_l‖ and the size that of the two farthest rows, as Švehla
    (2018) has it.

    Nearest rows are found with a tree and farthest ones by pruning: O(n log n) with few features
    and compact clusters, O(n²d) at worst. By centres it is O(nd + K²d). Memory is O(nd). By
    Manhattan, Chebyshev and Minkowski distances all pairs are measured, a part at a time.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    variant : {"points", "centroids", "centroids over diameters"}
        By points, δ₁ over Δ₁ in the notation of Bezdek & Pal; by centres, δ₄ over Δ₃; or by
        centres over diameters, δ₄ over Δ₁.
    rows : array of row numbers or mask, optional
        Score these rows only.
    metric, p : str and float
        Distance of two rows: "euclidean", "manhattan", "chebyshev", "minkowski" with the power
        `p` of 1 or more, "seuclidean" or "mahalanobis", as in `ConstrainedAgglomerative`; variances
        and covariance are those of all rows that are looked at.

    Returns
    -------
    float
        nan with one cluster; inf where all clusters are single points and all apart; 0.0 where two
        clusters touch.

    Raises
    ------
    InputError
        If `variant`, `metric` or `p` is none of these, or if "mahalanobis" is asked for and the
        rows vary in fewer directions than there are features that vary.

    References
    ----------
    Dunn, J. C. (1973). A fuzzy relative of the ISODATA process and its use in detecting compact
    well-separated clusters. Journal of Cybernetics, 3, 32-57.

    Bezdek, J. C. & Pal, N. R. (1998). Some new indexes of cluster validity. IEEE Transactions on
    Systems, Man, and Cybernetics B, 28, 301-315.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, sections 1.2 (metrics) and 1.3.1.3 (centres over diameters).

    Examples
    --------
    >>> from jupyter_sscluster.metrics import dunn
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> dunn(X, [0, 0, 1, 1]), dunn(X, [0, 0, 1, 1], variant="centroids")
    (4.0, 5.0)
    >>> dunn([[0.0, 0.0], [1.0, 1.0], [4.0, 0.0]], [0, 0, 1], metric="manhattan")
    2.0
    """
    if not VARIANTS.check(variant):
        raise InputError(f"variant={variant!r} must be {VARIANTS.describe()}")
    check_metric(metric, p)
    data, groups = data_and_labels(X, labels, rows)
    codes = np.unique(groups, return_inverse=True)[1]
    if not codes.any():
        return float("nan")
    by = RowMetric.of(data, metric, p)
    data = in_unit(data, by)
    clusters = [data[codes == k] for k in range(codes.max() + 1)]
    centres = np.array([rows.mean(axis=0) for rows in clusters])
    between = _least_gap(clusters, by) if variant == "points" else least_of_all(centres, by)
    if variant == "centroids":
        both = zip(clusters, centres, strict=True)
        size = 2.0 * float(max(by.lengths(own - c).mean() for own, c in both))
    else:
        size = max(_diameter(rows, by) for rows in clusters)
    if not between > 0.0:
        return 0.0
    return between / size if size > 0.0 else float("inf")


def _diameter(rows: Array, by: RowMetric) -> float:
    """Distance of the two farthest rows."""
    return farthest_pair(rows).distance if by.power == 2.0 else largest_distance(rows, by)


def _least_gap(clusters: list[Array], by: RowMetric) -> float:
    """Distance of the two nearest rows of different clusters; the larger of two has the tree.

    A first bound lets the trees pass over all that is farther away. Distances that are not
    Euclidean are measured between all rows: in a tree large powers of small ones would vanish.
    """
    ordered = sorted(clusters, key=len, reverse=True)
    if by.power != 2.0:
        return min(least_distance(a, b, by) for a, b in combinations(ordered, 2))
    # A gap that is known already bounds every query of a tree.
    least = min(_small_gap(a, b) for a, b in combinations(ordered, 2))
    for k, rows in enumerate(ordered[:-1]):
        others = np.concatenate(ordered[k + 1 :])
        found, _ = KDTree(rows).query(others, distance_upper_bound=least)
        least = min(least, float(np.min(found)))
    return least


def _small_gap(a: Array, b: Array) -> float:
    """Distance of two rows, going to and fro between the clusters to the nearest of the other."""
    row = b.mean(axis=0)
    for side in (a, b, a, b):
        apart = np.linalg.norm(side - row, axis=1)
        row = side[apart.argmin()]
    return float(apart.min())
