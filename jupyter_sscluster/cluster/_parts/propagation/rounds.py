"""Outer loop of GPK-means: runs of the base clusterer, each from where the last one ended."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.constraints import Constraints
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


class Round(NamedTuple):
    """A run of the base: the fitted copy, and its objective for the source constraints alone.

    `n_propagated` pairs were carried over, `n_inferred` times in all.
    """

    model: Base
    found: Result
    objective: float
    n_propagated: int
    n_inferred: int = 0


def first_run(model: Base, points: Points, known: Constraints, y: ArrayLike | None) -> Round:
    """Fit the base to what is known."""
    found = model._fit(points, known, y)
    model._keep(found, points, known)
    return Round(model, found, found.objective, 0)


def next_run(
    runs: list[Round],
    points: Points,
    value: Constraints,
    y: ArrayLike | None,
    propagated: WeightedPairs,
    n_inferred: int,
) -> Round:
    """Fit the base to `value`, which has the `propagated` pairs, from where the last run ended."""
    model, found = runs[0].model._continued(points, value, y, runs[-1].found)
    model._keep(found, points, value)
    paid = model._violation_cost(found, points, propagated)
    return Round(model, found, found.objective - paid, len(propagated.weights), n_inferred)


def with_soft(known: Constraints, propagated: WeightedPairs) -> Constraints:
    """What is known, with these statements besides, as soft ones."""
    for kind, mask in (("must", propagated.together), ("cannot", ~propagated.together)):
        known = known.add_pairs(propagated.pairs[mask], kind, propagated.weights[mask], soft=True)
    return known


def has_converged(runs: list[Round]) -> bool:
    """Whether the objective rests, the labels repeat, or the stated pairs cost ever more.

    Propagation has no objective of its own that must fall, so that rounds may go round in a circle
    or carry ever more wrong pairs over: both are looked for.
    """
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
