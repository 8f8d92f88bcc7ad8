"""A run of MPCK-means as printed: it ends where it rests."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.mpck.alternation import MetricAlternation


def run_to_rest(
    loop: MetricAlternation,
    centres: Array,
    weight: float,
    *,
    max_iter: int,
    tick: Callable[[int], None],
) -> Result:
    """Iterate until no label changes; the last state is kept, whatever it costs."""
    state, notes = loop.start(centres), trace_recorder.notes()
    history: list[float] = []
    converged = False
    while not converged and len(history) < max_iter:
        tick(len(history) + 1)
        before, state = state, loop.iterate(state, weight, notes)
        history.append(state.objective)
        assert state.labels is not None
        converged = before.labels is not None and np.array_equal(state.labels, before.labels)
    assert state.labels is not None  # there is at least one iteration
    return Result(
        state.labels,
        state.centres,
        state.objective,
        history,
        len(history),
        converged,
        state.metric,
        trace_recorder.of(notes),
    )
