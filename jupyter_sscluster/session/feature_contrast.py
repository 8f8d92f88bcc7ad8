"""The features in which given rows differ most."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class FeatureContrast(NamedTuple):
    """One feature of several rows: column, values, and their places in the column's range."""

    column: int
    values: tuple[float, ...]
    places: tuple[float, ...]


def feature_contrasts(
    X: NDArray[np.float64], rows: Sequence[int], n_features: int = 4
) -> tuple[FeatureContrast, ...]:
    """Return the features in which the rows lie farthest apart, relative to each column's range.

    A place is (value - lowest) / (highest - lowest) of the column. Features are ordered by the
    distance between the lowest and the highest place, then by column. Constant columns are left
    out, and so are columns where a value of the rows is missing.

    >>> X = np.array([[0.0, 5.0, 1.0], [10.0, 5.0, 2.0], [8.0, 5.0, 3.0]])
    >>> [(each.column, each.places) for each in feature_contrasts(X, [0, 1, 2], 1)]
    [(0, (0.0, 1.0, 0.8))]
    """
    chosen = X[list(rows)]
    low, high = np.fmin.reduce(X, axis=0), np.fmax.reduce(X, axis=0)
    varied = np.flatnonzero(np.isfinite(chosen).all(axis=0) & (high > low))
    # halved before subtracting: the range of huge values must not overflow
    span = high[varied] / 2 - low[varied] / 2
    places = (chosen[:, varied] / 2 - low[varied] / 2) / span
    order = np.argsort(-np.ptp(places, axis=0), kind="stable")[:n_features]
    return tuple(
        FeatureContrast(
            int(varied[k]), tuple(chosen[:, varied[k]].tolist()), tuple(places[:, k].tolist())
        )
        for k in order
    )
