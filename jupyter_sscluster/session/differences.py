"""Which features tell two points apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Difference(NamedTuple):
    """One feature of two points: its column, the two values, and where they lie in its range."""

    column: int
    values: tuple[float, float]
    places: tuple[float, float]


def most_different(X: NDArray[np.float64], i: int, j: int, n_features: int = 3) -> list[Difference]:
    """Features in which two rows differ most, relative to the range of each column.

    A place is (value - lowest) / (highest - lowest) of the column; features are ordered by the
    difference of the two places, and by column where that is equal. Columns with one value tell
    nothing apart and are left out, and so are those where a value of the two is missing (NaN).

    Parameters
    ----------
    X : (n_samples, n_features) array
    i, j : int
        The two rows.
    n_features : int
        How many features at most.

    Examples
    --------
    >>> X = np.array([[0.0, 5.0, 1.0], [10.0, 5.0, 2.0], [8.0, 5.0, 3.0]])
    >>> [(d.column, d.places) for d in most_different(X, 0, 2)]
    [(2, (0.0, 1.0)), (0, (0.0, 0.8))]
    """
    low, high = np.fmin.reduce(X, axis=0), np.fmax.reduce(X, axis=0)
    known = np.isfinite(X[i]) & np.isfinite(X[j])
    varied = np.flatnonzero(known & (high > low))
    # halved before subtracting: the range of huge values must not overflow
    span = high[varied] / 2 - low[varied] / 2
    places = (X[[i, j]][:, varied] / 2 - low[varied] / 2) / span
    order = np.argsort(-np.abs(places[0] - places[1]), kind="stable")[:n_features]
    return [
        Difference(
            int(varied[k]),
            (float(X[i, varied[k]]), float(X[j, varied[k]])),
            (float(places[0, k]), float(places[1, k])),
        )
        for k in order
    ]
