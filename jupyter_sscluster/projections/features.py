"""Features as they are."""

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.principal_components import ROW, against_rows, pca
from jupyter_sscluster.projections.projection import Projection


def two_features(X: Array, names: Sequence[str], across: int, up: int) -> Projection:
    """One feature against another, by their columns; a single one against the row.

    Raises `InputError` if a value is missing.

    >>> two_features(np.array([[0.0, 1.0, 2.0]]), ["a", "b", "c"], 2, 0).xy.tolist()
    [[2.0, 0.0]]
    """
    for column in (across, up):
        _check_whole(X[:, column], names[column])
    if X.shape[1] == 1:
        return Projection(against_rows(X[:, 0]), (names[0], ROW), "features")
    return Projection(X[:, [across, up]].copy(), (names[across], names[up]), "features")


def project(X: Array, names: Sequence[str]) -> Projection:
    """What a plot shows first: one or two features as they are, of more the principal components.

    >>> project(np.array([[3.0], [5.0]]), ["mass"]).titles
    ('mass', 'Row')
    """
    n_features = X.shape[1]
    return pca(X) if n_features > 2 else two_features(X, names, 0, n_features - 1)


def _check_whole(values: Array, name: str) -> None:
    missing = np.flatnonzero(~np.isfinite(values))
    if len(missing):
        raise InputError(
            f"the column {name!r} has no value in {len(missing)} of {len(values)} rows, the first "
            f"being row {missing[0]}; a point needs both: choose another column, or fill it in"
        )
