"""A subsample of the rows for learning an ensemble, and its extension to all rows."""

from dataclasses import replace

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._base.nearest_row import nearest_rows
from jupyter_sscluster.cluster._parts.lloyd.distances import nearest
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble
from jupyter_sscluster.cluster.ensemble.kernel_space import kernel_rows
from jupyter_sscluster.cluster.ensemble.weak_learner import shares
from jupyter_sscluster.constraints import Constraints


class Subsample:
    """The rows of all pairs, and as many others as fit.

    `points` are scaled by a power of two to a largest coordinate of about 1, or mapped to the
    kernel space; `stated` are the constraints, numbered within the sample.
    """

    def __init__(
        self,
        X: Array,
        constraints: Constraints,
        max_samples: int,
        rng: np.random.Generator,
        n_neighbors: int = 0,
    ) -> None:
        # With a largest coordinate of about 1 nothing overflows or gets lost.
        self._X = np.ldexp(X, -int(np.frexp(np.abs(X).max())[1]))
        stated = shares(constraints)
        self._rows = _sample(len(X), stated.pairs, max_samples, rng)
        self.stated = replace(stated, pairs=np.searchsorted(self._rows, stated.pairs))
        self.points = centred(self._X[self._rows])
        self._by_kernel = bool(n_neighbors) and len(self._rows) > 1
        if self._by_kernel:
            self.points = kernel_rows(self.points, n_neighbors)

    def extended(self, ensemble: Ensemble) -> Ensemble:
        """Labels of all rows: others join the nearest mean (with a kernel, the nearest row)."""
        if len(self._rows) == len(self._X):
            return ensemble
        if self._by_kernel:
            near = nearest_rows(self._X, self._X[self._rows])
            return Ensemble(ensemble.labels[:, near], ensemble.weights)
        found = np.empty((len(ensemble.labels), len(self._X)), dtype=ensemble.labels.dtype)
        for labels, out in zip(ensemble.labels, found, strict=True):
            sums = [np.bincount(labels, column) for column in self.points.raw.T]
            means = np.stack(sums, axis=1) / np.bincount(labels)[:, None]
            out[:] = nearest(self._X, means, self.points.offset)
            out[self._rows] = labels
        return Ensemble(found, ensemble.weights)


def _sample(n_samples: int, pairs: IntArray, size: int, rng: np.random.Generator) -> IntArray:
    """All rows, or if there are more than `size` those of the pairs and as many others as fit."""
    if n_samples <= size:
        return np.arange(n_samples)
    stated = np.unique(pairs)
    others = np.delete(np.arange(n_samples), stated)
    room = min(max(size - len(stated), 1), len(others))
    return np.sort(np.concatenate([stated, rng.choice(others, room, replace=False)]))
