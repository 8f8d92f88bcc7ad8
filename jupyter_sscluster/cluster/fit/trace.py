"""Collect the steps of a fit and restore the state after any of them."""

from collections.abc import Iterator

import numpy as np

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster.fit.steps import Assigned, MetricLearned, Recentred, Seeded, Step

_EVERY = 64
"""Steps after which all labels are kept again."""


class Trace:
    """The steps of one fit, to be passed as `trace=`; only changes are stored.

    A later successful fit with the same trace replaces them.

    >>> from jupyter_sscluster.cluster import KMeans
    >>> trace = Trace()
    >>> model = KMeans(n_clusters=2, init=[[0.0], [1.0]])
    >>> model.fit([[0.0], [1.0], [5.0]], trace=trace).labels_.tolist()
    [0, 0, 1]
    >>> [type(step).__name__ for step in trace][:4]
    ['Seeded', 'Assigned', 'Recentred', 'Assigned']
    >>> trace.labels(1).tolist(), trace.labels(len(trace) - 1).tolist()
    ([0, 1, 1], [0, 0, 1])
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget all steps, for those of another fit."""
        self._steps: list[Step] = []
        self._kept: dict[int, Labels] = {}
        self._last: Labels | None = None

    def __call__(self, step: Step) -> None:
        """Take the next step."""
        if isinstance(step, Assigned):
            first = self._last is None
            before = np.full(len(step.rows), -1, dtype=np.int32) if first else self._last
            assert before is not None
            self._last = _with(before, step)
        self._steps.append(step)
        if self._last is not None and (not self._kept or len(self._steps) % _EVERY == 0):
            self._kept[len(self._steps) - 1] = _small(self._last)

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def __getitem__(self, place: int) -> Step:
        place = self._checked(place)
        return self._steps[place]

    def labels(self, place: int) -> Labels | None:
        """Labels after this step, None before the first, and in a hierarchy, which has none."""
        place = self._checked(place)
        known = [at for at in self._kept if at <= place]
        if not known:
            return None
        labels = self._kept[known[-1]].astype(np.int32)
        for step in self._steps[known[-1] + 1 : place + 1]:
            if isinstance(step, Assigned):
                labels[step.rows] = step.clusters
        return labels

    def centres(self, place: int) -> Array | None:
        """Centres after this step, None before the first."""
        place = self._checked(place)
        for step in reversed(self._steps[: place + 1]):
            if isinstance(step, (Seeded, Recentred)):
                return step.centres
        return None

    def metric(self, place: int) -> MetricLearned | None:
        """The last metric up to this step; before the first, that one, whose `before` it is."""
        place = self._checked(place)
        for step in reversed(self._steps[: place + 1]):
            if isinstance(step, MetricLearned):
                return step
        return None

    def _checked(self, place: int) -> int:
        n = len(self)
        if not n:
            raise InputError(f"step={place!r} does not exist: no fit has reported its steps yet")
        return check_count(place, "step", 0, n - 1, f"this fit has {n} steps")


def _with(labels: Labels, step: Assigned) -> Labels:
    found = labels.copy()
    found[step.rows] = step.clusters
    return found


def _small(labels: Labels) -> Labels:
    """The same in as few bytes as hold them."""
    return labels.astype(np.int16) if int(labels.max(initial=0)) < 1 << 15 else labels
