"""What a handler may touch: the session, and what the widget shows of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core.event_loop import Dispatcher
from jupyter_sscluster.widget.core.interaction import Interaction
from jupyter_sscluster.widget.core.row_content.replies import Replies
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.axes.projector import Projector
from jupyter_sscluster.widget.features.clusters.worker import Planner
from jupyter_sscluster.widget.features.fit_steps.worker import Walker
from jupyter_sscluster.widget.features.oracle_run.worker import Player


@dataclass(frozen=True)
class Context:
    """A widget as its handlers see it.

    `view` gives the session's present values, `replies` tells the page what it asks about,
    `send_file` sends it a file, `projector` has the axes, `player` plays automatic answers,
    `walker` knows the steps of the fit, and `planner` what a verb for clusters would do.
    """

    session: Session
    interaction: Interaction
    dispatcher: Dispatcher
    view: Callable[[], View]
    replies: Replies
    send_file: Callable[[str, str, str], None]
    projector: Projector
    player: Player
    walker: Walker
    planner: Planner
