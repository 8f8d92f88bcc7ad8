"""Which points clusters would take in as they reach further: found beside the kernel's thread."""

from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.noise.noise import NearCluster
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.interaction import Moment
from jupyter_sscluster.widget.core.messages import Message, field, handles, reads
from jupyter_sscluster.widget.core.threads import BackgroundTask
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.noise import text as words

MOST_STEPS = 200
"""Positions of the slider, which is not many more pixels wide; of more some are left out."""


class Step(NamedTuple):
    """A position of the slider: so many times the reach takes the first `size` of the points."""

    times: float
    size: int


@reads("near_clusters")
def near_clusters(context: Context, message: Message) -> None:
    """A view shows the points in no cluster."""
    context.of(NearClusters).tell()


@handles("take_in")
def take_in(context: Context, message: Message) -> None:
    """The points at a position of the slider are taken into clusters, in one undo step."""
    context.of(NearClusters).take_in(field(message, "moment"), field(message, "step"))
    context.interaction.clear()


class NearClusters(FeatureWorker):
    """Finds the points that clusters would take in, once for each clustering and its answers."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-near-clusters")
        self._moment: Moment | None = None
        self._steps: tuple[Step, ...] = ()

    def tell(self) -> None:
        """Tell the page the positions of the slider, and the points that each of them takes in."""
        session = self._context.session
        self._task.run_instead(
            lambda: session.noise.near_clusters, partial(self._reply, moment_of(session))
        )

    def take_in(self, moment: str, step: int) -> None:
        """Take in what the page was told of, unless the clusters have changed since."""
        now = moment_of(self._context.session)
        if not self._steps or self._moment != now or _name(now) != moment:
            raise InputError(words.CHANGED)
        place = check_count(step, "step", 1, len(self._steps))
        self._context.session.noise.take_in(self._steps[place - 1].times)

    def close(self) -> None:
        """Find no more."""
        self._task.close()

    def _reply(self, moment: Moment, outcome: Any) -> None:
        if isinstance(outcome, BaseException) and not isinstance(outcome, InputError):
            raise outcome
        if moment_of(self._context.session) != moment:
            return  # the page asks again by itself
        view = self._context.view()
        note, near = _usable(view, outcome)
        self._moment, self._steps = moment, steps_of(near)
        rows = np.array([each.row for each in near], dtype=np.int64)
        clusters = np.array([each.cluster for each in near], dtype=np.int64)
        is_seen = np.isin(rows, view.shown.among(rows))
        _, first = np.unique(clusters, return_index=True)
        reply = {
            "type": "near_clusters",
            "moment": _name(moment),
            "note": note,
            "steps": [
                _told(each, int(np.sum(first < each.size)), int(np.sum(is_seen[: each.size])))
                for each in self._steps
            ],
        }
        places = view.shown.places(rows[is_seen])
        buffers = [places.astype("<u4").tobytes(), clusters[is_seen].astype("<u2").tobytes()]
        self._context.layer.send(reply, buffers)


def steps_of(near: tuple[NearCluster, ...]) -> tuple[Step, ...]:
    """The distinct distances in units of the reach, and how many points each takes in.

    >>> near = [NearCluster(row, 0, 1, times, 1.0) for row, times in enumerate((1.0, 2.0, 2.0))]
    >>> steps_of(tuple(near))
    (Step(times=1.0, size=1), Step(times=2.0, size=3))
    """
    steps, size = [], 0
    for times, some in groupby(near, lambda each: each.times):
        size += len(list(some))
        steps.append(Step(times, size))
    if len(steps) > MOST_STEPS:
        kept = np.linspace(0, len(steps) - 1, MOST_STEPS).round().astype(int)
        steps = [steps[k] for k in kept.tolist()]
    return tuple(steps)


def _usable(view: View, found: Any) -> tuple[str, tuple[NearCluster, ...]]:
    """Why no point can be taken in, or those that can."""
    if isinstance(found, InputError):
        return words.ONLY_IN_MEMORY, ()
    if found and not view.uses_constraints:
        return words.ignores_pairs(title_of(view.clusterer)), ()
    if not found and len(view.session.noise.found) and view.labels.max() >= 0:
        return words.KEPT_APART, ()
    return "", found


def _told(step: Step, n_clusters: int, n_seen: int) -> dict[str, Any]:
    lead, rest = words.would_join(step.size, n_clusters)
    return {
        "n": n_seen,
        "lead": lead,
        "rest": rest,
        "note": list(words.if_taken_in(step.size, n_clusters)),
        "text": words.at_reach(step.times, lead, rest),
    }


def _name(moment: Moment) -> str:
    return ".".join(map(str, moment))


def start(context: Context) -> NearClusters:
    """What finds the points near clusters, for one widget."""
    return NearClusters(context)
