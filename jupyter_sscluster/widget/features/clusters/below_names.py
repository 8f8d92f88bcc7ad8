"""The words that stand below the names of clusters on the map."""

from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Integers
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.threads import BackgroundTask

MOST = 3
"""Words below a name."""


class WordsBelow:
    """The first words of each cluster, worked out once a view is near enough to show them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-words-below")
        self._is_wanted = False
        self._begun: Integers | None = None
        self._known: tuple[Integers | None, list[str]] = (None, [])

    def of(self, labels: Integers) -> list[str]:
        """The words of each cluster; empty unless they are those of this clustering."""
        known, texts = self._known
        return texts if known is not None and np.array_equal(known, labels) else []

    def want(self) -> None:
        """A view is near enough."""
        self._is_wanted = engine_of(self._context.session).data.texts is not None
        self.look()

    def look(self) -> None:
        """Work out the words of the present clusters, if they are wanted and not known."""
        session = self._context.session
        if not self._is_wanted or session.is_fitting or session.history.current_fit is None:
            return
        labels = session.labels
        if self._begun is None or not np.array_equal(self._begun, labels):
            self._begun = labels
            self._task.run_instead(self._count, partial(self._take, labels))

    def close(self) -> None:
        """Work out no more."""
        self._task.close()

    def _count(self) -> list[str]:
        clusters = self._context.session.clusters
        about = map(clusters.words, range(len(clusters)))
        return [", ".join(each.word for each in found[:MOST]) for found in about]

    def _take(self, labels: Integers, outcome: Any) -> None:
        if isinstance(outcome, InputError) or not np.array_equal(
            labels, self._context.session.labels
        ):
            return  # the clusters are others by now: the next look asks again
        if isinstance(outcome, BaseException):
            raise outcome
        self._known = labels, outcome
        self._context.event_loop.show()
