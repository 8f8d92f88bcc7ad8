"""Messages about the steps of the fit that is shown: they only ask."""

from __future__ import annotations

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, reads
from jupyter_sscluster.widget.features.fit_steps.worker import FitStepsWorker

MOST = 512
"""Steps that are told of at a time."""


@reads("steps")
def take(context: Context, message: Message) -> None:
    """A view wants to step through the fit, or to know whether it still is the one shown."""
    fresh = field(message, "fresh")
    if not isinstance(fresh, bool):
        raise InputError(f"fresh={fresh!r} must be true or false")
    context.of(FitStepsWorker).take(fresh=fresh)


@reads("frames")
def frames(context: Context, message: Message) -> None:
    """A view wants to show some steps."""
    first = check_count(field(message, "first"), "first", 0)
    last = check_count(field(message, "last"), "last", first, first + MOST)
    context.of(FitStepsWorker).frames(str(field(message, "fit")), first, last)


@reads("leave_steps")
def leave(context: Context, message: Message) -> None:
    """No view steps any more."""
    context.of(FitStepsWorker).leave()
