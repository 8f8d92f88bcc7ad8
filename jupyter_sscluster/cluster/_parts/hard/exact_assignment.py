"""The cheapest labelling under cannot-links as an integer programme."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster.cluster._parts.hard.milp import Answer, Limits, solve
from jupyter_sscluster.cluster._parts.hard.pair_graph import Pairs
from jupyter_sscluster.cluster._parts.hard.two_core import IntArray
from jupyter_sscluster.cluster._parts.lloyd.distances import Array


def cheapest_labels(
    cost: Array, edges: IntArray, node_limit: int = 100, gap: float = 0.0
) -> Answer:
    """Labels of least total `cost` (n, k) that differ along all edges.

    `node_limit` bounds the branches (a limit in seconds would make the answer depend on the
    machine); with a `gap` the search also stops once it is so close to the optimum, relatively.
    """
    pairs = Pairs(edges, np.full(len(edges), np.inf), np.zeros(len(edges)))
    return solve(cost, pairs, Limits(nodes=node_limit, gap=gap))
