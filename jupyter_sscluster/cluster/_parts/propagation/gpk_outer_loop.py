"""Outer loop of GPK-means: each run of the base clusterer starts from the last one's result."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster.errors import Infeasible, NotFound
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.growing_components import GrowingComponents
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs

STEADY = 1e-5
"""Relative change of the base's objective from run to run that counts as none."""

PATIENCE = 3
"""Runs without a lower objective for the stated pairs after which there is no further one."""


class Base(Protocol):
    """What a clusterer must be able to do so that pairs can be carried over with it."""

    def _fit(self, points: Points, known: Constraints, y: ArrayLike | None) -> Result: ...

    def _keep(self, result: Result, points: Points, known: Constraints) -> None: ...

    def _continued(
        self, points: Points, known: Constraints, y: ArrayLike | None, last: Result
    ) -> tuple[Base, Result]: ...

    def _violation_cost(
        self, found: Result, points: Points, statements: WeightedPairs
    ) -> float: ...

    def _learned_metric(self) -> Metric | Array | None: ...

    def _keeps_all(self) -> bool: ...


class PropagationRound(NamedTuple):
    """Fitted copy of the base, its objective on source pairs, and counts of propagated pairs."""

    model: Base
    found: Result
    objective: float
    n_propagated: int
    n_inferred: int = 0


def first_run(
    model: Base, points: Points, known: Constraints, y: ArrayLike | None
) -> PropagationRound:
    """Fit the base to the given constraints."""
    found = model._fit(points, known, y)
    model._keep(found, points, known)
    return PropagationRound(model, found, found.objective, 0)


class Carried(NamedTuple):
    """Propagated `pairs`, from `n_inferred` statements; `total` includes the stated weights."""

    pairs: WeightedPairs
    total: Array
    n_inferred: int


def next_run(
    runs: list[PropagationRound],
    points: Points,
    known: Constraints,
    y: ArrayLike | None,
    carried: Carried,
) -> PropagationRound:
    """Fit the base to known and propagated pairs, starting from the last run.

    A base with hard constraints gets the heaviest compatible pairs it can keep: all, half, ...
    """
    base, last = runs[0].model, runs[-1].found
    if not base._keeps_all():
        value = with_soft(known, replace(carried.pairs, weights=carried.total))
        model, found = base._continued(points, value, y, last)
    else:
        model, found, value = _as_many_as_kept(base, last, points, known, y, carried.pairs)
    model._keep(found, points, value)
    paid = 0.0 if base._keeps_all() else model._violation_cost(found, points, carried.pairs)
    n_pairs = len(value) - len(known)
    return PropagationRound(model, found, found.objective - paid, n_pairs, carried.n_inferred)


def _as_many_as_kept(
    base: Base,
    last: Result,
    points: Points,
    known: Constraints,
    y: ArrayLike | None,
    propagated: WeightedPairs,
) -> tuple[Base, Result, Constraints]:
    chosen = compatible(known, propagated)
    while True:
        value = with_hard(known, propagated, chosen)
        try:
            return *base._continued(points, value, y, last), value
        except (Infeasible, NotFound):
            if not len(chosen):
                raise
            chosen = chosen[: len(chosen) // 2]


def with_soft(known: Constraints, propagated: WeightedPairs) -> Constraints:
    """The constraints with these statements added as soft ones."""
    for kind, mask in (("must", propagated.together), ("cannot", ~propagated.together)):
        known = known.add_pairs(propagated.pairs[mask], kind, propagated.weights[mask], soft=True)
    return known


def has_converged(runs: list[PropagationRound]) -> bool:
    """Whether objective or labels repeat, or stated pairs cost ever more (rounds may cycle)."""
    last = runs[-1].found
    scale = STEADY * abs(last.objective)
    if abs(last.objective - runs[-2].found.objective) <= scale:
        return True
    lowest = int(np.argmin([run.objective for run in runs[1:]]))
    return len(runs) - 2 - lowest >= PATIENCE or any(
        np.array_equal(run.found.labels, last.labels)
        and abs(run.found.objective - last.objective) <= scale
        for run in runs[1:-2]
    )


def compatible(known: Constraints, propagated: WeightedPairs) -> Index:
    """Propagated pairs that contradict neither known nor heavier ones, entailed pairs left out.

    Of equal weights, lower rows come first, must-links before cannot-links.
    """
    low, high = propagated.pairs.min(axis=1), propagated.pairs.max(axis=1)
    order = np.lexsort((~propagated.together, high, low, -propagated.weights))
    groups = GrowingComponents(known.component_ids.tolist(), known.component_edges.tolist())
    columns = (order, low[order], high[order], propagated.together[order])
    ends = zip(*(column.tolist() for column in columns), strict=True)
    kept = [number for number, i, j, together in ends if groups.state(i, j, together=together)]
    return np.array(kept, dtype=np.intp)


def with_hard(known: Constraints, propagated: WeightedPairs, chosen: Index) -> Constraints:
    """The constraints with the chosen pairs added as hard ones."""
    for kind, together in (("must", True), ("cannot", False)):
        own = chosen[propagated.together[chosen] == together]
        known = known.add_pairs(propagated.pairs[own], kind, propagated.weights[own])
    return known
