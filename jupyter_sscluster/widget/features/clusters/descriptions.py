"""Works out what a cluster is about, beside the kernel's thread, and tells the page."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.clusters.profile import ClusterProfile
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Moment
from jupyter_sscluster.widget.core.threads import BackgroundTask, Throttle
from jupyter_sscluster.widget.core.traits import selected_rows
from jupyter_sscluster.widget.features.clusters import state as cards, text as words

KEPT = 200
"""Clusters of which is kept what the person's function has said."""

OPEN = 2
"""Clusters asked for last, in two views for instance, that are told about once more is known."""

OFTEN = 0.3
"""Seconds between two cards while content of points comes."""

Said = tuple[str, bool]


class Known(NamedTuple):
    """What is known of a cluster at a moment, and whether its words are."""

    profile: ClusterProfile
    counted: bool
    moment: Moment


class Descriptions:
    """Tells about a cluster as soon as something is known, and again when more is.

    What takes time comes later: the words of texts, which are counted once, what the person's
    function says, and content of points that a function gives.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-describe")
        self._calls = BackgroundTask(context.owner_thread, "ssc-describe-function")
        self._said: OrderedDict[bytes, Said | None] = OrderedDict()
        self._open: deque[Known] = deque(maxlen=OPEN)
        self._throttle = Throttle(OFTEN)

    def tell(self, cluster: int) -> None:
        """Work out what a cluster is about, and send its card."""
        clusters, values = self._context.session.clusters, self._context.tips.values
        if not clusters.words_are_counted:
            self._make(partial(clusters.described, cluster, values), counted=False)
        self._make(partial(clusters.describe, cluster, values), counted=True)

    def arrived(self, point: int) -> None:
        """Content of a point came after its card was sent."""
        waiting = [
            known
            for known in self._open
            if point in known.profile.typical or point in known.profile.doubtful
        ]
        if not waiting or not self._throttle.due():
            return
        if self._context.owner_thread.has_loop:
            self._context.owner_thread.later(OFTEN, partial(self._send_all, waiting))
        else:
            self._send_all(waiting)

    def close(self) -> None:
        """Tell no more."""
        self._task.close()
        self._calls.close()
        self._open.clear()

    def _make(self, describe: Callable[[], ClusterProfile], *, counted: bool) -> None:
        moment = moment_of(self._context.session)

        def take(outcome: Any) -> None:
            if isinstance(outcome, InputError):
                return  # the clusters are others by now: the page asks again
            if isinstance(outcome, BaseException):
                raise outcome
            for known in [*self._open]:
                if known.profile.cluster == outcome.cluster:
                    self._open.remove(known)
            self._open.append(Known(outcome, counted, moment))
            self._send(self._open[-1])

        self._task.run(describe, take)

    def _send_all(self, some: Iterable[Known]) -> None:
        for known in some:
            self._send(known)

    def _send(self, known: Known) -> None:
        if known in self._open and moment_of(self._context.session) == known.moment:
            described = self._described(known)
            view = self._context.view()
            self._context.layer.send(cards.card(view, known.profile, known.counted, described))

    # ------------------------------------------------------------------ the person's function

    def _described(self, known: Known) -> list[Said]:
        """What the function says of these points, or that it is being called."""
        if self._context.describe is None:
            return []
        members = np.flatnonzero(self._context.session.labels == known.profile.cluster)
        key = members.tobytes()
        if key not in self._said:
            self._said[key] = None
            if len(self._said) > KEPT:
                self._said.popitem(last=False)
            self._calls.run(partial(self._call, known, members), partial(self._hear, key, known))
        said = self._said.get(key)
        return [(words.DESCRIBING, False)] if said is None else [said] if said[0] else []

    def _call(self, known: Known, members: np.ndarray) -> Said | None:
        """What the function says; None if nobody looks at the cluster any more."""
        context, rows = self._context, members.tolist()
        if context.describe is None or all(each.moment != known.moment for each in self._open):
            return None
        texts = engine_of(context.session).data.texts
        if texts is not None:
            return words.said(context.describe([texts[row] for row in rows])), False
        given = selected_rows(context.given, context.session, rows)
        return words.said(context.describe(given)), False

    def _hear(self, key: bytes, known: Known, outcome: Any) -> None:
        if outcome is None:
            self._said.pop(key, None)  # a newer card of the same points waits: it asks again
        else:
            is_error = isinstance(outcome, BaseException)
            self._said[key] = (words.failed(outcome), True) if is_error else outcome
        cluster = known.profile.cluster
        self._send_all([each for each in self._open if each.profile.cluster == cluster])
