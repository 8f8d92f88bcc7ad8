"""Previews of verbs, made beside the kernel's thread: with very many points they take a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import ClusterPlan
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import Worker
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread


class EditPreviewWorker(Worker):
    """Works out what a verb would do; of several that are asked about, the last one is told."""

    def __init__(self) -> None:
        self._task = BackgroundTask(OwnerThread(), "ssc-clusters")

    def ask(self, plan: Callable[[], ClusterPlan], tell: Callable[[ClusterPlan], None]) -> None:
        """Have `tell` hear of the plan, in the owner's thread, once it is made."""
        self._task.run_instead(plan, lambda outcome: _hand_over(outcome, tell))

    def close(self) -> None:
        """Give up what is under way."""
        self._task.close()


def _hand_over(outcome: Any, tell: Callable[[ClusterPlan], None]) -> None:
    if isinstance(outcome, InputError):
        return  # the clusters are others by now: what is pointed at then asks again
    if isinstance(outcome, BaseException):
        raise outcome
    tell(outcome)


def start(context: Context) -> EditPreviewWorker:
    """The previews of one widget."""
    return EditPreviewWorker()
