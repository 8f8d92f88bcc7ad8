from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked_rows
from jupyter_sscluster.seeding.generator import generator


def random(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """Different rows of `X`, drawn uniformly.

    The cheapest start, with no distance measured, and a baseline for the others: large clusters
    may get several centres and small ones none, so give it many starts.

    Parameters
    ----------
    X, n_clusters, constraints, random_state
        As in `kmeans_plusplus`.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    MacQueen, J. (1967). Some methods for classification and analysis of multivariate
    observations. Proc. 5th Berkeley Symposium, 1, 281-297.

    Examples
    --------
    >>> from jupyter_sscluster.seeding import random
    >>> random([[0.0], [1.0], [5.0]], 3, random_state=0).shape
    (3, 1)
    """
    data = checked_rows(X, n_clusters, constraints)
    rows = generator(random_state).choice(len(data), n_clusters, replace=False)
    return np.asarray(data[rows])
