"""Pairs of rows in one cluster, one class or both, counted from a contingency table: never listed.

With n_ij rows of class i in cluster j, Σ C(n_ij, 2) pairs are together on both sides, and as many
of the margins on one side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.metrics.cluster import contingency_matrix

from jupyter_sscluster._arrays import AnyLabels, Integers


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
