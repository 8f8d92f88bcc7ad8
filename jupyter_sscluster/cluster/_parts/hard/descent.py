"""Iterations that keep every hard pair, and swaps of chains between them."""

from __future__ import annotations

from collections.abc import Callable

from jupyter_sscluster.cluster._parts.hard.assignment import HardAssignment
from jupyter_sscluster.cluster._parts.lloyd.distances import Array
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation, Labels, Result


def descend(
    loop: Alternation,
    assignment: HardAssignment,
    centres: Array,
    labels: Labels | None = None,
    *,
    max_iter: int,
    tol: float,
    tick: Callable[[int], None],
) -> Result:
    """Iterations until nothing moves, then swaps that lower the inertia itself, and again."""
    history: list[float] = []
    while True:
        found = loop.run(
            centres,
            labels,
            max_iter=max_iter - len(history),
            tol=tol,
            tick=lambda iteration: tick(len(history) + iteration),
        )
        history.extend(found.history)
        better = None
        if found.converged and len(history) < max_iter and len(assignment.rows):
            better = assignment.improved(found.labels, found.centres)
        if better is None:
            return found._replace(history=history, n_iter=len(history))
        centres, labels = better
