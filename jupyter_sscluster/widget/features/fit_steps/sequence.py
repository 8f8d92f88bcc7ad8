"""The steps of a traced fit in one row, whatever its kind: what each is, and its labels."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
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
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.session.fit_steps.traced_fit import TracedFit
from jupyter_sscluster.widget.core.text import count
from jupyter_sscluster.widget.features.fit_steps import text as words

MERGES = 40
"""So many merges before the clustering are stepped through; those before them are one step."""


class StepShown(NamedTuple):
    """One step: its kind and sentence, the labels after it, and the statements that these violate.

    `labels` are None where no row has a cluster yet; `n_clusters` is set for cuts of a dendrogram.
    """

    kind: str
    lead: str
    text: str
    iteration: str
    labels: Labels | None
    objective: float | None
    violated: IntArray
    pull: Array
    n_clusters: int = 0


class Runs:
    """The steps of a fit that has iterations, members or rounds."""

    def __init__(self, found: TracedFit, features: Sequence[str]) -> None:
        self._found, self._features = found, features
        self._steps = list(found.trace)
        self.kinds = [words.KINDS[type(step)] for step in self._steps]
        self.last = len(self._steps) - 1
        self.objectives = [step.objective for step in self._steps]
        self._first = next(
            (k for k, step in enumerate(self._steps) if isinstance(step, Assigned)), -1
        )

    def __len__(self) -> int:
        return len(self._steps)

    def place(self, at: int) -> StepShown:
        """One of them."""
        step, total = self._steps[at], self._steps[-1].iteration
        lead, text = self._said(at, step)
        where = words.iteration(step, total)
        labels = self._found.labels(at)
        return StepShown(
            self.kinds[at], lead, text, where, labels, step.objective, step.violated, step.pull
        )

    def _said(self, at: int, step: Step) -> tuple[str, str]:
        if isinstance(step, Seeded):
            return "", words.seeded(step, warm=self._found.warm)
        if isinstance(step, Assigned):
            return "", words.assigned(step, len(self._found.shown), first=at == self._first)
        if isinstance(step, Recentred):
            return "", words.recentred(step)
        if isinstance(step, MemberFound):
            members = sum(isinstance(each, MemberFound) for each in self._steps)
            return "", words.member(step, members)
        if isinstance(step, RoundEnded):
            return "", f"{count(step.n_propagated, 'pair')} were carried over to this round."
        assert isinstance(step, MetricLearned)
        before, after = weights(step, self._found.labels(at))
        most = int(changes(before, after).argmax())
        return self._features[most], words.learned(float(before[most]), float(after[most]))


class Cuts:
    """The last merges of a dendrogram, and the cuts above the clustering."""

    def __init__(self, found: TracedFit) -> None:
        self._found, self._tree = found, found.clusterer.dendrogram_
        self._stated = stated_pairs(found.constraints)
        self.n_leaves = len(found.shown) - len(found.constraints.noise)
        fewest, most = found.clusterer.n_clusters_range_
        self.shown = self.n_leaves - len(found)
        self.counts = list(range(min(most, self.shown + MERGES), fewest - 1, -1))
        self.last = self.counts.index(self.shown)
        self.kinds = [words.KINDS[Merged]] * len(self.counts)
        self.objectives: list[float | None] = [None] * len(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def place(self, at: int) -> StepShown:
        """One of them."""
        k = self.counts[at]
        labels = self._found.cut(k)
        where = count(k, "cluster")
        text = words.first_merges(self.n_leaves - k, k) if at == 0 else self._merge(k)
        violated = np.flatnonzero(self._stated.violated(labels))
        pull = np.zeros(len(violated))
        return StepShown(self.kinds[at], "", text, where, labels, None, violated, pull, k)

    def _merge(self, k: int) -> str:
        a, b, height, size = self._tree[self.n_leaves - k - 1]
        step = Merged(0, None, np.empty(0, int), np.empty(0), (int(a), int(b)), height, int(size))
        sizes = (self._size(int(a)), self._size(int(b)))
        return words.merged(step, sizes, k)

    def _size(self, node: int) -> int:
        return 1 if node < self.n_leaves else int(self._tree[node - self.n_leaves, 3])


def weights(step: MetricLearned, labels: Labels | None) -> tuple[Array, Array]:
    """What every feature weighs before and after: the diagonal, the mean of all clusters."""
    return _weights(step, step.before, labels), _weights(step, step.after, labels)


def _weights(step: MetricLearned, metric: Array, labels: Labels | None) -> Array:
    if step.per_cluster:
        k = len(metric)
        some = labels if labels is None else labels[labels >= 0]
        sizes = np.ones(k) if some is None else np.bincount(some, minlength=k)[:k] + 1e-9
        metric = np.tensordot(sizes / sizes.sum(), metric, axes=1)
    return metric if metric.ndim == 1 else metric.diagonal()


def changes(before: Array, after: Array) -> Array:
    """How much each weight has changed, as the logarithm of its ratio; of all but nothing none."""
    least = 1e-12 * max(float(before.max(initial=0.0)), float(after.max(initial=0.0)), 1e-300)
    ratio: Array = np.abs(np.log(np.maximum(after, least) / np.maximum(before, least)))
    return ratio
