"""Features as they are."""

from __future__ import annotations

from collections.abc import Sequence

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.projections.components import ROW, against_rows, pca
from jupyter_sscluster.projections.projection import Projection


def two_features(X: Array, names: Sequence[str], across: int, up: int) -> Projection:
    """One feature against another, by their columns.

    Examples
    --------
    >>> import numpy as np
    >>> two_features(np.array([[0.0, 1.0, 2.0]]), ["a", "b", "c"], 2, 0).xy.tolist()
    [[2.0, 0.0]]
    """
    return Projection(X[:, [across, up]].copy(), (names[across], names[up]), "features")


def project(X: Array, names: Sequence[str]) -> Projection:
    """What a plot shows first: one or two features as they are, of more the principal components.

    Examples
    --------
    >>> import numpy as np
    >>> project(np.array([[3.0], [5.0]]), ["mass"]).titles
    ('mass', 'Row')
    """
    n_features = X.shape[1]
    if n_features == 1:
        return Projection(against_rows(X[:, 0]), (names[0], ROW), "features")
    if n_features == 2:
        return two_features(X, names, 0, 1)
    return pca(X)
