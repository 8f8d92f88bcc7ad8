"""A traced fit as the page is told of it: an overview, and one step after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Labels
from jupyter_sscluster.cluster.fit.steps import MetricLearned, Recentred, Seeded
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.session.fit_steps.traced_fit import TracedFit
from jupyter_sscluster.widget.core.text import count
from jupyter_sscluster.widget.core.view import sizes_of
from jupyter_sscluster.widget.features.fit_steps import text as words
from jupyter_sscluster.widget.features.fit_steps.dendrogram import laid_out
from jupyter_sscluster.widget.features.fit_steps.linear_axes import (
    linear_view,
    mean_distance,
    spread_of,
)
from jupyter_sscluster.widget.features.fit_steps.sequence import (
    Cuts,
    Runs,
    StepShown,
    changes,
    weights,
)

BARS = 10
"""Features that are shown of more: those that changed most in any step."""

FEW = 500
"""Rows of a cluster from which its mean distance is taken where there are many features."""

WIDE = 64
"""From so many features on."""

Pair = tuple[int, int, bool]


@dataclass(frozen=True, eq=False)
class Ground:
    """Data needed to show the steps of a fit; `answers` by pair (i < j) and whether must."""

    fit: str
    fresh: bool
    X: Array
    xy: Array
    axes: str
    features: Sequence[str]
    answers: Mapping[Pair, int]


class Walk:
    """All that the page may want to know of a fit's steps."""

    def __init__(self, found: TracedFit, ground: Ground) -> None:
        self._found, self._ground = found, ground
        self._places = Cuts(found) if found.merges else Runs(found, ground.features)
        self._view = linear_view(ground.X, ground.xy)
        self._trace = [] if found.merges else list(found.trace)
        self._metrics = [step for step in self._trace if isinstance(step, MetricLearned)]
        self._centred = np.cumsum(
            [isinstance(step, (Seeded, Recentred)) for step in self._trace], dtype=int
        )
        stated = stated_pairs(found.constraints)
        self._answers = [
            ground.answers.get((min(i, j), max(i, j), bool(together)))
            for (i, j), together in zip(stated.pairs.tolist(), stated.together, strict=True)
        ]
        self._n_links = sum(answer is not None for answer in self._answers)
        most = max(int(found.shown.max()) + 1, len(found.numbers))
        most = most if found.start is None else max(most, int(found.start.max()) + 1)
        if isinstance(self._places, Cuts):
            most = max(most, self._places.counts[0])
        few = most <= 256 and not (found.shown == -1).any()
        self._kind = np.dtype("u1") if few else np.dtype("<u2")

    def head(self) -> dict[str, Any]:
        """The overview."""
        found, places = self._found, self._places
        return {
            "type": "steps",
            "fit": self._ground.fit,
            "fresh": self._ground.fresh,
            "making": False,
            "text": self._about(),
            "warm": found.warm,
            "kinds": places.kinds,
            "last": places.last,
            "curve": _curve(places.objectives),
            "centre_paths": self._centre_paths(),
            "axes_note": self._axes_note(),
            "tree": laid_out(found.clusterer.dendrogram_, places.n_leaves, places.counts)
            if isinstance(places, Cuts)
            else None,
        }

    def frames(self, first: int, last: int) -> tuple[dict[str, Any], bytes]:
        """Steps from the first to the last, and the labels of all of them; zeros where none are."""
        last = min(last, len(self._places) - 1)
        places = [self._places.place(at) for at in range(first, last + 1)]
        frames = [self._frame(first + k, place) for k, place in enumerate(places)]
        none = np.zeros_like(self._found.shown)
        shown = [none if p.labels is None else p.labels for p in places]
        reply = {
            "type": "frames",
            "fit": self._ground.fit,
            "itemsize": self._kind.itemsize,
            "frames": frames,
        }
        return reply, b"".join(labels.astype(self._kind).tobytes() for labels in shown)

    # ------------------------------------------------------------------ the overview

    def _about(self) -> str:
        if self._ground.fresh:
            return words.FRESH
        if not self._found.same:
            return words.OTHER
        return words.WARM if self._found.warm else ""

    def _centre_paths(self) -> list[Any]:
        if self._view is None:
            return []
        found = []
        for at, step in enumerate(self._trace):
            if isinstance(step, (Seeded, Recentred)):
                centres = self._found.centres(at)
                assert centres is not None
                found.append(_rounded(self._view.of(centres)))
        return found

    def _axes_note(self) -> str:
        if not self._trace or not len(self._centred) or not self._centred[-1]:
            return ""
        if self._view is None:
            return words.NOT_LINEAR.format(axes=self._ground.axes)
        if self._metrics and any(spread_of(one) is None for one in self._last_metrics()):
            return words.NO_ELLIPSES
        return ""

    def _last_metrics(self) -> list[Array]:
        last = self._metrics[-1]
        return [*last.after] if last.per_cluster else [last.after]

    # ------------------------------------------------------------------ one step

    def _frame(self, at: int, place: StepShown) -> dict[str, Any]:
        places, found = self._places, self._found
        now = words.objective(place.objective)
        before = words.objective(places.objectives[at - 1]) if at else ""
        pulls = self._pulls(place)
        counted = words.pulling(len(pulls), self._n_links)
        note = words.note(at, places.last, same=found.same)
        if at > places.last:
            shown = int(found.shown.max()) + 1
            note = f"Cut at {count(place.n_clusters, 'cluster')}:", f"the clustering has {shown}"
        ends = "" if not pulls else f" · {counted} links pull"
        sizes = [] if place.labels is None else sizes_of(place.labels, 0)
        return {
            "step": at,
            "kind": place.kind,
            "lead": place.lead,
            "text": place.text,
            "iteration": place.iteration,
            "note": list(note),
            "status": words.status(
                place.iteration, place.kind, now, before, ends, f"{place.lead} {place.text}".strip()
            ),
            "objective": now,
            "centres": int(self._centred[at]) - 1 if self._view and len(self._centred) else -1,
            "ellipses": self._ellipses(at, place.labels),
            "bars": self._bars(at, place.labels),
            "pulls": pulls,
            "pulling": counted if self._n_links else "",
            "sizes": sizes,
            "clusters": place.n_clusters or len(sizes),
        }

    def _pulls(self, place: StepShown) -> list[Any]:
        order = np.argsort(-place.pull, kind="stable")
        found = []
        for k in order.tolist():
            answer = self._answers[int(place.violated[k])]
            if answer is not None:
                pull = float(place.pull[k])
                found.append([answer, words.number(pull) if pull else "violated"])
        return found

    def _metric(self, at: int) -> tuple[MetricLearned, Array] | None:
        """The metric after a step, and the step that learned it or will."""
        past = [step for step in self._trace[: at + 1] if isinstance(step, MetricLearned)]
        if past:
            return past[-1], past[-1].after
        return (self._metrics[0], self._metrics[0].before) if self._metrics else None

    def _ellipses(self, at: int, labels: Labels | None) -> list[Any]:
        metric = self._metric(at)
        if self._view is None or metric is None or labels is None:
            return []
        centres = self._found.centres(at)
        if centres is None:
            return []
        found = []
        for k, centre in enumerate(centres):
            rows = np.flatnonzero(labels == k)
            A = self._of_cluster(metric, k)
            spread = spread_of(A)
            if len(rows) < 2 or spread is None:
                continue
            if len(centre) >= WIDE:
                rows = rows[np.unique(np.linspace(0, len(rows) - 1, FEW).astype(int))]
            reach = mean_distance(self._ground.X[rows] - centre, A)
            found.append([k, _rounded(self._view.shadow(centre, spread, reach))])
        return found

    def _of_cluster(self, metric: tuple[MetricLearned, Array], k: int) -> Array:
        """The metric of a cluster, by the number shown."""
        step, A = metric
        if not step.per_cluster:
            return A
        own: Array = A[int(np.flatnonzero(self._found.numbers == k)[0])]
        return own

    @cached_property
    def _weighed(self) -> IntArray:
        """The features with a bar, in the order of the table, the same at all steps."""
        most = np.max([changes(*weights(one, None)) for one in self._metrics], axis=0)
        return np.sort(np.argsort(-most, kind="stable")[:BARS])

    def _bars(self, at: int, labels: Labels | None) -> list[dict[str, Any]]:
        metric = self._metric(at)
        if metric is None:
            return []
        step, A = metric
        before, after = weights(step, labels)
        order = self._weighed
        if self._trace[at] is not step:
            after = after if A is step.after else before
            before = after
        longest = float(max(before[order].max(), after[order].max())) or 1.0
        return [
            {
                "name": self._ground.features[j],
                "text": words.number(float(after[j])),
                "now": round(float(after[j]) / longest, 4),
                "before": round(float(before[j]) / longest, 4),
            }
            for j in order.tolist()
        ]


def _curve(objectives: Sequence[float | None]) -> list[float | None]:
    """Shares of the height between the lowest and the highest."""
    known = [value for value in objectives if value is not None]
    if not known:
        return [None] * len(objectives)
    low, extent = min(known), (max(known) - min(known)) or 1.0
    return [None if value is None else round((value - low) / extent, 4) for value in objectives]


def _rounded(places: Array) -> list[Any]:
    found: list[Any] = np.round(places, 5).tolist()
    return found
