from __future__ import annotations

from typing import Literal

from numpy.typing import ArrayLike
from sklearn.metrics import normalized_mutual_info_score

from jupyter_sscluster._validation import Choice, InputError
from jupyter_sscluster.metrics._checks import two_labellings

METHODS = Choice("arithmetic", "geometric", "min", "max")


def normalized_mutual_info(
    y_true: ArrayLike,
    labels: ArrayLike,
    *,
    average_method: Literal["arithmetic", "geometric", "min", "max"] = "arithmetic",
    rows: ArrayLike | None = None,
) -> float:
    """How much one labelling tells about the other, from 0 to 1: I / mean(H, H').

    I is the mutual information and H, H' the entropies of the two. Studies differ in the mean:
    Atwa & Emam (2019) take the arithmetic, Okabe & Yamada (2012) the geometric one, which is never
    smaller. It grows with the number of clusters even by chance; `adjusted_rand` does not, so
    prefer this one to compare with studies that print it. It costs O(n log n). This is
    scikit-learn's `normalized_mutual_info_score`.

    Parameters
    ----------
    y_true, labels : array, shape (n_samples,)
    average_method : {"arithmetic", "geometric", "min", "max"}
    rows : array of row numbers or mask, optional
        Score these rows only.

    Returns
    -------
    float
        1.0 where both labellings are one group, 0.0 where only one of them is.

    References
    ----------
    Strehl, A. & Ghosh, J. (2002). Cluster ensembles: a knowledge reuse framework for combining
    multiple partitions. Journal of Machine Learning Research, 3, 583-617.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import normalized_mutual_info
    >>> round(normalized_mutual_info([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]), 6)
    0.558873
    """
    if not METHODS.check(average_method):
        raise InputError(f"average_method={average_method!r} must be {METHODS.describe()}")
    truth, found = two_labellings(y_true, labels, rows)
    return float(normalized_mutual_info_score(truth, found, average_method=average_method))
