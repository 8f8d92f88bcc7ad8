"""The weight of pairs whose cost is a distance, where none is given."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation
from jupyter_sscluster.cluster._parts.metric.diameter import ExactDiameter
from jupyter_sscluster.cluster._parts.metric.mahalanobis import euclidean
from jupyter_sscluster.constraints import Constraints

SHORT = 5
"""Iterations of plain k-means that tell what a point costs."""


def mean_cost(points: Points, centres: Array) -> float:
    """Mean squared distance to the nearest centre after a short run of k-means from these."""
    loop = Alternation(points, len(centres))
    for _ in range(SHORT):
        _, centres, inertia = loop.iterate(centres, None)
    mean, spread = inertia / len(points), float(points.squared_norms.mean())
    return mean if mean > 1e-9 * spread else spread or 1.0


def fair_weight(points: Points, known: Constraints, mean: float) -> float:
    """The weight at which a violated pair, on average, costs as much as a point, `mean`."""
    must = np.concatenate([known.must, known.soft_must])
    cannot = np.concatenate([known.cannot, known.soft_cannot])
    pairs = np.concatenate([must, cannot])
    apart = points.X[pairs[:, 0]] - points.X[pairs[:, 1]]
    price = np.einsum("ij,ij->i", apart, apart)
    if len(cannot):
        flat = euclidean(points.X.shape[1], diagonal=True)
        largest = ExactDiameter(points.X, 1).measure(flat).squared[0]
        price[len(must) :] = largest - price[len(must) :]
    total = float(price.sum())
    return mean * len(pairs) / total if total > 1e-9 * mean * len(pairs) else 1.0
