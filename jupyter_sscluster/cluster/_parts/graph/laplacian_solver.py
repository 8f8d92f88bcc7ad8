"""Solve Q x = b for a graph Laplacian, by factorisation or conjugate gradients."""

from collections.abc import Callable

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.sparse.linalg import splu

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster.cluster.fit.watching import again

DIRECT = 4000
"""Most rows with which the factors are small enough, however many features there are."""

_HELD = 1 << 22
"""Numbers in one block of solutions."""

_TOLERANCE = 1e-6
_ITERATIONS = 1000


class GraphSolver:
    """Solves Q x = b for many b, Q sparse, symmetric and positive definite.

    Up to `direct` rows by sparse factors. Beyond, where their fill-in would be near n², by
    conjugate gradients on several b at once, with the diagonal and a coarse space as
    preconditioner: Q⁻¹ ≈ D⁻¹ + Z (ZᵀQZ)⁻¹Zᵀ, Z joining each row to the nearest, along the graph,
    of some 4 √n rows. What is slow to spread lies in that space.
    """

    def __init__(self, Q: sparse.csr_array, direct: int = DIRECT) -> None:
        self.n_rows = Q.shape[0]
        self._solve: Callable[[Array], Array]
        if self.n_rows <= direct:
            factors = splu(
                Q.tocsc(),
                permc_spec="MMD_AT_PLUS_A",
                diag_pivot_thresh=0.0,
                options={"SymmetricMode": True},
            )
            self._solve = lambda B: np.asarray(factors.solve(B))
        else:
            self._solve = _Conjugate(Q).solve

    def solve(self, B: Array) -> Array:
        """Q⁻¹ B for B (n, m) with few columns."""
        return self._solve(B)

    def between(self, rows: Index) -> Array:
        """The rows and columns `rows` of Q⁻¹, (m, m), by m solutions."""
        m = len(rows)
        found = np.empty((m, m))
        step = max(1, _HELD // self.n_rows)
        for start in range(0, m, step):
            chunk = rows[start : start + step]
            B = np.zeros((self.n_rows, len(chunk)))
            B[chunk, np.arange(len(chunk))] = 1.0
            found[:, start : start + step] = self.solve(B)[rows]
        return 0.5 * (found + found.T)


class _Conjugate:
    """Preconditioned conjugate gradients, each column with steps of its own."""

    def __init__(self, Q: sparse.csr_array) -> None:
        self._Q = Q
        self._inverse = 1.0 / Q.diagonal()[:, None]
        self._Z = _aggregates(Q)
        self._Zt = sparse.csr_array(self._Z.T)
        self._coarse = cho_factor((self._Zt @ Q @ self._Z).toarray())

    def solve(self, B: Array) -> Array:
        found = np.zeros_like(B)
        left, size = B.copy(), _norms(B)
        ahead = self._preconditioned(left)
        step, slope = ahead.copy(), _dots(left, ahead)
        for _ in range(_ITERATIONS):
            again()
            pushed = sparse_product(self._Q, step)
            along = slope / np.maximum(_dots(step, pushed), 1e-300)
            found += along * step
            left -= along * pushed
            if (_norms(left) <= _TOLERANCE * size).all():
                break
            ahead = self._preconditioned(left)
            before, slope = slope, _dots(left, ahead)
            step *= slope / np.maximum(before, 1e-300)
            step += ahead
        return found

    def _preconditioned(self, left: Array) -> Array:
        coarse = cho_solve(self._coarse, sparse_product(self._Zt, left))
        return left * self._inverse + sparse_product(self._Z, coarse)


def _aggregates(Q: sparse.csr_array) -> sparse.csr_array:
    """Which of some groups each row is in, as a table (n, groups) of ones."""
    n = Q.shape[0]
    seeds = np.unique(np.linspace(0, n - 1, int(4.0 * np.sqrt(n))).astype(np.intp))
    links = sparse.csr_array((np.ones(len(Q.data)), Q.indices, Q.indptr), shape=(n, n))
    distance, _, nearest = dijkstra(
        links, unweighted=True, indices=seeds, min_only=True, return_predecessors=True
    )
    # What no seed reaches is a group for itself, as whole parts of the graph are.
    part = connected_components(links, directed=False)[1]
    group = np.unique(np.where(np.isinf(distance), n + part, nearest), return_inverse=True)[1]
    return sparse.csr_array((np.ones(n), (np.arange(n), group)))


def _dots(A: Array, B: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->j", A, B))


def _norms(A: Array) -> Array:
    return np.sqrt(_dots(A, A))
