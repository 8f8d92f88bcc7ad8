"""Gaussian process on a graph: class probabilities of all rows from the placed ones.

With the covariance G = Q⁻¹, Q = 1.001 D - W, and noise σ = 10⁻³ mean(diag G_LL) on the placed rows
L, whose classes are Y: P = G_·L A, A = C⁻¹Y, C = G_LL + σ I. By Woodbury's identity that is
P = (Q + P_Lᵀ P_L / σ)⁻¹ P_Lᵀ Y / σ, P_L selecting the rows L; no n x n matrix is needed. The
leave-one-out prediction of a placed row i is Y_i - A_i / (C⁻¹)_ii (Zhu, Ghahramani & Lafferty 2003;
Rasmussen & Williams 2006, 5.12).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.graph.laplacian_solver import GraphSolver

NOISE = 1e-3
_LEAST = 1e-6


def spread(solver: GraphSolver, rows: Index, between: Array, classes: Array) -> Array:
    """Class probabilities (n, k), leave-one-out for placed rows; `between` is G_LL, `classes` Y."""
    C = between.copy()
    diagonal = np.diag_indices(len(rows))
    C[diagonal] += NOISE * between[diagonal].mean()
    inverse = cho_solve(cho_factor(C), np.eye(len(rows)))
    A = inverse @ classes
    source = np.zeros((solver.n_rows, classes.shape[1]))
    source[rows] = A
    found = solver.solve(source)
    found[rows] = classes - A / inverse[diagonal][:, None]
    found = np.maximum(found, _LEAST)
    return np.asarray(found / found.sum(axis=1, keepdims=True))
