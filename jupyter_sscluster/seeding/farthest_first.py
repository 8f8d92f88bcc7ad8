from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked_rows
from jupyter_sscluster.seeding._distances import SquaredDistances, first_unused
from jupyter_sscluster.seeding.generator import generator


def farthest_first(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """A random row of `X`, then always the row farthest from all rows chosen before.

    The largest distance r of any row to its nearest centre is at most twice the least possible: the
    K centres and that row are all at least r apart, two of these K + 1 rows share a centre in any
    choice of K, and one of the two is at least r / 2 away from it.
    Prefer it where clusters are compact and small ones must not be missed, and not where there are
    outliers, which it takes before all others. It costs O(nKd).

    Parameters
    ----------
    X, n_clusters, constraints
        As in `kmeans_plusplus`.
    random_state : int, Generator, RandomState or None
        Draws the first row.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Gonzalez, T. F. (1985). Clustering to minimize the maximum intercluster distance.
    Theoretical Computer Science, 38, 293-306.

    Examples
    --------
    >>> from jupyter_sscluster.seeding import farthest_first
    >>> sorted(farthest_first([[0.0], [1.0], [9.0]], 2, random_state=0).ravel().tolist())
    [0.0, 9.0]
    """
    data = checked_rows(X, n_clusters, constraints)
    first = data[[int(generator(random_state).integers(len(data)))]]
    return extended(data, first, n_clusters)


def extended(X: Any, centres: Array, n_clusters: int) -> Array:
    """The centres (m, d) and, up to `n_clusters`, the rows farthest from all of them."""
    distances = SquaredDistances(X)
    offset = distances.offset
    nearest = np.full(len(X), np.inf)
    for centre in centres:
        nearest = np.minimum(nearest, distances.from_point(centre - offset))
    # A row at a centre that is a mean may seem to be apart from it by rounding.
    nearest[nearest <= 1e-14 * distances.squares.max()] = 0.0
    chosen: list[int] = []
    while len(centres) + len(chosen) < n_clusters:
        row = int(nearest.argmax())
        if nearest[row] <= 0.0:
            row = first_unused(len(X), chosen)
        chosen.append(row)
        nearest = np.minimum(nearest, distances.from_rows(np.array([row]))[0])
    return np.vstack([centres, X[chosen]])
