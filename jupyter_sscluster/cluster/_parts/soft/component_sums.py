"""Sums over must-link components, and filling empty clusters with whole components."""

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, Labels


class ComponentSums:
    """Adds up values of constrained rows over their must-link components."""

    def __init__(self, component: Index) -> None:
        self.component = component
        self.sizes = np.bincount(component)
        self._order = np.argsort(component, kind="stable")
        self._starts = np.flatnonzero(np.diff(component[self._order], prepend=-1))

    def of(self, values: Array) -> Array:
        """The values (m, ...) of the rows, summed for each component."""
        return np.add.reduceat(values[self._order], self._starts)

    def deviations(self, X: Array, weights: Array | None = None) -> Array:
        """Deviations (m, d) of the rows from the mean of their component."""
        if weights is None:
            means = self.of(X) / self.sizes[:, None]
        else:
            means = self.of(X * weights[:, None]) / self.of(weights)[:, None]
        return X - means[self.component]

    def members(self, component: int) -> Index:
        """Positions of the rows of one component."""
        return np.flatnonzero(self.component == component)


def fill_clusters(
    component: Index, n_components: int, labels: Labels, counts: Array
) -> NDArray[np.bool_]:
    """Which components are all that some cluster holds; `counts` are the clusters' sizes."""
    flat = component * len(counts) + labels
    held = np.bincount(flat, minlength=n_components * len(counts)).reshape(-1, len(counts))
    filling: NDArray[np.bool_] = ((held > 0) & (held == counts)).any(axis=1)
    return filling
