"""The cheapest labelling under pairs and sizes as a mixed-integer programme, solved by HiGHS."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts

_OPTIMAL, _INFEASIBLE = 0, 2


class Limits(NamedTuple):
    """Where the search stops: branches, seconds (None: never), a relative gap to the optimum."""

    nodes: int = 10_000
    seconds: float | None = None
    gap: float = 0.0


class MilpSolution(NamedTuple):
    """`labels`, or None; `proved` if optimality or infeasibility is proved within the limits."""

    labels: IntArray | None
    proved: bool


class Sizes(NamedTuple):
    """Every vertex weighs `weight`; each label must hold from `low` to `high` (k,) of them."""

    weight: Array
    low: Array
    high: Array


def solve(
    cost: Array,
    pairs: PairCosts,
    limits: Limits,
    sizes: Sizes | None = None,
    allowed: NDArray[np.bool_] | None = None,
) -> MilpSolution:
    """Minimise Σ cost[p, k] x_pk + the costs of the pairs, over x binary with Σ_k x_pk = 1.

    A hard cannot-link is x_pk + x_qk ≤ 1. A soft one is x_pk + x_qk ≤ 1 + z, where z ≥ 0 costs its
    weight, and a soft must-link x_pk - x_qk ≤ y_k, where each y_k ≥ 0 does. Sizes are rows
    low ≤ Σ_p weight_p x_pk ≤ high. Only labels that are `allowed` (n, k) are tried; without sizes,
    labels that no optimum needs are left out.

    References
    ----------
    Baumann & Hochbaum (2022), PCCC: the pairwise-confidence-constraints-clustering algorithm,
    arXiv:2212.14437.
    """
    n, k = cost.shape
    model = _Model(n, k, pairs)
    open_ = np.ones((n, k), dtype=bool) if allowed is None else allowed
    if sizes is None:
        open_ = open_ & _needed_labels(cost, pairs)
    excess = cost - np.where(open_, cost, np.inf).min(axis=1, keepdims=True)
    excess = np.where(open_, excess, 0.0)
    # The solver's tolerances are absolute: distances must not drown beside heavy pairs.
    unit = float(excess.max()) or float(model.objective.max(initial=0.0)) or 1.0
    objective = np.concatenate([excess.ravel(), model.objective]) / unit
    high = np.concatenate([open_.ravel().astype(np.float64), np.ones(len(model.objective))])
    seconds = np.inf if limits.seconds is None else max(limits.seconds, 0.01)
    solved = milp(
        objective,
        integrality=np.concatenate([np.ones(n * k), np.zeros(len(model.objective))]),
        bounds=Bounds(0, high),
        constraints=model.rows(sizes),
        options={
            "node_limit": limits.nodes,
            "mip_rel_gap": limits.gap,
            "time_limit": seconds,
        },
    )
    if solved.x is None:
        return MilpSolution(None, solved.status == _INFEASIBLE)
    labels = solved.x[: n * k].reshape(n, k).argmax(axis=1)
    if not _keeps(labels, pairs, sizes):
        return MilpSolution(None, False)
    return MilpSolution(labels, solved.status == _OPTIMAL)


class _Model:
    """Columns x_pk, then z of soft cannot-links, then y_k of soft must-links; and the rows."""

    def __init__(self, n: int, k: int, pairs: PairCosts) -> None:
        self.x = np.arange(n * k).reshape(n, k)
        self.k = k
        # A pair costs at least the lesser of its two costs: only the difference decides.
        net = pairs.cost_same - pairs.cost_different
        self.hard = pairs.ends[np.isinf(net)]
        self.cannot = pairs.ends[np.isfinite(net) & (net > 0)]
        self.must = pairs.ends[net < 0]
        excess = net[np.isfinite(net) & (net > 0)]
        self.objective = np.concatenate([excess, np.repeat(-net[net < 0], k)])
        self.width = n * k + len(self.objective)
        self.z = n * k + np.arange(len(excess))
        self.y = n * k + len(excess) + np.arange(len(self.must) * k)

    def rows(self, sizes: Sizes | None) -> list[LinearConstraint]:
        found = [LinearConstraint(self._matrix([self.x]), 1, 1)]
        if len(self.hard):
            found.append(LinearConstraint(self._matrix([self._ends(self.hard)]), -np.inf, 1))
        if len(self.cannot):
            slack = np.repeat(self.z, self.k)[:, None]
            body = self._matrix([self._ends(self.cannot), slack], [1.0, -1.0])
            found.append(LinearConstraint(body, -np.inf, 1))
        if len(self.must):
            ends = self._ends(self.must)
            body = self._matrix([ends[:, :1], ends[:, 1:], self.y[:, None]], [1.0, -1.0, -1.0])
            found.append(LinearConstraint(body, -np.inf, 0))
        if sizes is not None:
            weights = np.tile(sizes.weight, self.k)
            entries = (weights, self.x.T.ravel(), np.arange(self.k + 1) * len(self.x))
            body = sparse.csr_array(entries, shape=(self.k, self.width))
            found.append(LinearConstraint(body, sizes.low, sizes.high))
        return found

    def _ends(self, pairs: IntArray) -> IntArray:
        """Columns of both ends for every pair and label."""
        return np.stack([self.x[pairs[:, 0]].ravel(), self.x[pairs[:, 1]].ravel()], axis=1)

    def _matrix(
        self, columns: list[IntArray], signs: list[float] | None = None
    ) -> sparse.csr_array:
        """Each row holds these columns, each block of them with its sign."""
        block = np.hstack(columns)
        signs = signs or [1.0] * len(columns)
        row = np.concatenate([np.full(c.shape[1], s) for c, s in zip(columns, signs, strict=True)])
        starts = np.arange(0, block.size + 1, block.shape[1])
        entries = (np.tile(row, len(block)), block.ravel(), starts)
        return sparse.csr_array(entries, shape=(len(block), self.width))


def _needed_labels(cost: Array, pairs: PairCosts) -> NDArray[np.bool_]:
    """Labels (n, k) that some optimum is restricted to: the others are fixed at 0.

    A vertex without soft must-links and with g neighbours needs only its g + 1 cheapest labels: one
    of these is held by no neighbour, so a move to it costs no more and violates nothing.
    """
    n, k = cost.shape
    degree = np.bincount(pairs.ends.ravel(), minlength=n)
    has_must = pairs.cost_different > pairs.cost_same
    degree[pairs.ends[has_must].ravel()] = k
    rank = np.argsort(np.argsort(cost, axis=1, kind="stable"), axis=1, kind="stable")
    return rank <= degree[:, None]


def _keeps(labels: IntArray, pairs: PairCosts, sizes: Sizes | None) -> bool:
    if np.isinf(pairs.costs(labels)).any():
        return False
    if sizes is None:
        return True
    held = np.bincount(labels, weights=sizes.weight, minlength=len(sizes.low))
    return bool((held >= sizes.low).all() and (held <= sizes.high).all())


def optimal_labels(
    cost: Array, edges: IntArray, node_limit: int = 100, gap: float = 0.0
) -> MilpSolution:
    """Labels of least total `cost` (n, k) that differ along all edges, by MILP to a relative `gap`.

    `node_limit` bounds the branches: a limit in seconds would make results depend on the machine.
    """
    pairs = PairCosts(edges, np.full(len(edges), np.inf), np.zeros(len(edges)))
    return solve(cost, pairs, Limits(nodes=node_limit, gap=gap))
