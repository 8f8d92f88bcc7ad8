"""Messages about a cluster: what it is, what an edit would do, and the edits."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.session import ClusterPlan
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, field, handles, reads
from jupyter_sscluster.widget.core.recording import by_actions
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread
from jupyter_sscluster.widget.features.clusters import state as cards, text as words


@reads("cluster")
def take(context: Context, message: Message) -> None:
    """A view shows the card of a cluster."""
    context.layer.send(cards.card(context.view(), _cluster(context, message, "cluster")))


@reads("plan")
def plan(context: Context, message: Message) -> None:
    """A merge or a split is pointed at."""
    session, cluster = context.session, _cluster(context, message, "cluster")
    if "other" in message:
        other = _cluster(context, message, "other")
        _preview(context, session.clusters.plan_merge, cards.merge_preview, (cluster, other))
    else:
        _preview(
            context, session.clusters.plan_split, cards.split_preview, (cluster, _parts(message))
        )


def _preview(
    context: Context,
    planning: Callable[..., ClusterPlan],
    reply: Callable[..., dict[str, Any]],
    asked: tuple[int, int | None],
) -> None:
    moment = moment_of(context.session)

    def tell(plan: ClusterPlan) -> None:
        if moment_of(context.session) == moment:
            context.layer.send(reply(context.view(), *asked, plan))

    context.of(EditPreviewWorker).ask(lambda: planning(*asked), tell)


@handles("merge")
def merge(context: Context, message: Message) -> None:
    """Two clusters are one."""
    session = context.session
    a, b = (_cluster(context, message, name) for name in ("cluster", "other"))
    with by_actions(context, lambda: session.clusters.plan_merge(a, b)):
        session.clusters.merge(a, b)
    context.interaction.clear()


@handles("split")
def split(context: Context, message: Message) -> None:
    """One cluster is several."""
    cluster = _cluster(context, message, "cluster")
    session, into = context.session, _parts(message)
    with by_actions(context, lambda: session.clusters.plan_split(cluster, into)):
        session.clusters.split(cluster, into)
    context.interaction.clear()


@handles("rename")
def rename(context: Context, message: Message) -> None:
    """A cluster has another name."""
    context.session.clusters.rename(_cluster(context, message, "cluster"), field(message, "name"))


@handles("split_off")
def split_off(context: Context, message: Message) -> None:
    """The selected points of a cluster are another."""
    cluster = _cluster(context, message, "cluster")
    session, selected = context.session, context.interaction.selection
    if not selected:
        raise InputError(words.NOTHING_SELECTED)
    rows = np.array(selected)
    parts = [rows[session.labels[rows] == cluster].tolist()]
    with by_actions(context, lambda: session.clusters.plan_split(cluster, parts)):
        session.clusters.split(cluster, parts)
    context.interaction.clear()


def _parts(message: Message) -> int | None:
    """How many parts; None for as many as suit."""
    return check_count(field(message, "into"), "into", 0) or None


def _cluster(context: Context, message: Message, name: str) -> int:
    shown = len(context.view().cluster_sizes)
    return check_count(field(message, name), name, 0, shown - 1)


class EditPreviewWorker(FeatureWorker):
    """Computes what a merge or a split would do, and tells the one that was asked for last."""

    def __init__(self) -> None:
        self._task = BackgroundTask(OwnerThread(), "ssc-clusters")
        self._wanted: object = None

    def ask(self, plan: Callable[[], ClusterPlan], tell: Callable[[ClusterPlan], None]) -> None:
        """Have `tell` hear of the plan, in the owner's thread, once it is made."""
        self._wanted = wanted = object()

        def watch(step: str, done: int, total: int) -> None:
            if self._wanted is not wanted:
                raise FitCancelled("something else is pointed at")

        def planned() -> ClusterPlan:
            with watching(watch):
                return plan()

        self._task.run_instead(planned, lambda outcome: _hand_over(outcome, tell))

    def close(self) -> None:
        """Give up what is under way."""
        self._wanted = None
        self._task.close()


def _hand_over(outcome: Any, tell: Callable[[ClusterPlan], None]) -> None:
    if isinstance(outcome, (InputError, FitCancelled)):
        return  # the clusters are others by now: what is pointed at then asks again
    if isinstance(outcome, BaseException):
        raise outcome
    tell(outcome)


def start(context: Context) -> EditPreviewWorker:
    """The previews of one widget."""
    return EditPreviewWorker()
