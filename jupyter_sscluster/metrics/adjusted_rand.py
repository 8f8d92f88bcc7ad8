from __future__ import annotations

from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_rand_score


def adjusted_rand(y_true: ArrayLike, labels: ArrayLike) -> float:
    """Agreement of two labellings on pairs, corrected for chance: 1 is equal, 0 is chance.

    ARI = (TP - E) / (½(Σ C(a, 2) + Σ C(b, 2)) - E), with the sizes a and b of the groups on the
    two sides. This is scikit-learn's `adjusted_rand_score`.

    References
    ----------
    Hubert, L. & Arabie, P. (1985). Comparing partitions. Journal of Classification, 2, 193-218.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import adjusted_rand
    >>> round(adjusted_rand([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]), 6)
    0.238095
    """
    return float(adjusted_rand_score(y_true, labels))
