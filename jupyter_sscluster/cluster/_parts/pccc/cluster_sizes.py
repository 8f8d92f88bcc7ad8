"""Clusters of bounded sizes: what is asked for, and the assignment that keeps to it."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.milp import Sizes, solve
from jupyter_sscluster.cluster._parts.pccc.labeller import PairLabels
from jupyter_sscluster.cluster._parts.pccc.programme_assignment import ProgrammeAssignment
from jupyter_sscluster.cluster._parts.pccc.transportation import transport
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.constraints import Constraints

_ROUNDING = 1e-10


class SizeBounds(NamedTuple):
    """How many rows every cluster holds at least, and at most."""

    low: int
    high: int


def in_rows(smallest: float | None, largest: float | None, n_samples: int) -> SizeBounds:
    """Bounds as numbers of rows: whole numbers are rows, other numbers parts of all rows."""
    return SizeBounds(
        1 if smallest is None else _rows(smallest, n_samples, upwards=True),
        n_samples if largest is None else _rows(largest, n_samples, upwards=False),
    )


def size_bounds(
    smallest: float | None, largest: float | None, known: Constraints, n_clusters: int
) -> SizeBounds | None:
    """Bounds in rows, or None where nothing is asked; no cluster is left empty.

    Whole numbers are rows, other numbers parts of all rows.

    Raises
    ------
    Infeasible
        If sizes alone, or a must-link group too large for any cluster, rule every clustering out.
    """
    if smallest is None and largest is None:
        return None
    n = known.n_samples
    low, high = in_rows(smallest, largest, n)
    if low > high:
        raise Infeasible(
            f"min_size={smallest} asks for {low} or more of {n} rows in each cluster and "
            f"max_size={largest} for {high} or fewer; choose min_size <= max_size"
        )
    if n_clusters * low > n:
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of min_size={smallest} hold at least "
            f"{n_clusters * low} rows, and there are {n}; choose min_size <= {n // n_clusters} or "
            "fewer clusters"
        )
    if n_clusters * high < n:
        raise Infeasible(
            f"n_clusters={n_clusters} clusters of max_size={largest} hold at most "
            f"{n_clusters * high} rows, and there are {n}; choose max_size >= "
            f"{-(-n // n_clusters)} or more clusters"
        )
    crowd = int(known.component_sizes.max())
    if crowd > high:
        rows = np.flatnonzero(known.component_ids == known.component_sizes.argmax())
        raise Infeasible(
            f"max_size={largest} is too small: must-links join {crowd} rows, {rows[0]} and "
            f"{rows[1]} among them; choose max_size >= {crowd} or take back a must-link",
            rows.tolist(),
        )
    return SizeBounds(low, high)


class NoSizes(Exception):
    """No labelling keeps pairs and sizes (`proved`), or none was found."""

    def __init__(self, proved: bool) -> None:
        super().__init__(proved)
        self.proved = proved


class SizedAssignment(ProgrammeAssignment):
    """Assigns all components, single rows included, so that every cluster keeps to the bounds.

    Rows without pairs are a transportation problem, solved exactly; its prices carry over to the
    components with pairs, and leave the integer programme the few rows that could still change.
    """

    def __init__(
        self, components: Components, solver: PairLabels, lost: float, bounds: SizeBounds
    ) -> None:
        super().__init__(components, solver, lost)
        self.low = np.full(solver.ladder.n_labels, bounds.low)
        self.high = np.full(solver.ladder.n_labels, bounds.high)
        self.weight = components.groups.sizes
        bound = self.weight > 1
        bound[self.pairs.ends] = True
        self.bound, self.loose = np.flatnonzero(bound), np.flatnonzero(~bound)
        self._proved = False

    @property
    def proved(self) -> bool:
        """Whether the last labels are known to be the cheapest for their centres."""
        return self._proved

    def labels_of(self, cost: Array, before: IntArray | None) -> IntArray:
        """Labels of the components, none of them dearer than before; raises `NoSizes`."""
        graph = self.solver.graph
        free = self.solver.cheapest(cost, before)
        self._proved = self.solver.proved
        if self._fits(free):
            return self._better(cost, before, free)
        row_cost = (cost / self.weight[:, None])[self.components.of_row]
        shared, prices = transport(row_cost, self.low, self.high)
        if not len(self.bound):
            self._proved = True
            return self._better(cost, before, shared[self.components.first_at])
        priced = cost + self.weight[:, None] * prices
        guess = self._filled(cost, self.solver.cheapest(priced, before))
        best = before if guess is None else self._better(cost, before, guess)
        if best is not None and not self.solver.exact:
            self._proved = False
            return best
        spent = np.maximum(prices, 0.0) @ self.high + np.minimum(prices, 0.0) @ self.low
        return self._programme(cost, priced, graph.bound(graph.fold(priced)) - spent, best)

    def improved(self, labels: Labels, centres: Array) -> None:
        """Nothing: swaps would change the sizes."""

    def _fits(self, labels: IntArray) -> bool:
        held = np.bincount(labels, weights=self.weight, minlength=len(self.low))
        return bool((held >= self.low).all() and (held <= self.high).all())

    def _better(self, cost: Array, before: IntArray | None, found: IntArray) -> IntArray:
        if before is None:
            return found
        total = self.solver.graph.total
        least = total(cost, before)
        return found if total(cost, found) < least - _ROUNDING * abs(least) else before

    def _filled(self, cost: Array, labels: IntArray) -> IntArray | None:
        """These labels with the loose rows placed anew at the least cost, or None."""
        k = len(self.low)
        held = np.bincount(labels[self.bound], weights=self.weight[self.bound], minlength=k)
        room, wanted = self.high - held, np.maximum(self.low - held, 0.0)
        n_loose = len(self.loose)
        if (room < 0).any() or wanted.sum() > n_loose or room.sum() < n_loose:
            return None
        found = labels.copy()
        if n_loose:
            limits = wanted.astype(np.int64), room.astype(np.int64)
            found[self.loose] = transport(cost[self.loose], *limits)[0]
        return found

    def _programme(
        self, cost: Array, priced: Array, bound: float, best: IntArray | None
    ) -> IntArray:
        """The cheapest labels; a loose row keeps the labels that a better total could give it.

        By its prices no labelling costs less than `bound`, and one that gives a row a label adds
        what this costs more than its cheapest: more than the best is known to exceed the bound,
        and the label is out of the question.
        """
        graph, k = self.solver.graph, len(self.low)
        gap = np.inf if best is None else graph.total(cost, best) - bound
        if best is not None and gap <= _ROUNDING * abs(bound):
            self._proved = True
            return best
        allowed = np.ones(cost.shape, dtype=bool)
        extra = priced[self.loose] - priced[self.loose].min(axis=1, keepdims=True)
        allowed[self.loose] = extra <= gap * (1.0 + 1e-6)
        open_ = allowed.sum(axis=1) > 1
        open_[self.bound] = True
        fixed = np.bincount(allowed[~open_].argmax(axis=1), minlength=k)
        sizes = Sizes(self.weight[open_], self.low - fixed, self.high - fixed)
        place = np.cumsum(open_) - 1
        pairs = graph.pairs._replace(ends=place[graph.pairs.ends])
        answer = solve(cost[open_], pairs, self.solver.clock.limits(), sizes, allowed[open_])
        self._proved = answer.proved
        if answer.labels is None:
            if best is None:
                raise NoSizes(answer.proved)
            return best
        labels = allowed.argmax(axis=1)
        labels[open_] = answer.labels
        found = self._filled(cost, labels)
        assert found is not None
        return self._better(cost, best, found)


def _rows(size: float, n_samples: int, upwards: bool) -> int:
    if isinstance(size, (int, np.integer)):
        return int(size)
    part = float(size) * n_samples
    return max(ceil(part - 1e-9) if upwards else floor(part + 1e-9), 1)
