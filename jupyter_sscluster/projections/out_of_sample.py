"""Out-of-sample extension: positions of rows that had no part in making the projection.

These are rows added later, and the rows outside the sample that t-SNE embeds.
"""

from dataclasses import replace

import numpy as np
from sklearn.neighbors import NearestNeighbors

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.projections.projection import Projection

NEAR = 5
"""Rows that place an added one, where the projection is not linear."""

NEAREST = 3
"""Embedded rows that place one outside the sample."""

EXACT = 1e-6


def extended(projection: Projection, X: Array, new: Array) -> Projection:
    """The projection with positions for `new` rows (m, d); those of `X` (n, d) keep theirs.

    If it is linear, xy = [X 1] B by least squares to within 1e-6 of its extent, it maps new rows,
    too. Otherwise they get the mean of their five nearest rows, weighted by 1 / distance.

    >>> shown = Projection(np.array([[0.0, 0.0], [2.0, 1.0], [4.0, 2.0]]), ("x", "y"), "pca")
    >>> extended(shown, np.array([[1.0], [2.0], [3.0]]), np.array([[5.0]])).xy[-1].round(9).tolist()
    [8.0, 4.0]
    """
    with_one = np.column_stack([X, np.ones(len(X))])
    xy = np.asarray(projection.xy, dtype=np.float64)
    linear = np.linalg.lstsq(with_one, xy, rcond=None)[0]
    miss = np.abs(with_one @ linear - xy).max()
    if miss <= EXACT * max(float(np.ptp(xy, axis=0).max()), np.finfo(float).tiny):
        added = np.column_stack([new, np.ones(len(new))]) @ linear
    else:
        added = np.array([_among_its_like(row, X, xy) for row in new])
    return replace(projection, xy=np.concatenate([xy, added]))


def _among_its_like(row: Array, X: Array, xy: Array) -> Array:
    away = np.sqrt(np.square(X - row).sum(axis=1))
    near = np.argsort(away, kind="stable")[:NEAR]
    same = away[near] == 0
    weights = same if same.any() else away[near[0]] / away[near]
    place: Array = np.average(xy[near], axis=0, weights=weights)
    return place


def mean_of_nearest(Z: Array, embedded: Array, xy: Array) -> Array:
    """Positions of the rows of `Z`: the mean of the three nearest `embedded` rows' positions `xy`.

    Each counts by 1 / distance.
    """
    model = NearestNeighbors(n_neighbors=NEAREST).fit(embedded)
    distances, rows = model.kneighbors(Z)
    weights = 1.0 / np.maximum(distances, np.finfo(float).tiny ** 0.5)
    weights /= weights.sum(axis=1, keepdims=True)
    found: Array = np.einsum("ij,ijk->ik", weights, xy[rows])
    return found
