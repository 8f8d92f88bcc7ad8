"""Messages about automatic answers: play, pause, and how they are to be."""

from __future__ import annotations

from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.features.oracle_run.worker import OracleRunWorker


@handles("auto_play")
def play(context: Context, message: Message) -> None:
    """Begin, or go on."""
    context.interaction.clear()
    context.event_loop.leave_off()
    context.of(OracleRunWorker).play()


@handles("auto_pause")
def pause(context: Context, message: Message) -> None:
    """Pause."""
    context.of(OracleRunWorker).pause()


@handles("auto_speed")
def speed(context: Context, message: Message) -> None:
    """Another pace."""
    context.of(OracleRunWorker).set_speed(field(message, "value"))


@handles("auto_goal")
def goal(context: Context, message: Message) -> None:
    """Another number of questions."""
    context.of(OracleRunWorker).set_goal(field(message, "value"))


@handles("auto_wrong")
def wrong(context: Context, message: Message) -> None:
    """Another share of wrong answers."""
    context.of(OracleRunWorker).set_wrong(field(message, "value"))


@handles("auto_beside")
def beside(context: Context, message: Message) -> None:
    """Other strategies beside the session's."""
    context.of(OracleRunWorker).set_beside(field(message, "value"))
