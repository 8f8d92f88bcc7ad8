"""P(a row belongs to each group near it), of rows of the fit and of others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Index, Integers
from jupyter_sscluster.cluster._parts.neighbour_linkage.calibration import Calibration
from jupyter_sscluster.cluster._parts.neighbour_linkage.edges import FAR
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FreeTree


class Groups(NamedTuple):
    """What rows are compared with: the tree, group of each value (-1 alone), rows of each group."""

    tree: FreeTree
    calibration: Calibration
    of_values: Integers
    sizes: Array

    def of_new(self, rows: Array) -> sparse.csr_array:
        """P (m, n_groups) of other rows; what is missing to 1 is that they belong nowhere."""
        tree = self.tree
        k = min(max(tree.places.shape[1], 1), len(tree.sizes))
        distances, places = tree.search.of(rows, k)
        distances = np.maximum(distances, tree.shortest)
        return self._posterior(distances, places, distances[:, -1])

    def of_fit(self) -> sparse.csr_array:
        """P (n_samples, n_groups) of the rows of the fit, each beside all others."""
        tree, n = self.tree, len(self.tree.sizes)
        # Rows equal to it are near a row, too.
        places = np.column_stack([np.arange(n), tree.places])
        distances = np.column_stack([np.full(n, tree.shortest), tree.distances])
        return self._posterior(distances, places, tree.radii, own=True)[tree.value_of]

    def _posterior(
        self, distances: Array, places: Index, radii: Array, *, own: bool = False
    ) -> sparse.csr_array:
        """Odds p / (1 - p) of each group among the near rows, over 1 + their sum.

        p = 1 - P(different | h), h being the mean distance to the rows of the group; of those not
        near, 1.3 radii. Of a row's `own` group, in the first column, it is left out itself.
        """
        m, k = places.shape
        row, group = np.repeat(np.arange(m), k), self.of_values[places].ravel()
        number = self.tree.sizes[places]
        if own:
            number[:, 0] -= 1.0
        inside = group >= 0
        entries = (row[inside], group[inside])
        shape = (m, len(self.sizes))
        near = sparse.csr_array((number.ravel()[inside], entries), shape=shape)
        total = sparse.csr_array(((number * distances).ravel()[inside], entries), shape=shape)
        for table in (near, total):
            table.sum_duplicates()
        row, group = np.repeat(np.arange(m), np.diff(near.indptr)), near.indices
        size = self.sizes[group] - ((self.of_values[places[row, 0]] == group) if own else 0.0)
        far = np.maximum(size - near.data, 0.0) * FAR * radii[row]
        with np.errstate(divide="ignore", invalid="ignore"):
            h = (total.data + far) / np.maximum(size, near.data)
        different = self.calibration(self.tree.scaled(np.where(size > 0.0, h, np.inf)))
        odds = (1.0 - different) / different
        sums = 1.0 + np.bincount(row, odds, m)
        return sparse.csr_array((odds / sums[row], near.indices, near.indptr), shape=shape)
