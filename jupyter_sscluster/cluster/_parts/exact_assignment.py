"""The cheapest labelling under cannot-links as an integer programme, solved by HiGHS."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

from jupyter_sscluster.cluster._parts.cannot_graph import IntArray
from jupyter_sscluster.cluster._parts.distances import Array

_OPTIMAL, _INFEASIBLE = 0, 2


class Programme(NamedTuple):
    """`labels` found, or None; `proved` says that the search ended by itself, not at a limit."""

    labels: IntArray | None
    proved: bool


def cheapest_labels(
    cost: Array, edges: IntArray, node_limit: int = 100, gap: float = 0.0
) -> Programme:
    """Minimise Σ cost[p, k] x_pk with Σ_k x_pk = 1 and x_pk + x_qk ≤ 1 along edges, x binary.

    `node_limit` bounds the branches (a limit in seconds would make the answer depend on the
    machine); with a `gap` the search also stops once it is so close to the optimum, relatively.

    References
    ----------
    Baumann & Hochbaum (2022), PCCC: the pairwise-confidence-constraints-clustering algorithm,
    arXiv:2212.14437.
    """
    n, k = cost.shape
    x = np.arange(n * k).reshape(n, k)
    price = cost - cost.min(axis=1, keepdims=True)
    price /= max(float(price.max()), 1e-300)
    once = _rows(x)
    apart = _rows(np.stack([x[edges[:, 0]], x[edges[:, 1]]], axis=2).reshape(-1, 2), n * k)
    solved = milp(
        price.ravel(),
        integrality=np.ones(n * k),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(once, 1, 1), LinearConstraint(apart, -np.inf, 1)],
        options={"node_limit": node_limit, "mip_rel_gap": gap},
    )
    if solved.x is None:
        return Programme(None, solved.status == _INFEASIBLE)
    labels = solved.x.reshape(n, k).argmax(axis=1)
    if (labels[edges[:, 0]] == labels[edges[:, 1]]).any():
        return Programme(None, False)
    return Programme(labels, solved.status == _OPTIMAL)


def _rows(columns: IntArray, n_columns: int | None = None) -> sparse.csr_array:
    """A matrix of zeros and ones with the given columns set in each row."""
    starts = np.arange(0, columns.size + 1, columns.shape[1])
    entries = (np.ones(columns.size), columns.ravel(), starts)
    return sparse.csr_array(entries, shape=(len(columns), n_columns or columns.size))
