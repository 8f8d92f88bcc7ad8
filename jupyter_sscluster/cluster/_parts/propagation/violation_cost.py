"""What violated statements add to the objective of a clusterer, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, mapped
from jupyter_sscluster.cluster._parts.propagation.propagate import Statements

_BLOCK = 1 << 16
"""Pairs whose differences are held at a time."""


def violation_cost(
    X: Array, labels: Labels, statements: Statements, metric: Metric | None, largest: Array
) -> float:
    """The weights of the violated statements, under a metric times their prices.

    A must-link has the mean squared distance under the metrics of both clusters as its price, a
    cannot-link the largest squared distance (g,) less its own.
    """
    same = labels[statements.pairs[:, 0]] == labels[statements.pairs[:, 1]]
    violated = np.flatnonzero(same != statements.together)
    if metric is None:
        return float(statements.weights[violated].sum())
    total = 0.0
    for rows, k, together in _groups(labels, statements, violated):
        pairs, place = statements.pairs[rows], metric.place(k)
        apart = mapped(X[pairs[:, 0]] - X[pairs[:, 1]], metric.roots[place])
        squares = np.einsum("ij,ij->i", apart, apart)
        price = 0.5 * squares if together else largest[place] - squares
        total += float(statements.weights[rows] @ price)
    return total


def _groups(
    labels: Labels, statements: Statements, violated: Index
) -> Iterator[tuple[Index, int, bool]]:
    """Broken statements by cluster, a must-link in those of both ends, in blocks."""
    for together in (True, False):
        rows = violated[statements.together[violated] == together]
        for end in (0, 1) if together else (0,):
            label = labels[statements.pairs[rows, end]]
            for k in np.unique(label):
                members = rows[label == k]
                for start in range(0, len(members), _BLOCK):
                    yield members[start : start + _BLOCK], int(k), together
