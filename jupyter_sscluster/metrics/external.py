"""Scores of a labelling against another one."""

from __future__ import annotations

from typing import Literal

from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from jupyter_sscluster._validation import Choice, InputError
from jupyter_sscluster.metrics._checks import two_labellings
from jupyter_sscluster.metrics.pairwise_precision_recall_f import pair_counts


def adjusted_rand(y_true: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None) -> float:
    """Agreement of two labellings on pairs, corrected for chance: 1 is equal, 0 is chance.

    ARI = (TP - E) / (½(Σ C(a, 2) + Σ C(b, 2)) - E),    E = Σ C(a, 2) Σ C(b, 2) / C(n, 2),

    with the sizes a of the classes and b of the clusters; E is the expected TP if rows are assigned
    at random with these sizes. The first score to look at where classes are
    known: it does not favour many clusters or few. Pairs are counted, not listed, in O(n log n).
    This is scikit-learn's `adjusted_rand_score`.

    Parameters
    ----------
    y_true, labels : array, shape (n_samples,)
        Classes and clusters, in any names.
    rows : array of row numbers or mask, optional
        Score these rows only, such as those that occur in no constraint.

    Returns
    -------
    float
        At most 1.

    Raises
    ------
    InputError
        If the labels are not of the same rows, or `rows` breaks a rule.

    References
    ----------
    Hubert, L. & Arabie, P. (1985). Comparing partitions. Journal of Classification, 2, 193-218.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import adjusted_rand
    >>> round(adjusted_rand([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]), 6)
    0.238095
    """
    return float(adjusted_rand_score(*two_labellings(y_true, labels, rows)))


def rand(y_true: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None) -> float:
    """Share of the pairs of rows on which two labellings agree: together in both, or in neither.

    (TP + TN) / C(n, 2). With many clusters most pairs are apart in any labelling, so that even
    chance scores near 1; `adjusted_rand` corrects for that and is the better choice, unless
    figures are to be compared with a study that prints this one. Pairs are counted, not listed, in
    O(n log n).

    Parameters
    ----------
    y_true, labels : array, shape (n_samples,)
        Classes and clusters, in any names.
    rows : array of row numbers or mask, optional
        Score these rows only.

    Returns
    -------
    float
        In [0, 1]; 1.0 for a single row.

    Raises
    ------
    InputError
        If the labels are not of the same rows, or `rows` breaks a rule.

    References
    ----------
    Rand, W. M. (1971). Objective criteria for the evaluation of clustering methods. Journal of
    the American Statistical Association, 66, 846-850.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import rand
    >>> round(rand([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]), 6)
    0.714286
    """
    counts = pair_counts(*two_labellings(y_true, labels, rows))
    if not counts.all:
        return 1.0
    # TP + TN, as TN = C(n, 2) - (together in labels) - (together in truth) + (together in both).
    return (counts.all - counts.labels - counts.truth + 2 * counts.both) / counts.all


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
        Classes and clusters, in any names.
    average_method : {"arithmetic", "geometric", "min", "max"}
    rows : array of row numbers or mask, optional
        Score these rows only.

    Returns
    -------
    float
        1.0 if both labellings are one group, 0.0 if only one of them is.

    Raises
    ------
    InputError
        If the labels are not of the same rows, or `rows` or `average_method` breaks a rule.

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
