from __future__ import annotations

from numpy.typing import ArrayLike
from sklearn.metrics import calinski_harabasz_score

from jupyter_sscluster.metrics._checks import data_and_codes


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
