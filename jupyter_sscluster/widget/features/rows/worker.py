"""What the next fit would move, found beside the kernel's thread once rows were added."""

from typing import Any

from jupyter_sscluster.session.rows.fit_preview import FitPreviews
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, MessageError, field, handles
from jupyter_sscluster.widget.core.threads import BackgroundTask

MOST = 20_000
"""Rows up to which it is found without being asked for: two fits are made."""


@handles("fit_rows")
def fit_rows(context: Context, message: Message) -> None:
    """Show one of the fits that are previewed."""
    previews = context.of(RowsWorker).previews
    if previews is None:
        raise MessageError("the session has changed since; wait until the fit is previewed again")
    context.interaction.clear()
    (previews.fresh if field(message, "fresh") is True else previews.warm).adopt()


class RowsWorker(FeatureWorker):
    """Previews the fit that comes after rows were added, left out or put back."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task = BackgroundTask(context.owner_thread, "ssc-rows")
        self._begun: Any = None
        self._found: tuple[Any, FitPreviews] | None = None

    @property
    def previews(self) -> FitPreviews | None:
        """What is known of the present moment."""
        now = moment_of(self._context.session)
        return self._found[1] if self._found is not None and self._found[0] == now else None

    def look(self) -> None:
        """Preview the fit, where rows wait and none was made since they came."""
        session = self._context.session
        record, now = session.history.current_fit, moment_of(session)
        wanted = record is not None and record.placed and len(session.rows.tray)
        if not wanted or session.is_fitting or len(session.rows) > MOST or now == self._begun:
            return
        self._begun = now

        def take(outcome: Any) -> None:
            if isinstance(outcome, FitPreviews):  # what fails here is told when it is fitted
                self._found = now, outcome
                self._context.event_loop.show()

        self._task.run_instead(session.rows.preview_fits, take)

    def give_way(self) -> None:
        """Find it later."""
        self._task.give_up()
        self._begun = None if self._found is None else self._found[0]

    def close(self) -> None:
        """Preview nothing more."""
        self._task.close()


def start(context: Context) -> RowsWorker:
    """What previews the fits of one widget."""
    return RowsWorker(context)
