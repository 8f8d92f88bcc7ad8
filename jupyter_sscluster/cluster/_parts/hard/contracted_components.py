"""Must-link components contracted to weighted vertices of the cannot-link graph."""

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import ComponentVertices
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.constraints import Constraints


class Components:
    """Components of two or more points, of `extra_rows`, and those that a cannot-link touches.

    `rows` (m,) are their points, `of_row` (m,) the component of each, `n_rows` (p,) their numbers,
    `vertices` their weights, sums and cannot-links, `scatter` (p,) the squared distances to their
    means, `first_row`, `first_at` (p,) the smallest member and its place in `rows`, `weights` (n,)
    those of all points in the assignment, or None.
    """

    def __init__(
        self, points: Points, known: Constraints, extra_rows: IntArray | None = None
    ) -> None:
        self.weights, self.points = points.pulls, points
        constrained = known.component_sizes > 1
        constrained[known.component_edges] = True
        if extra_rows is not None:
            constrained[known.component_ids[extra_rows]] = True
        ids = np.cumsum(constrained) - 1
        self.rows = np.flatnonzero(constrained[known.component_ids])
        self.of_row = ids[known.component_ids[self.rows]]
        self.first_at = np.unique(self.of_row, return_index=True)[1]
        self.first_row = self.rows[self.first_at]
        self.n_rows = known.component_sizes[constrained]
        edges = ids[known.component_edges]
        entries = (np.ones(len(self.rows)), (self.of_row, np.arange(len(self.rows))))
        self._membership = sparse.csr_matrix(entries, shape=(len(self.n_rows), len(self.rows)))
        sizes = self.n_rows.astype(np.float64)
        if points.pulls is not None:
            sizes = self.totals(points.pulls[self.rows])
        sums = self.totals(points.pulled(points.X[self.rows], self.rows))
        self.scatter = self.totals(points.pulled(points.squared_norms[self.rows], self.rows))
        self.scatter -= np.einsum("ij,ij->i", sums, sums) / sizes
        self.vertices = ComponentVertices(sizes, sums, edges, points.lightest)
        self.graph = CannotGraph(len(sizes), edges)

    def of_rows(self, rows: IntArray) -> IntArray:
        """Component of each of these rows, which must be among `rows`."""
        return self.of_row[np.searchsorted(self.rows, rows)]

    def totals(self, values: Array) -> Array:
        """Sums over the members of each component of values given for `rows`."""
        return sparse_product(self._membership, values)
