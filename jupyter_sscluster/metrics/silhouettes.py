from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import silhouette_samples

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.metrics._checks import data_and_codes


def silhouettes(X: ArrayLike, labels: ArrayLike, *, rows: ArrayLike | None = None) -> Array:
    """The silhouette of each row: how much nearer its own cluster is than the next one.

    s = (b - a) / max(a, b), a being the mean distance to the other rows of its cluster, b the least
    mean distance to the rows of another. Near 1 the row lies well inside, near 0 between two
    clusters, below 0 nearer to another: rows worth a question. `silhouette` is the mean. It costs
    O(n²d), a part of the distances at a time.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    labels : array, shape (n_samples,)
    rows : array of row numbers or mask, optional
        Look at these rows only, in the order of `X`.

    Returns
    -------
    array, shape (n_samples,), or one entry for each of the `rows`
        In [-1, 1]; 0.0 for a row alone in its cluster, and where there is only one cluster.

    References
    ----------
    Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation and validation of
    cluster analysis. J. Computational and Applied Mathematics, 20, 53-65, equations 1-4.

    Examples
    --------
    >>> from jupyter_sscluster.metrics import silhouettes
    >>> silhouettes([[0.0], [1.0], [6.0], [10.0], [11.0]], [0, 0, 0, 1, 1]).round(2).tolist()
    [0.67, 0.68, -0.18, 0.87, 0.88]
    """
    data, groups = data_and_codes(X, labels, rows)
    if not 1 < len(np.unique(groups)) < len(groups):
        return np.zeros(len(groups))
    found: Array = silhouette_samples(data, groups)
    return found
