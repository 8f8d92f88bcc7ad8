"""Base class of clusterers without centres: prediction by the nearest training row."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._parts.lloyd.distances import product_form
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints

_ENTRIES = 1 << 20
"""Distances, or coordinates of candidates, held at a time."""

_SLACK = 1e-13
"""Relative rounding of a squared distance taken by products."""

_LARGE = 1e150
"""Coordinates whose squares, or their sum, may be more than a number can hold."""


class NearestRow(ConstrainedClusterer):
    """A clusterer that predicts the cluster of the nearest row it was fitted to.

    `_fit` of a subclass may end with `described`.
    """

    def _keep(self, result: Result, points: Points, known: Constraints) -> None:
        super()._keep(result, points, known)
        # The rows that differ, each with the cluster of the first like it, in order.
        first = np.sort(np.unique(points.X, axis=0, return_index=True)[1])
        self._rows, self._row_labels = points.X[first], result.labels[first]

    def predict(self, X: ArrayLike) -> NDArray[np.int32]:
        """Cluster of the nearest training row for each row of `X`; of equals the first row's.

        Constraints play no part. The cost is that of all distances, held a chunk at a time.
        """
        check_is_fitted(self)
        data = self._rows_like_those_of_fit(X)
        return self._row_labels[self._nearest(data)]

    def _nearest(self, X: Array) -> Index:
        """Number of the nearest of the rows that differ."""
        return nearest_rows(X - self._offset, self._rows)


def nearest_rows(X: Array, rows: Array) -> NDArray[np.intp]:
    """Number of the row of `rows` nearest to each row of `X`, the lowest of ties, exactly."""
    size = max(float(np.abs(X).max(initial=0.0)), float(np.abs(rows).max(initial=0.0)))
    if size > _LARGE:
        X, rows = X / size, rows / size
    form = product_form(rows)
    most = float(form[:, -1].max())
    found = np.empty(len(X), dtype=np.intp)
    step = max(1, _ENTRIES // len(form))
    for start in range(0, len(X), step):
        chunk = X[start : start + step]
        scores = np.column_stack([chunk, np.ones(len(chunk))]) @ form.T
        slack = _SLACK * (np.einsum("ij,ij->i", chunk, chunk) + most)
        # Scores are ‖r‖² - 2 xᵀr, exact to `slack`: rows within it of the least may be the nearest.
        doubtful = scores <= (scores.min(axis=1) + slack)[:, None]
        at, to = np.nonzero(doubtful)
        found[start : start + step] = _nearest_of(chunk, rows, at, to)
    return found


def _nearest_of(
    X: Array, rows: Array, at: NDArray[np.intp], to: NDArray[np.intp]
) -> NDArray[np.intp]:
    """For each row of `X` the nearest of its candidates `to`, given with their rows `at`."""
    begins = np.flatnonzero(np.diff(at, prepend=-1))
    if len(begins) == len(at):
        return to
    apart = np.empty(len(at))
    step = max(1, _ENTRIES // X.shape[1])
    for start in range(0, len(at), step):
        part = slice(start, start + step)
        difference = X[at[part]] - rows[to[part]]
        apart[part] = np.einsum("ij,ij->i", difference, difference)
    least = np.minimum.reduceat(apart, begins)
    ties = np.flatnonzero(apart == least[at])
    return to[ties[np.unique(at[ties], return_index=True)[1]]]
