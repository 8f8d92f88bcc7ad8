"""Scores of a labelling by the data alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score, silhouette_samples

from jupyter_sscluster._arrays import AnyLabels, Array
from jupyter_sscluster._row_metric import RowMetric, check_metric
from jupyter_sscluster._validation import check_count
from jupyter_sscluster.metrics._checks import data_and_codes, data_and_labels
from jupyter_sscluster.metrics._row_distances import blocks, in_unit

SAMPLE = 1000


def silhouette(
    X: ArrayLike,
    labels: ArrayLike,
    *,
    sample_size: int = SAMPLE,
    rows: ArrayLike | None = None,
    metric: str = "euclidean",
    p: float = 2.0,
) -> float:
    """Mean over the rows of (b - a) / max(a, b): how much nearer the own cluster is than the next.

    a is the mean distance to the other rows of the own cluster, b the least mean distance to
    the rows of another cluster. Above `sample_size` rows a fixed sample of that size is scored,
    the same one for every labelling of the same number of rows. It costs O(s²d) for s scored rows.

    Prefer it, of the scores that need no known classes, to compare numbers of clusters: it lies
    within the same bounds for all data and any number.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    sample_size : int
        Largest number of rows that are all scored.
    rows : array of row numbers or mask, optional
        Score these rows only.
    metric, p : str and float
        Distance of two rows: "euclidean", "manhattan", "chebyshev", "minkowski" with the power
        `p` of 1 or more, "seuclidean" or "mahalanobis", as in `ConstrainedAgglomerative`; variances
        and covariance are those of all rows that are looked at, before a sample is taken.

    Returns
    -------
    float
        In [-1, 1]; 0.0 where it is not defined, with one cluster or every row alone.

    Raises
    ------
    InputError
        If `metric` or `p` is none of these, or if "mahalanobis" is asked for and the rows vary in
        fewer directions than there are features that vary.

    References
    ----------
    Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
    cluster analysis. J. Computational and Applied Mathematics, 20, 53-65.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.2 (metrics).

    Examples
    --------
    >>> from jupyter_sscluster.metrics import silhouette
    >>> round(silhouette([[0.0], [1.0], [10.0], [11.0]], [0, 0, 1, 1]), 3)
    0.9
    >>> silhouette([[0.0, 0.0], [1.0, 1.0], [4.0, 0.0]], [0, 0, 1], metric="manhattan")
    0.3333333333333333
    """
    check_metric(metric, p)
    data, groups = data_and_labels(X, labels, rows)
    scored = _sample(len(data), sample_size)
    if not 1 < len(np.unique(groups[scored])) < len(scored):
        return 0.0
    by = RowMetric.of(data, metric, p)
    return float(np.mean(_silhouettes(data[scored], groups[scored], by)))


def _sample(n_rows: int, size: int) -> NDArray[np.intp]:
    if n_rows <= check_count(size, "sample_size", 2):
        return np.arange(n_rows)
    # A fixed seed: two labellings are then compared on the same rows.
    return np.sort(np.random.default_rng(0).choice(n_rows, size, replace=False))


def silhouettes(
    X: ArrayLike,
    labels: ArrayLike,
    *,
    rows: ArrayLike | None = None,
    metric: str = "euclidean",
    p: float = 2.0,
) -> Array:
    """The silhouette of each row: how much nearer its own cluster is than the next one.

    s = (b - a) / max(a, b), a being the mean distance to the other rows of its cluster, b the least
    mean distance to the rows of another. Near 1 the row lies well inside, near 0 between two
    clusters, below 0 nearer to another: rows worth a question. `silhouette` is the mean. It costs
    O(n²d), a part of the distances at a time.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    rows : array of row numbers or mask, optional
        Look at these rows only, in the order of `X`.
    metric, p : str and float
        Distance of two rows: "euclidean", "manhattan", "chebyshev", "minkowski" with the power
        `p` of 1 or more, "seuclidean" or "mahalanobis", as in `ConstrainedAgglomerative`; variances
        and covariance are those of all rows that are looked at.

    Returns
    -------
    array, shape (n_samples,), or one entry for each of the `rows`
        In [-1, 1]; 0.0 for a row alone in its cluster, and where there is only one cluster.

    Raises
    ------
    InputError
        If `metric` or `p` is none of these, or if "mahalanobis" is asked for and the rows vary in
        fewer directions than there are features that vary.

    References
    ----------
    Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
    cluster analysis. J. Computational and Applied Mathematics, 20, 53-65, equations 1-4.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.2 (metrics).

    Examples
    --------
    >>> from jupyter_sscluster.metrics import silhouettes
    >>> silhouettes([[0.0], [1.0], [6.0], [10.0], [11.0]], [0, 0, 0, 1, 1]).round(2).tolist()
    [0.67, 0.68, -0.18, 0.87, 0.88]
    """
    check_metric(metric, p)
    data, groups = data_and_labels(X, labels, rows)
    if not 1 < len(np.unique(groups)) < len(groups):
        return np.zeros(len(groups))
    return _silhouettes(data, groups, RowMetric.of(data, metric, p))


def _silhouettes(data: Array, groups: AnyLabels, by: RowMetric) -> Array:
    """The silhouettes of rows in two clusters or more, not all of them alone."""
    points = in_unit(data, by)
    codes = np.unique(groups, return_inverse=True)[1]
    if by.power == 2.0:
        found: Array = silhouette_samples(points, codes)
        return found
    sizes = np.bincount(codes)
    order = np.argsort(codes, kind="stable")
    begins = np.cumsum(sizes) - sizes
    found = np.zeros(len(points))
    for part in blocks(len(points), len(points)):
        sums = np.add.reduceat(by.between(points[part], points[order]), begins, axis=1)
        at, own = np.arange(len(sums)), codes[part]
        inside = sums[at, own] / np.maximum(sizes[own] - 1, 1)
        sums /= sizes
        sums[at, own] = np.inf
        outside = sums.min(axis=1)
        larger = np.maximum(inside, outside)
        np.divide(outside - inside, larger, out=found[part], where=larger > 0.0)
    found[sizes[codes] == 1] = 0.0
    return found


def calinski_harabasz(X: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None) -> float:
    """Scatter between clusters over scatter within, each over its degrees of freedom.

    [Σ n_k ‖μ_k - m‖² / (K - 1)] / [Σ ‖x_i - μ_{c_i}‖² / (n - K)], with m the mean of all rows. The
    larger the better. Needs no known classes and costs O(nd): for a first look at how many
    clusters there are, where these are round. This is scikit-learn's `calinski_harabasz_score`.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    rows : array of row numbers or mask, optional
        Score these rows only.

    Returns
    -------
    float
        nan where it is not defined, with one cluster or every row alone; 1.0 where all rows of
        each cluster are equal.

    References
    ----------
    Caliński, T. & Harabasz, J. (1974). A dendrite method for cluster analysis. Communications in
    Statistics, 3, 1-27.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import calinski_harabasz
    >>> round(calinski_harabasz([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]), 6)
    50.0
    """
    data, codes = data_and_codes(X, labels, rows)
    if not 1 < codes.max() + 1 < len(codes):
        return float("nan")
    return float(calinski_harabasz_score(data, codes))


def davies_bouldin(X: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None) -> float:
    """How wide clusters are for the distance to the one they are most easily confused with.

    The mean over clusters k of max_l (s_k + s_l) / ‖μ_k - μ_l‖, with s the mean distance of the
    rows to their centre. The smaller the better; 0 is the least, and there is no largest value.
    Costs O(nd + K²d). This is scikit-learn's `davies_bouldin_score`.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    rows : array of row numbers or mask, optional
        Score these rows only.

    Returns
    -------
    float
        nan where it is not defined, with one cluster or every row alone. Two clusters with the
        same centre, infinitely bad by the formula, are left out by scikit-learn.

    References
    ----------
    Davies, D. L. & Bouldin, D. W. (1979). A cluster separation measure. IEEE Transactions on
    Pattern Analysis and Machine Intelligence, 1, 224-227.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import davies_bouldin
    >>> round(davies_bouldin([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]), 6)
    0.2
    """
    data, codes = data_and_codes(X, labels, rows)
    if not 1 < codes.max() + 1 < len(codes):
        return float("nan")
    return float(davies_bouldin_score(data, codes))
