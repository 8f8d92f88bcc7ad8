from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked
from jupyter_sscluster.seeding.generator import generator


def uniform_box(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """Points drawn uniformly within the ranges of the features: no rows, and often far from any.

    One of the three random starts of Švehla (2018, section 1.4.1.1), for comparisons. With many
    features most of the box is empty, and so are clusters at first; `random` draws rows instead.

    Parameters
    ----------
    X, n_clusters, constraints, random_state
        As in `kmeans_plusplus`.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.4.1.1.

    Examples
    --------
    >>> from jupyter_sscluster.seeding import uniform_box
    >>> centres = uniform_box([[0.0, 5.0], [1.0, 7.0]], 2, random_state=0)
    >>> bool((centres >= [0.0, 5.0]).all() and (centres <= [1.0, 7.0]).all())
    True
    """
    data = checked(X, n_clusters, constraints)
    drawn = generator(random_state).random((n_clusters, data.shape[1]))
    low, high = data.min(axis=0), data.max(axis=0)
    return np.asarray(np.clip(low + drawn * (high - low), low, high))
