"""Convert the recorded steps of a run into the steps that `fit(..., trace=)` reports."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Integers, Labels
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecord, small
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster.fit.steps import (
    Assigned,
    MemberFound,
    Merged,
    MetricLearned,
    Recentred,
    RoundEnded,
    Seeded,
    Step,
)
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs

Heard = Callable[[Step], None]

Pulls = Callable[[Labels, WeightedPairs, Any], Array]
"""What each statement adds to the objective: with these labels, under this metric or None."""


Shared = tuple[int, float | None, IntArray, Array]
"""What every step has."""


def steps_of(noted: Noted, known: Constraints, offset: Array, pulls: Pulls) -> Iterator[Step]:
    """The steps of a run about `offset`, with read-only arrays, which other objects share."""
    stated, state = stated_pairs(known), _State(noted, known.n_samples)
    for note in noted:
        yield _fixed(state.step(note, stated, offset, pulls))


def _fixed(step: Step) -> Step:
    """The same with read-only views."""
    arrays = {name: v for name, v in vars(step).items() if isinstance(v, np.ndarray)}
    views: dict[str, Any] = {name: array.view() for name, array in arrays.items()}
    for view in views.values():
        view.flags.writeable = False
    return replace(step, **views)


class _State:
    """State of the run after the notes so far."""

    def __init__(self, noted: Noted, n_samples: int) -> None:
        learned = [note for note in noted if note.kind == "learned"]
        self.metric: Any = learned[0].before if learned else None
        self.labels: Labels | None = None
        self.centres: Array | None = None
        self.iteration = 0
        self._violated: IntArray = np.empty(0, dtype=np.int64)
        self._pull: Array = np.empty(0)

    def step(self, note: StepRecord, stated: WeightedPairs, offset: Array, pulls: Pulls) -> Step:
        """The next step."""
        starts = note.kind == "assigned" and not note.how
        self.iteration += starts or note.kind in ("member", "merged")
        if note.kind == "assigned":
            rows, clusters = self._relabelled(note)
        before = self.metric
        if note.kind == "learned":
            self.metric = note.metric
        if note.kind in ("assigned", "learned") and self.labels is not None:
            self._violated = np.flatnonzero(stated.violated(self.labels))
            self._pull = pulls(self.labels, stated.take(self._violated), self.metric)
        objective = note.objective
        if objective is not None and not np.isfinite(objective):
            objective = None
        shared: Shared = self.iteration, objective, self._violated, self._pull
        if note.kind == "assigned":
            return Assigned(*shared, rows, clusters, note.how)
        if note.kind == "learned":
            return MetricLearned(*shared, *_learned(before, note.metric))
        if note.kind == "merged":
            return Merged(*shared, note.pair, note.weight, note.number)
        if note.kind == "member":
            assert note.labels is not None
            return MemberFound(*shared, note.labels, note.weight)
        if note.kind == "round":
            return RoundEnded(*shared, note.number)
        return self._recentred(note, shared, offset)

    def _relabelled(self, note: StepRecord) -> tuple[Integers, Integers]:
        """Which rows change, and to which clusters."""
        assert note.labels is not None
        found = note.labels.astype(np.int32)
        first = self.labels is None
        rows = np.arange(len(found)) if first else np.flatnonzero(found != self.labels)
        self.labels = found
        return rows.astype(np.int32), small(found[rows]) if len(rows) else found[rows]

    def _recentred(self, note: StepRecord, shared: Shared, offset: Array) -> Step:
        assert note.centres is not None
        centres, before = note.centres + offset, self.centres
        self.centres = centres
        if note.kind == "seeded":
            return Seeded(*shared, centres, note.number, note.total)
        same = before is not None and before.shape == centres.shape
        shift = 0.0
        if same and before is not None:
            shift = float(np.sqrt(((centres - before) ** 2).sum(axis=1).max()))
        return Recentred(*shared, centres, shift)


def _learned(before: Any, after: Any) -> tuple[Array, Array, bool]:
    """The metric before and after as plain arrays, and whether there is one for each cluster."""
    if not isinstance(after, Metric):
        return np.asarray(before), np.asarray(after), False
    if after.single:
        return before.matrices[0], after.matrices[0], False
    return before.matrices, after.matrices, True
