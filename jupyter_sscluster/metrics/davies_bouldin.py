from __future__ import annotations

from numpy.typing import ArrayLike
from sklearn.metrics import davies_bouldin_score

from jupyter_sscluster.metrics._checks import data_and_codes


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
