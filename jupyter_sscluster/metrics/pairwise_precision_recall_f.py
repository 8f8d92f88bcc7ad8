from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics.cluster import contingency_matrix

from jupyter_sscluster._arrays import AnyLabels, Integers
from jupyter_sscluster.metrics._checks import two_labellings


class PairwiseScores(NamedTuple):
    """Precision, recall and F over pairs of rows.

    `baseline` is the F of one cluster that holds everything: with few classes it is high.
    """

    precision: float
    recall: float
    f: float
    baseline: float


def pairwise_precision_recall_f(
    y_true: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None
) -> PairwiseScores:
    """How many pairs of one cluster are of one class, and how many of one class in one cluster.

    precision = TP / (pairs in one cluster), recall = TP / (pairs in one class), with TP the pairs
    in both, and F = 2 precision · recall / (precision + recall).

    Much used in studies of constrained clustering. It is not corrected for chance: one cluster
    for everything scores 2r / (1 + r), with r the share of pairs in one class, which is 0.7 on
    two classes of unequal size. Report that `baseline` beside it, or use `adjusted_rand`.
    Pairs are counted, not listed, in O(n log n).

    Parameters
    ----------
    y_true, labels : array, shape (n_samples,)
        Classes and clusters, in any names.
    rows : array of row numbers or mask, optional
        Score these rows only, such as those that occur in no constraint.

    Returns
    -------
    PairwiseScores
        Precision is 1 where no pair is in one cluster, recall where none is in one class; F is 0
        where both are 0.

    References
    ----------
    Eaton, E. (2005). Clustering with propagated constraints. Master's thesis, University of
    Maryland Baltimore County, equations 2.11-2.13.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import pairwise_precision_recall_f
    >>> scores = pairwise_precision_recall_f([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2])
    >>> round(scores.f, 6), round(scores.baseline, 6)
    (0.428571, 0.4)
    """
    counts = pair_counts(*two_labellings(y_true, labels, rows))
    precision = counts.both / counts.labels if counts.labels else 1.0
    recall = counts.both / counts.truth if counts.truth else 1.0
    total = precision + recall
    f = 2.0 * precision * recall / total if total else 0.0
    baseline = 2.0 * counts.truth / (counts.truth + counts.all) if counts.all else 1.0
    return PairwiseScores(precision, recall, f, baseline)


class PairCounts(NamedTuple):
    """Pairs together on both sides, in the labels, in the truth; and all pairs."""

    both: int
    labels: int
    truth: int
    all: int


def pair_counts(y_true: AnyLabels, labels: AnyLabels) -> PairCounts:
    """Count them in O(n log n)."""
    shared = contingency_matrix(y_true, labels, sparse=True)
    margins = (np.asarray(shared.sum(axis=side)).ravel() for side in (0, 1))
    in_labels, in_truth = (_pairs(sizes) for sizes in margins)
    return PairCounts(_pairs(shared.data), in_labels, in_truth, _pairs(np.array([len(labels)])))


def _pairs(sizes: Integers) -> int:
    sizes = sizes.astype(np.int64)
    return int((sizes * (sizes - 1)).sum()) // 2
