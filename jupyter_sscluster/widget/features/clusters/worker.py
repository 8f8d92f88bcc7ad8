"""Messages about a cluster: what it is, what an edit would do, and the edits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.session import ClusterPlan
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import (
    PROGRESS_AFTER,
    PROGRESS_EVERY,
    FeatureWorker,
)
from jupyter_sscluster.widget.core.messages import Message, field, handles, reads, succeeds
from jupyter_sscluster.widget.core.recording import by_actions
from jupyter_sscluster.widget.core.text import CANCELLED
from jupyter_sscluster.widget.core.threads import BackgroundTask, Throttle
from jupyter_sscluster.widget.features.clusters import state as cards, text as words
from jupyter_sscluster.widget.features.clusters.below_names import WordsBelow
from jupyter_sscluster.widget.features.clusters.descriptions import Descriptions
from jupyter_sscluster.widget.features.clusters.handlers import ClusterLister


@reads("cluster")
def take(context: Context, message: Message) -> None:
    """A view shows the card of a cluster."""
    context.of(EditWorker).descriptions.tell(_cluster(context, message, "cluster"))


@reads("words")
def tell_words(context: Context, message: Message) -> None:
    """A view is so near that words stand below the names."""
    context.of(WordsBelow).want()


@reads("plan")
def plan(context: Context, message: Message) -> None:
    """A merge or a split is pointed at."""
    cluster = _cluster(context, message, "cluster")
    if "other" in message:
        _preview(context, "merge", cluster, _cluster(context, message, "other"))
    else:
        _preview(context, "split", cluster, _parts(message))


def _preview(context: Context, verb: str, cluster: int, other: int | None) -> None:
    worker, moment = context.of(EditWorker), moment_of(context.session)
    reply: Callable[..., Any] = cards.merge_preview if verb == "merge" else cards.split_preview

    def tell(outcome: Any) -> None:
        if isinstance(outcome, (InputError, FitCancelled)):
            return  # the clusters are others by now: what is pointed at then asks again
        if isinstance(outcome, BaseException):
            raise outcome
        if moment_of(context.session) == moment:
            context.layer.send(reply(context.view(), cluster, other, outcome))

    if not worker.is_busy:
        worker.work_out(_planning(context, verb, cluster, other), tell)


def _planning(context: Context, verb: str, *what: Any) -> Callable[[], ClusterPlan]:
    return partial(getattr(context.session.clusters, f"plan_{verb}"), *what)


def _carry_out(
    context: Context, verb: str, *what: Any, selected: tuple[int, ...] | None = None
) -> None:
    """Merge or split once the fit is made that it leads to: beside the kernel's thread.

    What the person begins meanwhile stays, a refused answer above all; `selected` is let go.
    """
    session, interaction, worker = context.session, context.interaction, context.of(EditWorker)
    moment, planning = moment_of(session), _planning(context, verb, *what)

    def do() -> None:
        with by_actions(context, planning):
            getattr(session.clusters, verb)(*what)

    def do_later() -> None:
        do()
        if interaction.selection == selected:
            interaction.selection = ()
        if interaction.error == words.UNDER_WAY:
            interaction.error = None

    def act(_: Any) -> None:
        with context.event_loop.acting():
            interaction.editing = None
            if moment_of(session) == moment:
                succeeds(context, verb, do_later)
            else:
                interaction.error = words.CHANGED_MEANWHILE

    def tell(*progress: Any) -> None:
        interaction.editing = progress
        context.event_loop.show()

    if worker.is_busy:
        raise InputError(words.UNDER_WAY)
    if worker.knows(planning) or not context.owner_thread.has_loop:
        do()
        interaction.clear()
    else:
        worker.work_out(planning, act, tell)


@handles("merge")
def merge(context: Context, message: Message) -> None:
    """Two clusters are one."""
    _carry_out(context, "merge", *(_cluster(context, message, k) for k in ("cluster", "other")))


@handles("split")
def split(context: Context, message: Message) -> None:
    """One cluster is several."""
    _carry_out(context, "split", _cluster(context, message, "cluster"), _parts(message))


@handles("rename")
def rename(context: Context, message: Message) -> None:
    """A cluster has another name."""
    context.session.clusters.rename(_cluster(context, message, "cluster"), field(message, "name"))


@handles("split_off")
def split_off(context: Context, message: Message) -> None:
    """The selected points of a cluster are another."""
    cluster = _cluster(context, message, "cluster")
    selected = context.interaction.selection
    if not selected:
        raise InputError(words.NOTHING_SELECTED)
    rows = np.array(selected)
    parts = [rows[context.session.labels[rows] == cluster].tolist()]
    _carry_out(context, "split", cluster, parts, selected=selected)


def _parts(message: Message) -> int | None:
    """How many parts; None for as many as suit."""
    return check_count(field(message, "into"), "into", 0) or None


def _cluster(context: Context, message: Message, name: str) -> int:
    shown = len(context.view().cluster_sizes)
    return check_count(field(message, name), name, 0, shown - 1)


class EditWorker(FeatureWorker):
    """Works out what a merge or a split leads to, the one that was asked for last."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-clusters")
        self._wanted: object = None
        self._known: tuple[Any, ...] | None = None
        self.descriptions = Descriptions(context)
        self._below = context.keep(WordsBelow(context))
        context.keep(ClusterLister(context))
        self.is_busy = False
        """Whether a merge or a split waits for its fit."""

    def work_out(
        self,
        planning: Callable[[], ClusterPlan],
        then: Callable[[Any], None],
        tell: Callable[[str, int, int], None] | None = None,
    ) -> None:
        """Have `then` hear of the plan, or of what went wrong, in the owner's thread.

        Of what is to be done and not only previewed, `tell` hears how far a long fit is.
        """
        self._wanted, self.is_busy = object(), tell is not None
        wanted, moment, throttle = self._wanted, self._moment(planning), Throttle(PROGRESS_EVERY)
        throttle.wait(PROGRESS_AFTER)

        def told(*progress: Any) -> None:
            if tell is not None and self._wanted is wanted:
                tell(*progress)

        def watch(*progress: Any) -> None:
            if self._wanted is not wanted:
                raise FitCancelled("something else is wanted")
            if throttle.due():
                self._context.owner_thread.run(partial(told, *progress))

        def planned() -> ClusterPlan:
            with watching(watch):
                return planning()

        def hand_over(outcome: Any) -> None:
            self._wanted, self.is_busy = None, False
            self._known = None if isinstance(outcome, BaseException) else moment
            then(outcome)

        self._task.run_instead(planned, hand_over)

    def knows(self, planning: Callable[[], ClusterPlan]) -> bool:
        """Whether that was worked out last, and of the present clusters."""
        return self._known is not None and self._known == self._moment(planning)

    @property
    def has_bar(self) -> bool:
        """Whether a merge or a split is shown that waits for its fit."""
        return self._context.interaction.editing is not None

    def end_work(self) -> bool:
        """Give up the merge or the split that waits."""
        if not self.is_busy:
            return False
        self._wanted, self.is_busy = None, False
        self._task.give_up()
        self._context.interaction.editing = None
        self._context.interaction.notice = CANCELLED
        return True

    def arrived(self, point: int) -> None:
        """Content of a point came late: it may be one of a card."""
        self.descriptions.arrived(point)

    def look(self) -> None:
        """Work out the words below the names anew, if the clusters are others."""
        self._below.look()

    def close(self) -> None:
        """Give up what is under way."""
        self._wanted = None
        self.descriptions.close()
        self._task.close()

    def _moment(self, planning: Any) -> tuple[Any, ...]:
        return (moment_of(self._context.session), planning.func, planning.args)


def start(context: Context) -> EditWorker:
    """What works out the edits of one widget."""
    return EditWorker(context)
