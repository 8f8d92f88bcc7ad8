"""Bounds on cluster sizes, and the assignment that keeps them by Lagrangian duals and MILP."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from numbers import Number
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster._validation import Anything, Either, InputError, Int, Real
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.milp import Sizes, solve
from jupyter_sscluster.cluster._parts.pccc.milp_assignment import MILPAssignment
from jupyter_sscluster.cluster._parts.pccc.pair_labeller import PairLabeller
from jupyter_sscluster.cluster._parts.pccc.transportation import transport
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.constraints import Constraints

_ROUNDING = 1e-10


Size = float | Sequence[float] | None
"""A bound on all clusters, or one each."""

ONE_SIZE = Either(Int(1), Real(0.0, 1.0, low_open=True))


class SizeOfEach(Anything):
    """A bound for each cluster; how many there are is checked in `fit`."""

    def check(self, value: Any) -> bool:
        listed = isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) == 1
        return listed and len(value) > 0 and all(ONE_SIZE.check(size) for size in value)

    def describe(self) -> str:
        return "a list of these, one a cluster"


class SizeBounds(NamedTuple):
    """How many rows each cluster holds at least, and at most: arrays (k,)."""

    low: IntArray
    high: IntArray

    @property
    def all_equal(self) -> bool:
        """Whether all clusters have the same bounds."""
        return bool((self.low == self.low[0]).all() and (self.high == self.high[0]).all())

    def for_larger(self, sizes: IntArray) -> IntArray:
        """The cluster that each bound is for, if larger ones are to have larger bounds."""
        order = np.empty(len(sizes), dtype=np.int64)
        order[np.lexsort((self.low, self.high))] = np.argsort(sizes, kind="stable")
        return order


def in_rows(smallest: float | None, largest: float | None, n_samples: int) -> tuple[int, int]:
    """Bounds as numbers of rows: whole numbers are rows, other numbers parts of all rows."""
    return (
        1 if smallest is None else _rows(smallest, n_samples, upwards=True),
        n_samples if largest is None else _rows(largest, n_samples, upwards=False),
    )


def size_bounds(
    smallest: Size, largest: Size, known: Constraints, n_clusters: int
) -> SizeBounds | None:
    """Size bounds in rows (fractions are parts of n), no cluster empty; None if none asked.

    Raises `Infeasible` if the sizes alone, or too large a component, rule every clustering out.
    """
    if smallest is None and largest is None:
        return None
    n = known.n_samples
    each = zip(
        _of_each(smallest, "min_size", n_clusters),
        _of_each(largest, "max_size", n_clusters),
        strict=True,
    )
    low, high = np.array([in_rows(*pair, n) for pair in each], dtype=np.int64).T
    _check_sums(low, high, smallest, largest, n)
    joined = int(known.component_sizes.max())
    if joined > high.max():
        rows = np.flatnonzero(known.component_ids == known.component_sizes.argmax())
        raise Infeasible(
            f"max_size={largest} is too small: must-links join {joined} rows, {rows[0]} and "
            f"{rows[1]} among them; choose max_size >= {joined} or take back a must-link",
            rows.tolist(),
        )
    return SizeBounds(low, high)


def _check_sums(low: IntArray, high: IntArray, smallest: Size, largest: Size, n: int) -> None:
    """Refuse sizes that cross, or that all clusters together cannot have."""
    n_clusters = len(low)
    crossed = np.flatnonzero(low > high)
    if len(crossed):
        at = crossed[0]
        raise Infeasible(
            f"min_size={smallest} asks for {low[at]} or more of {n} rows in each cluster and "
            f"max_size={largest} for {high[at]} or fewer; choose min_size <= max_size"
        )
    if low.sum() > n:
        fewer = f"min_size <= {n // n_clusters}" if isinstance(smallest, Number) else "less in all"
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of min_size={smallest} hold at least "
            f"{low.sum()} rows, and there are {n}; choose {fewer} or fewer clusters"
        )
    if high.sum() < n:
        more = (
            f"max_size >= {-(-n // n_clusters)}" if isinstance(largest, Number) else "more in all"
        )
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of max_size={largest} hold at most "
            f"{high.sum()} rows, and there are {n}; choose {more} or more clusters"
        )


class NoSizes(Exception):
    """No labelling keeps pairs and sizes (`proved`), or none was found."""

    def __init__(self, proved: bool) -> None:
        super().__init__(proved)
        self.proved = proved


class SizedAssignment(MILPAssignment):
    """Assigns all components, single rows included, so that every cluster keeps its size bounds.

    Rows without pairs are a transportation problem, solved exactly. Its dual variables λ give
    labels of the components with pairs and a Lagrangian lower bound, which fixes most labels before
    the MILP.
    """

    def __init__(
        self, components: Components, solver: PairLabeller, unavoidable: float, bounds: SizeBounds
    ) -> None:
        super().__init__(components, solver, unavoidable)
        self.low = np.full(solver.feasible.n_labels, bounds.low)
        self.high = np.full(solver.feasible.n_labels, bounds.high)
        self.weight = components.vertices.sizes
        bound = self.weight > 1
        bound[self.pairs.ends] = True
        self.bound, self.unpaired = np.flatnonzero(bound), np.flatnonzero(~bound)
        self._proved = False

    @property
    def proved(self) -> bool:
        """Whether the last labels are proved to be the cheapest for their centres."""
        return self._proved

    def labels_of(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of the components, no more costly in total than before; raises `NoSizes`."""
        graph = self.solver.graph
        unsized = self.solver.cheapest(cost, before)
        self._proved = self.solver.proved
        if self._keeps_sizes(unsized):
            return self._better(cost, before, unsized)
        row_cost = (cost / self.weight[:, None])[self.components.of_row]
        transported, duals = transport(row_cost, self.low, self.high)
        if not len(self.bound):
            self._proved = True
            return self._better(cost, before, transported[self.components.first_at])
        dual_cost = cost + self.weight[:, None] * duals
        rounded = self._completed(cost, self.solver.cheapest(dual_cost, before))
        best = before if rounded is None else self._better(cost, before, rounded)
        if best is not None and not self.solver.exact:
            self._proved = False
            return best
        dual_sum = np.maximum(duals, 0.0) @ self.high + np.minimum(duals, 0.0) @ self.low
        return self._by_milp(
            cost, dual_cost, graph.lower_bound(graph.upward(dual_cost)) - dual_sum, best
        )

    def improved_by_swaps(self, labels: Labels, centres: Array) -> None:
        """Nothing: swaps would change the sizes."""

    def _keeps_sizes(self, labels: IntArray) -> bool:
        held = np.bincount(labels, weights=self.weight, minlength=len(self.low))
        return bool((held >= self.low).all() and (held <= self.high).all())

    def _better(self, cost: Array, before: IntArray | None, found: IntArray) -> IntArray:
        if before is None:
            return found
        total = self.solver.graph.total
        least = total(cost, before)
        return found if total(cost, found) < least - _ROUNDING * abs(least) else before

    def _completed(self, cost: Array, labels: IntArray) -> IntArray | None:
        """These labels with the rows without pairs assigned anew at the least cost, or None."""
        k = len(self.low)
        held = np.bincount(labels[self.bound], weights=self.weight[self.bound], minlength=k)
        room, wanted = self.high - held, np.maximum(self.low - held, 0.0)
        n_unpaired = len(self.unpaired)
        if (room < 0).any() or wanted.sum() > n_unpaired or room.sum() < n_unpaired:
            return None
        found = labels.copy()
        if n_unpaired:
            limits = wanted.astype(np.int64), room.astype(np.int64)
            found[self.unpaired] = transport(cost[self.unpaired], *limits)[0]
        return found

    def _by_milp(
        self, cost: Array, dual_cost: Array, bound: float, best: IntArray | None
    ) -> IntArray:
        """The cheapest labels by MILP, after fixing by reduced costs.

        The Lagrangian Σ c + Σ_k λ_k (n_k - bound_k) makes `bound` a lower bound, and a row without
        pairs adds to it what its label costs, duals included, above its cheapest: a label for which
        this exceeds the gap between the best known total and `bound` is in no better labelling.
        """
        graph, k = self.solver.graph, len(self.low)
        gap = np.inf if best is None else graph.total(cost, best) - bound
        if best is not None and gap <= _ROUNDING * abs(bound):
            self._proved = True
            return best
        allowed = np.ones(cost.shape, dtype=bool)
        reduced_cost = dual_cost[self.unpaired] - dual_cost[self.unpaired].min(
            axis=1, keepdims=True
        )
        allowed[self.unpaired] = reduced_cost <= gap * (1.0 + 1e-6)
        open_ = allowed.sum(axis=1) > 1
        open_[self.bound] = True
        fixed = np.bincount(allowed[~open_].argmax(axis=1), minlength=k)
        sizes = Sizes(self.weight[open_], self.low - fixed, self.high - fixed)
        place = np.cumsum(open_) - 1
        pairs = graph.pairs._replace(ends=place[graph.pairs.ends])
        answer = solve(cost[open_], pairs, self.solver.time_budget.limits(), sizes, allowed[open_])
        self._proved = answer.proved
        if answer.labels is None:
            if best is None:
                raise NoSizes(answer.proved)
            return best
        labels = allowed.argmax(axis=1)
        labels[open_] = answer.labels
        found = self._completed(cost, labels)
        assert found is not None
        return self._better(cost, best, found)


def _of_each(sizes: Any, name: str, n_clusters: int) -> Sequence[float | None]:
    """A bound for each cluster; one for all is repeated."""
    if np.ndim(sizes) == 0:
        return [sizes] * n_clusters
    if len(sizes) != n_clusters:
        raise InputError(
            f"{name}={sizes} has {len(sizes)} sizes for n_clusters={n_clusters}; give one for each "
            "cluster, or a single one for all"
        )
    return list(sizes)


def _rows(size: float, n_samples: int, upwards: bool) -> int:
    if isinstance(size, (int, np.integer)):
        return int(size)
    part = float(size) * n_samples
    return max(ceil(part - 1e-9) if upwards else floor(part + 1e-9), 1)
